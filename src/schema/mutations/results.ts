/**
 * What is asked of the answer of an action or of a feed's event, and how it is read: the record it speaks of, and the errors that some
 * servers send inside the payload (`userErrors {field, message}`).
 */
import { columnAt, defaultColumns } from '../collections/columns';
import { isPlainLeaf, keyFields } from '../collections/displayField';
import { findList } from '../collections/listShape';
import { type RecordRef, recordRef } from '../collections/records';
import { addColumns, addIdentity, addPath, addTypename, type Selection } from '../documents/selection';
import {
  type FieldModel,
  fieldsOf,
  isComposite,
  isLeaf,
  isList,
  needsNoArguments,
  possibleTypes,
  type SchemaModel,
  typeOf,
} from '../model/schemaModel';

/** An error inside a payload. */
export interface PayloadError {
  readonly message: string;
  /** Where, as the server says it: names joined with '.'; null when it does not. */
  readonly field: string | null;
}

/** What an action answered. */
export interface ActionResult {
  /** The whole value of the mutation field, as the answer has it. */
  readonly value: unknown;
  /** The record it speaks of, with its type's name; null when there is none. `ref` is null when it cannot be opened by itself. */
  readonly record: {
    readonly typeName: string;
    readonly row: Readonly<Record<string, unknown>>;
    readonly ref: RecordRef | null;
  } | null;
  readonly errors: readonly PayloadError[];
}

const MOST_VALUES = 40;
const ERROR_FIELD = /errors?$/i;
const ERROR_TYPE = /(error|problem|exception|failure|violation)$/i;

/**
 * Fills a selection for a value that is to be shown whole: its plain values, its relations by name, and for payloads that only wrap
 * others what is inside, two levels deep. Never a field with required arguments, never the query type again.
 */
export function selectResult(model: SchemaModel, selection: Selection, depth = 2): void {
  const type = model.types.get(selection.typeName);
  if (type?.kind === 'union') {
    addTypename(selection);
    for (const member of type.possibleTypes.slice(0, 20)) selectMember(model, selection, member);
    return;
  }
  addIdentity(model, selection);
  const isRecord = keyFields(model, selection.typeName).length > 0;
  let values = 0;
  for (const field of fieldsOf(type).values()) {
    if (field.deprecationReason !== null || field.name.startsWith('__') || !needsNoArguments(field)) continue;
    const target = typeOf(model, field.type);
    if (isLeaf(target)) {
      if (values++ < MOST_VALUES) addPath(model, selection, [field.name]);
    } else if (isComposite(target) && target !== model.queryType) selectInside(model, selection, field, isRecord, depth);
  }
  // An interface tells only what its members share; what they are called is worth knowing as well.
  if (type?.kind === 'interface') for (const member of type.possibleTypes.slice(0, 20)) selectMember(model, selection, member);
}

function selectInside(model: SchemaModel, selection: Selection, field: FieldModel, isRecord: boolean, depth: number): void {
  const target = typeOf(model, field.type);
  if (!isComposite(target)) return;
  // Of a record only other records by their names: its lists have tables of their own.
  if (isRecord) {
    const column =
      isList(field.type) || findList(model, field.type) !== null ? null : columnAt(model, selection.typeName, [field.name]);
    if (column !== null) addColumns(model, selection, [column]);
    else if (!isList(field.type) && findList(model, field.type) === null && depth > 0)
      for (const path of plainPaths(model, target.name)) addPath(model, selection, [field.name, ...path]);
    return;
  }
  if (depth === 0) return;
  const list = findList(model, field.type);
  const inner = list === null || isList(field.type) ? target.name : list.rowType;
  const way =
    list === null || isList(field.type)
      ? [field.name]
      : [field.name, ...list.shape.rows, ...(list.shape.node === null ? [] : [list.shape.node])];
  const [key] = keyFields(model, inner);
  for (const path of key === undefined ? plainPaths(model, inner) : [[key]]) addPath(model, selection, [...way, ...path]);
  const added = at(selection, way);
  if (added === null) return;
  if (key !== undefined) addColumns(model, added, defaultColumns(model, inner));
  else {
    addIdentity(model, added);
    // A payload in a payload (`{ result: { ship, errors } }`).
    if (list === null) selectResult(model, added, depth - 1);
  }
}

/** What tells most of a member, by an inline fragment; what the selection asks of all members is not asked again. */
function selectMember(model: SchemaModel, selection: Selection, member: string): void {
  const type = model.types.get(member);
  for (const [head, ...tail] of memberPaths(model, member, 2)) {
    if (head === undefined || (selection.fields.has(head) && fieldsOf(type).has(head))) continue;
    const column = columnAt(model, selection.typeName, [`${member}:${head}`, ...tail]);
    if (column !== null) addColumns(model, selection, [column]);
  }
}

/**
 * What is asked of a member of a union: of a record its columns; of a member that wraps one (`CreateShipSuccess { ship }`), or that tells
 * what is wrong field by field (`ValidationError { fields { path message } }`), what is inside as well.
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
    // A paged list has a table of its own.
    if (!isList(field.type) && findList(model, field.type) !== null) continue;
    for (const path of memberPaths(model, target.name, depth - 1)) paths.push([field.name, ...path]);
    if (paths.length > MOST_VALUES) break;
  }
  return paths;
}

/** Paths of a type's plain values. */
function plainPaths(model: SchemaModel, typeName: string): string[][] {
  const paths: string[][] = [];
  for (const field of fieldsOf(model.types.get(typeName)).values()) {
    if (field.deprecationReason !== null || !needsNoArguments(field) || field.name.startsWith('__')) continue;
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

/** Reads the answer of an action. */
export function readResult(model: SchemaModel, field: FieldModel, value: unknown): ActionResult {
  const type = typeOf(model, field.type);
  const errors: PayloadError[] = [];
  if (isObject(value) && isComposite(type)) collectErrors(model, typeNameOf(model, type.name, value), value, errors, 2);
  const record = isComposite(type) ? findRecord(model, type.name, Array.isArray(value) ? value[0] : value, 2) : null;
  return { value: value ?? null, record, errors };
}

function collectErrors(
  model: SchemaModel,
  typeName: string,
  value: Readonly<Record<string, unknown>>,
  errors: PayloadError[],
  depth: number,
): void {
  // A union member that is an error itself (`CreateShipError { message }`).
  const isError = ERROR_TYPE.test(typeName);
  if (isError && typeof value.message === 'string') errors.push(errorOf(value));
  for (const [key, inner] of Object.entries(value)) {
    const field = fieldsOf(model.types.get(typeName)).get(key);
    if (ERROR_FIELD.test(key) || (isError && Array.isArray(inner) && inner.some(isObject))) addComplaints(inner, errors, 2);
    else if (depth > 0 && isObject(inner) && field !== undefined)
      collectErrors(model, typeOf(model, field.type)?.name ?? '', inner, errors, depth - 1);
  }
}

/** What is wrong, one by one; an entry may hold more of them (`errors { message fields { path message } }`). */
function addComplaints(value: unknown, errors: PayloadError[], depth: number): void {
  for (const item of Array.isArray(value) ? value : [value]) {
    if (typeof item === 'string' && item !== '') errors.push({ message: item, field: null });
    if (!isObject(item)) continue;
    if (typeof item.message === 'string') errors.push(errorOf(item));
    else if (typeof item.messages === 'object') errors.push({ message: listText(item.messages), field: fieldName(item) });
    if (depth === 0) continue;
    for (const inner of Object.values(item))
      if (Array.isArray(inner) && inner.some(isObject)) addComplaints(inner, errors, depth - 1);
  }
}

function errorOf(value: Readonly<Record<string, unknown>>): PayloadError {
  return { message: String(value.message), field: fieldName(value) };
}

function fieldName(value: Readonly<Record<string, unknown>>): string | null {
  for (const key of ['field', 'path', 'fields', 'attribute', 'argument', 'argumentName', 'property', 'key', 'input']) {
    const said = value[key];
    if (typeof said === 'string' && said !== '') return said;
    const parts = Array.isArray(said) ? said.filter(part => typeof part === 'string' || typeof part === 'number') : [];
    if (parts.length > 0) return parts.join('.');
  }
  return null;
}

const listText = (value: unknown): string =>
  Array.isArray(value) ? value.filter(line => typeof line === 'string').join(' ') : String(value);

function findRecord(model: SchemaModel, typeName: string, value: unknown, depth: number): ActionResult['record'] {
  if (!isObject(value)) return null;
  const actual = typeNameOf(model, typeName, value);
  if (keyFields(model, actual).length > 0 && !ERROR_TYPE.test(actual))
    return { typeName: actual, row: value, ref: recordRef(model, actual, value) };
  if (depth === 0) return null;
  for (const [key, inner] of Object.entries(value)) {
    const field = fieldsOf(model.types.get(actual)).get(key);
    if (field === undefined || ERROR_FIELD.test(key)) continue;
    const target = typeOf(model, field.type);
    const found = isComposite(target) ? findRecord(model, target.name, Array.isArray(inner) ? inner[0] : inner, depth - 1) : null;
    if (found !== null) return found;
  }
  return null;
}

function typeNameOf(model: SchemaModel, typeName: string, value: Readonly<Record<string, unknown>>): string {
  const own = value.__typename;
  return typeof own === 'string' && possibleTypes(model.types.get(typeName)).includes(own) ? own : typeName;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
