/**
 * A ranked search over the names and descriptions of a schema. It looks at lower-case copies made beforehand, which stand in the order in
 * which equally good hits are wanted, so that a keystroke costs a few milliseconds on schemas of ten thousand fields. Making them takes
 * longer; `docsSearchSteps` does it in pieces, ahead of the first keystroke.
 */
import { wordsOf } from '../model/readableName';
import { type ArgumentModel, fieldsOf, type SchemaModel, type TypeModel } from '../model/schemaModel';

/** Something that can be looked up. `holder` is the type a field, argument or value belongs to. */
export interface DocsHit {
  kind: 'type' | 'field' | 'inputField' | 'value' | 'argument' | 'directive';
  /** Its own name. */
  name: string;
  /** Type (and field, for an argument) it belongs to: ['Query', 'ships']; empty for a type or directive. */
  holder: readonly string[];
  description: string | null;
  deprecated: boolean;
}

interface Entry {
  readonly hit: DocsHit;
  /** All in lower case. `words`: each with a space before it. */
  readonly name: string;
  readonly words: string;
  readonly holder: string;
  readonly description: string;
  /** Among equally good hits: shorter names first, then what is asked for more often. */
  readonly order: number;
}

/** Of descriptions longer than this only the beginning is searched. */
const DESCRIBED = 2000;
const KEY = 'docsSearch';

/** The best hits first, at most `limit`; none for an empty text. */
export function searchDocs(model: SchemaModel, text: string, limit: number): DocsHit[] {
  return search(entriesOf(model), text, limit);
}

/** Makes ready for `searchDocs`, a type at a time; the last step, putting all in order, takes some milliseconds. */
export function* docsSearchSteps(model: SchemaModel): Generator<void, void> {
  // Whoever stops half-way and comes back goes on with what is there.
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
  // Names such as `id` stand in every second type.
  const known = new Map<string, string>();
  const wordsIn = (name: string): string => {
    const words =
      known.get(name) ??
      wordsOf(name)
        .reduce((all, word) => `${all} ${word}`, '')
        .toLowerCase();
    known.set(name, words);
    return words;
  };
  const add = (hit: DocsHit, weight: number): void => {
    entries.push({
      hit,
      name: hit.name.toLowerCase(),
      words: wordsIn(hit.name),
      holder: hit.holder.length === 0 ? '' : (hit.holder[0] ?? '').toLowerCase(),
      description: hit.description === null ? '' : hit.description.slice(0, DESCRIBED).toLowerCase(),
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

/** Where one begins is asked for most, then records, then what only wraps or answers. */
function weightOf(model: SchemaModel, type: TypeModel): number {
  if (type === model.queryType || type === model.mutationType || type === model.subscriptionType) return 0;
  return fieldsOf(type).has('id') ? 1 : 2;
}

/** How well something fits: the whole name, its beginning, a word's beginning, anywhere in it, with its holder, in the description. */
const RANKS = 6;

/** Types come before their fields, but for those that only their description speaks for. */
function search(entries: readonly Entry[], text: string, limit: number): DocsHit[] {
  const wanted = text.trim().toLowerCase().replace(/^@/, '');
  if (wanted === '') return [];
  // "Ship.visits" looks for the field of that type.
  const dot = wanted.indexOf('.');
  const holder = dot > 0 ? wanted.slice(0, dot) : null;
  const name = dot > 0 ? wanted.slice(dot + 1) : wanted;
  const parts = name.split(/\s+/);
  const lists: DocsHit[][] = Array.from({ length: RANKS * 2 }, () => []);
  for (const entry of entries) {
    if (holder !== null && entry.holder !== holder) continue;
    // Of a type whose fields are asked for, what these take comes behind them.
    const isBehind = name === '' && entry.hit.kind === 'argument';
    const rank = isBehind ? 1 : parts.length > 1 ? rankOfSeveral(entry, name, parts) : rankOf(entry, name);
    if (rank === null) continue;
    const list = lists[rank * 2 + (entry.hit.kind === 'type' || rank === RANKS - 1 ? 0 : 1)];
    if (list && list.length < limit) list.push(entry.hit);
  }
  return lists.flat().slice(0, limit);
}

function rankOf({ name, words, description }: Entry, wanted: string): number | null {
  if (name.includes(wanted)) {
    if (name === wanted || wanted === '') return 0;
    if (name.startsWith(wanted)) return 1;
    return words.includes(` ${wanted}`) ? 2 : 3;
  }
  return description.includes(wanted) ? 5 : null;
}

/** Several words: as a phrase first, then all of them in the name, in name and holder, or anywhere. */
function rankOfSeveral({ name, words, holder, description }: Entry, phrase: string, parts: readonly string[]): number | null {
  const at = words.indexOf(` ${phrase}`);
  if (at >= 0) return at > 0 ? 2 : words.length === phrase.length + 1 ? 0 : 1;
  let rank = 3;
  // That its type is called so says nothing of a field by itself.
  let isOwn = false;
  for (const part of parts) {
    if (name.includes(part)) isOwn = true;
    else if (holder.includes(part)) rank = Math.max(rank, 4);
    else if (description.includes(part)) {
      isOwn = true;
      rank = 5;
    } else return null;
  }
  return isOwn ? rank : null;
}
