/** Sends one mutation of a record type and reports its outcome. It is sent exactly once and never retried. */
import type { Client } from '@urql/core';
import { recordTitle } from '../../../schema/collections/recordTitle';
import type { Prepared } from '../../../schema/documents/documents';
import { type FormField, isNumberControl } from '../../../schema/forms/formModel';
import type { ServerError } from '../../../schema/forms/placeErrors';
import { valueAt } from '../../../schema/model/argumentPath';
import { wordsOf } from '../../../schema/model/readableName';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { changeDocument, changeVariables, type Row } from '../../../schema/mutations/changeRequest';
import type { Change } from '../../../schema/mutations/changes';
import type { PayloadError } from '../../../schema/mutations/outcome/payloadErrors';
import type { OutcomeState } from '../../../schema/mutations/outcome/recordOutcome';
import { type Failure, failureOf, isRefusal } from '../../../transport/observe/failure';
import { hasRun } from '../../../transport/observe/hasRun';
import { isResponseLost } from '../../../transport/observe/isResponseLost';
import { isUnexpected } from '../../../transport/observe/isUnexpected';
import { columnOfField, currentValue, editedColumn, rereadRequest } from '../edit/fields/editableField';
import { isSameInAnyOrder, isSameValue } from '../edit/fields/isSameValue';
import { recordKeys } from '../edit/fields/recordKeys';
import { queryNow } from '../queryNow';

/** Outcome of a mutation; only `done` is success. `notSent`: no request was sent. */
export interface SendResult {
  readonly state: 'done' | 'refused' | 'unknown' | 'notSent';
  /** Message for the user; '' if it is done. */
  readonly message: string;
  /** Errors of the server, with their paths in the input. */
  readonly errors: readonly ServerError[];
  /** The server does not allow the mutation for this account. */
  readonly isForbidden?: boolean;
  /** The user stopped the request. */
  readonly isStopped?: boolean;
  /** The server has responded, but the response does not prove the change. */
  readonly isUnproven?: boolean;
  /** The record after the change, with the fields that the result contains. */
  readonly record: Row | null;
  /** The server refused and gave no reason; some servers respond like this to a change that was made. */
  readonly isSilent?: boolean;
}

/** Messages for outcomes without a message from the server. */
export interface SentWords {
  readonly unknown: string;
  readonly unproven: string;
  /** Message for a refusal without a reason, such as `false`. */
  silent(answer: string): string;
  missing(fields: string): string;
  /** Message if a record with the key of the new one exists already. */
  present(record: string): string;
}

/** The parsed result of a mutation. */
interface ParsedResult {
  readonly state: OutcomeState;
  readonly errors: readonly PayloadError[];
  readonly record: Row | null;
  /** The value of the mutation field. */
  readonly value: unknown;
}

const MOST_MESSAGE = 500;

/**
 * Sends a change of one record.
 * @param series resolves when no further change follows for now: visible queries are re-executed then, instead of after each change
 */
export async function sendChange(
  client: Client,
  model: SchemaModel,
  change: Change,
  row: Row,
  values: Row,
  words: SentWords,
  series?: Promise<unknown>,
): Promise<SendResult> {
  const request = changeVariables(model, change, row, values);
  if (request.missing.length > 0) {
    const labels = request.missing.map(name => columnOfField(model, change.typeName, name)?.label ?? name);
    return failed('notSent', words.missing(labels.join(', ')));
  }
  const present = await recordInPlace(client, model, change, values).catch(() => null);
  if (present !== null) return failed('notSent', words.present(present));
  const sent = await sendPrepared(client, changeDocument(model, change, request), words, values, series);
  const isUnproven = sent.state === 'done' && holdsOldValue(model, change, sent.record, row, values);
  return isUnproven ? { ...failed('unknown', words.unproven), isUnproven } : sent;
}

/**
 * Words of mutations that may replace a record: `saveShip`, `createOrUpdateShip`. `set` is not one of them, because in names of creations
 * it is a noun.
 */
const REPLACES = new Set(['save', 'upsert', 'replace', 'or']);

/**
 * The title of the record that a creation would replace: a mutation such as `upsertShip` changes an existing record that has the key. Null
 * if the mutation only creates records, if no key is given, or if there is no such record.
 */
export async function recordInPlace(client: Client, model: SchemaModel, change: Change, values: Row): Promise<string | null> {
  const words = wordsOf(change.action.path.at(-1) ?? '');
  const mayReplace = change.kind === 'create' && words.some(word => REPLACES.has(word.toLowerCase()));
  const keys = mayReplace ? recordKeys(model, change.typeName, values) : null;
  if (keys === null) return null;
  const prepared = rereadRequest(model, change, keys, Object.keys(values));
  const { data } = await queryNow(client, prepared);
  const present = data == null ? null : prepared.read(data);
  return present === null ? null : (recordTitle(model, change.typeName, present) ?? Object.values(keys).join(', '));
}

/**
 * Sends any mutation whose result proves its outcome. `values` are the expected values of the record: if the result contains errors, they
 * decide whether the change was applied. Without values, the places of the errors decide.
 */
export async function sendPrepared(
  client: Client,
  prepared: Prepared<ParsedResult>,
  words: SentWords,
  values: Row = {},
  series?: Promise<unknown>,
): Promise<SendResult> {
  try {
    const context = { screen: 'data', series };
    const result = await client.mutation<unknown>(prepared.query, prepared.variables, context).toPromise();
    if (result.error && !hasValue(result.data))
      return hasRun(result)
        ? { ...failed('unknown', words.unproven), isUnproven: true }
        : ofFailure(failureOf(result.error), words);
    const { state, errors, record, value } = prepared.read(result.data);
    const isProven = !result.error || (Object.keys(values).length > 0 ? containsValues(record, values) : hasRun(result));
    if (state === 'done' && isProven) return { state, message: '', errors: [], record };
    const isSilent = state === 'refused' && joinMessages(errors) === '';
    // An error while the server read its result does not say that nothing was changed.
    if (result.error && isSilent && !hasRun(result)) return ofFailure(failureOf(result.error), words);
    if (result.error && (isSilent || state !== 'refused'))
      return { ...failed('unknown', failureOf(result.error).message.slice(0, MOST_MESSAGE)), isUnproven: true };
    if (isSilent) return { ...failed('refused', words.silent(shortJson(value))), isSilent };
    if (state === 'refused')
      return {
        state,
        message: joinMessages(errors),
        errors: errors.map(({ message, field }) => ({
          message,
          ...(field === null ? {} : { extensions: { argumentPath: field.split('.') } }),
        })),
        record: null,
        ...(errors.some(error => error.isForbidden) ? { isForbidden: true } : {}),
      };
    return { ...failed('unknown', words.unproven), isUnproven: true };
  } catch {
    // The request may already have been sent.
    return failed('unknown', words.unknown);
  }
}

/** Longer answers are cut. */
const MOST_ANSWER = 100;

function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > MOST_ANSWER ? `${text.slice(0, MOST_ANSWER)}…` : text;
}

function ofFailure(failure: Failure, words: SentWords): SendResult {
  if (failure.tag === 'cancelled') return { ...failed('unknown', words.unknown), isStopped: true };
  if (isResponseLost(failure)) return failed('unknown', words.unknown);
  const errors = 'errors' in failure ? failure.errors : [];
  const message = errors.length > 0 ? joinMessages(errors) : failure.message.slice(0, MOST_MESSAGE);
  if (isUnexpected(failure)) return { ...failed('unknown', `${message} ${words.unproven}`), isUnproven: true };
  // A message alone may concern only these values, so it does not disable the action.
  const isForbidden =
    failure.tag === 'auth' &&
    !failure.signedOut &&
    (failure.status === 403 || failure.errors.some(error => isRefusal({ ...error, message: '' })));
  return { state: 'refused', message, errors, record: null, ...(isForbidden ? { isForbidden } : {}) };
}

const containsValues = (record: Row | null, values: Row): boolean =>
  Object.entries(values).every(([path, value]) => {
    const actual = fieldValue(record, path);
    return actual !== undefined && isSameValue(value, actual);
  });

/** True if a record still has the previous value of a changed field: the server ignored the change, or returned the record as it was. */
const holdsOldValue = (model: SchemaModel, change: Change, record: Row | null, before: Row, values: Row): boolean =>
  Object.entries(values).some(([path, value]) => {
    // The URL of a file can stay the same when the file changes.
    if (value instanceof Blob) return false;
    const field = change.fields.find(({ name }) => name === path);
    const own = fieldValue(record, path);
    const actual = own === undefined ? linkedKeys(model, change.typeName, field, record) : own;
    const old = Object.hasOwn(before, path) ? before[path] : undefined;
    const control = field?.control;
    const isNumber = control !== undefined && isNumberControl(control);
    const isKept = actual !== undefined && old !== undefined && isSameInAnyOrder(actual, old);
    return isKept && !isSameInAnyOrder(actual, value) && !isStoredAs(actual, value, isNumber);
  });

/** True if a server may store the typed value in this form: without spaces around the text, or `12.5` as `12.50`. */
function isStoredAs(actual: unknown, typed: unknown, isNumber: boolean): boolean {
  if (typeof actual === 'object' || typeof typed === 'object') return false;
  const [one, other] = [String(actual).trim(), String(typed).trim()];
  // Longer numbers are not exact in floating point.
  return one === other || (isNumber && one !== '' && other !== '' && Math.max(one.length, other.length) < 16 && +one === +other);
}

const fieldValue = (record: Row | null, field: string): unknown =>
  record === null ? undefined : valueAt(record, field.split('.'));

/** The key of the record that a field links, or the keys of its records; undefined if they are not in the record. */
function linkedKeys(model: SchemaModel, typeName: string, field: FormField | undefined, record: Row | null): unknown {
  const column = field === undefined ? null : editedColumn(model, typeName, field.name);
  const [key] = column?.relation?.keys ?? [];
  if (field === undefined || column === null || record === null || key === undefined) return undefined;
  return Object.hasOwn(record, key) ? currentValue(model, { column, field }, record) : undefined;
}

const failed = (state: SendResult['state'], message: string): SendResult => ({ state, message, errors: [], record: null });

const joinMessages = (errors: ReadonlyArray<{ readonly message: string }>): string =>
  errors
    .map(error => error.message)
    .join('\n')
    .slice(0, MOST_MESSAGE);

function hasValue(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Object.values(data).some(value => value !== null && value !== undefined);
}
