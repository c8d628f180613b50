/** Turns the cells of a row into what is sent for it, and sends it: a new record, or the changed fields of one that is there. */

import type { Client } from '@urql/core';
import { type RecordRef, recordLookup } from '../../../schema/collections/records';
import type { FormField } from '../../../schema/forms/formModel';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Change } from '../../../schema/mutations/changes';
import { askChoices, type createRecordChoices } from '../../../session/history/recordChoices';
import { type Failure, failureOf } from '../../../transport/observe/failure';
import { isAnswerLost } from '../../../transport/observe/isAnswerLost';
import { type Sent, type SentWords, sendChange } from '../change/sendChange';
import { columnOfField, readAgain, type Values } from '../edit/editableField';
import { isSameValue } from '../edit/isSameValue';
import { cellToValue } from '../edit/readCells';
import { queryNow } from '../queryNow';
import { findSent, givenKeys } from './findSent';
import type { ImportWorld, RowResult } from './importJob';
import type { Matching } from './matchColumns';

/** What an import needs to know. */
export interface ImportPlan {
  readonly client: Client;
  readonly model: SchemaModel;
  /** A certain creation or update. */
  readonly change: Change;
  readonly fields: readonly FormField[];
  readonly matching: Matching;
  /** The column that holds the key of the record to be changed; null for a creation. */
  readonly keyColumn: number | null;
  readonly choices: ReturnType<typeof createRecordChoices>;
  /** A number as people of the reader's language write it. */
  plain(text: string): string;
  readonly words: SentWords & { gone: string; unread(value: string, field: string): string };
}

/** Names looked up at most; after that the oldest are asked for again. */
const MOST_NAMES = 5000;
const TRY_AGAIN_MS = 2000;

/** The values of a row without asking anybody, and what does not fit. */
export function readRow(
  plan: Pick<ImportPlan, 'fields' | 'matching' | 'plain' | 'words' | 'model' | 'change'>,
  cells: readonly string[],
): {
  readonly values: Map<FormField, unknown>;
  readonly problems: ReadonlyMap<number, string>;
  readonly names: ReadonlyMap<FormField, string>;
} {
  const values = new Map<FormField, unknown>();
  const names = new Map<FormField, string>();
  const problems = new Map<number, string>();
  for (const [at, name] of plan.matching.entries()) {
    const field = plan.fields.find(entry => entry.name === name);
    const cell = cells[at] ?? '';
    if (field === undefined) continue;
    // An empty cell of a new record says nothing of that field.
    if (cell.trim() === '' && plan.change.kind === 'create') {
      if (field.required) problems.set(at, plan.words.unread(cell, field.label));
      continue;
    }
    const relation = columnOfField(plan.model, plan.change.typeName, field.name)?.relation ?? null;
    if (relation !== null && cell.trim() !== '') names.set(field, cell.trim());
    const read = cellToValue(field, cell, plan.plain);
    if ('value' in read) values.set(field, read.value);
    else if (!names.has(field)) problems.set(at, plan.words.unread(cell.slice(0, 60), field.label));
  }
  return { values, problems, names };
}

/** What the job works with. `series`: kept when the job pauses or ends. */
export function importWorld(plan: ImportPlan, series: () => Promise<unknown>): ImportWorld {
  const { client, model, change, words } = plan;
  const known = new Map<string, Promise<unknown>>();
  /** The key of the record that is called so; the text itself where it is a key. Null: there is none, or several. */
  const keyNamed = async (field: FormField, name: string, value: unknown): Promise<unknown> => {
    const source = plan.choices(field, [field.name]);
    if (source === null) return value ?? null;
    const question = value === undefined ? null : source.name(String(value));
    // Always of the server: the record may have been made by an earlier row.
    if (question !== null && (await askChoices(client, question, 'network-only')) !== null) return value;
    const found = await askChoices(client, source.search(name), 'network-only');
    const named = found?.choices.filter(choice => choice.label === name || choice.key === name) ?? [];
    const [only] = named;
    // Among those that did not come another may be called the same.
    const isSure = named.length === 1 && (only?.key === name || !found?.more);
    return isSure ? (only?.key ?? null) : null;
  };
  const remembered = (field: FormField, name: string, value: unknown): Promise<unknown> => {
    const key = `${field.name}\n${name}`;
    const asked = known.get(key) ?? keyNamed(field, name, value);
    if (known.size >= MOST_NAMES) known.delete(known.keys().next().value ?? '');
    known.set(key, asked);
    // A name that was not found may have been lost on the way.
    void asked.then(found => found === null && known.delete(key));
    return asked;
  };
  /** What is sent for a row, or what is wrong with it. */
  const valuesOf = async (cells: readonly string[]): Promise<{ readonly given: Values } | { readonly wrong: string }> => {
    const { values, problems, names } = readRow(plan, cells);
    const [problem] = problems.values();
    if (problem !== undefined) return { wrong: problem };
    for (const [field, name] of names) {
      const key = await remembered(field, name, values.get(field));
      if (key === null) return { wrong: words.unread(name, field.label) };
      values.set(field, key);
    }
    return { given: Object.fromEntries([...values].map(([field, value]) => [field.name, value])) };
  };
  return {
    async check(cells) {
      try {
        const read = await valuesOf(cells);
        if (!('given' in read)) return 'unclear';
        const { given } = read;
        const keys = change.kind === 'create' ? givenKeys(model, change.typeName, given) : keysOfCell(plan, cells);
        const found = keys === null ? 'unclear' : await findSent(client, model, change, keys, given);
        // Without its record a change cannot be made at all: that it was sent is no less possible.
        return found === 'absent' && change.kind !== 'create' ? 'unclear' : found;
      } catch {
        return 'unclear';
      }
    },
    async send(cells) {
      try {
        const read = await valuesOf(cells);
        if ('wrong' in read) return { state: 'wrong', message: read.wrong };
        const { given } = read;
        return change.kind === 'create'
          ? ofSent(await sendChange(client, model, change, {}, given, words, series()))
          : await sendUpdate(plan, keysOfCell(plan, cells), given, series());
      } catch (error) {
        // Nothing above sends before the last step, and that does not throw.
        return { state: 'wrong', message: String(error) };
      }
    },
    async reachable(isWanted) {
      while (isWanted()) {
        const result = await queryNow(client, { query: '{ __typename }', variables: {} });
        if (!result.error || isAnswered(failureOf(result.error))) return;
        await new Promise(resolve => setTimeout(resolve, TRY_AGAIN_MS));
      }
    },
  };
}

/** True where the server itself answered, whatever it said. What answers in its place says nothing of it. */
function isAnswered(failure: Failure): boolean {
  return failure.tag !== 'socket' && failure.tag !== 'refused' && !isAnswerLost(failure);
}

/** The key of the record that a row changes; null when it names none. */
function keysOfCell({ model, change, keyColumn }: ImportPlan, cells: readonly string[]): RecordRef['keys'] | null {
  const key = (cells[keyColumn ?? -1] ?? '').trim();
  const [column] = recordLookup(model, change.typeName)?.keys ?? [];
  return column === undefined || key === '' ? null : Object.fromEntries([[column.column, key]]);
}

/** The record is read first: only what differs is sent. */
async function sendUpdate(
  plan: ImportPlan,
  keys: RecordRef['keys'] | null,
  given: Values,
  series: Promise<unknown>,
): Promise<RowResult> {
  const { client, model, change, words } = plan;
  if (keys === null) return { state: 'wrong', message: words.gone };
  const prepared = readAgain(model, change, keys, Object.keys(given));
  const result = await queryNow(client, prepared);
  if (result.error) return { state: 'wrong', message: failureOf(result.error).message.slice(0, 500) };
  const fresh = prepared.read(result.data);
  if (fresh === null) return { state: 'wrong', message: words.gone };
  const changed = Object.entries(given).filter(
    ([name, value]) => !Object.hasOwn(fresh, name) || !isSameValue(fresh[name], value),
  );
  if (changed.length === 0) return { state: 'sent', message: '' };
  return ofSent(await sendChange(client, model, change, fresh, Object.fromEntries(changed), words, series));
}

function ofSent({ state, message }: Sent): RowResult {
  if (state === 'done') return { state: 'sent', message: '' };
  if (state === 'unknown') return { state, message, lost: true };
  return { state: state === 'notSent' ? 'wrong' : 'refused', message };
}
