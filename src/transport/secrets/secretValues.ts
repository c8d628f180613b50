/** Values that are known to be secret (a token, what a form submitted), to be taken out of whatever comes back. */
import { encodePart } from '../../lib/encodePart';
import { MASK } from './maskSign';

/** Takes known values out of texts. */
export interface SecretValues {
  /** The text without them, in every form they may have in an address or in JSON. */
  remove(text: string): string;
  /** The same for the long ones alone, which are no word of anything: in names and keys, too. */
  removeLong(text: string): string;
  /** A text or a number that is one of them, whole. */
  has(value: string): boolean;
}

/** Shorter values may be a part of any word: only the whole value, or the whole word, is taken for the secret. */
const WITHIN_WORDS_FROM = 4;
/** A value of one or two characters is taken out only where it stands alone. */
const AS_WORD_FROM = 3;
const LONG_FROM = 12;
/**
 * Values beyond this are not looked for: the first ones are those that were submitted. The environments of a connection alone can hold more
 * than a thousand.
 */
const MOST = 4000;

/** Looks for these values. '' is none. */
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

/** Texts to be looked for all at once: one after the other thousands of them take minutes. */
interface Finder {
  /** In the order of their letters. */
  forms: readonly string[];
  /** For each the place of the longest other one that it begins with; -1 for none. */
  shorter: readonly number[];
  /** The first two letters of each. */
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

/** Few of them are mostly not there at all, which the engine finds out sooner. */
const FEW = 20;

/** Where some overlap, all that they cover goes. */
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

/** The length of the longest that stands here; 0 for none. */
function lengthAt(text: string, at: number, { forms, shorter }: Finder): number {
  let low = 0;
  let high = forms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const form = forms[middle] as string;
    if (form > text.slice(at, at + form.length)) high = middle;
    else low = middle + 1;
  }
  // All that stand here are beginnings of the last that does not come behind the text.
  for (let found = low - 1; found >= 0; found = shorter[found] as number) {
    const form = forms[found] as string;
    if (text.startsWith(form, at)) return form.length;
  }
  return 0;
}

/** Nothing is known. */
export const NO_SECRETS: SecretValues = { has: () => false, remove: text => text, removeLong: text => text };

/** A password may be one of these words, but texts and names contain them as well. */
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

/** A value as it is, in JSON, in JSON in JSON, in an address and in Base64. */
function formsOf(value: string): Set<string> {
  const inJson = JSON.stringify(value).slice(1, -1);
  const twice = JSON.stringify(inJson).slice(1, -1);
  const forms = new Set([value, inJson, inJson.replaceAll('/', '\\/'), twice, ...addressForms(value)]);
  return forms;
}

function addressForms(value: string): string[] {
  const address = encodePart(value);
  return [address, address.replaceAll('%20', '+'), address.toLowerCase()];
}
