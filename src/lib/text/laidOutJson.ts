/** JSON with line breaks and indentation, for people. */
import { endOfString } from './endOfString';

/** Nobody reads JSON that is mostly indentation: 500 kB that are nested 1000 levels deep would become a gigabyte. */
const MOST_TIMES = 20;

/** Like `JSON.stringify` with two spaces, but on one line if the indentation would make it many times as long. */
export function laidOutJson(value: unknown): string {
  const plain = JSON.stringify(value);
  return plain === undefined || indentationOf(plain) > MOST_TIMES * plain.length ? plain : JSON.stringify(value, null, 2);
}

/** Number of line breaks and spaces that two spaces per level would add, at most. */
function indentationOf(json: string): number {
  let levels = 0;
  let sum = 0;
  for (let at = 0; at < json.length; at++) {
    const char = json[at];
    if (char === '"') at = endOfString(json, at + 1) - 1;
    else if (char === '[' || char === '{') sum += 1 + 2 * ++levels;
    else if (char === ']' || char === '}') sum += 1 + 2 * --levels;
    else if (char === ',') sum += 1 + 2 * levels;
  }
  return sum;
}
