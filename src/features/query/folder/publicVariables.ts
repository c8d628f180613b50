/**
 * Removes secrets from variables before they are written to a file, except those that are already in it. Works on the text, so that numbers
 * keep their digits.
 */
import { isOneVariable } from '../../../session/environments/fillTemplate';
import { withoutSecretLiterals } from '../../../session/wire/secretLiterals';
import { documentSecrets } from '../../../transport/secrets/documentSecrets';
import { maskStructure } from '../../../transport/secrets/maskStructure';
import { compactJson, type JsonPart, readJsonText } from './readJsonText';

/** Variables, and the document from which it is known which of them are secret. */
interface VariablesOfDocument {
  readonly query: string;
  readonly variables: string;
}

/** A part of the JSON, with and without its secrets. */
interface Pair {
  readonly full: JsonPart;
  readonly bare: JsonPart;
}

/**
 * Returns the variables without secrets, except those that are in the file `before`. A changed secret is replaced by its old value if it
 * certainly belongs there, otherwise by an empty one. The name of an environment variable is not a secret.
 */
export function publicVariables(now: VariablesOfDocument, before: VariablesOfDocument): string {
  const { query, variables } = now;
  const bare = withoutSecretLiterals(variables, query);
  if (bare === variables) return variables;
  const current = pairOf(variables, bare);
  if (!current) return bare;
  const known = new Set<string>();
  for (const document of [before.query, query]) {
    for (const secret of secretsIn(before.variables, document)) known.add(secret);
    const previous = pairOf(before.variables, withoutSecretLiterals(before.variables, document));
    if (previous) addParts(previous, known);
  }
  const edits: { part: JsonPart; text: string }[] = [];
  const look = (pair: Pair, previous: Pair | undefined): void => {
    const { full, bare: emptied } = pair;
    if (full.raw === emptied.raw) return;
    if (isOpened(pair)) {
      const places = placesOf(pair, previous);
      for (const [at, inner] of innerOf(pair).entries()) look(inner, places[at]);
      return;
    }
    const isWhole = isEmpty(emptied);
    if (isWhole ? wordsIn(full).every(word => isOneVariable(word) || known.has(word)) : isKnownText(full, query, known)) return;
    edits.push({ part: full, text: (isWhole ? previous?.full.raw : undefined) ?? emptied.raw });
  };
  look(current, pairOf(before.variables, withoutSecretLiterals(before.variables, query)));
  let at = 0;
  const out: string[] = [];
  for (const { part, text } of edits) {
    out.push(variables.slice(at, part.from), text);
    at = part.to;
  }
  return out.join('') + variables.slice(at);
}

/** Returns undefined if the text is not JSON. */
function pairOf(text: string, bare: string): Pair | undefined {
  try {
    return { full: readJsonText(text), bare: readJsonText(bare) };
  } catch {
    return undefined;
  }
}

/** Returns true for a list or object none of whose members was removed. */
function isOpened({ full, bare }: Pair): boolean {
  const isParted = full.kind === 'list' || full.kind === 'object';
  return isParted && full.kind === bare.kind && full.items.length === bare.items.length;
}

const innerOf = ({ full, bare }: Pair): Pair[] =>
  full.items.map((item, at) => ({ full: item, bare: bare.items[at] as JsonPart }));

const isEmpty = ({ kind, raw, items }: JsonPart): boolean => raw === '""' || (items.length === 0 && kind !== 'text');

/**
 * Returns the old part for each member of `pair`. Items of a list can have moved: a match is only certain if all others are unchanged, and
 * the public parts of this one too.
 */
function placesOf(pair: Pair, previous: Pair | undefined): (Pair | undefined)[] {
  if (!previous || !isOpened(previous) || previous.full.kind !== pair.full.kind) return [];
  const inner = innerOf(previous);
  const { names, items } = pair.full;
  if (pair.full.kind === 'object') {
    const named = new Map(inner.map((part, at) => [previous.full.names[at], part]));
    return names.map(name => named.get(name));
  }
  if (inner.length !== items.length) return [];
  const changed = inner.flatMap(({ full }, at) => (isSame(full, items[at]) ? [] : [at]));
  const [only] = changed;
  if (only === undefined) return inner;
  const own = changed.length === 1 && isSame(pair.bare.items[only], inner[only]?.bare) ? inner[only] : undefined;
  return items.map((_, at) => (at === only ? own : undefined));
}

const isSame = (one: JsonPart | undefined, other: JsonPart | undefined): boolean =>
  one !== undefined && other !== undefined && (one.raw === other.raw || compactJson(one.raw) === compactJson(other.raw));

/** Adds all texts, numbers and names inside secret lists and objects. */
function addParts(pair: Pair, known: Set<string>): void {
  if (isOpened(pair)) for (const inner of innerOf(pair)) addParts(inner, known);
  else if (isEmpty(pair.bare)) for (const word of wordsIn(pair.full)) known.add(word);
}

/** Returns the texts, numbers and names in a part. */
function wordsIn({ kind, raw, names, items }: JsonPart): string[] {
  if (kind === 'text') return [JSON.parse(raw) as string].filter(text => text !== '');
  if (kind === 'plain') return /^[tfn]/.test(raw) ? [] : [raw];
  return [...names, ...items.flatMap(wordsIn)];
}

/** Returns true for a text that contains secrets among other things, all of them known. JSON texts inside texts are not examined. */
function isKnownText({ kind, raw }: JsonPart, document: string, known: ReadonlySet<string>): boolean {
  if (kind !== 'text') return false;
  const text = JSON.parse(raw) as string;
  if (text.includes('\\\\') || text.includes('"""')) return false;
  const found = secretsIn(text, document);
  return found.length > 0 && found.every(secret => isOneVariable(secret) || known.has(secret));
}

/** Returns the secrets in a text. `document`: the document that it belongs to. Default: the text itself. */
export function secretsIn(text: string, document = text): string[] {
  const found: string[] = [];
  maskStructure(text, { secrecy: documentSecrets(document), stand: 'empty', onSecret: secret => found.push(secret) });
  return found;
}
