/** What the name of a mutation speaks of: its words without the verb and without words that only fill it. */
import { singular } from '../model/readableName';
import { lowerWords, spokenWords } from './nameWords';
import type { Subject } from './recordNames';
import { DELETE_WORDS, isVerb, verbIndex } from './verbs';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that fill a name: `updateOneShip`, `delete_x_by_pk`, `insertIntoX`. */
const QUANTITIES = setOf('one many bulk batch single multiple all by pk from into in of the a my this partial');
/** Words that may be the name of a thing as well. */
const FILLERS = setOf('id nodeid node mutation');
/** These are most often things: `updateFilmCollection` changes films, `deleteOrderItem` an item. */
const THINGS = setOf('item items collection record records entry entries');

/** Words at the end of a namespace's name that only say that it is one. */
const CARRIER = /^(mutations?|ops|operations?|actions?|api|module|commands?|service|input)$/;

/** What a mutation's name speaks of, the most exact reading first: without its verb, then without words that fill it. */
export function subjectsOf(path: readonly string[]): Subject[] {
  const words = nameWords(path);
  const found: string[][] = [];
  const at = verbIndex(words);
  const bare = at < 0 ? words : words.filter((_, index) => index !== at);
  if (bare.length > 0) found.push(bare);
  // `updateStatusUpdate` is an update of a `StatusUpdate`, `blockDelete` the end of a `Block`.
  if (at > 0 && isVerb(words[0] ?? '')) found.push(words.slice(1));
  const counted = bare.filter(word => !QUANTITIES.has(word));
  const named = counted.filter(word => !FILLERS.has(word));
  const filled = named.filter(word => !THINGS.has(word));
  for (const subject of [counted, named])
    if (subject.length > 0 && subject.length < (found.at(-1)?.length ?? 0)) found.push(subject);
  if (bare.length === 0 || (filled.length === 0 && path.length > 1)) {
    const holder = lowerWords(path.at(-2) ?? '');
    // `apiKey` is a key of the API, `shopApi` holds what changes the shop.
    while (CARRIER.test(holder.at(-1) ?? '')) holder.pop();
    found.push(holder);
  }
  return found;
}

/**
 * `update_film_item` → film, with the word `item` after it, which may be the thing that is meant (`updateOrderItem`); null for a name
 * without such a word at its end.
 */
export function beforeThing(path: readonly string[]): { readonly subject: Subject; readonly thing: string } | null {
  const words = thingOf(path).filter(word => !FILLERS.has(word));
  const thing = words.at(-1) ?? '';
  return words.length > 1 && THINGS.has(thing) ? { subject: words.slice(0, -1), thing: singular(thing) } : null;
}

/** The thing a name speaks of, without the words for how many of it. */
export function thingOf(path: readonly string[]): Subject {
  const words = nameWords(path);
  const at = verbIndex(words);
  return words.filter((word, index) => index !== at && !QUANTITIES.has(word));
}

const nameWords = (path: readonly string[]): string[] => spokenWords(path.at(-1) ?? '');

/** True for a name that takes one thing out of another or puts it in: `removeUserFromGroup`, `addProductsToCollection`. */
export function takesOutOf(path: readonly string[]): boolean {
  const words = nameWords(path);
  const at = verbIndex(words);
  const verb = words[at] ?? '';
  const link = DELETE_WORDS.has(verb) ? 'from' : /^(add|assign)$/.test(verb) ? 'to' : null;
  if (link === null) return false;
  const start = words.indexOf(link, at + 1);
  return start > 0 && start < words.length - 1 && words.slice(at + 1, start).some(word => !QUANTITIES.has(word));
}

/** True for a name that says that several records are changed at once: `bulkDeleteShips`, `updateManyShips`. */
export function changesSeveral(path: readonly string[]): boolean {
  return nameWords(path).some(word => /^(many|bulk|multiple|all|batch)$/.test(word));
}

/** Words for some records of a type only, or for more than one: what is done to a draft is not done to every order. */
const SOME = setOf(
  'draft standalone recurring following entire future and pending archived published unpublished open closed expired scheduled guest anonymous temporary default',
);

/** True when the words before the name of the type say that only some of its records are meant, or others as well. */
export function saysOnlySome(subject: Subject, typeName: string): boolean {
  const own = new Set(lowerWords(typeName));
  return subject.slice(0, -1).some(word => !own.has(word) && (SOME.has(word) || /.[^e]ed$/.test(word)));
}

/** Words for what is the reader's own. */
const OWN = setOf('me my mine own viewer self current active logged signed');

/** True for a mutation that changes what is the reader's own: `updateCurrentUser`, `me { updateProfile }`. */
export function isOwn(path: readonly string[]): boolean {
  return path.some(name => lowerWords(name).some(word => OWN.has(word)));
}
