/** Finds brackets in a document by its tokens, so that brackets in comments and strings are ignored. */
import { type ASTNode, type Token, TokenKind } from 'graphql';

/**
 * Returns the range from the bracket that opens after one node to the bracket that closes before another, inclusive; null if there is none.
 */
export function bracketsBetween(after: ASTNode, before: ASTNode): { from: number; to: number } | null {
  let open: Token | null | undefined = after.loc?.endToken;
  while (open && open.kind !== TokenKind.PAREN_L) open = open.next;
  let close: Token | null | undefined = before.loc?.startToken;
  while (close && close.kind !== TokenKind.PAREN_R) close = close.prev;
  return open && close ? { from: open.start, to: close.end } : null;
}

/**
 * Returns the range from the bracket that opens before one node to the bracket that closes after another, inclusive; null if there is none.
 */
export function bracketsAround(first: ASTNode | undefined, last: ASTNode | undefined): { from: number; to: number } | null {
  let open: Token | null | undefined = first?.loc?.startToken;
  while (open && open.kind !== TokenKind.PAREN_L) open = open.prev;
  let close: Token | null | undefined = last?.loc?.endToken;
  while (close && close.kind !== TokenKind.PAREN_R) close = close.next;
  return open && close ? { from: open.start, to: close.end } : null;
}
