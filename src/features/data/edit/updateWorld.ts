/** Reads and sends the rows of a type through urql, and says how each came out. */
import type { Client } from '@urql/core';
import { placeErrors } from '../../../schema/forms/formValues';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { changeDocument, changeVariables } from '../../../schema/mutations/changeRequest';
import { failureOf } from '../../../transport/observe/failure';
import { isAnswerLost } from '../../../transport/observe/isAnswerLost';
import { readAgain, updateOf } from './editableField';
import type { Sending, SendWorld } from './sendChanges';
import type { StagedRow } from './stagedEdits';

/** Sentences for what is no message of the server. */
export interface UpdateWords {
  readonly gone: string;
  readonly unknown: string;
  readonly unproven: string;
  readonly noUpdate: string;
  missing(fields: string): string;
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
        const options = { requestPolicy: 'network-only', screen: 'data' } as const;
        const result = await client.query<unknown>(prepared.query, prepared.variables, options).toPromise();
        if (result.error) return { failed: failureOf(result.error).message.slice(0, MOST_MESSAGE) };
        const fresh = prepared.read(result.data);
        return fresh === null ? { failed: words.gone } : { row: fresh };
      } catch (error) {
        return { failed: String(error) };
      }
    },
    async send(row, fresh, edits) {
      const change = updateOf(model, row.typeName);
      if (change === null) return { state: 'notSent', problem: problemOf(words.noUpdate) };
      const changes = Object.fromEntries(edits.map(edit => [edit.field, edit.after]));
      const request = changeVariables(model, change, fresh, changes);
      if (request.missing.length > 0) return { state: 'notSent', problem: problemOf(words.missing(request.missing.join(', '))) };
      const prepared = changeDocument(model, change, request);
      const ofPayload = (errors: readonly { message: string; field: string | null }[]): Sending['problem'] => {
        const [first] = errors;
        const field = first?.field == null ? null : (edits.find(edit => edit.field === first.field)?.field ?? null);
        return problemOf(errors.map(error => error.message).join(' '), field);
      };
      try {
        const result = await client.mutation<unknown>(prepared.query, prepared.variables, { screen: 'data' }).toPromise();
        if (result.error && !hasValue(result.data)) {
          const failure = failureOf(result.error);
          if (isAnswerLost(failure)) return { state: 'unknown', problem: problemOf(words.unknown) };
          const errors = 'errors' in failure ? failure.errors : [];
          const [placed] = placeErrors(change.fields, errors).problems;
          const field = String(placed?.path[0] ?? '');
          const message = errors.length > 0 ? errors.map(error => error.message).join(' ') : failure.message;
          return { state: 'refused', problem: problemOf(message, edits.some(edit => edit.field === field) ? field : null) };
        }
        const outcome = prepared.read(result.data);
        if (outcome.state === 'done') return { state: 'done', problem: null };
        if (outcome.state === 'refused') return { state: 'refused', problem: ofPayload(outcome.errors) };
        return { state: 'unknown', problem: problemOf(words.unproven) };
      } catch {
        // It may be on its way already.
        return { state: 'unknown', problem: problemOf(words.unknown) };
      }
    },
  };
}

function hasValue(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Object.values(data).some(value => value !== null && value !== undefined);
}
