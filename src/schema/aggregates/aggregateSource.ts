/**
 * Finds the fields with which an API aggregates the rows of a collection: Hasura's `x_aggregate { aggregate { sum { f } } }`,
 * PostGraphile's `aggregates` and `groupedAggregates` in the connection, Directus's `x_aggregated(groupBy)`, Prisma's
 * `aggregateX { _sum { f } }` and `groupByX(by)`, Neo4j's `xAggregate { f { max } }`, Dgraph's `aggregateX { fMax }`. They are recognized
 * by names and by the fields of their types. aggregateDocument.ts builds the operation.
 */
import type { Collection } from '../collections/collections';
import { isPlainLeaf, keyPaths } from '../collections/displayField';
import { isWholeNumber } from '../collections/listShape';
import { totalSource } from '../collections/paging/totalSource';
import { plural, singular } from '../model/readableName';
import {
  type ArgumentModel,
  type FieldModel,
  fieldsOf,
  isComposite,
  isList,
  isRequiredArgument,
  itemType,
  needsNoArguments,
  nullable,
  type SchemaModel,
  type TypeModel,
  typeOf,
} from '../model/schemaModel';

/** The aggregate functions of a column. */
export const FIGURES = ['sum', 'average', 'min', 'max'] as const;
export type Figure = (typeof FIGURES)[number];

/** A path in the result, relative to the value of the called field (or to an item of its list). */
export type FigurePath = readonly string[];

/** A field that returns aggregates of all rows or of each group of rows. */
export interface AggregateCall {
  /** The collection's own field or a sibling field. */
  readonly field: FieldModel;
  readonly isOwn: boolean;
  /** Names of arguments that have the same type in the collection's field and can be passed on. */
  readonly shared: readonly string[];
  /** Path from the called field to the list of groups; empty for aggregates of all rows. */
  readonly path: FigurePath;
  /** Name of the type that has the figures. */
  readonly typeName: string;
  /** True if the figures are in a list: one item per group, or a single item for all rows. */
  readonly inList: boolean;
  /** Path from that object to the number of rows; null if there is none. */
  readonly count: FigurePath | null;
}

/** A field that returns aggregates of each group. */
export interface GroupCall extends AggregateCall {
  /** The argument to group by, of the called field or of the last field of `path`; null if the API groups by the selected keys. */
  readonly by: ArgumentModel | null;
  /** The key for grouping by a column; null if the API cannot group by it. */
  readonly key: (column: string) => GroupKey | null;
}
export interface GroupKey {
  /** The value for the argument `by`; null without that argument. */
  readonly value: string | null;
  /** Path from a group to the value it is grouped by. */
  readonly path: FigurePath;
  /** The form of that value: the value itself, an object by column (Directus), or a list with one item (PostGraphile). */
  readonly holds: 'value' | 'object' | 'list';
}

/** The aggregates that an API offers for a collection. */
export interface AggregateSource {
  readonly all: AggregateCall | null;
  readonly groups: GroupCall | null;
}

/** The aggregates of a collection, memoized per collection. */
export function aggregateSource(model: SchemaModel, collection: Collection): AggregateSource {
  const cache = model.remember('aggregate sources', () => new WeakMap<Collection, AggregateSource>());
  let source = cache.get(collection);
  if (source === undefined) {
    source = findSource(model, collection);
    cache.set(collection, source);
  }
  return source;
}

function findSource(model: SchemaModel, collection: Collection): AggregateSource {
  const siblings = fieldsOf(model.types.get(collection.parentType));
  const calls = [...namesFor(collection)].flatMap(name => {
    const beside = name === collection.field.name ? collection.field : siblings.get(name);
    return beside === undefined ? [] : [beside];
  });
  let all: AggregateCall | null = null;
  let groups: GroupCall | null = null;
  for (const field of calls) {
    all ??= findAll(model, collection, field);
    groups ??= findGroups(model, collection, field);
  }
  return { all: all ?? onlyTotal(model, collection), groups };
}

/** Candidate field names: the collection's own field, then the names that servers give to a sibling aggregate field. */
function namesFor({ field, rowType }: Collection): ReadonlySet<string> {
  const { name } = field;
  const one = singular(name.replace(/^(all|query|list)_?(?=[A-Z])/, '').replace(/Connection$/, ''));
  const bases = [name, one, plural(one)];
  const capitals = [...bases.map(base => base.charAt(0).toUpperCase() + base.slice(1)), rowType];
  return new Set([
    name,
    ...bases.flatMap(base => [`${base}_aggregate`, `${base}Aggregate`, `${base}_aggregated`, `${base}Aggregated`]),
    ...bases.flatMap(base => [
      `${base}Connection`,
      `${base}_connection`,
      `${base}_grouped`,
      `${base}GroupBy`,
      `${base}_group_by`,
    ]),
    ...capitals.flatMap(base => [`aggregate${base}`, `groupBy${base}`, `group${base}`]),
  ]);
}

/** Names of the row's scalar and enum fields. A type has figures if it has an aggregate of one of these. */
function numbersOf(model: SchemaModel, rowType: string): string[] {
  const type = model.types.get(rowType);
  return [...fieldsOf(type).values()].filter(field => isPlainLeaf(model, field) && !isList(field.type)).map(({ name }) => name);
}

function sharedOf(collection: Collection, field: FieldModel): readonly string[] {
  return [...field.args.values()]
    .filter(({ name, type }) => collection.field.args.get(name)?.type === type)
    .map(({ name }) => name);
}

/** Names of fields that contain the aggregates of all rows (HOLDER) or of groups (GROUPED). */
const HOLDER = /^_?(aggregates?|aggregations?|node)$/i;
const GROUPED = /^(grouped_?aggregates?|group_?by|groups?)$/i;

function findAll(model: SchemaModel, collection: Collection, field: FieldModel): AggregateCall | null {
  const isOwn = field === collection.field;
  const type = typeOf(model, field.type);
  const inList = isList(field.type);
  if (!isComposite(type) || (isOwn && inList)) return null;
  const shared = isOwn ? [...field.args.keys()] : sharedOf(collection, field);
  if (!isOwn && [...field.args.values()].some(argument => isRequiredArgument(argument) && !shared.includes(argument.name)))
    return null;
  const found = isOwn ? within(model, collection, type) : holderIn(model, collection, type, 2);
  if (found === null || (found.path.length === 0 && isOwn)) return null;
  // Neo4j has the count beside the object with the figures.
  const outer = countIn(model, collection, type.name);
  const parent = found.path.length > 1 ? countAt(model, collection, type, found.path.slice(0, -1)) : null;
  const inner = countIn(model, collection, found.typeName);
  const count = inner !== null ? [...found.path, ...inner] : (parent ?? outer);
  return { field, isOwn, shared, path: [], typeName: type.name, inList, count: count ?? null };
}

/** Finds the object with figures inside the collection's own result type. */
function within(model: SchemaModel, collection: Collection, type: TypeModel) {
  for (const entry of holdersOf(type)) {
    const inside = typeOf(model, entry.type);
    const found = isComposite(inside) ? holderIn(model, collection, inside, 1) : null;
    if (found !== null) return { ...found, path: [entry.name, ...found.path] };
  }
  return null;
}

/** Fields whose objects can have figures: `aggregate`, `node`. Servers have one or two; the limit bounds the work for hostile schemas. */
function holdersOf(type: TypeModel | undefined): readonly FieldModel[] {
  const holders: FieldModel[] = [];
  for (const entry of fieldsOf(type).values()) {
    if (HOLDER.test(entry.name) && !isList(entry.type) && needsNoArguments(entry)) holders.push(entry);
    if (holders.length === MOST_HOLDERS) break;
  }
  return holders;
}
const MOST_HOLDERS = 3;

/** Finds the object with figures: the type itself, or an object at most `depth` levels inside it. */
function holderIn(
  model: SchemaModel,
  collection: Collection,
  type: TypeModel,
  depth: number,
): { path: FigurePath; typeName: string } | null {
  if (
    numbersOf(model, collection.rowType).some(name => FIGURES.some(figure => figureIn(model, type.name, name, figure) !== null))
  )
    return { path: [], typeName: type.name };
  if (depth === 0) return null;
  for (const entry of holdersOf(type)) {
    const inside = typeOf(model, entry.type);
    const found = isComposite(inside) ? holderIn(model, collection, inside, depth - 1) : null;
    if (found !== null) return { ...found, path: [entry.name, ...found.path] };
  }
  return null;
}

function findGroups(model: SchemaModel, collection: Collection, field: FieldModel): GroupCall | null {
  const isOwn = field === collection.field;
  const shared = isOwn ? [...field.args.keys()] : sharedOf(collection, field);
  const givesGroups = (entry: FieldModel): TypeModel | null => {
    const item = itemType(entry.type);
    const type = item === null || isList(item) ? undefined : typeOf(model, item);
    return isComposite(type) && type.name !== collection.rowType ? type : null;
  };
  const describe = (called: FieldModel, path: FigurePath, type: TypeModel): GroupCall | null => {
    const by = [...called.args.values()].find(argument => isGroupArgument(model, argument)) ?? null;
    const known = isOwn && path.length > 0 ? [] : shared;
    if ([...called.args.values()].some(entry => isRequiredArgument(entry) && entry !== by && !known.includes(entry.name)))
      return null;
    const key = keyOfGroups(model, collection, type, by);
    const count = countIn(model, collection, type.name);
    return key === null || count === null
      ? null
      : { field, isOwn, shared, path, typeName: type.name, inList: true, count, by, key };
  };
  const beside = isOwn ? null : givesGroups(field);
  if (beside !== null) return describe(field, [], beside);
  const outer = isList(field.type) ? undefined : typeOf(model, field.type);
  if (!isOwn && [...field.args.values()].some(argument => isRequiredArgument(argument) && !shared.includes(argument.name)))
    return null;
  for (const entry of fieldsOf(outer).values()) {
    const inside = GROUPED.test(entry.name) ? givesGroups(entry) : null;
    const found = inside === null ? null : describe(entry, [entry.name], inside);
    if (found !== null) return found;
  }
  return null;
}

function isGroupArgument(model: SchemaModel, { name, type }: ArgumentModel): boolean {
  const leaf = typeOf(model, type);
  return (
    /^(group_?by|by|group_?keys|grouping)$/i.test(name) && (leaf?.kind === 'enum' || (leaf?.kind === 'scalar' && isList(type)))
  );
}

/** Returns a function that finds the group key for a column (see `GroupCall.key`); null if the type is not grouped in a known way. */
function keyOfGroups(
  model: SchemaModel,
  { rowType }: Collection,
  type: TypeModel,
  by: ArgumentModel | null,
): ((column: string) => GroupKey | null) | null {
  const own = fieldsOf(type);
  const selected = own.get('groupBy') ?? own.get('group_by');
  const holder = selected && !isList(selected.type) ? typeOf(model, selected.type) : undefined;
  if (by === null) {
    // nestjs-query groups by the selected fields.
    if (selected === undefined || !isComposite(holder)) return null;
    return column => {
      const field = holder.kind === 'union' ? undefined : holder.fields.get(column);
      return field && isPlainLeaf(model, field) ? { value: null, path: [selected.name, column], holds: 'value' } : null;
    };
  }
  const words = typeOf(model, by.type);
  const wordOf = (column: string): string | null => {
    if (!fieldsOf(model.types.get(rowType)).has(column)) return null;
    return words?.kind === 'enum' ? (words.values.find(({ name }) => bare(name) === bare(column))?.name ?? null) : column;
  };
  const keys = own.get('keys');
  const group = own.get('group');
  const listed = keys && isList(keys.type) && needsNoArguments(keys) && !isComposite(typeOf(model, keys.type));
  const object = group && !isList(group.type) && needsNoArguments(group) && !isComposite(typeOf(model, group.type));
  return column => {
    const value = wordOf(column);
    if (value === null) return null;
    if (listed) return { value, path: [keys.name], holds: 'list' };
    if (object) return { value, path: [group.name], holds: 'object' };
    const field = own.get(column);
    return field && isPlainLeaf(model, field) ? { value, path: [column], holds: 'value' } : null;
  };
}
const bare = (name: string): string => name.replace(/_/g, '').toLowerCase();

/** For a collection without figures: its total number of rows, which is enough to count groups one by one. */
function onlyTotal(model: SchemaModel, collection: Collection): AggregateCall | null {
  const total = totalSource(model, collection);
  if (total === null || collection.outer !== null) return null;
  const type = typeOf(model, collection.field.type)?.name ?? '';
  if (total.place === 'inside') {
    // A field called only `count` can be the number of rows on the page.
    if (!/total/i.test(total.path.at(-1) ?? '')) return null;
    const { field } = collection;
    return { field, isOwn: true, shared: [...field.args.keys()], path: [], typeName: type, inList: false, count: total.path };
  }
  const { field, shared, inList, path } = total;
  const typeName = typeOf(model, field.type)?.name ?? '';
  return { field, isOwn: false, shared, path: [], typeName, inList, count: path };
}

const COUNT = /^(_?count|total_?count|_?total|count_?all|_all)$/i;
const COUNTER = /^(_?count|distinct_?count|_?count_?distinct)$/i;

/** Path from a type to the number of rows: `count`, `countAll`, `totalCount`, `_count { _all }`, `distinctCount { id }`. */
function countIn(model: SchemaModel, { rowType }: Collection, typeName: string): FigurePath | null {
  const own = [...fieldsOf(model.types.get(typeName)).values()].filter(field => needsNoArguments(field) && !isList(field.type));
  const plain = own.find(field => COUNT.test(field.name) && isWholeNumber(model, field));
  if (plain !== undefined) return [plain.name];
  const keys = keyPaths(model, rowType);
  for (const field of own) {
    const inside = COUNTER.test(field.name) ? fieldsOf(typeOf(model, field.type)) : undefined;
    // One column of a composite key can have the same value in many rows, so only a single-column key is counted.
    for (const name of ['_all', 'all', 'nodes', ...(keys.length === 1 ? keys : []), 'id', 'rowId']) {
      const counted = inside?.get(name);
      if (counted !== undefined && isWholeNumber(model, counted)) return [field.name, name];
    }
  }
  return null;
}

function countAt(model: SchemaModel, collection: Collection, type: TypeModel, path: FigurePath): FigurePath | null {
  let at: TypeModel | undefined = type;
  for (const name of path) {
    const field: FieldModel | undefined = fieldsOf(at).get(name);
    at = field && typeOf(model, field.type);
  }
  const count = at === undefined ? null : countIn(model, collection, at.name);
  return count === null ? null : [...path, ...count];
}

const WORDS: Readonly<Record<Figure, RegExp>> = {
  sum: /^_?sum$/i,
  average: /^_?(avg|average|mean)$/i,
  min: /^_?min(imum)?$/i,
  max: /^_?max(imum)?$/i,
};
const JOINED: Readonly<Record<Figure, readonly string[]>> = {
  sum: ['sum'],
  average: ['avg', 'average'],
  min: ['min'],
  max: ['max'],
};

/** Fields of a type named after a figure: `sum`, `avg`. */
function figureFields(model: SchemaModel, typeName: string): ReadonlyMap<Figure, readonly FieldModel[]> {
  const cache = model.remember('figure fields', () => new Map<string, ReadonlyMap<Figure, readonly FieldModel[]>>());
  let fields = cache.get(typeName);
  if (fields === undefined) {
    const own = [...fieldsOf(model.types.get(typeName)).values()];
    const named = (figure: Figure) => own.filter(({ name }) => WORDS[figure].test(name)).slice(0, MOST_HOLDERS);
    fields = new Map(FIGURES.map(figure => [figure, named(figure)]));
    cache.set(typeName, fields);
  }
  return fields;
}

/** Path from a type to a figure of a column: `sum { tonnage }`, `tonnage { sum }` or `tonnageSum`; null if there is none. */
function figureIn(model: SchemaModel, typeName: string, column: string, figure: Figure): FigurePath | null {
  const own = fieldsOf(model.types.get(typeName));
  const isValue = (field: FieldModel | undefined): field is FieldModel =>
    field !== undefined &&
    needsNoArguments(field) &&
    !isList(field.type) &&
    typeOf(model, nullable(field.type))?.kind === 'scalar';
  const insideOf = (field: FieldModel): ReadonlyMap<string, FieldModel> =>
    needsNoArguments(field) && !isList(field.type) ? fieldsOf(typeOf(model, field.type)) : new Map();
  for (const field of figureFields(model, typeName).get(figure) ?? [])
    if (isValue(insideOf(field).get(column))) return [field.name, column];
  const named = own.get(column);
  const inside = named && insideOf(named).size > 0 ? typeOf(model, named.type) : undefined;
  for (const inner of inside ? (figureFields(model, inside.name).get(figure) ?? []) : [])
    if (isValue(inner)) return [column, inner.name];
  for (const word of JOINED[figure]) {
    const joined = `${column}${word.charAt(0).toUpperCase()}${word.slice(1)}`;
    if (isValue(own.get(joined))) return [joined];
  }
  return null;
}

/** Path from the object of a call to a figure of a column, including objects in between; null if there is none. */
export function figurePath(
  model: SchemaModel,
  { rowType }: Pick<Collection, 'rowType'>,
  call: AggregateCall,
  column: string,
  figure: Figure,
): FigurePath | null {
  if (!fieldsOf(model.types.get(rowType)).has(column)) return null;
  const search = (typeName: string, depth: number): FigurePath | null => {
    const found = figureIn(model, typeName, column, figure);
    if (found !== null || depth === 0) return found;
    for (const entry of holdersOf(model.types.get(typeName))) {
      const inner = search(typeOf(model, entry.type)?.name ?? '', depth - 1);
      if (inner !== null) return [entry.name, ...inner];
    }
    return null;
  };
  return search(call.typeName, 2);
}
