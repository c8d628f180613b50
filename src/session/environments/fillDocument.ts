/** Fills environment variables into the strings of a document. Used by Query and `oriel run`. Imports graphql-js, so it is loaded on demand. */
import { Lexer, Source, TokenKind } from 'graphql';
import { fillValue, hasVariables } from './fillTemplate';

/**
 * Replaces variables in strings, also in those of several lines; their quotes and backslashes are escaped. Other parts of a document, such
 * as names, never change. Adds names to `found.unset` and `found.used`.
 * @throws GraphQLError if the document has a syntax error
 */
export function fillDocument(
  text: string,
  values: ReadonlyMap<string, string>,
  found: { unset: Set<string>; used: Set<string> },
): string {
  if (!hasVariables(text)) return text;
  const lexer = new Lexer(new Source(text));
  let filled = '';
  let end = 0;
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    const isBlock = token.kind === TokenKind.BLOCK_STRING;
    if (!(isBlock || token.kind === TokenKind.STRING) || !hasVariables(token.value)) continue;
    const own = text.slice(token.start, token.end);
    // The source of a block is kept, with its indentation.
    const inner = isBlock ? own.slice(3, -3) : token.value;
    const value = fillValue(inner, values, found) as string;
    if (value === inner) continue;
    filled += text.slice(end, token.start) + (isBlock ? blockOf(value) : JSON.stringify(value));
    end = token.end;
  }
  return filled + text.slice(end);
}

/** Values cannot end the block. */
function blockOf(value: string): string {
  const block = value.replace(/(?<!\\)"""/g, '\\"""');
  return `"""${block}${/["\\]$/.test(block) ? '\n' : ''}"""`;
}
