/**
 * Variables as they are written into a file: without secrets but those that stood in it already. All is done in the text, so numbers keep their
 * digits.
 */
import { isOneVariable } from '../../../session/environments/fillTemplate';
import { withoutSecretLiterals } from '../../../session/wire/secretLiterals';
import { documentSecrets } from '../../../transport/secrets/documentSecrets';
import { maskStructure } from '../../../transport/secrets/maskStructure';
import { compactJson, type JsonPart, readJsonText } from './readJsonText';

/** Variables and the document that says which of them are secret. */
interface Asked {
  readonly query: string;
  readonly variables: string;
}

/** A part and the same with its secrets emptied. */
interface Pair {
  readonly full: JsonPart;
  readonly bare: JsonPart;
}

/**
 * The variables without secrets but those that stood in the file `before`. In place of a changed one stands what stood there, where it is certain
 * that it belongs there; else nothing. The name of a variable of an environment is no secret.
 */
export function publicVariables(now: Asked, before: Asked): string {
  const { query, variables } = now;
  const bare = withoutSecretLiterals(variables, query);
  if (bare === variables) return variables;
  const given = pairOf(variables, bare);
  if (!given) return bare;
  const known = new Set<string>();
  for (const document of [before.query, query]) {
    for (const secret of secretsIn(before.variables, document)) known.add(secret);
    const stood = pairOf(before.variables, withoutSecretLiterals(before.variables, document));
    if (stood) addParts(stood, known);
  }
  const edits: { part: JsonPart; text: string }[] = [];
  const look = (pair: Pair, stood: Pair | undefined): void => {
    const { full, bare: emptied } = pair;
    if (full.raw === emptied.raw) return;
    if (isOpened(pair)) {
      const places = placesOf(pair, stood);
      for (const [at, inner] of innerOf(pair).entries()) look(inner, places[at]);
      return;
    }
    const isWhole = isEmpty(emptied);
    if (isWhole ? wordsIn(full).every(word => isOneVariable(word) || known.has(word)) : isKnownText(full, query, known)) return;
    edits.push({ part: full, text: (isWhole ? stood?.full.raw : undefined) ?? emptied.raw });
  };
  look(given, pairOf(before.variables, withoutSecretLiterals(before.variables, query)));
  let at = 0;
  const out: string[] = [];
  for (const { part, text } of edits) {
    out.push(variables.slice(at, part.from), text);
    at = part.to;
  }
  return out.join('') + variables.slice(at);
}

/** undefined for what is no JSON. */
function pairOf(text: string, bare: string): Pair | undefined {
  try {
    return { full: readJsonText(text), bare: readJsonText(bare) };
  } catch {
    return undefined;
  }
}

/** A list or an object of which no part was left out. */
function isOpened({ full, bare }: Pair): boolean {
  const isParted = full.kind === 'list' || full.kind === 'object';
  return isParted && full.kind === bare.kind && full.items.length === bare.items.length;
}

const innerOf = ({ full, bare }: Pair): Pair[] =>
  full.items.map((item, at) => ({ full: item, bare: bare.items[at] as JsonPart }));

const isEmpty = ({ kind, raw, items }: JsonPart): boolean => raw === '""' || (items.length === 0 && kind !== 'text');

/**
 * What stood where each part of `pair` stands now. Parts of a list may have been moved: it is certain only where all others are the same as before,
 * and what is not secret of this one.
 */
function placesOf(pair: Pair, stood: Pair | undefined): (Pair | undefined)[] {
  if (!stood || !isOpened(stood) || stood.full.kind !== pair.full.kind) return [];
  const inner = innerOf(stood);
  const { names, items } = pair.full;
  if (pair.full.kind === 'object') {
    const named = new Map(inner.map((part, at) => [stood.full.names[at], part]));
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

/** All that secret lists and objects hold, their names, too. */
function addParts(pair: Pair, known: Set<string>): void {
  if (isOpened(pair)) for (const inner of innerOf(pair)) addParts(inner, known);
  else if (isEmpty(pair.bare)) for (const word of wordsIn(pair.full)) known.add(word);
}

/** The texts, numbers and names in a part. */
function wordsIn({ kind, raw, names, items }: JsonPart): string[] {
  if (kind === 'text') return [JSON.parse(raw) as string].filter(text => text !== '');
  if (kind === 'plain') return /^[tfn]/.test(raw) ? [] : [raw];
  return [...names, ...items.flatMap(wordsIn)];
}

/** A text that holds secrets among other things, and none but known ones. What holds texts within texts is not looked through. */
function isKnownText({ kind, raw }: JsonPart, document: string, known: ReadonlySet<string>): boolean {
  if (kind !== 'text') return false;
  const text = JSON.parse(raw) as string;
  if (text.includes('\\\\') || text.includes('"""')) return false;
  const found = secretsIn(text, document);
  return found.length > 0 && found.every(secret => isOneVariable(secret) || known.has(secret));
}

function secretsIn(text: string, document: string): string[] {
  const found: string[] = [];
  maskStructure(text, { secrecy: documentSecrets(document), stand: 'empty', onSecret: secret => found.push(secret) });
  return found;
}
