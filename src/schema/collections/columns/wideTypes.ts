/**
 * The choice among fields of the same rank. A record type has at most three relations in its table, and one with many more values than a table
 * shows has no order that says which of them matter.
 */
import { wordsOf } from '../../model/readableName';
import { type FieldModel, namedType, type SchemaModel } from '../../model/schemaModel';
import { displayPath, keyFields } from '../displayField';

const MOST_RELATIONS = 3;
/** Names of relations to the people who handled the record, which say little about it. */
const HANDLED = /^(updated|modified|deleted|archived|locked|snoozed|removed|cancell?ed|closed)_?by/i;
/** Words for a relation to another version or step of the record, instead of something it belongs to. */
const STEP = /^(last|latest|first|previous|next|base|pending|parent|original|current|creation|deprecation|acceptance)$/;

/**
 * The relations to show, in the order of the schema: required ones first, then those that are shown by a name instead of a key, belong to no
 * other version of the record and have short names.
 */
export function bestRelations(model: SchemaModel, typeName: string, relations: readonly FieldModel[]): readonly FieldModel[] {
  if (relations.length <= MOST_RELATIONS) return relations;
  const cost = (field: FieldModel): number => {
    const words = wordsOf(field.name).map(word => word.toLowerCase());
    const type = namedType(field.type);
    const shown = displayPath(model, type)?.[0];
    return (
      (field.type.kind === 'nonNull' ? 0 : 20) +
      (shown !== undefined && keyFields(model, type).includes(shown) ? 22 : 0) +
      (type === typeName || HANDLED.test(field.name) || STEP.test(words[0] ?? '') ? 6 : 0) +
      Math.min(words.length, 4)
    );
  };
  return leastFirst(relations, cost)
    .slice(0, MOST_RELATIONS)
    .sort((a, b) => relations.indexOf(a) - relations.indexOf(b));
}

/**
 * How little a value says beside others of the same rank: values that can be empty and other forms of a value (`ageEn` beside `age`) more than
 * others, and long names more than short ones.
 */
export function wideCost(field: FieldModel, names: readonly string[]): number {
  const isForm = names.some(
    name => name.length > 2 && field.name.length > name.length && /^_?[A-Z]/.test(restOf(field.name, name)),
  );
  return (field.type.kind === 'nonNull' ? 0 : 8) + (isForm ? 4 : 0) + Math.min(wordsOf(field.name).length, 4);
}

const restOf = (name: string, start: string): string => (name.startsWith(start) ? name.slice(start.length) : '');

/** A stable order by cost. */
const leastFirst = <T>(list: readonly T[], cost: (item: T) => number): T[] =>
  list
    .map(item => ({ item, cost: cost(item) }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ item }) => item);
