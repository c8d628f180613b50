/**
 * Defines the columns of a table (defaultColumns.ts chooses the initial ones). A column is a path of steps through the fields of a row. A
 * step `Issue:title` applies only to rows of type Issue (in a union or interface). A last step `~` stands for the field that names the
 * record, which in a union can be a different one for each member.
 */

import { readableName } from '../../model/readableName';
import { responseKey } from '../../model/responseKey';
import {
  type FieldModel,
  type FigureFormat,
  fieldsOf,
  isComposite,
  isList,
  needsNoArguments,
  type SchemaModel,
  type TypeRef,
  typeOf,
} from '../../model/schemaModel';
import { type ValueKind, valueKind } from '../../model/valueKind';
import { amountOf, displayPath, givenName, isPlainLeaf, isSystemName, joinedName, keyPaths, wrappedValue } from '../displayField';
import { findList } from '../listShape';
import { countLabel, labelOf } from './columnLabels';

/** A column of a table. */
export interface Column {
  /** The path joined with '.'. URL-safe, and stable as long as the schema has the fields. */
  readonly id: string;
  readonly path: readonly string[];
  /** Response keys from a row to the value; see `cellValue`. */
  readonly keys: readonly string[];
  /** Alternative response keys, for the other members of a union. Usually []. */
  readonly otherKeys: ReadonlyArray<readonly string[]>;
  readonly label: string;
  readonly description: string | null;
  readonly typeRef: TypeRef;
  readonly kind: ValueKind;
  /** True for numbers, which are aligned to the end of the cell. */
  readonly numeric: boolean;
  /** The related record that the value belongs to (as in a relation's display field); null for the row's own values. */
  readonly relation: {
    readonly typeName: string;
    readonly path: readonly string[];
    /** Response keys from a row to the related record. */
    readonly keys: readonly string[];
    /** True if the path goes through a list. */
    readonly many: boolean;
  } | null;
  /** For an amount of money: the path to select its currency, and the response keys to it. Null for all other columns. */
  readonly currency: { readonly path: readonly string[]; readonly keys: readonly string[] } | null;
  /** The number format from a presentation. */
  readonly format?: FigureFormat;
  /** For a relation to a person with separate name fields: the path and response keys of the given name. Null for all other columns. */
  readonly given: { readonly path: readonly string[]; readonly keys: readonly string[] } | null;
  readonly deprecationReason: string | null;
}

/** A parsed step: the field name, and the type condition or null. */
export interface ColumnStep {
  readonly typeName: string | null;
  readonly fieldName: string;
}

/** Parses a step of a column's path. */
export function readStep(step: string): ColumnStep {
  const colon = step.indexOf(':');
  return colon < 0 ? { typeName: null, fieldName: step } : { typeName: step.slice(0, colon), fieldName: step.slice(colon + 1) };
}

/** Maximum number of steps in a column's path. */
export const MOST_STEPS = 8;
const NUMERIC = new Set<ValueKind>(['number', 'bigInt', 'decimal', 'count']);

/**
 * The column for a path in rows of `typeName`; null if the schema has no such path or a field of it has required arguments. A path that
 * ends at a relation is extended to the field that names the related record. A path through a list of objects results in a list.
 */
export function columnAt(model: SchemaModel, typeName: string, path: readonly string[]): Column | null {
  if (path.length === 0 || path.length > MOST_STEPS) return null;
  if (path.at(-1)?.startsWith(NAMING_STEP)) return sharedColumn(model, typeName, path);
  if (path.at(-1) === '__typename') return kindColumn(model, typeName, path);
  let holder = typeName;
  let field: FieldModel | undefined;
  let relation: Column['relation'] = null;
  let many = false;
  const taken: string[] = [];
  const keys: string[] = [];
  const labels: (string | undefined)[] = [];
  for (const step of path) {
    const { typeName: on, fieldName } = readStep(step);
    if (on !== null && !canBe(model, holder, on)) return null;
    field = fieldsOf(model.types.get(on ?? holder)).get(fieldName);
    if (field === undefined || !needsNoArguments(field)) return null;
    taken.push(step);
    labels.push(field.label);
    keys.push(responseKey(model, holder, on, field));
    const type = typeOf(model, field.type);
    many ||= isList(field.type);
    if (isComposite(type)) {
      holder = type.name;
      if (keyPaths(model, type.name).length > 0 && !isSystemName(field.name))
        relation = { typeName: type.name, path: [...taken], keys: [...keys], many };
    }
  }
  if (field === undefined) return null;
  if (isComposite(typeOf(model, field.type))) {
    const list = isList(field.type) ? null : findList(model, field.type);
    const next = list?.shape.total ?? displayPath(model, holder) ?? [NAMING_STEP];
    const whole = columnAt(model, typeName, [...path, ...next]);
    if (whole === null) return null;
    return list?.shape.total
      ? { ...whole, kind: 'count', numeric: true, relation: null, label: countLabel(path, labels) }
      : { ...whole, label: labelOf(path, 0, labels), description: field.description ?? whole.description };
  }
  const counted = isCount(model, typeName, path);
  const naming = relation === null ? 0 : namingSteps(model, relation.typeName, path.slice(relation.path.length));
  const isOwnName = path.length > 1 && namingSteps(model, typeName, path) > 0;
  const isWrapped = path.length > 1 && wrappedValue(model, holder) === field;
  const given = naming > 0 && relation !== null && !many ? givenName(model, holder) : null;
  const amount = path.length > 1 && field.name === 'amount' ? amountOf(model, holder) : null;
  const currency = field.format?.currencyField ?? amount?.currency;
  // Include the parent's name: the `url` of an `image` is an image URL.
  const names = path.slice(-2).map(step => readStep(step).fieldName);
  const shown = field.format?.amountName ? [...path.slice(0, -1), field.format.amountName] : path;
  const kind = counted ? 'count' : many ? 'list' : valueKind(model, field.type, names.join('_'));
  return {
    id: path.join('.'),
    path,
    keys,
    otherKeys: [],
    label: counted
      ? countLabel(path.slice(0, counted), labels)
      : labelOf(shown, amount !== null || isOwnName || isWrapped ? 1 : naming, labels),
    description: field.description,
    typeRef: field.type,
    kind,
    numeric: NUMERIC.has(kind) && naming === 0,
    relation: counted ? null : relation,
    currency: currency ? beside(path, keys, currency) : null,
    ...(field.format ? { format: field.format } : {}),
    given: given === null || given.family !== field.name ? null : beside(path, keys, given.given),
    deprecationReason: field.deprecationReason,
  };
}

/** The number of `steps` if they are exactly the display path of the type, else 0. */
function namingSteps(model: SchemaModel, typeName: string, steps: readonly string[]): number {
  const naming = displayPath(model, typeName);
  const isNaming = naming?.length === steps.length && steps.every((step, at) => readStep(step).fieldName === naming[at]);
  return isNaming ? steps.length : 0;
}

function beside(path: readonly string[], keys: readonly string[], name: string): NonNullable<Column['currency']> {
  return { path: [...path.slice(0, -1), name], keys: [...keys.slice(0, -1), name] };
}

/**
 * The step for the field that names a record, for types without a single such field. With a name (`~at`) it stands for the field of that
 * name in all members of a union that have it.
 */
export const NAMING_STEP = '~';
const MOST_MEMBERS = 30;

/** The column paths in the members of a union or interface that a step `~` or `~name` stands for. */
export function sharedPaths(model: SchemaModel, typeName: string, step: string): string[][] {
  const type = model.types.get(typeName);
  if (type?.kind !== 'union' && type?.kind !== 'interface') return [];
  const wanted = step.slice(NAMING_STEP.length);
  const isShared = wanted === '' || sharedFields(model, typeName).includes(wanted);
  if (!isShared) return [];
  return type.possibleTypes.slice(0, MOST_MEMBERS).flatMap(member => {
    const own = fieldsOf(model.types.get(member)).has(wanted) ? [wanted] : null;
    const [first, ...rest] = (wanted === '' ? displayPath(model, member) : own) ?? [];
    return first === undefined ? [] : [[`${member}:${first}`, ...rest]];
  });
}

/** Names of the scalar and enum fields that at least half of a union's members have, with the same type; [] for other types. */
export function sharedFields(model: SchemaModel, typeName: string): readonly string[] {
  return model.remember(`shared fields ${typeName}`, () => {
    const type = model.types.get(typeName);
    if (type?.kind !== 'union') return [];
    const members = type.possibleTypes.slice(0, MOST_MEMBERS);
    const seen = new Map<string, { count: number; type: string | null }>();
    for (const member of members) {
      for (const field of fieldsOf(model.types.get(member)).values()) {
        if (!isPlainLeaf(model, field) || field.deprecationReason !== null || field.name.startsWith('__')) continue;
        const leaf = typeOf(model, field.type)?.name ?? '';
        const existing = seen.get(field.name);
        if (existing === undefined) seen.set(field.name, { count: 1, type: leaf });
        else seen.set(field.name, { count: existing.count + 1, type: existing.type === leaf ? leaf : null });
      }
    }
    return [...seen]
      .filter(([, { count, type }]) => type !== null && count > 1 && count * 2 >= members.length)
      .map(([name]) => name);
  });
}

/** The object, interface or union type at the end of a path; null if there is none. */
function holderAt(model: SchemaModel, typeName: string, path: readonly string[]): string | null {
  let holder = typeName;
  for (const step of path) {
    const { typeName: on, fieldName } = readStep(step);
    if (on !== null && !canBe(model, holder, on)) return null;
    const field = fieldsOf(model.types.get(on ?? holder)).get(fieldName);
    const type = field === undefined || !needsNoArguments(field) ? undefined : typeOf(model, field.type);
    if (!isComposite(type)) return null;
    holder = type.name;
  }
  return holder;
}

function sharedColumn(model: SchemaModel, typeName: string, path: readonly string[]): Column | null {
  const way = path.slice(0, -1);
  const name = (path.at(-1) ?? '').slice(NAMING_STEP.length);
  const holder = holderAt(model, typeName, way);
  const columns =
    holder === null
      ? []
      : sharedPaths(model, holder, path.at(-1) ?? '').map(inner => columnAt(model, typeName, [...way, ...inner]));
  const found = columns.filter(column => column !== null);
  const [first] = found;
  if (first === undefined || holder === null) return null;
  const keys = first.keys.slice(0, way.length);
  return {
    ...first,
    id: path.join('.'),
    path,
    otherKeys: found.slice(1).map(column => column.keys),
    label: name !== '' ? labelOf([...way, name]) : way.length === 0 ? readableName('name') : labelOf(way),
    description: null,
    kind: name !== '' || first.kind === 'list' ? first.kind : 'text',
    numeric: name !== '' && first.numeric,
    currency: null,
    given: null,
    relation: way.length === 0 ? null : { typeName: holder, path: way, keys, many: first.kind === 'list' },
    deprecationReason: null,
  };
}

function kindColumn(model: SchemaModel, typeName: string, path: readonly string[]): Column | null {
  const way = path.slice(0, -1);
  const holder = holderAt(model, typeName, way);
  const base = way.length === 0 || holder === null ? null : columnAt(model, typeName, [...way, NAMING_STEP]);
  if (holder === null || (way.length > 0 && base === null)) return null;
  return {
    id: path.join('.'),
    path,
    keys: [...(base?.relation?.keys ?? []), '__typename'],
    otherKeys: [],
    label: way.length === 0 ? readableName('type') : labelOf([...way, 'type']),
    description: null,
    typeRef: { kind: 'nonNull', of: { kind: 'named', name: 'String' } },
    kind: base?.kind === 'list' ? 'list' : 'enum',
    numeric: false,
    relation: null,
    currency: null,
    given: null,
    deprecationReason: null,
  };
}

/** If the path ends at the total of a list, the number of steps up to that list; else 0. */
function isCount(model: SchemaModel, typeName: string, path: readonly string[]): number {
  let holder = typeName;
  for (const [index, step] of path.entries()) {
    const { typeName: on, fieldName } = readStep(step);
    const field = fieldsOf(model.types.get(on ?? holder)).get(fieldName);
    if (field === undefined) return 0;
    const total = isList(field.type) ? null : findList(model, field.type)?.shape.total;
    const rest = path.slice(index + 1);
    if (total && rest.length === total.length && total.every((name, at) => name === rest[at])) return index + 1;
    holder = typeOf(model, field.type)?.name ?? '';
  }
  return 0;
}

function canBe(model: SchemaModel, holder: string, on: string): boolean {
  const type = model.types.get(holder);
  if (holder === on) return true;
  return (type?.kind === 'union' || type?.kind === 'interface') && type.possibleTypes.includes(on);
}

/**
 * The value of a column in a row of a result. Null if the row has no value, undefined if the column was not selected, a list if the path
 * goes through a list.
 */
export function cellValue(row: unknown, column: Pick<Column, 'keys' | 'otherKeys'> & Partial<Pick<Column, 'given'>>): unknown {
  const value = valueByKeys(row, column.keys, 0);
  if (column.given) return joinedName(valueByKeys(row, column.given.keys, 0), value);
  if (column.otherKeys.length === 0) return value;
  if (Array.isArray(value)) return mergeLists([value, ...column.otherKeys.map(keys => valueByKeys(row, keys, 0))]);
  if (value !== undefined) return value;
  for (const keys of column.otherKeys) {
    const other = valueByKeys(row, keys, 0);
    if (other !== undefined) return other;
  }
  return undefined;
}

/** Merges lists of the same length: each item is the first one that is not undefined. `lists[0]` must be an array. */
function mergeLists(lists: readonly unknown[]): unknown[] {
  return (lists[0] as unknown[]).map((_, index) =>
    lists.map(list => (Array.isArray(list) ? list[index] : undefined)).find(item => item !== undefined),
  );
}

/** The related record of a cell, as in the result (a list if the path goes through a list); null if there is none. */
export function relatedValue(row: unknown, column: Pick<Column, 'relation'>): unknown {
  return column.relation === null ? null : (valueByKeys(row, column.relation.keys, 0) ?? null);
}

function valueByKeys(value: unknown, keys: readonly string[], at: number): unknown {
  const key = keys[at];
  if (key === undefined || value === null || value === undefined) return value;
  if (Array.isArray(value)) {
    const found: unknown[] = [];
    for (const item of value) {
      const inner = valueByKeys(item, keys, at);
      if (Array.isArray(inner)) found.push(...inner);
      else found.push(inner);
    }
    return found;
  }
  if (typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
  return valueByKeys((value as Record<string, unknown>)[key], keys, at + 1);
}
