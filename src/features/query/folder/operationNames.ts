/** Strings, comments, names with the sign before them, and brackets. A block string that is not closed ends with the text. */
const TOKEN = /"""(?:\\"""|[^"]|"(?!""))*(?:"""|$)|"(?:\\.|[^"\\\r\n])*"?|#[^\r\n]*|[@$]?[A-Za-z_][A-Za-z_0-9]*|[{}()]/g;

const KINDS = new Set(['query', 'mutation', 'subscription']);

/** The names of the operations in a document, in order; null for one without a name. The document may contain errors. */
export function operationNames(document: string): (string | null)[] {
  const names: (string | null)[] = [];
  let depth = 0;
  let isBegun = false;
  /** The next token may be the name of the operation. */
  let isNext = false;
  for (const [token] of document.matchAll(TOKEN)) {
    if (token.startsWith('"') || token.startsWith('#')) continue;
    if (depth === 0 && !isBegun) {
      isBegun = true;
      isNext = KINDS.has(token);
      if (isNext || token === '{') names.push(null);
    } else if (isNext) {
      isNext = false;
      if (/^[A-Za-z_]/.test(token)) names[names.length - 1] = token;
    }
    if (token === '{' || token === '(') depth++;
    if (token === '}' || token === ')') depth = Math.max(0, depth - 1);
    if (token === '}' && depth === 0) isBegun = false;
  }
  return names;
}
