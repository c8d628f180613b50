/**
 * Derives the sort options of a list field from its arguments; sorting.ts lists the styles. If the schema does not show the dialect
 * of a text, the most usual one is a guess; nextSorting.ts learns from the responses which one the server understands.
 */

import { rowField, rowValueNames } from '../collections/columns/rowFields';
import { type ArgumentPath, areSufficient } from '../model/argumentPath';
import { readableName } from '../model/readableName';
import { scalarInfo } from '../model/scalars';
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
import type { Direction, SortCapability, SortField, SortTerm } from './sorting';
import { isSortName } from './sortNames';

const DIRECTION_NAME = /^((order|sort)?dir(ection)?|(sort)?order|(order|sort)type)$/;
const REVERSE_NAME = /^(reversed?|(is|sort|order)?desc|descending)$/;
const KEY_NAME = /^((field|column)?name|(sort)?(field|key)|(order|sort)?by|sort|column|property|attribute)$/;
/** Input objects with these names contain data, not options. In all others a sort argument is accepted if `read` understands its type. */
const NO_CONTAINER = /^(data|set|object|value)s?$/;

type Place = { readonly path: ArgumentPath; readonly argument: ArgumentModel };

/** The sort options of a field, and the paths of the arguments they use. */
export interface FoundSorting {
  /** Replaced if the server wants orders written in another way than the schema suggests (nextSorting.ts). */
  capability: SortCapability;
  readonly used: readonly ArgumentPath[];
}

/**
 * Finds the sort options of a list field; null if it has none.
 * @param given paths of arguments that have a value on every page
 */
export function findSorting(
  model: SchemaModel,
  args: ReadonlyMap<string, ArgumentModel>,
  rowType: string,
  given: readonly ArgumentPath[] = [],
): FoundSorting | null {
  let ascendingOnly: FoundSorting | null = null;
  for (const place of places(model, args)) {
    const found = read(model, args, place, rowType, given);
    if (found === null || found.capability.fields.length === 0) continue;
    // Prefer an argument that supports both directions.
    if (found.capability.fields.some(field => field.terms.descending !== null)) return found;
    ascendingOnly ??= found;
  }
  return ascendingOnly;
}

/** True for a string or enum argument that sorts, even if its dialect is unknown or another argument is used. It is not a filter. */
export function isSortArgument(model: SchemaModel, argument: ArgumentModel): boolean {
  const type = typeOf(model, argument.type);
  return isSortName(argument.name) && (type?.name === 'String' || type?.kind === 'enum');
}

function places(model: SchemaModel, args: ReadonlyMap<string, ArgumentModel>): Place[] {
  const found: Place[] = [];
  for (const argument of args.values()) if (isSortName(argument.name)) found.push({ path: [argument.name], argument });
  for (const argument of args.values()) {
    const type = isList(argument.type) ? undefined : typeOf(model, argument.type);
    if (type?.kind !== 'input' || NO_CONTAINER.test(argumentKey(argument.name))) continue;
    for (const inner of type.inputFields.values())
      if (isSortName(inner.name)) found.push({ path: [argument.name, inner.name], argument: inner });
  }
  return found;
}

function read(
  model: SchemaModel,
  args: ReadonlyMap<string, ArgumentModel>,
  place: Place,
  rowType: string,
  given: readonly ArgumentPath[],
): FoundSorting | null {
  const { path, argument } = place;
  const type = typeOf(model, argument.type);
  const many = isList(argument.type);
  const finish = (
    style: SortCapability['style'],
    found: SortField[],
    multiple: boolean,
    used: readonly ArgumentPath[] = [path],
  ): FoundSorting => {
    // Leave out terms whose input objects have other required fields.
    const fits = (term: SortTerm | null): SortTerm | null =>
      term !== null && areSufficient(model, args, [...term.map(part => part.path), ...given]) ? term : null;
    const fields = found
      .map(field => ({ ...field, terms: { ascending: fits(field.terms.ascending), descending: fits(field.terms.descending) } }))
      .filter(({ terms }) => terms.ascending !== null || terms.descending !== null);
    const required = used.some(([name = '', ...rest]) => rest.length === 0 && isRequiredArgument(args.get(name) ?? argument));
    return { capability: { style, fields, multiple, listAt: many ? path : null, required, type: argument.type }, used };
  };
  if (type?.kind === 'enum') {
    if (directionsOf(type) !== null && type.values.length <= 8) return null;
    const fields = enumFields(model, type, path, rowType);
    if (fields !== null) return finish('enum', fields, many);
    const beside = directionBeside(model, args, path);
    const made = type.values.map(value => sortField(model, rowType, value.name, keyTerms(path, value.name, beside)));
    return finish(beside === null ? 'enum' : 'keyAndDirection', made, false, beside === null ? [path] : [path, beside.path]);
  }
  if (type?.kind === 'input') {
    const fields = objectFields(model, type, path, rowType) ?? ascDescFields(model, type, path, rowType);
    if (fields !== null) return finish('object', fields, many);
    const map = mapFields(model, type, path, [], rowType, 0);
    // If the argument is not a list, the order of several keys in one object is not guaranteed, so only one is sent.
    return map.length > 0 ? finish('map', map, many) : null;
  }
  if (type?.kind !== 'scalar' || scalarInfo(type).kind !== 'text') return null;
  const beside = directionBeside(model, args, path);
  const names = rowValueNames(model, rowType);
  if (beside !== null && !many) {
    return finish(
      'keyAndDirection',
      names.map(name => sortField(model, rowType, name, keyTerms(path, name, beside))),
      false,
      [path, beside.path],
    );
  }
  const certain = textDialect(model, args, argument);
  // A required order is sent at once, so it must be right.
  if (certain === null && isRequiredArgument(argument)) return null;
  const dialect = certain ?? minus;
  const terms = (name: string): Record<Direction, SortTerm> => ({
    ascending: [{ path, value: dialect(name, 'ascending') }],
    descending: [{ path, value: dialect(name, 'descending') }],
  });
  const found = finish(
    'text',
    names.map(name => sortField(model, rowType, name, terms(name))),
    many,
  );
  return certain === null ? { ...found, capability: { ...found.capability, isGuess: true } } : found;
}

function sortField(
  model: SchemaModel,
  rowType: string,
  word: string,
  terms: Record<Direction, SortTerm | null>,
  relation: readonly string[] = [],
): SortField {
  const column = rowField(model, rowType, word);
  const path = [...relation, column?.[0] ?? word];
  const own = path.length === 1 ? fieldOf(model, rowType, path[0] as string)?.label : undefined;
  return { id: path.join('.'), label: own ?? sortLabel(path), column: column === null ? null : path, terms };
}

/** The values for "ascending" and "descending" if the type is an enum of directions, else null. Prefers exact names, then nulls last. */
function directionsOf(type: TypeModel | undefined): { ascending: string; descending: string } | null {
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
function enumFields(model: SchemaModel, type: EnumTypeModel, path: ArgumentPath, rowType: string): SortField[] | null {
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
function directionBeside(model: SchemaModel, args: ReadonlyMap<string, ArgumentModel>, path: ArgumentPath): Beside | null {
  const [first, second] = path;
  const holder = second === undefined ? undefined : typeOf(model, args.get(first as string)?.type ?? NAMELESS);
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
const NAMELESS = { kind: 'named', name: '' } as const;

/** The values of a Boolean argument that reverses the order. */
const REVERSED: Record<Direction, unknown> = { ascending: false, descending: true };

function isReverse(model: SchemaModel, { name, type }: ArgumentModel): boolean {
  return REVERSE_NAME.test(argumentKey(name)) && !isList(type) && typeOf(model, type)?.name === 'Boolean';
}

function keyTerms(path: ArgumentPath, value: string, beside: Beside | null): Record<Direction, SortTerm | null> {
  if (beside === null) return { ascending: [{ path, value }], descending: null };
  const term = (direction: Direction): SortTerm => [
    { path, value },
    { path: beside.path, value: beside.values[direction] },
  ];
  return { ascending: term('ascending'), descending: term('descending') };
}

/** The sort fields of an input object such as `{field: NAME, direction: ASC}`; null for other input objects. */
function objectFields(model: SchemaModel, type: InputTypeModel, path: ArgumentPath, rowType: string): SortField[] | null {
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
function ascDescFields(model: SchemaModel, type: InputTypeModel, path: ArgumentPath, rowType: string): SortField[] | null {
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
function mapFields(
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
      const related =
        column === null
          ? undefined
          : typeOf(
              model,
              model.types.get(rowType)?.kind === 'object' ? fieldType(model, rowType, column[0] as string) : NAMELESS,
            );
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

function fieldType(model: SchemaModel, typeName: string, fieldName: string) {
  const type = model.types.get(typeName);
  return (type?.kind === 'object' ? type.fields.get(fieldName)?.type : undefined) ?? NAMELESS;
}

const isLeafType = (type: TypeModel | undefined): boolean => type?.kind === 'enum' || type?.kind === 'scalar';

/** Writes a sort as text. */
type Dialect = (name: string, direction: Direction) => string;

const minus: Dialect = (name, to) => (to === 'ascending' ? name : `-${name}`);
/** Joins name, separator and direction, in the letter case of the example. */
const joined =
  (between: string, example: string): Dialect =>
  (name, to) => {
    const direction = to === 'ascending' ? 'asc' : 'desc';
    return name + between + (example === example.toLowerCase() ? direction : direction.toUpperCase());
  };

/**
 * Returns the dialect, or null if it is not certain. It comes from an example in the argument's default value or description, or from a
 * server that is recognized by its arguments.
 */
function textDialect(model: SchemaModel, args: ReadonlyMap<string, ArgumentModel>, argument: ArgumentModel): Dialect | null {
  const documentation = `${argument.defaultValue ?? ''} ${argument.description ?? ''}`;
  const colon = /["'`\s(]\w+:(asc|desc)\b/i.exec(documentation);
  if (colon) return joined(':', colon[1] as string);
  if (/["'`(]-\w+/.test(documentation)) return minus;
  const other = /(?:["'`]|\be\.?g\.?,? )[\w.]+?( |_|,)(asc|desc)\b/i.exec(documentation);
  if (other) return joined(other[1] as string, other[2] as string);
  const typeName = (name: string): string => typeOf(model, args.get(name)?.type ?? NAMELESS)?.name ?? '';
  // Servers recognized by the types of other arguments: Strapi (`pagination: PaginationArg`), Directus (`filter: x_filter`), Payload
  // (`where: X_where`), graphql-sequelize (`where: SequelizeJSON`).
  if (typeName('pagination') === 'PaginationArg') return joined(':', 'asc');
  if (typeName('where') === 'SequelizeJSON') return (name, to) => (to === 'ascending' ? name : `reverse:${name}`);
  if (/_filter$/.test(typeName('filter')) && args.has('limit') && isList(argument.type)) return minus;
  return /_where$/.test(typeName('where')) && args.has('page') ? minus : null;
}

/** A readable label for a server's sort name (`CREATED_AT`, `createdAt`). */
function sortLabel(path: readonly string[]): string {
  return readableName(path.join('_'));
}
