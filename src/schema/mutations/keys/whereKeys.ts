/** Finds where a condition (`where`, `filter` or `pk_columns`) takes the key of a record. */
import { keyPaths } from '../../collections/displayField';
import { recordLookup } from '../../collections/records';
import type { ArgumentPath } from '../../model/argumentPath';
import { type ArgumentModel, type InputTypeModel, isRequiredArgument, type SchemaModel } from '../../model/schemaModel';
import { lowerWords } from '../names/nameWords';
import { type ChangeReader, inputTypeOf, plainName } from './changeReader';
import { keyColumn, relatedColumn, wholeKeys } from './keyColumn';
import { type KeyTarget, keyLeaf, uniqueKeys } from './keyTargets';

const WHERE =
  /^_?(where|by|filter|filters|pk_?columns|key|keys|selector|unique|which|match|criteria|query|lookup|find|target|ids?)$/i;
const EQUALS = ['eq', '_eq', 'equals', 'equal', 'equalTo', 'is', 'EQ', 'exact', 'eq_', 'value'];
const ONE_OF = ['in', '_in', 'oneOf', 'IN', 'any', 'anyOf'];

/** True for the name of an argument that selects the rows to change. */
export const isWhereName = (name: string): boolean => WHERE.test(name);

/** True for an argument that selects the rows to change. */
export function isWhere(argument: ArgumentModel, type: InputTypeModel, typeName: string): boolean {
  return isWhereName(argument.name) || /(where\w{0,200}|filter|bool_?exp|pk_columns)_?(input)?$/i.test(bareName(type, typeName));
}

/** Words at the end of a name for a key that can have one of several forms. */
const IDENTIFIER = /^(id|identifier|ref|reference)$/;

/**
 * True for an input object that identifies the record by one of several keys: `identifier: {id, externalId}`, or `tenantIdentifier` of a
 * tenant.
 */
export function isIdentifier({ model, names }: ChangeReader, argument: ArgumentModel, type: InputTypeModel): boolean {
  const words = lowerWords(argument.name);
  if (words.at(-1) === 'input') words.pop();
  const last = words.pop() ?? '';
  return (
    IDENTIFIER.test(last) &&
    (words.length === 0 || names.has(words.join(''))) &&
    [...type.inputFields.values()].every(field => !isRequiredArgument(field) && keyLeaf(model, field) !== null)
  );
}

/**
 * True for an input object that only refers to a record, by one of several keys: `{id, legacyId, slug}`, none of them required. Also for one
 * with only an id, if its type is named so.
 */
export function isReference(type: InputTypeModel): boolean {
  const fields = [...type.inputFields.values()];
  if (fields.length === 1 && type.inputFields.has('id')) return /Ref(erence)?(Input)?$/.test(type.name);
  return (
    type.inputFields.has('id') &&
    fields.length > 1 &&
    fields.every(field => !isRequiredArgument(field) && /^(id|uuid|slug|(legacy|public|external)_?id)$/i.test(field.name))
  );
}

/**
 * The name of an input type. If the record type is itself called `…Filter`, the word is removed, because it says nothing about the input.
 */
const bareName = (type: InputTypeModel, typeName: string): string =>
  /filter$/i.test(typeName) ? type.name.replace(/filter/i, '') : type.name;

/**
 * The key arguments inside `where`, `filter` or `pk_columns`, as equality conditions; null if the condition cannot take the whole key. For
 * a list of conditions (`asList`) the paths start at an item.
 */
export function whereKeys(
  reader: ChangeReader,
  type: InputTypeModel,
  path: ArgumentPath,
  asList: boolean,
): { keys: KeyTarget[]; isFilter: boolean } | null {
  const { model, typeName } = reader;
  const prefix = asList ? [] : path;
  const isFilter = isFilterType(model, type, typeName);
  const required = [...type.inputFields.values()].filter(isRequiredArgument);
  if (!isFilter && required.length > 0) {
    const keys = required.map(field => {
      const leaf = keyLeaf(model, field);
      if (leaf === null) return null;
      const own = keyColumn(reader, plainName(field.name), leaf.type);
      return { column: own === undefined ? relatedColumn(reader, field.name) : own, target: [...prefix, field.name], ...leaf };
    });
    if (!keys.every(key => key !== null)) return null;
    return { keys: isUnique(type) ? keys : uniqueKeys(reader, keys), isFilter: false };
  }
  const ids = keyPaths(model, typeName);
  const known = lookupKeys(reader, type, prefix);
  if (known.length > 0) return { keys: known, isFilter };
  const place = (column: string): KeyTarget | null => {
    const last = plainName(column.slice(column.lastIndexOf('.') + 1));
    for (const field of type.inputFields.values()) {
      const isEqual = plainName(field.name) === last || plainName(field.name) === `${last}eq`;
      // `tenantId` is the id of a tenant.
      if (!isEqual && (isFilter || keyLeafColumn(reader, field) !== column)) continue;
      const found = equality(model, field, [...prefix, field.name]);
      if (found !== null) return { column, ...found };
    }
    return null;
  };
  const rank = ([first = '']: readonly string[]): number => (isFilter && ids.includes(first) ? 0 : 1);
  // A name that a query finds a record by may belong to several records, so a filter uses the id.
  for (const columns of wholeKeys(model, typeName).toSorted((a, b) => rank(a) - rank(b))) {
    const keys = columns.flatMap(column => place(column) ?? []);
    if (keys.length === columns.length) return { keys, isFilter };
  }
  return null;
}

/**
 * The compound key inside a condition, if the query of a single record takes it in the same condition: `{owner_name: {owner, name}}`
 * (Prisma). [] for any other condition.
 */
function lookupKeys({ model, typeName }: ChangeReader, type: InputTypeModel, prefix: ArgumentPath): KeyTarget[] {
  const lookup = recordLookup(model, typeName);
  if (lookup === null || lookup.keys.length < 2 || !isUnique(type)) return [];
  return lookup.keys.flatMap(({ column, target: [first = '', holder = '', ...inner] }) => {
    const argument = lookup.field.args.get(first);
    const place = type.inputFields.get(holder);
    const part = place && inputTypeOf(model, place)?.inputFields.get(inner[0] ?? '');
    const isSame = argument !== undefined && inputTypeOf(model, argument) === type;
    return isSame && part ? [{ column, target: [...prefix, holder, ...inner], asList: false, type: part.type }] : [];
  });
}

/** The key of the record that a scalar or enum field takes; undefined if it takes none. */
function keyLeafColumn(reader: ChangeReader, field: ArgumentModel): string | null | undefined {
  const leaf = keyLeaf(reader.model, field);
  return leaf === null ? undefined : keyColumn(reader, plainName(field.name), leaf.type);
}

/** The argument of an equality condition: the field itself, `{eq}`, or a list such as `{in}`; null if there is none. */
export function equality(model: SchemaModel, field: ArgumentModel, path: ArgumentPath): Omit<KeyTarget, 'column'> | null {
  const leaf = keyLeaf(model, field);
  if (leaf !== null) return { target: path, ...leaf };
  const type = inputTypeOf(model, field);
  if (type === null) return null;
  for (const name of [...EQUALS, ...ONE_OF]) {
    const operator = type.inputFields.get(name);
    const inner = operator === undefined ? null : keyLeaf(model, operator);
    if (inner !== null) return { target: [...path, name], ...inner };
  }
  return null;
}

const isUnique = (type: InputTypeModel): boolean => /unique|pk_?columns/i.test(type.name);

/** True for an input object that selects rows with conditions: it has `and`, `or` or `not`, or operators inside its fields. */
function isFilterType(model: SchemaModel, type: InputTypeModel, typeName: string): boolean {
  if (isUnique(type)) return false;
  return (
    [...type.inputFields.keys()].some(name => /^_?(and|or|not)$/i.test(name)) ||
    hasOperators(model, type) ||
    /filter|bool_?exp|where/i.test(bareName(type, typeName))
  );
}

/** True for a filter with an object of operators for each field: `{id: {eq}}`. */
export function hasOperators(model: SchemaModel, type: InputTypeModel): boolean {
  return [...type.inputFields.values()].some(field => {
    const inner = inputTypeOf(model, field);
    return inner !== null && [...EQUALS, ...ONE_OF].some(name => inner.inputFields.has(name));
  });
}
