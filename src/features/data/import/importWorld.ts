/** Converts the cells of a row into mutation input and sends it: as a new record, or as the changed fields of an existing one. */

import type { Client } from '@urql/core';
import { type RecordRef, recordLookup } from '../../../schema/collections/records';
import type { FormField } from '../../../schema/forms/formModel';
import { placeErrors, type ServerError } from '../../../schema/forms/placeErrors';
import type { ScalarKind } from '../../../schema/model/scalars';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Change } from '../../../schema/mutations/changes';
import { type createRecordChoices, fetchChoices } from '../../../session/history/recordChoices';
import { type Failure, failureOf } from '../../../transport/observe/failure';
import { isResponseLost } from '../../../transport/observe/isResponseLost';
import { type SendResult, type SentWords, sendChange } from '../change/sendChange';
import { isReference, type Values } from '../edit/fields/editableField';
import { isSameValue } from '../edit/fields/isSameValue';
import { keyFields, recordKeys } from '../edit/fields/recordKeys';
import { cellToValue } from '../edit/readCells';
import { readAgain } from '../edit/sending/updateWorld';
import { queryNow } from '../queryNow';
import { checkSentRow } from './checkSentRow';
import { amountIn, type ImportAmounts } from './importAmounts';
import type { ImportWorld, RowResult } from './importJob';
import type { Matching } from './matchColumns';

/** The schema parts and user choices that an import uses. */
export interface ImportPlan {
  readonly client: Client;
  readonly model: SchemaModel;
  /** The mutation that creates or updates records of the type. */
  readonly change: Change;
  readonly fields: readonly FormField[];
  readonly matching: Matching;
  /** Index of the column with the key of the record to update; null for a creation. */
  readonly keyColumn: number | null;
  /** True: an empty cell empties the field of the record to update. */
  readonly empties: boolean;
  readonly choices: ReturnType<typeof createRecordChoices>;
  readonly amounts: ImportAmounts;
  /** Normalizes the text of a column (see `PlainText`). */
  plain(text: string, kind: ScalarKind, column: number): string;
  readonly words: SentWords & {
    gone: string;
    unread(value: string, field: string): string;
    /** Called if the account is not allowed to run the mutation. */
    onForbidden?(actionId: string, message: string): void;
  };
}

/** Maximum number of names whose keys are cached; beyond that, the oldest are dropped. */
const MOST_NAMES = 5000;
const TRY_AGAIN_MS = 2000;

/** The values of a row that can be read without a request, and the problems of cells that do not fit. */
export function readRow(
  plan: Pick<ImportPlan, 'fields' | 'matching' | 'empties' | 'plain' | 'words' | 'model' | 'change' | 'amounts'>,
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
    // An empty cell of a new record means that the field is not set.
    if (cell.trim() === '' && (plan.change.kind === 'create' || !plan.empties)) {
      if (field.required && plan.change.kind === 'create') problems.set(at, plan.words.unread(cell, field.label));
      continue;
    }
    if (isReference(plan.model, plan.change.typeName, field.name) && cell.trim() !== '') names.set(field, cell.trim());
    const read = readCell(plan, field, cells, at);
    if ('currency' in read && read.currency) values.set(...read.currency);
    if ('value' in read) values.set(field, read.value);
    else if (!names.has(field)) problems.set(at, plan.words.unread(cell.slice(0, 60), field.label));
  }
  return { values, problems, names };
}

/** True for a field with the key of another record, if the records can be searched by name. */
export const takesName = (plan: Pick<ImportPlan, 'model' | 'change' | 'choices'>, field: FormField): boolean =>
  isReference(plan.model, plan.change.typeName, field.name) && plan.choices(field, [field.name]) !== null;

/** The value of a cell; for an amount of money, its currency and the field for it, too, if the file has no column for it. */
function readCell(
  plan: Parameters<typeof readRow>[0],
  field: FormField,
  cells: readonly string[],
  at: number,
): { readonly value: unknown; readonly currency?: readonly [FormField, unknown] } | { readonly problem: true } {
  const amount = amountIn(plan, cells, at);
  if (amount === null) return cellToValue(field, cells[at] ?? '', (text, kind) => plan.plain(text, kind, at));
  if (amount === 'unknown') return { problem: true };
  const read = cellToValue(field, amount.minor, text => text);
  if (amount.currencyField === null || 'problem' in read) return read;
  const currency = cellToValue(amount.currencyField, amount.currency, text => text);
  return 'problem' in currency ? currency : { ...read, currency: [amount.currencyField, currency.value] };
}

/** True if rows contain the keys of their records, so that rows without a response can be looked up. */
export function canCheck({ model, change, matching, keyColumn }: ImportPlan): boolean {
  if (change.kind !== 'create') return keyColumn !== null;
  const names = matching.filter(name => name !== null);
  return keyFields(model, change.typeName, names) !== null;
}

/**
 * The key of the record with this name; the text itself if it is a key. `missing`: no record has this name, or several have it. `failed`:
 * there was no response.
 */
export async function keyNamed(
  { client, choices }: Pick<ImportPlan, 'client' | 'choices'>,
  field: FormField,
  name: string,
  value: unknown,
): Promise<{ readonly key: unknown } | 'missing' | 'failed'> {
  const source = choices(field, [field.name]);
  if (source === null) return value == null ? 'missing' : { key: value };
  const question = value === undefined ? null : source.name(String(value));
  // Always from the network: an earlier row may have created the record.
  if (question !== null && (await fetchChoices(client, question, 'network-only')) !== null) return { key: value };
  const found = await fetchChoices(client, source.search(name), 'network-only');
  if (found === null) return 'failed';
  const named = found.choices.filter(choice => choice.label === name || choice.key === name);
  const [only] = named;
  // If the list is incomplete, a record that was not returned may have the same name.
  const isSure = only !== undefined && named.length === 1 && (only.key === name || !found.more);
  // Choices have their keys as text; the field may take a number.
  const read = isSure ? cellToValue(field, only.key, text => text) : null;
  return read !== null && 'value' in read ? { key: read.value } : 'missing';
}

/** Creates the functions that the job works with. The promise of `series` resolves when the job pauses or ends. */
export function importWorld(plan: ImportPlan, series: () => Promise<unknown>): ImportWorld {
  const { client, model, change, words } = plan;
  const lookups = new Map<string, Promise<unknown>>();
  const cachedKey = (field: FormField, name: string, value: unknown): Promise<unknown> => {
    const key = `${field.name}\n${name}`;
    const lookup =
      lookups.get(key) ?? keyNamed(plan, field, name, value).then(found => (typeof found === 'object' ? found.key : null));
    if (lookups.size >= MOST_NAMES) lookups.delete(lookups.keys().next().value ?? '');
    lookups.set(key, lookup);
    // A name is not cached as missing: the response may have been lost.
    void lookup.then(found => found === null && lookups.delete(key));
    return lookup;
  };
  /** The values to send for a row, or the reason why they cannot be sent. */
  const valuesOf = async (cells: readonly string[]): Promise<{ readonly input: Values } | { readonly wrong: string }> => {
    const { values, problems, names } = readRow(plan, cells);
    const [problem] = problems.values();
    if (problem !== undefined) return { wrong: problem };
    for (const [field, name] of names) {
      const key = await cachedKey(field, name, values.get(field));
      if (key === null) return { wrong: words.unread(name, field.label) };
      values.set(field, key);
    }
    return { input: Object.fromEntries([...values].map(([field, value]) => [field.name, value])) };
  };
  return {
    async check(cells) {
      try {
        const read = await valuesOf(cells);
        if (!('input' in read)) return 'unclear';
        const { input } = read;
        const keys = change.kind === 'create' ? recordKeys(model, change.typeName, input) : keysOfCell(plan, cells);
        const found = keys === null ? 'unclear' : await checkSentRow(client, model, change, keys, input);
        // If the record to update is gone, the update cannot be repeated. It may still have been applied before.
        return found === 'absent' && change.kind !== 'create' ? 'unclear' : found;
      } catch {
        return 'unclear';
      }
    },
    async send(cells) {
      try {
        const read = await valuesOf(cells);
        if ('wrong' in read) return { state: 'wrong', message: read.wrong };
        const { input } = read;
        return change.kind === 'create'
          ? ofSent(await sendChange(client, model, change, {}, input, words, series()), plan)
          : await sendUpdate(plan, keysOfCell(plan, cells), input, series());
      } catch (error) {
        // Only the last step sends anything, and it does not throw. So this error occurred before anything was sent.
        return { state: 'wrong', message: String(error) };
      }
    },
    async reachable(isWanted) {
      while (isWanted()) {
        const result = await queryNow(client, { query: '{ __typename }', variables: {} });
        if (!result.error || hasResponse(failureOf(result.error))) return;
        await new Promise(resolve => setTimeout(resolve, TRY_AGAIN_MS));
      }
    },
  };
}

/** True if the server itself responded, with whatever result. A response of a proxy in its place does not count. */
function hasResponse(failure: Failure): boolean {
  return failure.tag !== 'socket' && failure.tag !== 'refused' && !isResponseLost(failure);
}

/** The key of the record that a row updates; null if the cell is empty. */
function keysOfCell({ model, change, keyColumn }: ImportPlan, cells: readonly string[]): RecordRef['keys'] | null {
  const key = (cells[keyColumn ?? -1] ?? '').trim();
  const [column] = recordLookup(model, change.typeName)?.keys ?? [];
  return column === undefined || key === '' ? null : Object.fromEntries([[column.column, key]]);
}

/** Reads the record first, so that only the fields that differ are sent. */
async function sendUpdate(
  plan: ImportPlan,
  keys: RecordRef['keys'] | null,
  input: Values,
  series: Promise<unknown>,
): Promise<RowResult> {
  const { client, model, change, words } = plan;
  if (keys === null) return { state: 'wrong', message: words.gone };
  const reading = await readAgain(client, model, change, Object.entries(keys), Object.keys(input), words.gone);
  if ('failed' in reading) return { state: 'wrong', message: reading.failed };
  const fresh = reading.row;
  const changed = Object.entries(input).filter(
    ([name, value]) => !Object.hasOwn(fresh, name) || !isSameValue(fresh[name], value),
  );
  if (changed.length === 0) return { state: 'sent', message: '' };
  return ofSent(await sendChange(client, model, change, fresh, Object.fromEntries(changed), words, series), plan);
}

function ofSent({ state, message, errors, isForbidden }: SendResult, { change, words }: ImportPlan): RowResult {
  if (state === 'done') return { state: 'sent', message: '' };
  if (state === 'unknown') return { state, message, lost: true };
  if (isForbidden) words.onForbidden?.(change.action.id, message);
  // An update may be forbidden for this record only.
  const stops = isForbidden && change.kind === 'create' ? { isForbidden } : {};
  return state === 'notSent'
    ? { state: 'wrong', message, ...stops }
    : { state: 'refused', message: withFields(change, message, errors), ...stops };
}

/** The message of a refusal, with the labels of the fields that its errors concern. */
function withFields({ fields }: Change, message: string, errors: readonly ServerError[]): string {
  const { problems, rest } = placeErrors(fields, errors);
  const placed = problems.flatMap(problem => {
    if (problem.code !== 'server') return [];
    const { name = '', label = '' } = fields.find(field => field.name === problem.path[0]) ?? {};
    const isNamed = [name, label].some(each => problem.message.toLowerCase().includes(each.toLowerCase()));
    return [isNamed ? problem.message : `${label}: ${problem.message}`];
  });
  return placed.length === 0 ? message : [...new Set([...placed, ...rest.map(error => error.message)])].join('\n');
}
