/**
 * A ranked search over the names and descriptions of a schema. It searches a list of lower-case entries, sorted in advance by the order of
 * equally good hits, so that a keystroke takes a few milliseconds in a schema with ten thousand fields. Building the list takes longer;
 * `docsSearchSteps` does it in steps, before the first keystroke.
 */
import { wordsOf } from '../model/readableName';
import { type ArgumentModel, fieldsOf, type SchemaModel, type TypeModel } from '../model/schemaModel';

/** A search result: a type, a member of a type, an argument or a directive. */
export interface DocsHit {
  kind: 'type' | 'field' | 'inputField' | 'value' | 'argument' | 'directive';
  name: string;
  /** The type (and field, for an argument) that it belongs to: ['Query', 'ships']. Empty for a type or directive. */
  holder: readonly string[];
  description: string | null;
  deprecated: boolean;
}

interface Entry {
  readonly hit: DocsHit;
  /** All texts are in lower case. */
  readonly name: string;
  /** The words of the name, each preceded by a space. */
  readonly words: string;
  /** The name of the type; '' for a type or directive. */
  readonly holder: string;
  readonly description: string;
  /** The position among equally good hits: short names first, then frequently used types. */
  readonly order: number;
}

/** Number of characters of a description that are searched. */
const SEARCHED_LENGTH = 2000;
/** Number of characters of a name that are searched. */
const SEARCHED_NAME = 200;
const KEY = 'docsSearch';

/** Up to `limit` hits, best first; none for an empty text. */
export function searchDocs(model: SchemaModel, text: string, limit: number): DocsHit[] {
  return search(entriesOf(model), text, limit);
}

/** Builds the entries for `searchDocs`, one type per step. The last step sorts them, which takes a few milliseconds. */
export function* docsSearchSteps(model: SchemaModel): Generator<void, void> {
  // The generator is memoized: `searchDocs` or another call resumes it where an interrupted call stopped.
  const steps = model.remember(`${KEY} steps`, () => makeEntries(model));
  for (;;) {
    const step = steps.next();
    if (step.done) {
      if (step.value) model.remember(KEY, () => step.value);
      return;
    }
    yield;
  }
}

function entriesOf(model: SchemaModel): readonly Entry[] {
  return model.remember(KEY, () => {
    const steps = model.remember(`${KEY} steps`, () => makeEntries(model));
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value ?? [];
    }
  });
}

function* makeEntries(model: SchemaModel): Generator<void, readonly Entry[]> {
  const entries: Entry[] = [];
  // Words by name: names such as `id` occur in many types.
  const cache = new Map<string, string>();
  const wordsIn = (name: string): string => {
    const words =
      cache.get(name) ??
      wordsOf(name)
        .reduce((all, word) => `${all} ${word}`, '')
        .toLowerCase();
    cache.set(name, words);
    return words;
  };
  const add = (hit: DocsHit, weight: number): void => {
    const name = hit.name.slice(0, SEARCHED_NAME);
    entries.push({
      hit,
      name: name.toLowerCase(),
      words: wordsIn(name),
      holder: (hit.holder[0] ?? '').slice(0, SEARCHED_NAME).toLowerCase(),
      description: hit.description === null ? '' : hit.description.slice(0, SEARCHED_LENGTH).toLowerCase(),
      order: hit.name.length * 16 + weight + (hit.deprecated ? 8 : 0),
    });
  };
  for (const type of model.types.values()) {
    if (type.name.startsWith('__')) continue;
    yield;
    const weight = weightOf(model, type);
    const holder = [type.name];
    add({ kind: 'type', name: type.name, holder: [], description: type.description, deprecated: false }, weight);
    for (const { name, description, deprecationReason, args } of fieldsOf(type).values()) {
      add({ kind: 'field', name, holder, description, deprecated: deprecationReason !== null }, weight);
      for (const argument of args.values()) add(argumentHit(argument, [type.name, name]), 5);
    }
    if (type.kind === 'enum')
      for (const { name, description, deprecationReason } of type.values)
        add({ kind: 'value', name, holder, description, deprecated: deprecationReason !== null }, 3);
    if (type.kind === 'input')
      for (const { name, description, deprecationReason } of type.inputFields.values())
        add({ kind: 'inputField', name, holder, description, deprecated: deprecationReason !== null }, 4);
  }
  for (const { name, description } of model.directives.values())
    add({ kind: 'directive', name, holder: [], description, deprecated: false }, 0);
  yield;
  return entries.sort((a, b) => a.order - b.order);
}

const argumentHit = ({ name, description, deprecationReason }: ArgumentModel, holder: readonly string[]): DocsHit => ({
  kind: 'argument',
  name,
  holder,
  description,
  deprecated: deprecationReason !== null,
});

/** Root types are looked up most often, then record types (with an `id`), then wrappers and payloads. */
function weightOf(model: SchemaModel, type: TypeModel): number {
  if (type === model.queryType || type === model.mutationType || type === model.subscriptionType) return 0;
  return fieldsOf(type).has('id') ? 1 : 2;
}

/**
 * The number of ranks. From best (0) to worst (10), the text matches: the whole name, its start, the start of a word in it, the whole name
 * with one typo, with two typos, the starts of several words including the last one ("prState" for PullRequestState), the starts of several
 * words, any part of the name, the name together with that of its type, a word with a typo, the description.
 */
const RANKS = 11;
/** Also the rank of a name without some of its vowels: "usr". */
const RANK_WORD = 2;
const RANK_NAME_TYPO = 3;
const RANK_NAME_TYPOS = 4;
const RANK_WORD_STARTS = 5;
const RANK_PART = 7;
const RANK_HOLDER = 8;
const RANK_TYPO = 9;
const RANK_DESCRIPTION = 10;
/** With fewer hits than this, the search also looks for similar spellings. */
const FEW = 3;

/** A shorter name with two typos is found only if there are no other hits, and only from this length on: "lisence". */
const LONG_FOR_TWO_TYPOS = 6;

/** Within a rank, types come before other hits, except among hits in descriptions. */
function search(entries: readonly Entry[], text: string, limit: number): DocsHit[] {
  const typed = text
    .trim()
    .slice(0, 2 * SEARCHED_NAME)
    .replace(/^@/, '');
  const wanted = typed.toLowerCase();
  if (wanted === '') return [];
  // "Ship.visits" searches only the members of Ship.
  const dot = wanted.indexOf('.');
  const holder = dot > 0 ? wanted.slice(0, dot) : null;
  const name = dot > 0 ? wanted.slice(dot + 1) : wanted;
  const parts = name.split(/\s+/);
  const capitals = capitalsOf(typed, name);
  // A name in camel case, such as "closeIss", is that of a field. A name that it is like has as many words: "Closer" is not "closePR".
  const isCamelCase = /^[a-z]+[A-Z]/.test(typed);
  const fewestWords = isCamelCase ? capitals.size + 1 : 1;
  const lists: DocsHit[][] = Array.from({ length: RANKS * 2 }, () => []);
  for (const entry of entries) {
    if (holder !== null && entry.holder !== holder) continue;
    // For "Ship." the fields of the type come before their arguments.
    const isBehind = name === '' && entry.hit.kind === 'argument';
    const rank = isBehind ? 1 : parts.length > 1 ? rankOfSeveral(entry, name, parts) : rankOf(entry, name, capitals);
    if (rank === null) continue;
    const isFirst = isCamelCase ? entry.hit.name.startsWith(rank === 1 ? typed : (typed[0] ?? '')) : entry.hit.kind === 'type';
    const list = lists[rank * 2 + (isFirst || rank === RANK_DESCRIPTION ? 0 : 1)];
    if (list && list.length < limit) list.push(entry.hit);
  }
  const hitsAbove = (rank: number): number => lists.slice(0, rank * 2).reduce((sum, list) => sum + list.length, 0);
  // Word starts and parts can match by chance: "PullRequst" is also made of the starts of "pull", "request" and "state".
  if (hitsAbove(RANK_NAME_TYPO) < FEW && parts.length === 1) {
    const lowest = hitsAbove(RANK_TYPO) < FEW ? RANK_TYPO : RANK_NAME_TYPOS;
    const addSimilar = (mostTypos: number): void => {
      const rankOfTypo = typoRanks(name, mostTypos);
      for (const entry of entries) {
        if ((holder !== null && entry.holder !== holder) || entry.name.includes(name)) continue;
        const rank = rankOfTypo(entry);
        if (rank === null || rank > lowest || entry.words.split(' ').length <= fewestWords) continue;
        const list = lists[rank * 2 + (entry.hit.kind === 'type' ? 0 : 1)];
        if (list && list.length < limit) list.push(entry.hit);
      }
    };
    addSimilar(name.length < 4 ? 0 : name.length < 8 ? 1 : 2);
    if (name.length >= LONG_FOR_TWO_TYPOS && hitsAbove(RANKS) === 0) addSimilar(2);
  }
  return [...new Set(lists.flat())].slice(0, limit);
}

function rankOf({ name, words, description }: Entry, wanted: string, capitals: ReadonlySet<number>): number | null {
  if (name.includes(wanted)) {
    if (name === wanted || wanted === '') return 0;
    if (name.startsWith(wanted)) return 1;
    return words.includes(` ${wanted}`) ? RANK_WORD : RANK_PART;
  }
  const starts = wanted.length > 1 && name[0] === wanted[0] ? matchWordStarts(words, wanted, capitals) : null;
  if (starts !== null) return starts === 'complete' ? RANK_WORD_STARTS : RANK_WORD_STARTS + 1;
  return description.includes(wanted) ? RANK_DESCRIPTION : null;
}

/** The offsets of capital letters in the typed name. Each capital must start a word, so that "PRstate" does not match "ProjectState". */
function capitalsOf(typed: string, name: string): ReadonlySet<number> {
  const end = typed.slice(-name.length);
  if (end.toLowerCase() !== name) return new Set();
  return new Set([...name].flatMap((letter, at) => (end[at] === letter ? [] : [at])));
}

/**
 * Whether `wanted` is a concatenation of starts of the name's words, in order: `complete` if the last word is one of them, null if it is
 * not such a concatenation. It must begin with the first word; later words can be skipped.
 * @param words the words of the name, each preceded by a space
 * @param capitals offsets in `wanted` at which a word must start
 */
function matchWordStarts(words: string, wanted: string, capitals: ReadonlySet<number>): 'complete' | 'partial' | null {
  // The lengths of the prefixes of `wanted` that the words so far can form.
  let reached = new Set([0]);
  const all = words.slice(1).split(' ');
  for (const [at, word] of all.entries()) {
    const next = new Set(at === 0 ? [] : reached);
    for (const from of reached) {
      for (let length = 0; length < word.length && word[length] === wanted[from + length]; length++) {
        if (length > 0 && capitals.has(from + length)) break;
        next.add(from + length + 1);
      }
    }
    if (next.has(wanted.length)) return at === all.length - 1 ? 'complete' : 'partial';
    if (next.size === 0) return null;
    reached = next;
  }
  return null;
}

/** Returns a function that ranks an entry whose name, or a word of it, has the same first letter as `wanted` and at most that many typos. */
function typoRanks(wanted: string, most: number): (entry: Entry) => number | null {
  const cache = new Map<string, number>();
  /** The number of typos; infinite if there are too many. */
  const typosIn = (text: string): number => {
    const before = cache.get(text);
    if (before !== undefined) return before;
    const isNear = text[0] === wanted[0] && Math.abs(text.length - wanted.length) <= most;
    const distance = isNear ? editDistance(text, wanted) : Number.POSITIVE_INFINITY;
    const found = distance <= most ? distance : Number.POSITIVE_INFINITY;
    cache.set(text, found);
    return found;
  };
  const isLike = (text: string): boolean => typosIn(text) <= most;
  const beginning = ` ${wanted[0]}`;
  return ({ name, words }) => {
    if (!words.includes(beginning)) return null;
    if (isWithoutVowels(name, wanted)) return RANK_WORD;
    if (most === 0) return null;
    if (isLike(name)) return typosIn(name) > 1 ? RANK_NAME_TYPOS : RANK_NAME_TYPO;
    return words.slice(1).split(' ').some(isLike) ? RANK_TYPO : null;
  };
}

/** Whether `wanted` is the name without some of its vowels, apart from the first letter: "usr" for "user". */
function isWithoutVowels(name: string, wanted: string): boolean {
  if (name[0] !== wanted[0] || wanted.length < 2) return false;
  let at = 0;
  for (const letter of name) {
    if (letter === wanted[at]) at++;
    else if (!'aeiou'.includes(letter)) return false;
  }
  return at === wanted.length;
}

/** The optimal string alignment distance: the number of insertions, deletions, substitutions and swaps of neighbouring letters. */
function editDistance(a: string, b: string): number {
  let [older, old] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (old[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const exchanged =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (older[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min((old[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, changed, exchanged));
    }
    [older, old] = [old, row];
  }
  return old[b.length] ?? 0;
}

/** The rank for a text of several words: best if the name contains them as a phrase, then all in the name, in name and holder, anywhere. */
function rankOfSeveral({ name, words, holder, description }: Entry, phrase: string, parts: readonly string[]): number | null {
  const at = words.indexOf(` ${phrase}`);
  if (at >= 0) return at > 0 ? RANK_WORD : words.length === phrase.length + 1 ? 0 : 1;
  let rank = RANK_PART;
  // A match in the holder's name alone is not enough, or every field of that type would be a hit.
  let isOwn = false;
  for (const part of parts) {
    if (name.includes(part)) isOwn = true;
    else if (holder.includes(part)) rank = Math.max(rank, RANK_HOLDER);
    else if (description.includes(part)) {
      isOwn = true;
      rank = RANK_DESCRIPTION;
    } else return null;
  }
  return isOwn ? rank : null;
}
