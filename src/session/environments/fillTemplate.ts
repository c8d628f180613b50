/**
 * Variables in texts: `{{region}}` is replaced by the value of the variable "region". Values are inserted literally: variables in a value are
 * not replaced. A backslash escapes the braces: `\{{region}}` becomes `{{region}}`.
 */

/** A text with its variables replaced. */
export interface Filled {
  text: string;
  /** Names without a value, each once, in order. If there are any, the text must not be used. */
  unset: string[];
  /** Names of the replaced variables. */
  used: string[];
}

/** Maximum length of the result, in characters. */
export const LONGEST_FILLED = 1_000_000;

/** Also matches names that no environment can declare (`$guid`, `my region`), so that they are reported. Expressions stay text. */
const VARIABLE = /(\\?)\{\{([\p{L}\p{N}_ \t.$-]{1,100})\}\}/gu;
const NAME = /^[A-Za-z_][\w.-]{0,63}$/;

/** A quick check: false if the text certainly has no variables. */
export const hasVariables = (text: string): boolean => text.includes('{{');

/** True if the text consists of exactly one variable. */
export const isOneVariable = (text: string): boolean => /^\{\{[^{}]{1,100}\}\}$/.test(text);

/** True for a valid variable name. */
export const isVariableName = (name: string): boolean => NAME.test(name);

/** Replaces the variables. @throws RangeError when the result is longer than `LONGEST_FILLED` */
export function fillTemplate(text: string, values: ReadonlyMap<string, string>): Filled {
  const unset = new Set<string>();
  const used = new Set<string>();
  let length = text.length;
  const filled = text.replace(VARIABLE, (whole, escaped: string, inner: string) => {
    if (escaped !== '') return whole.slice(1);
    const name = inner.trim();
    if (name === '') return whole;
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

/** Replaces the variables in all strings of a JSON value, except in keys. Adds names to `found.unset` and `found.used`. */
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
  // Other objects than plain ones (a file, a large integer) are returned unchanged.
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fillValue(item, values, found)]));
}

/** False for lists and for objects with a class of their own. */
export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
