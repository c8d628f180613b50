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
  // A longer value first: it may contain a shorter one.
  const ordered = [...forms].sort((one, other) => other.length - one.length);
  const long = ordered.filter(form => form.length >= LONG_FROM);
  return {
    has: value => all.has(value),
    removeLong: text => without(text, long),
    remove(text) {
      if (all.has(text)) return MASK;
      const rest = without(text, ordered);
      return words.size > 0 ? rest.replace(/[\p{L}\p{N}_]{1,200}/gu, word => (words.has(word) ? MASK : word)) : rest;
    },
  };
}

function without(text: string, forms: readonly string[]): string {
  return forms.reduce((rest, form) => (rest.includes(form) ? rest.replaceAll(form, MASK) : rest), text);
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
