/**
 * Variables in texts: `{{region}}` is replaced by the value of the variable "region". A value is put in as it is and is not filled again. A backslash
 * before the braces keeps them: `\{{region}}` stays `{{region}}`.
 */

/** A text with its variables replaced. */
export interface Filled {
  text: string;
  /** Names that have no value, each once, in their order. Then the text must not be used. */
  unset: string[];
  /** Names whose values were put in. */
  used: string[];
}

/** Longest text that filling gives; beyond it the text is refused. */
export const LONGEST_FILLED = 1_000_000;

const VARIABLE = /(\\?)\{\{[ \t]{0,8}([A-Za-z_][\w.-]{0,63})[ \t]{0,8}\}\}/g;
const NAME = /^[A-Za-z_][\w.-]{0,63}$/;

/** True for a text that may hold variables; a quick look. */
export const hasVariables = (text: string): boolean => text.includes('{{');

/** True for a text that is one variable and nothing else. */
export const isOneVariable = (text: string): boolean => /^\{\{[^{}]{1,100}\}\}$/.test(text);

/** True for a name that a variable can have. */
export const isVariableName = (name: string): boolean => NAME.test(name);

/** Replaces the variables. @throws RangeError when the result is longer than `LONGEST_FILLED` */
export function fillTemplate(text: string, values: ReadonlyMap<string, string>): Filled {
  const unset = new Set<string>();
  const used = new Set<string>();
  let length = text.length;
  const filled = text.replace(VARIABLE, (whole, kept: string, name: string) => {
    if (kept !== '') return whole.slice(1);
    const value = values.get(name);
    if (value === undefined) {
      unset.add(name);
      return whole;
    }
    used.add(name);
    length += value.length;
    if (length > LONGEST_FILLED) throw new RangeError('The text is too long with its variables filled in');
    return value;
  });
  return { text: filled, unset: [...unset], used: [...used] };
}

/** Fills every text within a JSON value, names of fields left as they are. `unset` and `used` are added to. */
export function fillValue(
  value: unknown,
  values: ReadonlyMap<string, string>,
  found: { unset: Set<string>; used: Set<string> },
): unknown {
  if (typeof value === 'string') {
    if (!hasVariables(value)) return value;
    const { text, unset, used } = fillTemplate(value, values);
    for (const name of unset) found.unset.add(name);
    for (const name of used) found.used.add(name);
    return text;
  }
  if (Array.isArray(value)) return value.map(item => fillValue(item, values, found));
  // What is no plain object (a file, a large integer) holds no texts.
  if (typeof value !== 'object' || value === null || ![Object.prototype, null].includes(Object.getPrototypeOf(value)))
    return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fillValue(item, values, found)]));
}
