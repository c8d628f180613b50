/** Parses the JSON of variables and assertions without loss. Used by Query and `oriel run`. */
import { parseJson } from '../../transport/http/body/largeIntegers';

/**
 * Parses JSON. An integer that would be rounded becomes a string of digits, which scalars for such integers accept.
 * @throws Error for invalid JSON, and for numbers that are out of range
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text, MAY_BE_INFINITE.test(text) ? refuseInfinite : undefined);
  return mayHaveLargeIntegers(text) ? parseJson(text) : value;
}

/** False if no integer in the JSON would be rounded. */
export const mayHaveLargeIntegers = (text: string): boolean => /\d{16}/.test(text);

/** A variable of an operation or a field of an input object, with its type in GraphQL syntax. */
export interface DeclaredInput {
  name: string;
  type: string;
}

/** Returns the fields of an input object by its name; null for other types. */
export type InputFields = (typeName: string) => readonly DeclaredInput[] | null;

/**
 * Converts such strings back to numbers where a Float is declared, also in lists and input objects, because a Float does not accept
 * strings.
 */
export function withFloats(
  values: Readonly<Record<string, unknown>>,
  declared: readonly DeclaredInput[],
  fieldsOf: InputFields,
): Record<string, unknown> {
  const types = new Map(declared.map(({ name, type }) => [name, type.replace(/[[\]!]/g, '')]));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, asTyped(value, types.get(name) ?? '', fieldsOf)]),
  );
}

function asTyped(value: unknown, type: string, fieldsOf: InputFields): unknown {
  if (Array.isArray(value)) return value.map(item => asTyped(item, type, fieldsOf));
  if (type === 'Float') return typeof value === 'string' && /^-?\d{16,300}$/.test(value) ? Number(value) : value;
  const fields = typeof value === 'object' && value !== null ? fieldsOf(type) : null;
  return fields ? withFloats(value as Record<string, unknown>, fields, fieldsOf) : value;
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
