/**
 * Reads the sort fields of a list argument by the style of its type: an enum with directions, an object with a key and a direction,
 * Dgraph's `asc` and `desc`, a map of columns, or a key with its direction in another argument.
 */
import { rowField, rowValueNames } from '../collections/columns/rowFields';
import type { ArgumentPath } from '../model/argumentPath';
import { readableName } from '../model/readableName';
import {
  type ArgumentModel,
  type EnumTypeModel,
  fieldOf,
  type InputTypeModel,
  isList,
  isRequiredArgument,
  type SchemaModel,
  type TypeModel,
  typeOf,
} from '../model/schemaModel';
import { argumentKey } from './argumentKey';
import type { Direction, SortField, SortTerm } from './sorting';

const DIRECTION_NAME = /^((order|sort)?dir(ection)?|(sort)?order|(order|sort)type)$/;
const REVERSE_NAME = /^(reversed?|(is|sort|order)?desc|descending)$/;
const KEY_NAME = /^((field|column)?name|(sort)?(field|key)|(order|sort)?by|sort|column|property|attribute)$/;

export function sortField(
  model: SchemaModel,
  rowType: string,
  word: string,
  terms: Record<Direction, SortTerm | null>,
  relation: readonly string[] = [],
): SortField {
  const column = rowField(model, rowType, word);
  const path = [...relation, column?.[0] ?? word];
  const own = path.length === 1 ? fieldOf(model, rowType, path[0] as string) : undefined;
  return {
    id: path.join('.'),
    label: own?.label ?? sortLabel(own?.format?.amountName ? [own.format.amountName] : path),
    column: column === null ? null : path,
    terms,
  };
}

/** A readable label for a server's sort name (`CREATED_AT`, `createdAt`). */
function sortLabel(path: readonly string[]): string {
  return readableName(path.join('_'));
}

/** The values for "ascending" and "descending" if the type is an enum of directions, else null. Prefers exact names, then nulls last. */
export function directionsOf(type: TypeModel | undefined): { ascending: string; descending: string } | null {
  if (type?.kind !== 'enum') return null;
  const names = type.values.map(value => value.name);
  const find = (exact: RegExp, starting: RegExp): string | undefined =>
    names.find(name => exact.test(name)) ??
    names.find(name => /last$/i.test(name) && starting.test(name)) ??
    names.find(name => starting.test(name));
  const ascending = find(/^(asc|ascending|ascend)$/i, /^asc/i);
  const descending = find(/^(desc|descending|descend)$/i, /^desc/i);
  return ascending !== undefined && descending !== undefined ? { ascending, descending } : null;
}

const RANK_NAME = /^(priority|rank|precedence|position|index|order(ing)?)$/;
const ENDING = /^(.+?)_?((?:ASC|DESC|[Aa]sc|[Dd]esc)(?:ENDING|ending)?)$/;
const LEADING = /^(ASC|DESC|asc|desc)_(.+)$/;

/** The sort fields of an enum such as `NAME_ASC`, `NAME_DESC`; null if no value names a direction. */
export function enumFields(model: SchemaModel, type: EnumTypeModel, path: ArgumentPath, rowType: string): SortField[] | null {
  const words = new Map<string, { ascending: string | null; descending: string | null }>();
  const plain: string[] = [];
  let directed = 0;
  for (const { name } of type.values) {
    const ending = ENDING.exec(name);
    const leading = ending === null ? LEADING.exec(name) : null;
    const word = ending?.[1] ?? leading?.[2];
    const direction = ending?.[2] ?? leading?.[1];
    if (word === undefined || direction === undefined) {
      plain.push(name);
      continue;
    }
    directed++;
    const entry = words.get(word) ?? { ascending: null, descending: null };
    if (/^a/i.test(direction)) entry.ascending = name;
    else entry.descending = name;
    words.set(word, entry);
  }
  if (directed === 0) return null;
  // A value without direction (`POPULARITY`) beside `POPULARITY_DESC` means ascending.
  for (const name of plain) {
    const entry = words.get(name);
    if (entry !== undefined && entry.ascending === null) entry.ascending = name;
  }
  const unique = new Map<string, SortField>();
  for (const [word, { ascending, descending }] of words) {
    const term = (value: string | null): SortTerm | null => (value === null ? null : [{ path, value }]);
    const field = sortField(model, rowType, word, { ascending: term(ascending), descending: term(descending) });
    if (!unique.has(field.id)) unique.set(field.id, field);
  }
  return [...unique.values()];
}

type Beside = { readonly path: ArgumentPath; readonly values: Record<Direction, unknown> };

/** The sibling argument with the direction, for an argument that names only the sort field. Null if there is none. */
export function directionBeside(model: SchemaModel, args: ReadonlyMap<string, ArgumentModel>, path: ArgumentPath): Beside | null {
  const [first, second] = path;
  const holder = second === undefined ? undefined : typeOf(model, args.get(first as string)?.type);
  const siblings = second === undefined ? args : holder?.kind === 'input' ? holder.inputFields : args;
  const own = path.at(-1);
  for (const argument of siblings.values()) {
    if (argument.name === own || isList(argument.type)) continue;
    const key = argumentKey(argument.name);
    const at = [...path.slice(0, -1), argument.name];
    const type = typeOf(model, argument.type);
    const directions = directionsOf(type);
    if (DIRECTION_NAME.test(key) && directions !== null) return { path: at, values: directions };
    if (DIRECTION_NAME.test(key) && type?.kind === 'scalar' && type.name === 'String')
      return { path: at, values: { ascending: 'ASC', descending: 'DESC' } };
    if (isReverse(model, argument)) return { path: at, values: REVERSED };
  }
  return null;
}
/** The values of a Boolean argument that reverses the order. */
const REVERSED: Record<Direction, unknown> = { ascending: false, descending: true };

function isReverse(model: SchemaModel, { name, type }: ArgumentModel): boolean {
  return REVERSE_NAME.test(argumentKey(name)) && !isList(type) && typeOf(model, type)?.name === 'Boolean';
}

export function keyTerms(path: ArgumentPath, value: string, beside: Beside | null): Record<Direction, SortTerm | null> {
  if (beside === null) return { ascending: [{ path, value }], descending: null };
  const term = (direction: Direction): SortTerm => [
    { path, value },
    { path: beside.path, value: beside.values[direction] },
  ];
  return { ascending: term('ascending'), descending: term('descending') };
}

/** The sort fields of an input object such as `{field: NAME, direction: ASC}`; null for other input objects. */
export function objectFields(model: SchemaModel, type: InputTypeModel, path: ArgumentPath, rowType: string): SortField[] | null {
  const inner = [...type.inputFields.values()];
  const direction = inner.find(field => directionsOf(typeOf(model, field.type)) !== null || isReverse(model, field));
  const key = inner.find(
    field => field !== direction && KEY_NAME.test(argumentKey(field.name)) && isLeafType(typeOf(model, field.type)),
  );
  if (key === undefined || direction === undefined) return null;
  const keyType = typeOf(model, key.type);
  if (directionsOf(keyType) !== null) return null;
  // Another required field has an unknown meaning.
  if (inner.some(field => field !== key && field !== direction && isRequiredArgument(field))) return null;
  const words =
    keyType?.kind === 'enum'
      ? keyType.values.map(value => value.name)
      : keyType?.name === 'String'
        ? rowValueNames(model, rowType)
        : [];
  const values = directionsOf(typeOf(model, direction.type)) ?? REVERSED;
  return words.map(word => {
    const term = (to: Direction): SortTerm => [
      { path: [...path, key.name], value: word },
      { path: [...path, direction.name], value: values[to] },
    ];
    return sortField(model, rowType, word, { ascending: term('ascending'), descending: term('descending') });
  });
}

/** The sort fields of Dgraph's input object `{asc: name}` or `{desc: name}`; null for other input objects. */
export function ascDescFields(model: SchemaModel, type: InputTypeModel, path: ArgumentPath, rowType: string): SortField[] | null {
  const [ascending, descending] = [type.inputFields.get('asc'), type.inputFields.get('desc')];
  const words = ascending === undefined ? undefined : typeOf(model, ascending.type);
  if (words?.kind !== 'enum' || descending === undefined || typeOf(model, descending.type) !== words) return null;
  return words.values.map(({ name }) =>
    sortField(model, rowType, name, {
      ascending: [{ path: [...path, 'asc'], value: name }],
      descending: [{ path: [...path, 'desc'], value: name }],
    }),
  );
}

/**
 * The sort fields of a map such as `{name: asc, berth: {name: asc}}` (one relation deep), `{name: {sort: asc}}` or `{name: {order: asc}}`.
 */
export function mapFields(
  model: SchemaModel,
  type: InputTypeModel,
  path: ArgumentPath,
  relation: readonly string[],
  rowType: string,
  depth: number,
): SortField[] {
  const fields: SortField[] = [];
  for (const field of type.inputFields.values()) {
    if (isList(field.type)) continue;
    const inner = typeOf(model, field.type);
    let place: ArgumentPath = [...path, field.name];
    let directions = directionsOf(inner);
    let rank: SortTerm = [];
    if (directions === null && inner?.kind === 'input') {
      const sort = directionInside(model, inner);
      directions = sort === null ? null : directionsOf(typeOf(model, sort.type));
      if (sort !== null) {
        rank = rankInside(model, inner, place);
        place = [...place, sort.name];
      }
    }
    if (directions !== null) {
      const term = (to: Direction): SortTerm => [{ path: place, value: directions?.[to] }, ...rank];
      fields.push(
        sortField(model, rowType, field.name, { ascending: term('ascending'), descending: term('descending') }, relation),
      );
    } else if (inner?.kind === 'input' && depth === 0 && inner !== type && fields.length < 200) {
      const column = rowField(model, rowType, field.name);
      const related = column === null ? undefined : typeOf(model, fieldOf(model, rowType, column[0] as string)?.type);
      if (related !== undefined && column !== null) fields.push(...mapFields(model, inner, place, column, related.name, 1));
    }
  }
  return fields;
}

/** The direction field in `{sort: asc, nulls: last}`; null for a map of a relation, which has one direction per column. */
function directionInside(model: SchemaModel, type: InputTypeModel): ArgumentModel | null {
  const directed = [...type.inputFields.values()].filter(field => directionsOf(typeOf(model, field.type)) !== null);
  const [only] = directed;
  return only !== undefined &&
    directed.length === 1 &&
    /^((sort)?(order|direction)|sort|ordering|dir)$/.test(argumentKey(only.name))
    ? only
    : null;
}

/** The value for a required place among several sort fields: `{direction: asc, priority: 1}`. Only one field is sent, so it is the first. */
function rankInside(model: SchemaModel, type: InputTypeModel, path: ArgumentPath): SortTerm {
  const ranks = [...type.inputFields.values()].filter(
    field =>
      isRequiredArgument(field) &&
      RANK_NAME.test(argumentKey(field.name)) &&
      !isList(field.type) &&
      typeOf(model, field.type)?.name === 'Int',
  );
  return ranks.map(({ name }) => ({ path: [...path, name], value: 1 }));
}

const isLeafType = (type: TypeModel | undefined): boolean => type?.kind === 'enum' || type?.kind === 'scalar';
