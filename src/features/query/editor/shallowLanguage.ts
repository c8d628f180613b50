/**
 * A language whose parser leaves deeply nested texts without a syntax tree. Building the tree of such a text, which a link can contain,
 * overflows the stack, and then the screen could not be opened any more.
 */
import type { LRLanguage } from '@codemirror/language';

/** Deeper than any operation or JSON that is edited by hand. */
const MOST_LEVELS = 200;

export const shallowLanguage = (language: LRLanguage): LRLanguage =>
  language.configure({
    wrap: (parse, input) => (isDeep(input.read(0, input.length)) ? language.parser.startParse(' '.repeat(input.length)) : parse),
  });

/** Brackets in strings and comments count, too: at worst a text is shown without colours. */
function isDeep(text: string): boolean {
  let levels = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '{' || char === '[' || char === '(') levels++;
    else if (char === '}' || char === ']' || char === ')') levels--;
    if (levels > MOST_LEVELS) return true;
  }
  return false;
}
