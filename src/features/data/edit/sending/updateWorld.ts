/** Reads and updates the records of staged rows through urql, and reports the outcome of each. */

import type { Client } from '@urql/core';
import type { FieldPath } from '../../../../schema/forms/formValues';
import { placeErrors, type ServerError } from '../../../../schema/forms/placeErrors';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import type { Change } from '../../../../schema/mutations/changes';
import { failureOf } from '../../../../transport/observe/failure';
import { type SentWords, sendChange } from '../../change/sendChange';
import { queryNow } from '../../queryNow';
import { rereadRequest, updateOf } from '../fields/editableField';
import type { ReadResult, SendWorld } from './sendChanges';
import type { RowProblem, StagedRow } from './stagedRow';

/** Messages for outcomes without a message from the server. */
export interface UpdateWords extends SentWords {
  readonly gone: string;
  readonly noUpdate: string;
  /** Called when this account is not allowed to run the update. */
  onForbidden?(actionId: string, message: string): void;
}

const MOST_MESSAGE = 500;
const MOST_PARTS = 50;

/**
 * Reads a record again before it is changed. Never rejects.
 * @param edited the fields that are to be changed
 * @param gone the message if the record does not exist
 */
export async function readAgain(
  client: Client,
  model: SchemaModel,
  change: Change,
  keys: StagedRow['keys'],
  edited: readonly string[],
  gone: string,
): Promise<ReadResult> {
  try {
    const prepared = rereadRequest(model, change, Object.fromEntries(keys), edited);
    const result = await queryNow(client, prepared);
    if (result.error) return { failed: failureOf(result.error).message.slice(0, MOST_MESSAGE) };
    const fresh = prepared.read(result.data);
    return fresh === null ? { failed: gone } : { row: fresh };
  } catch (error) {
    return { failed: String(error) };
  }
}

/** The functions that `sendChanges` uses. */
export function updateWorld(client: Client, model: SchemaModel, words: UpdateWords): Pick<SendWorld, 'read' | 'send'> {
  const problemOf = (message: string, field: string | null = null): RowProblem => ({
    message: message.slice(0, MOST_MESSAGE),
    field,
  });
  /**
   * The problem of a refused update. It is assigned to a field if all errors concern that field. Errors of several fields, or of none, are
   * returned in parts, because they would be misleading at a single field.
   */
  const refusalOf = (change: Change, edits: StagedRow['edits'], message: string, errors: readonly ServerError[]) => {
    const { problems, rest } = placeErrors(change.fields, errors);
    const placed = problems.map(problem => ({
      field: editedAt(edits, problem.path),
      text: problem.code === 'server' ? problem.message : '',
    }));
    const [field = '', ...others] = new Set(placed.map(problem => problem.field));
    if (others.length === 0 && rest.length === 0 && edits.some(edit => edit.field === field))
      return problemOf(placed.map(({ text }) => text).join('\n'), field);
    if (problems.length === 0) return problemOf(message);
    const labelOf = (name: string): string =>
      edits.find(edit => edit.field === name)?.label ?? change.fields.find(entry => entry.name === name)?.label ?? name;
    const parts = [
      ...placed.map(({ field, text }) => ({ field, message: text, line: `${labelOf(field)}: ${text}` })),
      ...rest.map(({ message }) => ({ field: null, message, line: message })),
    ];
    return { ...problemOf([...new Set(parts.map(part => part.line))].join('\n')), parts: parts.slice(0, MOST_PARTS) };
  };
  return {
    async read(row) {
      const change = updateOf(model, row.typeName);
      if (change === null) return { failed: words.noUpdate };
      const names = row.edits.map(edit => edit.field);
      return readAgain(client, model, change, row.keys, names, words.gone);
    },
    async send(row, fresh, edits, series) {
      const change = updateOf(model, row.typeName);
      if (change === null) return { state: 'notSent', problem: problemOf(words.noUpdate) };
      const changes = Object.fromEntries(edits.map(edit => [edit.field, edit.after]));
      const { state, message, errors, isForbidden, isUnproven, record } = await sendChange(
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
      return { state, isUnproven, problem: state === 'refused' ? refusalOf(change, edits, message, errors) : problemOf(message) };
    },
  };
}

/**
 * The edited field at a path of the input: the field itself, or the edited part of an object there. If none was edited, the outermost
 * field.
 */
function editedAt(edits: StagedRow['edits'], path: FieldPath): string {
  const place = path.join('.');
  const outer = String(path[0]);
  const within = edits.filter(({ field }) => field === place || field.startsWith(`${place}.`));
  return within.length === 1 ? (within[0]?.field ?? outer) : outer;
}
