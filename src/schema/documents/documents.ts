/**
 * Builds the documents of table pages: the operation text, its variables and a reader for the result. recordDocument.ts builds those of
 * single records, callDocuments.ts those whose arguments come from a form. Selections are bounded: the visible columns, the keys that
 * identify records, ten items of each nested list. A page has at most `MOST_ROWS` rows.
 */

import type { Collection } from '../collections/collections';
import type { Column } from '../collections/columns/columns';
import { defaultColumns } from '../collections/columns/defaultColumns';
import { type Page, type RowSource, readPage, type Step, valueAtKeys, valueAtStep } from '../collections/paging/page';
import { type PageRef, type Paging, pageArguments } from '../collections/paging/paging';
import { totalSource } from '../collections/paging/totalSource';
import type { TotalSource } from '../collections/paging/totals';
import { type RecordLookup, type RecordRef, recordLookup } from '../collections/records';
import { filterCapability } from '../filters/filterCapability';
import { type Filter, filterToVariables } from '../filters/filters';
import { sortCapability } from '../filters/sortCapability';
import type { Sort, SortCapability } from '../filters/sorting';
import { sortToVariables } from '../filters/sortVariables';
import { type ArgumentPath, type ArgumentValues, mergeValues, withValueAt } from '../model/argumentPath';
import { type FieldModel, fieldsOf, isComposite, namedType, possibleTypes, type SchemaModel, typeOf } from '../model/schemaModel';
import { checkOperation } from './checkOperation';
import {
  addCall,
  addColumns,
  addField,
  addPath,
  addTypename,
  createOperation,
  createSelection,
  type Operation,
  printOperation,
  type Selection,
} from './selection';

/** A validated document with its variables. */
export interface Prepared<T> {
  /** Formatted GraphQL text with one named operation. */
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly operationName: string;
  /** Reads the result's `data`. Never throws, whatever `data` contains. */
  read(data: unknown): T;
  /** How the shape of `data` differs from the requested one, as a sentence for developers; null if it does not. */
  problem(data: unknown): string | null;
  /** The message of an error type that the schema declares, if the server returned one instead of the result; otherwise null. */
  refusal(data: unknown): string | null;
}

/**
 * Validates an operation against the schema and prints it.
 * @param isWhole false if the arguments come from a form, which reports missing values itself
 * @throws Error if the operation is invalid, which is a bug in Oriel
 */
export function prepareOperation<T>(
  model: SchemaModel,
  operation: Operation,
  isWhole: boolean,
  read: (data: unknown) => T,
  problem: (data: unknown) => string | null = () => null,
  refusal: (data: unknown) => string | null = () => null,
): Prepared<T> {
  const problems = checkOperation(model, operation, isWhole);
  if (problems.length > 0) throw new Error(`The document ${operation.name} is not valid: ${problems.slice(0, 5).join(' ')}`);
  return { ...printOperation(operation), operationName: operation.name, read, problem, refusal };
}

/** Default number of rows per page. */
export const PAGE_ROWS = 50;
/** Maximum number of rows per page. */
export const MOST_ROWS = 100;

/** Options of `pageDocument`. */
export interface PageOptions {
  /** Default: `defaultColumns` of the row type. */
  readonly columns?: readonly Column[];
  /** Filters that `filterToVariables` rejects are left out without notice here; the screen must report them. */
  readonly filters?: readonly Filter[];
  readonly sort?: readonly Sort[];
  /** Default: the first page. Null means the same. */
  readonly page?: PageRef | null;
  /** Number of rows, 1 to `MOST_ROWS`. Default `PAGE_ROWS`. */
  readonly size?: number;
  /** Values for `collection.mustFill`, as returned by `toVariables`. */
  readonly arguments?: ArgumentValues;
  /** The record that a nested collection belongs to. Required for nested collections, unused for others. */
  readonly within?: RecordRef;
  /** `collection.paging` (the default) or one of `collection.otherPagings`. */
  readonly paging?: Paging;
  /** The sort options; default: `sortCapability`. */
  readonly sorting?: SortCapability | null;
  /** Keys of operators that filters must not use, because the server refuses them. */
  readonly without?: readonly string[];
  /** Whether to select the total number of rows if the server offers it. Default true. */
  readonly total?: boolean;
}

/**
 * The query of one page of a collection.
 * @throws Error for a nested collection without `within`, or if the schema has no way to load that record
 */
export function pageDocument(model: SchemaModel, collection: Collection, options: PageOptions = {}): Prepared<Page> {
  const size = Math.min(MOST_ROWS, Math.max(1, Math.trunc(options.size ?? PAGE_ROWS)));
  const page = options.page ?? null;
  const paging = options.paging ?? collection.paging;
  const narrowing = mergeValues(filterArguments(model, collection, options), options.arguments ?? {});
  const fixed = [...collection.emptyObjects, ...(paging.emptyObjects ?? [])].reduce<ArgumentValues>(
    (values, path) => mergeValues(withValueAt({}, path, {}), values),
    narrowing,
  );
  const { sorting = sortCapability(model, collection) } = options;
  const order = sorting === null ? {} : sortToVariables(sorting, options.sort ?? []);
  const wantsTotal = options.total ?? true;
  const total = wantsTotal ? totalSource(model, collection) : null;
  const besideArguments = total?.place === 'beside' ? argumentsBeside(total, fixed, narrowing) : null;
  // If the server reports neither a total nor a next page, one extra row shows whether there is a next page.
  const hasTotal = total?.place === 'inside' || besideArguments !== null;
  const takesMore = paging.style === 'offset' && !hasTotal && collection.shape.hasNext === null && size !== paging.most;
  const limit = takesMore ? size + 1 : size;
  const values = mergeValues(mergeValues(fixed, order), pageArguments(paging, page, limit));

  const operation = createOperation(
    'query',
    collection.origin === 'nested' ? [collection.parentType, ...collection.path] : collection.path,
    model.queryType.name,
  );
  const { shape } = collection;
  const { way, list } = enterList(model, operation, collection, values, options.within);
  const wrapper = list.inside as Selection;
  let rows = wrapper;
  for (const name of shape.rows) rows = enterField(model, rows, name);
  if (shape.itemCursor !== null) addPath(model, rows, [shape.itemCursor]);
  if (shape.node !== null) rows = enterField(model, rows, shape.node);
  addColumns(model, rows, options.columns ?? defaultColumns(model, collection.rowType));

  const facts = collection.outer?.tellsFacts ? way : { at: wrapper, keys: [...way.keys, list.key] };
  for (const path of pagingFacts(collection, paging)) addPath(model, facts.at, path);
  let totalKeys: readonly Step[] | null = null;
  if (total?.place === 'inside' && addPath(model, facts.at, total.path)) totalKeys = [...facts.keys, ...total.path];
  if (total?.place === 'beside' && besideArguments !== null) {
    const countType = typeOf(model, total.field.type);
    const beside = addCall(operation, way.at, total.field, besideArguments, isComposite(countType) ? countType.name : null);
    if (beside.inside !== null) addPath(model, beside.inside, total.path);
    totalKeys = [...way.keys, beside.key, ...(total.inList ? [0] : []), ...total.path];
  }
  const source: RowSource = {
    list: [...way.keys, list.key],
    facts: facts.keys,
    shape,
    paging,
    total: totalKeys,
    page,
    size,
  };
  return prepareOperation(
    model,
    operation,
    collection.mustFill.length === 0 || options.arguments !== undefined,
    data => readPage(data, source),
    data => formProblem(data, [...source.list, ...shape.rows], 'a list') ?? nullProblem(data, source.list, collection),
    data => (shape.on === undefined ? null : otherMember(valueAtKeys(data, source.list), shape.on)),
  );
}

/** The arguments of a total beside the list. Null if it does not take all filters of the list: then it would count other rows. */
function argumentsBeside(
  { shared, field }: Extract<TotalSource, { place: 'beside' }>,
  fixed: ArgumentValues,
  narrowing: ArgumentValues,
): ArgumentValues | null {
  if (!Object.keys(narrowing).every(name => shared.includes(name))) return null;
  const values = Object.fromEntries(Object.entries(fixed).filter(([name]) => shared.includes(name)));
  const hasAll = [...field.args.values()].every(
    argument => argument.type.kind !== 'nonNull' || argument.defaultValue !== null || Object.hasOwn(values, argument.name),
  );
  return hasAll ? values : null;
}

/**
 * Describes the first deviation from the requested shape along `keys`: a value that is not an object, a missing field, or a last value that
 * is not what `wanted` says. Null if there is none, or if a value along the way is null.
 */
export function formProblem(data: unknown, keys: readonly Step[], wanted: 'a list' | 'an object'): string | null {
  let value = data;
  for (const [at, key] of keys.entries()) {
    if (value === null) return null;
    // A step into a list. An empty list, or one without the wanted record, is a valid result.
    if (Array.isArray(value) && typeof key !== 'string') {
      value = valueAtStep(value, key);
      if (value === undefined) return null;
      continue;
    }
    const place = at === 0 ? 'data' : keys.slice(0, at).join('.');
    if (typeof key === 'object' || typeof value !== 'object' || Array.isArray(value))
      return `${place} is ${nameOf(value)} where ${typeof key === 'object' ? 'a list' : 'an object'} was asked for`;
    if (!Object.hasOwn(value as object, key)) return `${place} has no field ${key}, which was asked for`;
    value = valueAtStep(value, key);
  }
  if (value === null || (wanted === 'a list' ? Array.isArray(value) : typeof value === 'object' && !Array.isArray(value)))
    return null;
  return `${keys.join('.')} is ${nameOf(value)} where ${wanted} was asked for`;
}

/** Describes null in place of a list at the root that the schema declares as not null; null if there is none. */
function nullProblem(data: unknown, keys: readonly Step[], { field }: Collection): string | null {
  const isBroken = keys.length === 1 && field.type.kind === 'nonNull' && valueAtKeys(data, keys) === null;
  return isBroken ? `${keys.join('.')} is null where a list was asked for` : null;
}

const nameOf = (value: unknown): string =>
  Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;

/** Paths of the paging information to select, such as `hasNextPage` and `endCursor`. */
function pagingFacts({ shape }: Collection, paging: Paging): ReadonlyArray<readonly string[]> {
  const forward = [shape.hasNext, shape.endCursor];
  const wanted: Record<typeof paging.style, ReadonlyArray<readonly string[] | null>> = {
    none: [],
    cursor: paging.style === 'cursor' && paging.before !== null ? [...forward, shape.hasPrevious, shape.startCursor] : forward,
    offset: [shape.hasNext],
    page: [shape.hasNext, shape.pageCount],
    token: [shape.nextToken ?? shape.endCursor],
  };
  return wanted[paging.style].filter(path => path !== null);
}

function filterArguments(model: SchemaModel, collection: Collection, { filters = [], without }: PageOptions): ArgumentValues {
  const capability = filters.length === 0 ? null : filterCapability(model, collection, without);
  return capability === null ? {} : filterToVariables(capability, filters).variables;
}

/** A selection in an operation and its position in the result. */
export interface Way {
  readonly at: Selection;
  /** Steps from `data` to the value of the selection. */
  readonly keys: readonly Step[];
}

/**
 * Adds the field of a collection and the fields that lead to it. The field just above it takes the values named in `outer.names`; the
 * collection's field takes the rest.
 */
function enterList(
  model: SchemaModel,
  operation: Operation,
  { origin, path, field, outer, shape: { on } }: Collection,
  values: ArgumentValues,
  within?: RecordRef,
): { way: Way; list: ReturnType<typeof addCall> } {
  const isOuter = (name: string): boolean => outer?.names.has(name) ?? false;
  const entries = Object.entries(values);
  const way =
    origin === 'nested'
      ? enterRecord(model, operation, within)
      : enterPath(model, operation, path.slice(0, -1), Object.fromEntries(entries.filter(([name]) => isOuter(name))));
  const own = outer === null ? values : Object.fromEntries(entries.filter(([name]) => !isOuter(name)));
  const list = addCall(operation, way.at, field, own, typeOf(model, field.type)?.name ?? '');
  if (on === undefined) return { way, list };
  const union = list.inside as Selection;
  addMessages(model, union);
  return { way, list: { ...list, inside: narrowedTo(union, on) } };
}

/** Selects what members of a union say if they are errors. */
function addMessages(model: SchemaModel, union: Selection): void {
  for (const name of possibleTypes(model.types.get(union.typeName))) addPath(model, union, [`${name}:message`]);
}

/** The text of a union value of another type than expected; null if it has the expected type. */
export function otherMember(value: unknown, on: string): string | null {
  const type = valueAtStep(value, '__typename');
  if (typeof type !== 'string' || type === on) return null;
  return Object.values(value as object).find(each => typeof each === 'string' && each !== type) ?? type;
}

/** Adds a path of fields without required arguments and returns the innermost selection. The last field of the path takes `values`. */
export function enterPath(
  model: SchemaModel,
  operation: Operation,
  path: readonly string[],
  values: ArgumentValues = {},
): { at: Selection; keys: readonly string[] } {
  let at = operation.root;
  for (const [index, name] of path.entries()) {
    const { field, type } = fieldIn(model, at, name);
    at = addCall(operation, at, field, index === path.length - 1 ? values : {}, type).inside as Selection;
  }
  return { at, keys: path };
}

function enterField(model: SchemaModel, selection: Selection, name: string): Selection {
  const { field, type } = fieldIn(model, selection, name);
  return addField(selection, field, name, [], type).inside as Selection;
}

/** A field of the selection's type by name, and the name of the field's own type. */
function fieldIn(model: SchemaModel, { typeName }: Selection, name: string): { field: FieldModel; type: string } {
  const field = fieldsOf(model.types.get(typeName)).get(name);
  if (field === undefined) throw new Error(`The schema has no field ${typeName}.${name}`);
  return { field, type: typeOf(model, field.type)?.name ?? '' };
}

/**
 * Adds the selection of a single record, by the lookup of its type.
 * @throws Error if the type has no lookup or `ref` lacks one of its keys
 */
export function enterRecord(model: SchemaModel, operation: Operation, ref: RecordRef | undefined): Way {
  const lookup = ref === undefined ? null : recordLookup(model, ref.typeName);
  if (ref === undefined || lookup === null) throw new Error(`No way to load a single ${ref?.typeName ?? 'record'}`);
  let values: ArgumentValues = {};
  let item: Step = 0;
  for (const { column, target } of lookup.keys) {
    const key = Object.hasOwn(ref.keys, column) ? ref.keys[column] : undefined;
    if (key === undefined || key === null) throw new Error(`The key ${column} of this ${ref.typeName} is missing`);
    if (target.length === 0) item = { column, is: key, ...(lookup.gives === ref.typeName ? {} : { typeName: ref.typeName }) };
    const isMany =
      lookup.kind === 'collection' &&
      lookup.collection !== null &&
      filterCapability(model, lookup.collection)?.fields.some(field =>
        field.operators.some(entry => entry.tag === 'in' && entry.targets[0]?.join() === target.join()),
      );
    const sent = asArgument(argumentType(model, lookup.field, target), key);
    values = withValueAt(values, target, isMany && !Array.isArray(key) ? [sent] : sent);
  }
  if (lookup.kind === 'collection' && lookup.collection !== null) {
    const { shape, paging, emptyObjects } = lookup.collection;
    const fixed = emptyObjects.reduce<ArgumentValues>((all, path) => mergeValues(withValueAt({}, path, {}), all), values);
    const wanted = mergeValues(fixed, pageArguments(paging, null, 1));
    const { way, list } = enterList(model, operation, lookup.collection, wanted);
    let at = list.inside as Selection;
    const keys: Step[] = [...way.keys, list.key];
    for (const name of shape.rows) {
      at = enterField(model, at, name);
      keys.push(name);
    }
    keys.push(item);
    // Without an argument for the key, the record is found by comparing the key of all returned rows, so the key must be selected.
    if (typeof item === 'object') addPath(model, at, item.column.split('.'));
    if (shape.node !== null) {
      at = enterField(model, at, shape.node);
      keys.push(shape.node);
    }
    return narrowed(model, { at, keys }, lookup);
  }
  return narrowed(model, enterPath(model, operation, lookup.path, values), lookup);
}

/** The name of the type of an argument of a field, which can be inside input objects; that of the field if there is no such argument. */
function argumentType(model: SchemaModel, field: FieldModel, [first = '', ...inside]: ArgumentPath): string {
  let argument = field.args.get(first);
  for (const name of inside) {
    const type = argument && typeOf(model, argument.type);
    argument = type?.kind === 'input' ? type.inputFields.get(name) : undefined;
  }
  return namedType((argument ?? field).type);
}

/** A key in the type of its argument: the ID "7" is sent as a number for an Int, and a number as a string for a String. */
function asArgument(type: string, key: unknown): unknown {
  if (type === 'String' && typeof key === 'number') return `${key}`;
  return /^(Int|Float)$/.test(type) && /^-?\d{1,15}$/.test(`${key}`) ? Number(key) : key;
}

/** Adds an inline fragment on the record's type if the lookup returns an interface or union. */
function narrowed(model: SchemaModel, way: Way, lookup: RecordLookup): Way {
  if (lookup.gives === lookup.typeName) return way;
  if (model.types.get(lookup.gives)?.kind === 'union') addMessages(model, way.at);
  return { at: narrowedTo(way.at, lookup.typeName), keys: way.keys };
}

function narrowedTo(at: Selection, typeName: string): Selection {
  const inner = createSelection(typeName);
  at.on.set(typeName, inner);
  addTypename(at);
  return inner;
}

/** A record as the result contains it. */
export type Row = Readonly<Record<string, unknown>>;
