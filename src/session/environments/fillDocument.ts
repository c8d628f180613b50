/** Fills environment variables into the strings of a document. Used by Query and `oriel run`. Imports graphql-js, so it is loaded on demand. */
import { Lexer, Source, TokenKind } from 'graphql';
import { fillValue, hasVariables } from './fillTemplate';

/**
 * Replaces variables in strings. A block string with variables becomes an ordinary string, which holds every value exactly: in a block
 * string, the lines of a value could change the indentation. Other parts of a document, such as names, never change. Adds names to
 * `found.unset` and `found.used`.
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
    const isText = token.kind === TokenKind.STRING || token.kind === TokenKind.BLOCK_STRING;
    if (!isText || !hasVariables(token.value)) continue;
    const value = fillValue(token.value, values, found) as string;
    if (value === token.value) continue;
    filled += text.slice(end, token.start) + JSON.stringify(value);
    end = token.end;
  }
  return filled + text.slice(end);
}
