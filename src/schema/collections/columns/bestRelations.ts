/**
 * The choice among fields of the same rank. A record type has at most three relations in its table, and the order of very many values does not
 * say which of them matter.
 */
import { wordsOf } from '../../model/readableName';
import { type FieldModel, namedType, type SchemaModel } from '../../model/schemaModel';
import { displayPath, keyFields } from '../displayField';

/** Names of relations to people who handled the record, or to another version or step of it. Both say little about it. */
const ASIDE = /^(?!created)\w{1,40}ed_?by|^(last|latest|first|previous|next|base|pending|parent)(?![a-z])/i;

/**
 * The three relations to show, in the order of the schema: required ones first, then those that are shown by a name instead of a key and have
 * short names.
 */
export function bestRelations(model: SchemaModel, relations: readonly FieldModel[]): readonly FieldModel[] {
  const cost = (field: FieldModel): number => {
    const type = namedType(field.type);
    const isKey = keyFields(model, type).includes(displayPath(model, type)?.[0] ?? '');
    return valueCost(field) + (isKey ? 12 : 0) + (ASIDE.test(field.name) ? 6 : 0);
  };
  const best = [...relations].sort((a, b) => cost(a) - cost(b)).slice(0, 3);
  return relations.filter(field => best.includes(field));
}

/**
 * How little a value says beside others of the same rank: values that can be empty and other forms of a value (`ageEn` beside `age`) more than
 * others, and long names more than short ones.
 */
export function valueCost({ name, type }: FieldModel, names: readonly string[] = []): number {
  const isForm = names.some(start => start.length > 2 && name.startsWith(start) && /^_?[A-Z]/.test(name.slice(start.length)));
  return (type.kind === 'nonNull' ? 0 : 8) + (isForm ? 4 : 0) + Math.min(wordsOf(name).length, 4);
}
