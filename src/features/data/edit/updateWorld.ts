/** Reads and sends the rows of a type through urql, and says how each came out. */

import type { Client } from '@urql/core';
import type { FieldPath } from '../../../schema/forms/formValues';
import { placeErrors, type ServerError } from '../../../schema/forms/placeErrors';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Change } from '../../../schema/mutations/changes';
import { failureOf } from '../../../transport/observe/failure';
import { type SentWords, sendChange } from '../change/sendChange';
import { queryNow } from '../queryNow';
import { readAgain, updateOf } from './editableField';
import type { SendWorld } from './sendChanges';
import type { RowProblem, StagedRow } from './stagedEdits';

/** Sentences for what is no message of the server. */
export interface UpdateWords extends SentWords {
  readonly gone: string;
  readonly noUpdate: string;
  /** An update is not allowed to this account. */
  onForbidden?(actionId: string, message: string): void;
}

const MOST_MESSAGE = 500;
const MOST_PARTS = 50;

/** What `sendChanges` works with. */
export function updateWorld(client: Client, model: SchemaModel, words: UpdateWords): Pick<SendWorld, 'read' | 'send'> {
  const problemOf = (message: string, field: string | null = null): RowProblem => ({
    message: message.slice(0, MOST_MESSAGE),
    field,
  });
  /** At the field that all of it is about. What is said of several, or of none, would mislead at one of them: it comes in parts. */
  const refusalOf = (change: Change, edits: StagedRow['edits'], message: string, errors: readonly ServerError[]) => {
    const { problems, rest } = placeErrors(change.fields, errors);
    const said = problems.map(problem => ({
      field: editedAt(edits, problem.path),
      text: problem.code === 'server' ? problem.message : '',
    }));
    const [field = '', ...others] = new Set(said.map(problem => problem.field));
    if (others.length === 0 && rest.length === 0 && edits.some(edit => edit.field === field))
      return problemOf(said.map(({ text }) => text).join('\n'), field);
    if (problems.length === 0) return problemOf(message);
    const labelOf = (name: string): string =>
      edits.find(edit => edit.field === name)?.label ?? change.fields.find(entry => entry.name === name)?.label ?? name;
    const parts = [
      ...said.map(({ field, text }) => ({ field, message: text, line: `${labelOf(field)}: ${text}` })),
      ...rest.map(({ message }) => ({ field: null, message, line: message })),
    ];
    return { ...problemOf([...new Set(parts.map(part => part.line))].join('\n')), parts: parts.slice(0, MOST_PARTS) };
  };
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
      const { state, message, errors, isForbidden, record } = await sendChange(
        client,
        model,
        change,
        fresh,
        changes,
        words,
        series,
      );
      if (isForbidden) words.onForbidden?.(change.action.id, message);
      if (state === 'done') return { state, problem: null, record };
      return { state, problem: state === 'refused' ? refusalOf(change, edits, message, errors) : problemOf(message) };
    },
  };
}

/** The edited field at a place in the input: the field there, or a part of the object there; where none was edited, the outermost one. */
function editedAt(edits: StagedRow['edits'], path: FieldPath): string {
  const place = path.join('.');
  const outer = String(path[0]);
  const within = edits.filter(({ field }) => field === place || field.startsWith(`${place}.`));
  return within.length === 1 ? (within[0]?.field ?? outer) : outer;
}
