/**
 * JSON.stringify of Node 20 cannot write integers beyond ±2^53 as JSON numbers, and some servers can. A scalar writes a mark instead, which
 * becomes the bare digits in the text that leaves the server.
 */

/** Integers that JavaScript numbers cannot hold. */
export const LARGE_INTEGERS = ['9007199254740993', '-18446744073709551615'] as const;

/** What the scalar serializes an integer to. */
export const markInteger = (digits: unknown): string => `integer:${digits}`;

/** Turns the marks in JSON text into numbers. */
export const withRealIntegers = (json: string): string => json.replace(/"integer:(-?\d+)"/g, '$1');

/** For servers that serialize JSON elsewhere. */
export const stringifyWithRealIntegers = (value: unknown): string => withRealIntegers(JSON.stringify(value));
