/**
 * Selects the result of an action or the event of a feed, and reads it: the record in it, and the errors that some servers send inside the
 * payload (`userErrors {field, message}`).
 */
import { valueAsText } from '../../lib/text/valueAsText';
import { columnAt } from '../collections/columns/columns';
import { defaultColumns } from '../collections/columns/defaultColumns';
import { isPlainLeaf, keyFields } from '../collections/displayField';
import { findList } from '../collections/listShape';
import { keyOf, type RecordRef, recordLookup, recordRef } from '../collections/records';
import { addColumns, addField, addIdentity, addPath, addTypename, type Selection } from '../documents/selection';
import { CLIENT_MARK } from '../forms/formModel';
import { type ArgumentValues, valueAt } from '../model/argumentPath';
import {
  actualType,
  type FieldModel,
  fieldsOf,
  isComposite,
  isLeaf,
  isList,
  needsNoArguments,
  type SchemaModel,
  typeOf,
} from '../model/schemaModel';
import type { Action } from './actions';
import { judgeResult } from './outcome/judgeResult';
import { isObject, type PayloadError } from './outcome/payloadErrors';
import type { OutcomeState } from './outcome/recordOutcome';
import { actionsFor } from './recordActions';
import { isErrorDetailType, isErrorField, isRecordType } from './resultShape';

/** The result of an action. */
export interface ActionResult {
  /** The value of the mutation field. */
  readonly value: unknown;
  /** The record in the result, with its type; null if there is none. `ref` is null if the record cannot be loaded on its own. */
  readonly record: {
    readonly typeName: string;
    readonly row: Readonly<Record<string, unknown>>;
    readonly ref: RecordRef | null;
  } | null;
  readonly errors: readonly PayloadError[];
  /** The proven outcome. `unknown` is shown neither as success nor as failure. */
  readonly state: OutcomeState;
}

const MOST_VALUES = 40;

/**
 * Fills the selection of a value that is shown completely: its scalars and enums, the names of related records, and the content of payload
 * objects, up to `depth` levels. Leaves out fields with required arguments and the query type.
 */
export function selectResult(model: SchemaModel, selection: Selection, depth = 2): void {
  const type = model.types.get(selection.typeName);
  if (type?.kind === 'union') {
    addTypename(selection);
    for (const member of type.possibleTypes.slice(0, 20)) selectMember(model, selection, member);
    return;
  }
  // The outcome of an interface value depends on its actual type.
  if (type?.kind === 'interface') addTypename(selection);
  addIdentity(model, selection);
  const isRecord = keyFields(model, selection.typeName).length > 0 && !isReport(model, selection.typeName);
  let values = 0;
  for (const field of fieldsOf(type).values()) {
    if (field.deprecationReason !== null || isMachinery(field.name) || !needsNoArguments(field)) continue;
    const target = typeOf(model, field.type);
    if (isLeaf(target)) {
      if (values++ < MOST_VALUES) addPath(model, selection, [field.name]);
    } else if (isComposite(target) && target !== model.queryType) selectInside(model, selection, field, isRecord, depth);
  }
  // A payload without selectable fields still needs a selection.
  if (selection.fields.size === 0 && selection.on.size === 0) addTypename(selection);
  // An interface has only the shared fields. Add the fields that name its members.
  if (type?.kind === 'interface') for (const member of type.possibleTypes.slice(0, 20)) selectMember(model, selection, member);
}

function selectInside(model: SchemaModel, selection: Selection, field: FieldModel, isRecord: boolean, depth: number): void {
  const target = typeOf(model, field.type);
  if (!isComposite(target)) return;
  // In a record, select related records only by name. Its lists have their own tables.
  if (isRecord) {
    const column =
      isList(field.type) || findList(model, field.type) !== null ? null : columnAt(model, selection.typeName, [field.name]);
    if (column !== null) addColumns(model, selection, [column]);
    else if (!isList(field.type) && findList(model, field.type) === null && depth > 0)
      for (const path of plainPaths(model, target.name)) addPath(model, selection, [field.name, ...path]);
    return;
  }
  if (depth === 0) return;
  if (target.kind !== 'object' && !isRecordType(model, target.name)) {
    const inner = addField(selection, field, field.name, [], target.name).inside;
    if (inner !== null) selectResult(model, inner, depth - 1);
    return;
  }
  const list = findList(model, field.type);
  const inner = list === null || isList(field.type) ? target.name : list.rowType;
  const way =
    list === null || isList(field.type)
      ? [field.name]
      : [field.name, ...list.shape.rows, ...(list.shape.node === null ? [] : [list.shape.node])];
  const [key] = isErrorDetailType(model, inner) ? [] : keyFields(model, inner);
  for (const path of key === undefined ? plainPaths(model, inner) : [[key]]) addPath(model, selection, [...way, ...path]);
  // A payload can consist of objects alone: `results { ship { id } errors { message } }`.
  if (way.length === 1) addField(selection, field, field.name, [], target.name);
  const added = at(selection, way);
  if (added === null) return;
  if (key !== undefined) addColumns(model, added, defaultColumns(model, inner));
  else addIdentity(model, added);
  // A payload inside a payload (`{ result: { ship, errors } }`).
  if (way.length === 1 && (key === undefined || isReport(model, inner))) selectResult(model, added, depth - 1);
}

/** True for the result of one item of a bulk change: `{id, errors {message}}`. It has the key of a record but cannot be loaded. */
const isReport = (model: SchemaModel, typeName: string): boolean =>
  [...fieldsOf(model.types.get(typeName)).keys()].some(isErrorField) && recordLookup(model, typeName) === null;

/** Adds the most important fields of a union or interface member in an inline fragment, without those already selected for all members. */
function selectMember(model: SchemaModel, selection: Selection, member: string): void {
  const type = model.types.get(member);
  for (const [head, ...tail] of memberPaths(model, member, 2)) {
    if (head === undefined || (selection.fields.has(head) && fieldsOf(type).has(head))) continue;
    const column = columnAt(model, selection.typeName, [`${member}:${head}`, ...tail]);
    if (column !== null) addColumns(model, selection, [column]);
  }
}

/**
 * The paths to select of a union member: the default columns of a record; for any other member its own values and those of nested objects
 * (`CreateShipSuccess { ship }`, `ValidationError { fields { path message } }`).
 */
function memberPaths(model: SchemaModel, member: string, depth: number): string[][] {
  if (keyFields(model, member).length > 0)
    return [[keyFields(model, member)[0] as string], ...defaultColumns(model, member).map(column => [...column.path])];
  const paths = plainPaths(model, member);
  if (depth === 0) return paths;
  for (const field of fieldsOf(model.types.get(member)).values()) {
    const target = typeOf(model, field.type);
    if (field.deprecationReason !== null || !needsNoArguments(field) || !isComposite(target) || target === model.queryType)
      continue;
    // A paged list has its own table.
    if (!isList(field.type) && findList(model, field.type) !== null) continue;
    for (const path of memberPaths(model, target.name, depth - 1)) paths.push([field.name, ...path]);
    if (paths.length > MOST_VALUES) break;
  }
  return paths;
}

/** True for introspection fields and Relay's `clientMutationId`. */
const isMachinery = (name: string): boolean => name.startsWith('__') || CLIENT_MARK.test(name);

/** Paths of a type's scalar and enum fields, including lists of these. */
function plainPaths(model: SchemaModel, typeName: string): string[][] {
  const paths: string[][] = [];
  for (const field of fieldsOf(model.types.get(typeName)).values()) {
    if (field.deprecationReason !== null || !needsNoArguments(field) || isMachinery(field.name)) continue;
    if (isLeaf(typeOf(model, field.type)) && (isPlainLeaf(model, field) || isList(field.type))) paths.push([field.name]);
    if (paths.length >= MOST_VALUES) break;
  }
  return paths;
}

function at(selection: Selection, way: readonly string[]): Selection | null {
  let inner: Selection | null = selection;
  for (const name of way) inner = inner?.fields.get(name)?.inside ?? null;
  return inner;
}

/**
 * Reads the result of an action.
 * @param value the value of the mutation field
 * @param sent the arguments that were sent
 */
export function readResult(model: SchemaModel, action: Action, value: unknown, sent: ArgumentValues = {}): ActionResult {
  const { field, verb } = action;
  const type = typeOf(model, field.type);
  const { state, errors } = judgeResult(model, field, value, verb, sent);
  const record =
    isComposite(type) && state !== 'refused' ? findRecord(model, type.name, Array.isArray(value) ? value[0] : value, 2) : null;
  const isOther = state === 'done' && record !== null && holdsOther(model, action, record, value, sent);
  return { value: value ?? null, record, errors, state: isOther ? 'unknown' : state };
}

/** True if an update or a deletion of the record with a key returns one with another key. */
function holdsOther(
  model: SchemaModel,
  action: Action,
  { typeName, row }: NonNullable<ActionResult['record']>,
  value: unknown,
  sent: ArgumentValues,
): boolean {
  if (action.verb !== 'update' && action.verb !== 'delete') return false;
  const target = actionsFor(model, typeName).find(({ action: { id }, isOwn }) => id === action.id && isOwn);
  const given = target === undefined ? undefined : valueAt(sent, target.target);
  if (target === undefined || given === undefined || given === null) return false;
  // An update can change a natural key, so the new one is also among the values that were sent.
  const known = new Set(plainValues(sent, 4));
  return holdsOtherKey(value, row, target.key, key => key === null || known.has(valueAsText(key)));
}

/**
 * True if one of the records in a result has another key than the requested ones. A record without the key field does not count.
 * @param record the only record, if the result is not a list
 * @param isRequested decides about the value of the key field
 */
export function holdsOtherKey(
  value: unknown,
  record: Readonly<Record<string, unknown>>,
  column: string,
  isRequested: (key: unknown) => boolean,
): boolean {
  return (Array.isArray(value) ? value.filter(isObject) : [record]).some(row => {
    const key = keyOf(row, column);
    return key !== undefined && !isRequested(key);
  });
}

/** All strings and numbers in the arguments, as texts. */
function plainValues(value: unknown, depth: number): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(inner => plainValues(inner, depth - 1));
}

function findRecord(model: SchemaModel, typeName: string, value: unknown, depth: number): ActionResult['record'] {
  if (!isObject(value)) return null;
  const actual = actualType(model, typeName, value);
  if (isRecordType(model, actual)) return { typeName: actual, row: value, ref: recordRef(model, actual, value) };
  if (depth === 0) return null;
  for (const [key, inner] of Object.entries(value)) {
    const field = fieldsOf(model.types.get(actual)).get(key);
    if (field === undefined || isErrorField(key)) continue;
    const target = typeOf(model, field.type);
    const found = isComposite(target) ? findRecord(model, target.name, Array.isArray(inner) ? inner[0] : inner, depth - 1) : null;
    if (found !== null) return found;
  }
  return null;
}
