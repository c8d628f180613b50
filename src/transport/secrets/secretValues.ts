/** Masks values that are known to be secret (a token, a submitted form value) wherever they occur. */
import { encodePart } from '../../lib/text/encodePart';
import { MASK } from './maskSign';

/** Masks known values. */
export interface SecretValues {
  /** Masks the values in every form they may have in a URL or in JSON. */
  remove(text: string): string;
  /** Masks only long values, which are never ordinary words, in names and keys too. */
  removeLong(text: string): string;
  /** True for a string or number that is one of the values. */
  has(value: string): boolean;
}

/** Shorter values may be part of any word, so they are only masked as a whole value or a whole word. */
const WITHIN_WORDS_FROM = 4;
/** Values of one or two characters are only masked as a whole value. */
const AS_WORD_FROM = 3;
const LONG_FROM = 12;
/**
 * Limit on the number of values; the first ones are those that were submitted. The environments of a connection alone can have more than a
 * thousand.
 */
const MOST = 4000;

/** Creates a masker of these values; empty ones are ignored. */
export function secretValues(values: Iterable<string>): SecretValues {
  const all = new Set([...values].filter(value => value !== '').slice(0, MOST));
  const forms = new Set<string>();
  const words = new Set<string>();
  for (const value of all) {
    if (value.length >= WITHIN_WORDS_FROM && !COMMON.has(value.toLowerCase())) for (const form of formsOf(value)) forms.add(form);
    else if (value.length >= AS_WORD_FROM) words.add(value);
  }
  const any = finderOf([...forms]);
  const long = finderOf([...forms].filter(form => form.length >= LONG_FROM));
  return {
    has: value => all.has(value),
    removeLong: text => without(text, long),
    remove(text) {
      if (all.has(text)) return MASK;
      const rest = without(text, any);
      return words.size > 0 ? rest.replace(/[\p{L}\p{N}_]{1,200}/gu, word => (words.has(word) ? MASK : word)) : rest;
    },
  };
}

/** Strings that are searched for in one pass. Searching for thousands of them one by one takes minutes. */
interface Finder {
  /** The strings in lexicographic order. */
  forms: readonly string[];
  /** For each string, the index of the longest other one that is a prefix of it; -1 if there is none. */
  shorter: readonly number[];
  /** The first two characters of each string, as one number. */
  beginnings: ReadonlySet<number>;
}

function finderOf(texts: readonly string[]): Finder {
  const forms = [...texts].sort();
  const shorter: number[] = [];
  forms.forEach((form, at) => {
    let other = at - 1;
    while (other >= 0 && !form.startsWith(forms[other] as string)) other = shorter[other] as number;
    shorter.push(other);
  });
  return { forms, shorter, beginnings: new Set(forms.map(form => beginningAt(form, 0))) };
}

const beginningAt = (text: string, at: number): number => text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1);

/** Up to this many strings are first searched by the engine's `includes`, which is faster if none of them occurs, as in most texts. */
const FEW = 20;

/** Replaces all occurrences by MASK. Overlapping ones are replaced as one. */
function without(text: string, finder: Finder): string {
  const { forms, beginnings } = finder;
  if (forms.length <= FEW && !forms.some(form => text.includes(form))) return text;
  let out = '';
  let shown = 0;
  let hiddenTo = 0;
  for (let at = 0; at < text.length; at++) {
    const end = beginnings.has(beginningAt(text, at)) ? at + lengthAt(text, at, finder) : at;
    if (end <= hiddenTo || end === at) continue;
    if (at >= hiddenTo) out += text.slice(shown, at) + MASK;
    hiddenTo = shown = end;
  }
  return out + text.slice(shown);
}

/** The length of the longest string that occurs at index `at`; 0 if there is none. */
function lengthAt(text: string, at: number, { forms, shorter }: Finder): number {
  let low = 0;
  let high = forms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const form = forms[middle] as string;
    if (form > text.slice(at, at + form.length)) high = middle;
    else low = middle + 1;
  }
  // Every string that occurs here is a prefix of the last one that does not sort after the text.
  for (let found = low - 1; found >= 0; found = shorter[found] as number) {
    const form = forms[found] as string;
    if (text.startsWith(form, at)) return form.length;
  }
  return 0;
}

/** A masker without values. */
export const NO_SECRETS: SecretValues = { has: () => false, remove: text => text, removeLong: text => text };

/** Words that a password may equal but that are common in texts and names. */
const COMMON = new Set([
  'true',
  'false',
  'null',
  'none',
  'name',
  'type',
  'data',
  'user',
  'error',
  'errors',
  'message',
  'password',
  'token',
]);

/** A value as it is, in JSON, in JSON within JSON, in a URL, and in Base64. */
function formsOf(value: string): Set<string> {
  const inJson = JSON.stringify(value).slice(1, -1);
  const twice = JSON.stringify(inJson).slice(1, -1);
  const forms = new Set([value, inJson, inJson.replaceAll('/', '\\/'), twice, ...addressForms(value), ...base64Forms(value)]);
  return forms;
}

function addressForms(value: string): string[] {
  const address = encodePart(value);
  return [address, address.replaceAll('%20', '+'), address.toLowerCase()];
}

/** The Base64 of a value, also within a longer text (`user:password`), without the characters at its ends that hold other bits too. */
function base64Forms(value: string): string[] {
  const bytes = encodePart(value).replace(/%(..)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return [0, 1, 2].flatMap(before => {
    const form = btoa(' '.repeat(before) + bytes).slice(before && before + 1, ((before + bytes.length) * 4) / 3);
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
