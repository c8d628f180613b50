/** Reads and sends the rows of a type through urql, and says how each came out. */

import type { Client } from '@urql/core';
import { placeErrors } from '../../../schema/forms/placeErrors';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { failureOf } from '../../../transport/observe/failure';
import { type SentWords, sendChange } from '../change/sendChange';
import { queryNow } from '../queryNow';
import { readAgain, updateOf } from './editableField';
import type { SendWorld } from './sendChanges';
import type { StagedRow } from './stagedEdits';

/** Sentences for what is no message of the server. */
export interface UpdateWords extends SentWords {
  readonly gone: string;
  readonly noUpdate: string;
  /** An update is not allowed to this account. */
  onForbidden?(actionId: string, message: string): void;
}

const MOST_MESSAGE = 500;

/** What `sendChanges` works with. */
export function updateWorld(client: Client, model: SchemaModel, words: UpdateWords): Pick<SendWorld, 'read' | 'send'> {
  const problemOf = (message: string, field: string | null = null): StagedRow['problem'] => ({
    message: message.slice(0, MOST_MESSAGE),
    field,
  });
  return {
    async read(row) {
      const change = updateOf(model, row.typeName);
      if (change === null) return { failed: words.noUpdate };
      try {
        const names = row.edits.map(edit => edit.field);
        const prepared = readAgain(model, change, Object.fromEntries(row.keys), names);
        const result = await queryNow(client, prepared);
        if (result.error) return { failed: failureOf(result.error).message.slice(0, MOST_MESSAGE) };
        const fresh = prepared.read(result.data);
        return fresh === null ? { failed: words.gone } : { row: fresh };
      } catch (error) {
        return { failed: String(error) };
      }
    },
    async send(row, fresh, edits, series) {
      const change = updateOf(model, row.typeName);
      if (change === null) return { state: 'notSent', problem: problemOf(words.noUpdate) };
      const changes = Object.fromEntries(edits.map(edit => [edit.field, edit.after]));
      const { state, message, errors, isForbidden } = await sendChange(client, model, change, fresh, changes, words, series);
      if (isForbidden) words.onForbidden?.(change.action.id, message);
      if (state === 'done') return { state, problem: null };
      const [placed] = placeErrors(change.fields, errors).problems;
      const field = String(placed?.path[0] ?? '');
      return { state, problem: problemOf(message, edits.some(edit => edit.field === field) ? field : null) };
    },
  };
}
