/**
 * Builds one operation that requests the aggregates of a view: of all its rows and of each group of rows. If the API cannot group, the
 * operation counts the rows of each value of an enum or Boolean with a separate filter.
 */
import type { Collection } from '../collections/collections';
import { isPlainLeaf } from '../collections/displayField';
import { type Step, valueAtKeys } from '../collections/paging/page';
import { pageArguments } from '../collections/paging/paging';
import type { RecordRef } from '../collections/records';
import { enterPath, enterRecord, type Prepared, prepareOperation, type Way } from '../documents/documents';
import {
  addCall,
  addField,
  addPath,
  createOperation,
  type Operation,
  type SelectedField,
  type Selection,
} from '../documents/selection';
import { filterCapability } from '../filters/filterCapability';
import { type Filter, filterToVariables } from '../filters/filters';
import { type ArgumentValues, mergeValues, withValueAt } from '../model/argumentPath';
import {
  type FieldModel,
  fieldsOf,
  isComposite,
  isList,
  isRequiredArgument,
  type SchemaModel,
  typeOf,
  typeText,
} from '../model/schemaModel';
import { acceptsSameValue } from './acceptsSameValue';
import {
  type AggregateCall,
  aggregateSource,
  FIGURES,
  type Figure,
  type FigurePath,
  figurePath,
  type GroupKey,
} from './aggregateSource';

/** The requested aggregates. */
export interface AggregateRequest {
  readonly filters: readonly Filter[];
  /** Values of the required arguments. */
  readonly arguments: ArgumentValues;
  readonly within?: RecordRef;
  /** Names of the row's fields to aggregate. */
  readonly columns: readonly string[];
  /** The row's field to group by; null for no groups. */
  readonly group: string | null;
}

/** Aggregates from the API: the number of rows (null if unknown) and the figures by column. */
export interface ApiFigures {
  readonly count: number | null;
  readonly values: ReadonlyMap<string, Partial<Record<Figure, unknown>>>;
}

/** The aggregates of all rows and of the groups. Null if the API does not offer them or they were not requested. */
export interface ApiAggregates {
  readonly all: ApiFigures | null;
  readonly groups: ReadonlyArray<{ readonly value: string | boolean | null; readonly figures: ApiFigures }> | null;
  /** True if rows can be missing from the groups: the list was cut off, or a group's value cannot be read or filtered by. */
  readonly isPart: boolean;
}

/** Maximum number of values that are counted one by one. */
const MOST_VALUES = 20;
/** Maximum number of groups that are requested. */
const MOST_GROUPS = 500;

/** Where in the result the aggregates are. */
interface Place {
  readonly keys: readonly Step[];
  readonly count: FigurePath | null;
  readonly paths: ReadonlyArray<readonly [column: string, figure: Figure, path: FigurePath]>;
}

/** The operation for `question`; null if the API has no such aggregates, or not with these filters. */
export function aggregateDocument(
  model: SchemaModel,
  collection: Collection,
  question: AggregateRequest,
): Prepared<ApiAggregates> | null {
  const source = aggregateSource(model, collection);
  const narrowing = narrowed(model, collection, question.filters, question.arguments);
  if (narrowing === null || collection.outer !== null) return null;
  const operation = createOperation('query', ['Figures', ...collection.path], model.queryType.name);
  const way =
    collection.origin === 'nested'
      ? enterRecord(model, operation, question.within)
      : enterPath(model, operation, collection.path.slice(0, -1));
  const ask = createAsk(model, collection, operation, way);
  const all = source.all === null ? null : ask.figures('figures', source.all, narrowing, question.columns);
  const groups = question.group === null ? null : groupReader(model, collection, question, narrowing, ask);
  if (question.group === null ? all === null || all.paths.length === 0 : groups === null) return null;
  return prepareOperation(
    model,
    operation,
    true,
    data => ({ all: all === null ? null : readFigures(data, all), ...(groups?.(data) ?? NO_GROUPS) }),
    data => (valueAtKeys(data, way.keys) == null ? 'The place of the figures is empty' : null),
  );
}

/** The arguments that filter the rows; null if a filter cannot be applied, because the aggregates would then be those of other rows. */
function narrowed(
  model: SchemaModel,
  collection: Collection,
  filters: readonly Filter[],
  values: ArgumentValues,
): ArgumentValues | null {
  const capability = filters.length === 0 ? null : filterCapability(model, collection);
  if (filters.length > 0 && capability === null) return null;
  const result = capability === null ? null : filterToVariables(capability, filters);
  if (result !== null && (result.problems.length > 0 || result.ignored.length > 0)) return null;
  const given = mergeValues(result?.variables ?? {}, values);
  return collection.emptyObjects.reduce((all, path) => mergeValues(withValueAt({}, path, {}), all), given);
}

type Ask = ReturnType<typeof createAsk>;

function createAsk(model: SchemaModel, collection: Collection, operation: Operation, way: Way) {
  const mustPage = collection.given.some(([name = '']) => {
    const argument = collection.field.args.get(name);
    return argument !== undefined && isRequiredArgument(argument);
  });
  /**
   * Adds a field under the alias `key`; null if it does not take the arguments. `isPaged`: request only one row, because the list's own
   * field also returns rows.
   */
  const call = (
    key: string,
    { field, isOwn, shared }: AggregateCall,
    narrowing: ArgumentValues,
    { isPaged = false, more = {} },
  ) => {
    const isTaken = ([name, value]: [string, unknown]): boolean => {
      if (shared.includes(name)) return true;
      const [own, other] = [collection.field.args.get(name), field.args.get(name)];
      return own !== undefined && other !== undefined && acceptsSameValue(model, own.type, other.type, value);
    };
    if (!isOwn && !Object.entries(narrowing).every(isTaken)) return null;
    const page = isOwn && (isPaged || mustPage) ? pageArguments(collection.paging, null, 1) : {};
    const type = typeOf(model, field.type);
    return addAliased(
      operation,
      way.at,
      field,
      key,
      mergeValues(mergeValues(narrowing, page), more),
      isComposite(type) ? type.name : null,
    );
  };
  const figures = (key: string, source: AggregateCall, values: ArgumentValues, columns: readonly string[]): Place | null => {
    const onlyCounts = !columns.some(column =>
      FIGURES.some(figure => figurePath(model, collection, source, column, figure) !== null),
    );
    const added = call(key, source, values, { isPaged: onlyCounts });
    if (added === null) return null;
    return placed(model, collection, added.inside, source, [...way.keys, added.key, ...(source.inList ? [0] : [])], columns);
  };
  return { call, figures, operation, way };
}

/** Adds the count and the figures of the columns to a selection; null if there are none. */
function placed(
  model: SchemaModel,
  collection: Collection,
  inside: Selection | null,
  source: AggregateCall,
  keys: readonly Step[],
  columns: readonly string[],
): Place | null {
  // A scalar field such as `shipsCount: Int` is the count itself.
  if (inside === null) return source.count?.length === 0 ? { keys, count: [], paths: [] } : null;
  const count = source.count !== null && source.count.length > 0 && addPath(model, inside, source.count) ? source.count : null;
  const paths = columns.flatMap(column =>
    FIGURES.flatMap((figure): Array<readonly [string, Figure, FigurePath]> => {
      const path = figurePath(model, collection, source, column, figure);
      return path !== null && addPath(model, inside, path) ? [[column, figure, path]] : [];
    }),
  );
  return count === null && paths.length === 0 ? null : { keys, count, paths };
}

type Groups = Pick<ApiAggregates, 'groups' | 'isPart'>;
type GroupReader = (data: unknown) => Groups;
const NO_GROUPS: Groups = { groups: null, isPart: false };

function groupReader(
  model: SchemaModel,
  collection: Collection,
  question: AggregateRequest,
  narrowing: ArgumentValues,
  ask: Ask,
): GroupReader | null {
  const group = question.group ?? '';
  const { groups: source } = aggregateSource(model, collection);
  const key = source?.key(group) ?? null;
  if (source === null || key === null) return eachValue(model, collection, question, ask);
  const by: ArgumentValues =
    source.by === null || key.value === null
      ? {}
      : Object.fromEntries([[source.by.name, isList(source.by.type) ? [key.value] : key.value]]);
  const isInner = source.path.length > 0;
  const limit = source.field.args.get('limit');
  const more = !isInner && limit && !Object.hasOwn(narrowing, 'limit') ? { limit: MOST_GROUPS } : {};
  const added = ask.call('groups', source, narrowing, { more: isInner ? {} : { ...more, ...by } });
  if (added === null || added.inside === null) return eachValue(model, collection, question, ask);
  let inside: Selection = added.inside;
  const keys: Step[] = [...ask.way.keys, added.key];
  for (const name of source.path) {
    const field = fieldsOf(model.types.get(inside.typeName)).get(name);
    if (field === undefined) return null;
    inside = addCall(ask.operation, inside, field, by, typeOf(model, field.type)?.name ?? '').inside as Selection;
    keys.push(name);
  }
  if (!addPath(model, inside, key.path)) return null;
  const place = placed(model, collection, inside, source, [], question.columns);
  if (place === null) return null;
  return data => {
    const list = valueAtKeys(data, keys);
    if (!Array.isArray(list)) return NO_GROUPS;
    const groups = list.slice(0, MOST_GROUPS).flatMap(item => {
      const value = groupValue(item, key, group);
      return value === undefined ? [] : [{ value, figures: readFigures(item, place) }];
    });
    return { groups, isPart: groups.length < list.length || list.length >= MOST_GROUPS };
  };
}

/** Counts the rows of each value with a filter; null if the values are unknown, too many, or cannot be filtered by. */
function eachValue(model: SchemaModel, collection: Collection, question: AggregateRequest, ask: Ask): GroupReader | null {
  const { all: source } = aggregateSource(model, collection);
  const field = fieldsOf(model.types.get(collection.rowType)).get(question.group ?? '');
  const type = field && isPlainLeaf(model, field) && !isList(field.type) ? typeOf(model, field.type) : undefined;
  const values =
    type?.kind === 'enum'
      ? type.values.map(({ name }) => name)
      : type?.kind === 'scalar' && type.name === 'Boolean'
        ? [true, false]
        : [];
  const filterField = filterCapability(model, collection)?.fields.find(({ column }) => column?.join('.') === field?.name);
  const tags = new Set(filterField?.operators.map(({ tag }) => tag));
  if (source === null || source.count === null || filterField === undefined || !tags.has('is')) return null;
  if (values.length === 0 || values.length > MOST_VALUES) return null;
  const wanted: Array<{ value: string | boolean | null; filter: Filter }> = values.map(value => ({
    value,
    filter: { field: filterField.id, operator: 'is', value: value as Filter['value'] },
  }));
  const mayBeNull = field?.type.kind !== 'nonNull';
  if (mayBeNull && tags.has('isNull')) wanted.push({ value: null, filter: { field: filterField.id, operator: 'isNull' } });
  const places = wanted.flatMap(({ value, filter }, at) => {
    const narrowing = narrowed(model, collection, [...question.filters, filter], question.arguments);
    const place = narrowing === null ? null : ask.figures(`group${at}`, source, narrowing, question.columns);
    return place === null ? [] : [{ value, place }];
  });
  if (places.length < wanted.length) return null;
  return data => {
    const all = places.map(({ value, place }) => ({ value, figures: readFigures(data, place) }));
    return {
      groups: all.filter(({ figures }) => figures.count !== null && figures.count > 0),
      isPart: (mayBeNull && !tags.has('isNull')) || all.some(({ figures }) => figures.count === null),
    };
  };
}

/** Adds a field under the alias `key`. Each argument gets its own variable, so that several aliases can use different values. */
function addAliased(
  operation: Operation,
  selection: Selection,
  field: FieldModel,
  key: string,
  values: ArgumentValues,
  insideType: string | null,
): SelectedField {
  const args: Array<readonly [string, string]> = [];
  for (const argument of field.args.values()) {
    const value = Object.hasOwn(values, argument.name) ? values[argument.name] : undefined;
    if (value === undefined) continue;
    const name = `${key}_${argument.name}`;
    operation.variables.set(name, { type: typeText(argument.type), value });
    args.push([argument.name, `$${name}`]);
  }
  return addField(selection, field, key, args, insideType);
}

function readFigures(data: unknown, place: Place): ApiFigures {
  const at = valueAtKeys(data, place.keys);
  const counted = place.count === null ? null : valueAtKeys(at, place.count);
  const count = typeof counted === 'string' && /^\d{1,15}$/.test(counted) ? Number(counted) : counted;
  const values = new Map<string, Partial<Record<Figure, unknown>>>();
  for (const [column, figure, path] of place.paths)
    values.set(column, { ...values.get(column), [figure]: valueAtKeys(at, path) ?? null });
  return { count: typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : null, values };
}

/** The value of a group; undefined if it cannot be read. */
function groupValue(item: unknown, { path, holds }: GroupKey, column: string): string | boolean | null | undefined {
  const found = valueAtKeys(item, path);
  let value: unknown = found;
  if (holds === 'list') value = Array.isArray(found) && found.length === 1 ? found[0] : undefined;
  if (holds === 'object') value = valueAtKeys(typeof found === 'string' ? parsed(found) : found, [column]);
  if (value === null || value === '') return null;
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
