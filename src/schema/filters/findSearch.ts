/** Finds the text search of a list field, for the search box above its rows. */
import { type FormField, formField } from '../forms/formModel';
import { type ArgumentPath, areSufficient, isSingleLeaf, oneOfOn } from '../model/argumentPath';
import { readableName } from '../model/readableName';
import { scalarInfo } from '../model/scalars';
import { type ArgumentModel, isList, isRequiredArgument, type SchemaModel, typeOf } from '../model/schemaModel';
import { argumentKey } from './argumentKey';
import { VALUE } from './filterOperators';
import type { FilterField, FilterOperator } from './filters';

const SEARCH = /^(search(text|term|query|string|key)?|q|query|(full|free)?text|term|keywords?|fulltextsearch)$/;
/** Matches the names of lists of conditions of which one must hold. */
export const DISJUNCTION = /^(_?or|any)$/i;
/** Maximum number of text fields that one search compares. */
const MOST_SEARCHED = 10;

/**
 * A search by a text argument of its own: `search: String`.
 * @param whole all arguments of the list field
 * @param given paths of arguments that have a value on every page
 * @param args the arguments or fields among which the search may be, at the path `within`
 */
export function findSearch(
  model: SchemaModel,
  whole: ReadonlyMap<string, ArgumentModel>,
  given: readonly ArgumentPath[],
  args: readonly ArgumentModel[],
  within: ArgumentPath,
): FilterField | null {
  const argument = args.find(
    entry =>
      SEARCH.test(argumentKey(entry.name)) && isSingleLeaf(model, entry) && !isRequiredArgument(entry) && isText(model, entry),
  );
  const target = argument === undefined ? [] : [...within, argument.name];
  if (argument === undefined || !areSufficient(model, whole, [target, ...given])) return null;
  const value = formField(model, argument);
  return {
    id: argument.name,
    path: [argument.name],
    label: readableName(argument.name),
    description: argument.description,
    column: null,
    operators: [{ tag: 'search', targets: [target], encoding: VALUE, exclusive: oneOfOn(model, whole, target), value }],
  };
}

/** A search over all text fields of a container that has a list of alternatives: `where: {or: [{name: {contains}}, {code: {contains}}]}`. */
export function searchInFields(
  model: SchemaModel,
  container: ArgumentPath,
  argument: ArgumentModel,
  fields: readonly FilterField[],
): FilterField | null {
  const type = typeOf(model, argument.type);
  if (type?.kind !== 'input') return null;
  const or = [...type.inputFields.values()].find(
    field => DISJUNCTION.test(field.name) && isList(field.type) && typeOf(model, field.type) === type,
  );
  if (or === undefined) return null;
  const searched = fields
    .filter(({ column }) => column?.length === 1)
    .flatMap(({ operators }) => operators.filter(({ tag, value }) => tag === 'contains' && value !== null && isTextValue(value)))
    .filter(({ targets: [target] }) => target !== undefined && container.every((step, at) => target[at] === step))
    .slice(0, MOST_SEARCHED);
  const [first] = searched;
  if (first === undefined) return null;
  const target = [...container, or.name];
  const of = searched.map(({ targets, encoding }) => ({ path: (targets[0] ?? []).slice(container.length), encoding }));
  return searchWith(or.name, { ...first, targets: [target], encoding: { as: 'any', of } });
}

/** A search by the only filter that compares a part of a text: `filter: {titleContains: String}`. */
export function searchInOnlyField(fields: readonly FilterField[]): FilterField | null {
  const [only, ...others] = fields.flatMap(({ id, column, operators }) => {
    const parts = operators.filter(({ tag, value }) => /^(contain|start)s/.test(tag) && value !== null && isTextValue(value));
    const operator = parts.find(({ tag }) => tag === 'contains') ?? parts[0];
    return operator && column?.length === 1 ? { id, operator } : [];
  });
  if (only === undefined || others.length > 0) return null;
  // Not the id of the field, whose own filter stays.
  return searchWith(`${only.id}.search`, only.operator);
}

const searchWith = (id: string, operator: FilterOperator): FilterField => ({
  id,
  path: [id],
  label: readableName('search'),
  description: null,
  column: null,
  operators: [{ ...operator, tag: 'search' }],
});

const isTextValue = ({ control }: FormField): boolean => control.kind === 'scalar' && control.scalar.kind === 'text';

function isText(model: SchemaModel, argument: ArgumentModel): boolean {
  const type = typeOf(model, argument.type);
  return type?.kind === 'scalar' && scalarInfo(type).kind === 'text';
}
