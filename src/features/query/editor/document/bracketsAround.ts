/** Where brackets stand in a document, by its tokens: brackets in comments and texts are none. */
import { type ASTNode, type Token, TokenKind } from 'graphql';

/** From the bracket that opens after the one node to the one that closes before the other, both included; null where there is none. */
export function bracketsBetween(after: ASTNode, before: ASTNode): { from: number; to: number } | null {
  let open: Token | null | undefined = after.loc?.endToken;
  while (open && open.kind !== TokenKind.PAREN_L) open = open.next;
  let close: Token | null | undefined = before.loc?.startToken;
  while (close && close.kind !== TokenKind.PAREN_R) close = close.prev;
  return open && close ? { from: open.start, to: close.end } : null;
}

/** From the bracket that opens before the one node to the one that closes after the other, both included; null where there is none. */
export function bracketsAround(first: ASTNode | undefined, last: ASTNode | undefined): { from: number; to: number } | null {
  let open: Token | null | undefined = first?.loc?.startToken;
  while (open && open.kind !== TokenKind.PAREN_L) open = open.prev;
  let close: Token | null | undefined = last?.loc?.endToken;
  while (close && close.kind !== TokenKind.PAREN_R) close = close.next;
  return open && close ? { from: open.start, to: close.end } : null;
}
