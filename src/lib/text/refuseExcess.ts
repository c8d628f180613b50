/** Bounds of the JSON that is parsed: values that are nested deeper end in a stack overflow somewhere, and more values block the page. */
import { endOfString } from './endOfString';

/** No document asks for more levels, and no custom scalar needs them. */
export const MOST_LEVELS = 1000;
const MOST_VALUES = 2_000_000;

/** JSON that exceeds the bounds. The message continues after what holds it. */
export class ExcessError extends SyntaxError {
  override name = 'ExcessError';
}

/** @throws ExcessError if the JSON exceeds the bounds */
export function refuseExcess(json: string): void {
  // Even the deepest text of this length is within the bounds.
  if (json.length <= MOST_LEVELS) return;
  let levels = 0;
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const char = json[at];
    if (char === '"') {
      at = endOfString(json, at + 1) - 1;
      // The text is not JSON.
      if (at < 0) return;
    } else if (char === '[' || char === '{') {
      levels++;
      values++;
    } else if (char === ']' || char === '}') levels--;
    else if (char === ',') values++;
    if (levels > MOST_LEVELS) throw new ExcessError(`with more than ${MOST_LEVELS} levels of nesting`);
    if (values > MOST_VALUES) throw new ExcessError(`with more than ${MOST_VALUES} values`);
  }
}
