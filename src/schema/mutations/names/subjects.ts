/** Finds the subject in the name of a mutation: its words without the verb and without filler words. */
import { singular } from '../../model/readableName';
import type { SchemaModel } from '../../model/schemaModel';
import { lowerWords, wordsWithoutKey } from './nameWords';
import { keyOfWords, recordTypesByKey, type Subject } from './recordNames';
import { DELETE_WORDS, isVerb, verbIndex } from './verbs';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Filler words, such as in `updateOneShip`, `delete_x_by_pk` and `insertIntoX`. */
const QUANTITIES = setOf('one many bulk batch single multiple all by pk from into in of the a my this partial');
/** Filler words that can also be the subject. */
const FILLERS = setOf('id nodeid node mutation');
/** Words that are usually a part of the subject: `updateFilmCollection` changes films, but `deleteOrderItem` deletes an item. */
const THINGS = setOf('item items collection record records entry entries');

/** Words at the end of a namespace's name that do not belong to the subject. */
const CARRIER = /^(mutations?|ops|operations?|actions?|api|module|commands?|service|input)$/;

/** The possible subjects of a mutation's name, most exact first: without the verb, then also without filler words. */
export function subjectsOf(path: readonly string[]): Subject[] {
  const words = nameWords(path);
  const found: string[][] = [];
  const at = verbIndex(words);
  const bare = at < 0 ? words : words.filter((_, index) => index !== at);
  if (bare.length > 0) found.push(bare);
  // If the verb is not the first word, the first word can be the verb: `updateStatusUpdate` updates a `StatusUpdate`.
  if (at > 0 && isVerb(words[0] ?? '')) found.push(words.slice(1));
  const counted = bare.filter(word => !QUANTITIES.has(word));
  const named = counted.filter(word => !FILLERS.has(word));
  const filled = named.filter(word => !THINGS.has(word));
  for (const subject of [counted, named])
    if (subject.length > 0 && subject.length < (found.at(-1)?.length ?? 0)) found.push(subject);
  if (bare.length === 0 || (filled.length === 0 && path.length > 1)) {
    const holder = lowerWords(path.at(-2) ?? '');
    // Remove only trailing words: `shopApi` contains mutations of the shop, but the subject of `apiKey` is the whole name.
    while (CARRIER.test(holder.at(-1) ?? '')) holder.pop();
    found.push(holder);
  }
  return found;
}

/**
 * Splits a subject that ends with a word such as `item`: `film` and `item` for `update_film_item`. The word can be a filler, as here, or
 * part of the subject (`updateOrderItem`). Null for names that do not end with such a word.
 */
export function splitFillerWord(path: readonly string[]): { readonly subject: Subject; readonly thing: string } | null {
  const words = subjectOfName(path).filter(word => !FILLERS.has(word));
  const thing = words.at(-1) ?? '';
  return words.length > 1 && THINGS.has(thing) ? { subject: words.slice(0, -1), thing: singular(thing) } : null;
}

/** The subject of a name, without the verb and words for quantities. */
export function subjectOfName(path: readonly string[]): Subject {
  const words = nameWords(path);
  const at = verbIndex(words);
  return words.filter((word, index) => index !== at && !QUANTITIES.has(word));
}

/** A name in the singular and without words for quantities: the same for `deleteShip` and `bulkDeleteShips`. */
export const singularName = (path: readonly string[]): string =>
  [
    ...path.slice(0, -1),
    ...nameWords(path)
      .filter(word => !QUANTITIES.has(word))
      .map(singular),
  ].join(' ');

const nameWords = (path: readonly string[]): string[] => wordsWithoutKey(path.at(-1) ?? '');

/** The record type named by a namespace and a subject in it: `docker { removeContainer }` removes a `DockerContainer`. Null if there is none. */
export function recordTypeInSpace(model: SchemaModel, subject: Subject, path: readonly string[]): string | null {
  const space = lowerWords(path.at(-2) ?? '').filter(word => !CARRIER.test(word));
  return space.length === 0 ? null : (recordTypesByKey(model).get(keyOfWords([...space.map(singular), ...subject])) ?? null);
}

/** True for a name that adds a record to another or removes it: `removeUserFromGroup`, `addProductsToCollection`. */
export function isMembershipName(path: readonly string[]): boolean {
  const words = nameWords(path);
  const at = verbIndex(words);
  const verb = words[at] ?? '';
  const link = DELETE_WORDS.has(verb) ? 'from' : /^(add|assign)$/.test(verb) ? 'to' : null;
  if (link === null) return false;
  const start = words.indexOf(link, at + 1);
  return start > 0 && start < words.length - 1 && words.slice(at + 1, start).some(word => !QUANTITIES.has(word));
}

/** True for a name that says that the mutation changes several records: `bulkDeleteShips`, but not `deleteBatch` for a `Batch`. */
export function isBulkName(path: readonly string[], typeName: string): boolean {
  const own = lowerWords(typeName);
  return nameWords(path).some(word => /^(many|bulk|multiple|all|batch)$/.test(word) && !own.includes(word));
}

/** Words that restrict a mutation to some records of a type, such as drafts, or extend it to others. */
const SOME = setOf(
  'draft standalone recurring following entire future and pending archived published unpublished open closed expired scheduled guest anonymous temporary default',
);

/** True if words before the type's name restrict the mutation to some of its records, or extend it to others. */
export function namesOnlyPart(subject: Subject, typeName: string): boolean {
  const own = new Set(lowerWords(typeName));
  return subject.slice(0, -1).some(word => !own.has(word) && (SOME.has(word) || /.[^e]ed$/.test(word)));
}

/** Words for records of the signed-in user. */
const OWN = setOf('me my mine own viewer self current active logged signed');

/** True for a mutation that changes a record of the signed-in user: `updateCurrentUser`, `me { updateProfile }`. */
export function isOwn(path: readonly string[]): boolean {
  return path.some(name => lowerWords(name).some(word => OWN.has(word)));
}
