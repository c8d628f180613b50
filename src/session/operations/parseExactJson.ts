/** Parses the JSON of variables and assertions without loss. Used by Query and `oriel run`. */
import { excessOf } from '../../lib/text/boundedJson';
import { parseJson } from '../../lib/text/largeIntegers';
import { quoteBareVariables } from '../environments/bareVariables';

/**
 * Parses JSON. An integer that would be rounded becomes a string of digits, which scalars for such integers accept.
 * @throws Error for invalid JSON, for numbers that are out of range, and for JSON that exceeds the bounds (boundedJson.ts)
 */
export function parseExactJson(text: string): unknown {
  const excess = excessOf(text);
  if (excess !== null) throw new SyntaxError(excess);
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

/** Returns the fields of an input object by its name; null for scalars, undefined for types that are not known. */
export type InputFields = (typeName: string) => readonly DeclaredInput[] | null | undefined;

/**
 * Parses the JSON of variables. An integer that would be rounded is sent exactly as typed for a custom scalar, also within its value. A
 * Float has no more digits. Other types take it as a string of digits, which loses nothing in an ID. Environment variables without quotes
 * become marked strings (bareVariables.ts).
 * @throws Error like parseExactJson
 */
export function parseVariables(json: string, declared: readonly DeclaredInput[], fieldsOf: InputFields): unknown {
  const text = quoteBareVariables(json);
  const exact = parseExactJson(text);
  return mayHaveLargeIntegers(text)
    ? asTyped(JSON.parse(text), exact, '', name => (name === '' ? declared : fieldsOf(name)))
    : exact;
}

/** `exact` is `value` with strings in place of large integers. */
function asTyped(value: unknown, exact: unknown, type: string, fieldsOf: InputFields): unknown {
  if (typeof value === 'number' && typeof exact === 'string')
    return type === 'Float' ? value : STANDARD_TYPE.test(type) ? exact : exactInteger(exact);
  if (Array.isArray(value)) return value.map((item, at) => asTyped(item, (exact as unknown[])[at], type, fieldsOf));
  if (typeof value !== 'object' || value === null) return value;
  const fields = fieldsOf(type);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      // What is within a scalar is part of it. The fields of unknown types are treated like IDs.
      const own = fields === null ? type : (fields?.find(field => field.name === name)?.type.replace(/[[\]!]/g, '') ?? 'ID');
      return [name, asTyped(inner, (exact as Record<string, unknown>)[name], own, fieldsOf)];
    }),
  );
}

const STANDARD_TYPE = /^(?:Int|String|Boolean|ID)$/;

/**
 * Returns a value that JSON.stringify writes as these digits; where the platform cannot do that, as a string of them. Older platforms lack
 * JSON.rawJSON (https://tc39.es/proposal-json-parse-with-source), which `oriel run` adds. The method is on the prototype because urql writes
 * variables without a replacer, and other objects as their fields.
 */
function exactInteger(digits: string): bigint {
  (BigInt.prototype as { toJSON?: () => unknown }).toJSON = function () {
    const { rawJSON = String } = JSON as { rawJSON?: (digits: unknown) => unknown };
    return rawJSON(this);
  };
  return BigInt(digits);
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
