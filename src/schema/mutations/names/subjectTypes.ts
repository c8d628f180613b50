/** Compares the subject of a mutation's name with a record type: it can be the type, some of its records, or a part of one. */
import { findList } from '../../collections/listShape';
import { nameKey, singular } from '../../model/readableName';
import { fieldsOf, isList, namedType, type SchemaModel } from '../../model/schemaModel';
import { isRecordType } from '../resultShape';
import { lowerWords } from './nameWords';
import { endsWithSubject, haveOtherNames, isNamed, keyOfWords, recordTypeNamed, type Subject } from './recordNames';
import { namesOnlyPart } from './subjects';
import type { Verb } from './verbs';

/** True if a subject means the type itself: it is its name, the end of its name, or the name that query fields use for its records. */
export const isOfType = (model: SchemaModel, subjects: readonly Subject[], typeName: string): boolean =>
  (subjects[0] !== undefined && recordTypeNamed(model, subjects[0]) === typeName) ||
  subjects.some(
    subject => subject.length === 0 || isNamed(model, subject, typeName) || endsWithSubject(model, subject, typeName),
  );

/** True if a subject ends with the type's name, but means something else: `favoriteShip` for a `Ship`. */
const hasWordsBefore = (model: SchemaModel, subjects: readonly Subject[], typeName: string): boolean =>
  subjects.some(subject => endsWithNamed(model, subject, typeName)) && !isOfType(model, subjects, typeName);

/**
 * True if the result contains a record of the type, but the subject means only some of its records or something else: `deleteFavoriteShip`
 * deletes a favourite, and `createAuthor: {author: Person}` does not create what the query type calls `coaches`.
 */
export const isOfSome = (model: SchemaModel, verb: Verb, subjects: readonly Subject[], typeName: string): boolean =>
  (verb === 'delete' && hasWordsBefore(model, subjects, typeName)) ||
  (verb === 'create' &&
    subjects.every(subject => !endsWithSubject(model, subject, typeName) && haveOtherNames(model, subject, typeName)));

/** True if the last words, but not all, are the name of the type: `customerAddress` is an `Address`. */
export function endsWithNamed(model: SchemaModel, subject: Subject, typeName: string): boolean {
  for (let start = 1; start < subject.length; start++) if (isNamed(model, subject.slice(start), typeName)) return true;
  return false;
}

/** True for the words of the type's name with others between them: `adyenPaymentProvider` for an `AdyenProvider`. */
export function namesWithMore(subject: Subject, typeName: string): boolean {
  const words = lowerWords(typeName);
  const own = subject.map((word, index) => (index === subject.length - 1 ? singular(word) : word));
  if (words.length < 2 || own.length <= words.length || own[0] !== words[0] || own.at(-1) !== words.at(-1)) return false;
  let at = 0;
  for (const word of own) if (word === words[at]) at++;
  return at === words.length;
}

/**
 * True if the first words are the name of the type and the rest is a part of it that is not a record (`checkoutEmailUpdate`) or a whole
 * list (`checkoutLinesUpdate`). A single line (`checkoutLineUpdate`) can have its own key.
 */
export function isPartOf(model: SchemaModel, subject: Subject, typeName: string): boolean {
  for (let end = subject.length - 1; end > 0; end--) {
    if (!isNamed(model, subject.slice(0, end), typeName)) continue;
    const rest = subject.slice(end);
    const restKey = keyOfWords(rest);
    const isPlural = restKey !== rest.join('');
    for (const field of fieldsOf(model.types.get(typeName)).values()) {
      if (nameKey(field.name) !== restKey) continue;
      // A part that is a record can have its own key.
      const isMany = isList(field.type) || findList(model, field.type) !== null;
      return isPlural || (!isMany && !isRecordType(model, namedType(field.type)));
    }
    return isPlural;
  }
  return false;
}

/** True for the name of the type and other words that are none of its fields: `mealAdmin` in `createMealAdmin(data: MealInput): Meal`. */
export function startsWithType(model: SchemaModel, subject: Subject, typeName: string): boolean {
  const own = [...fieldsOf(model.types.get(typeName)).keys()].map(nameKey);
  // `createMealDraft` makes a meal, but `deleteMealDraft` deletes only drafts.
  if (namesOnlyPart([...subject, typeName], typeName)) return false;
  return subject.some(
    (_, end) => isNamed(model, subject.slice(0, end), typeName) && !own.includes(keyOfWords(subject.slice(end))),
  );
}
