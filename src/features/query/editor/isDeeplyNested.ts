/** Recognizes texts of GraphQL or JSON whose nesting would overflow the stack of code that follows it. A link can contain one. */

/** Deeper than any operation or JSON that is edited by hand. */
const MOST_LEVELS = 200;

/** Strings, and comments of GraphQL. */
const STRINGS = /"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?/g;
const STRINGS_AND_COMMENTS = /"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|#.*/g;

const CLOSED_BY: ReadonlyMap<string | undefined, string> = new Map([
  ['{', '}'],
  ['[', ']'],
  ['(', ')'],
]);

/**
 * True if brackets are nested too deeply. They are counted with strings and comments and without, because a bracket that is none could hide
 * the depth: at worst a text is shown without colours.
 */
export const isDeeplyNested = (text: string): boolean =>
  isDeep(text) || isDeep(text.replace(STRINGS, '')) || isDeep(text.replace(STRINGS_AND_COMMENTS, ''));

function isDeep(text: string): boolean {
  const closings: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    const closing = CLOSED_BY.get(char);
    if (closing !== undefined) closings.push(closing);
    // A parser skips a bracket that closes nothing.
    else if (char === closings.at(-1)) closings.pop();
    if (closings.length > MOST_LEVELS) return true;
  }
  return false;
}
