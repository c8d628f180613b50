/** Bounds of the JSON that is parsed: values that are nested deeper end in a stack overflow somewhere, and more values block the page. */
import { endOfString } from './endOfString';

/** No document asks for more levels, and no custom scalar needs them. */
export const MOST_LEVELS = 1000;
/** Four times as many as the introspection of the largest public schema, of 19,820 types, has. */
const MOST_VALUES = 4_000_000;
const EXCESS = `with more than ${MOST_LEVELS} levels of nesting, or ${MOST_VALUES} values`;

/** Parses JSON text from outside. @throws SyntaxError if it is not JSON or exceeds the bounds */
export function parseBounded(json: string): unknown {
  const excess = excessOf(json);
  if (excess !== null) throw new SyntaxError(excess);
  return JSON.parse(json);
}

/** Describes how a text exceeds the bounds, for an error message; null for any other, or if it is not JSON. */
export function excessOf(json: string): string | null {
  // A short text cannot exceed them, and the events of a feed are short and many.
  if (json.length <= MOST_LEVELS) return null;
  let levels = 0;
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const char = json[at];
    if (char === '"') {
      at = endOfString(json, at + 1) - 1;
      if (at < 0) return null;
    } else if (char === '[' || char === '{') levels++;
    else if (char === ']' || char === '}') levels--;
    else if (char === ',') values++;
    if (levels > MOST_LEVELS || values > MOST_VALUES) return EXCESS;
  }
  return null;
}
