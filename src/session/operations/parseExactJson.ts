/** Parses the JSON of variables and assertions without loss. Used by Query and `oriel run`. */
import { parseJson } from '../../transport/http/body/largeIntegers';

/**
 * Parses JSON. An integer that would be rounded becomes a string of digits, which scalars for such integers accept.
 * @throws Error for invalid JSON, and for numbers that are out of range
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text, MAY_BE_INFINITE.test(text) ? refuseInfinite : undefined);
  return /\d{16}/.test(text) ? parseJson(text) : value;
}

/**
 * Makes such strings numbers again where the operation declares a Float or a list of Floats, which takes no text.
 * @param declared the operation's variables, with types in GraphQL syntax
 */
export function withFloats(
  values: Readonly<Record<string, unknown>>,
  declared: readonly { name: string; type: string }[],
): Record<string, unknown> {
  const floats = new Set(declared.flatMap(({ name, type }) => (type.replace(/[[\]!]/g, '') === 'Float' ? [name] : [])));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, floats.has(name) ? asFloat(value) : value]));
}

function asFloat(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asFloat);
  return typeof value === 'string' && /^-?\d{16,300}$/.test(value) ? Number(value) : value;
}

/** Matches texts that can contain a number out of range; examining every value takes longer than parsing. */
const MAY_BE_INFINITE = /\de\+?\d{3}/i;

/**
 * JSON has no infinity: a number beyond the range of a double would be parsed as one and sent as null.
 * @throws RangeError
 */
function refuseInfinite(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError(`${JSON.stringify(name)}: the number is out of range`);
  return value;
}
