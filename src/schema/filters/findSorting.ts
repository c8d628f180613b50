/**
 * Derives the sort options of a list field from its arguments; sorting.ts lists the styles. If the schema does not show the dialect
 * of a text, the most usual one is a guess; nextSorting.ts learns from the responses which one the server understands.
 */
import { rowValueNames } from '../collections/columns/rowFields';
import { type ArgumentPath, areSufficient } from '../model/argumentPath';
import { scalarInfo } from '../model/scalars';
import { type ArgumentModel, isList, isRequiredArgument, type SchemaModel, typeOf } from '../model/schemaModel';
import { argumentKey } from './argumentKey';
import {
  ascDescFields,
  directionBeside,
  directionsOf,
  enumFields,
  keyTerms,
  mapFields,
  objectFields,
  sortField,
} from './sortFields';
import type { Direction, SortCapability, SortField, SortTerm } from './sorting';
import { isSortName } from './sortNames';
import { minus, textDialect } from './textDialect';

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
