/**
 * Formats a document and keeps its comments, which the printer of graphql-js drops. It works on tokens: one selection per line, arguments
 * on the same line. The output is parsed and compared; if the document or its comments differ, the output is discarded.
 */
import { type DocumentNode, Lexer, parse, print, Source, stripIgnoredCharacters, type Token, TokenKind } from 'graphql';

/** The kinds of open brackets: selection set; arguments or variables; list; input object. */
type Open = 'selection' | 'brackets' | 'list' | 'object';

/** Returns the formatted text; null if it cannot be formatted. */
export function commentedLayout(text: string, document: DocumentNode): string | null {
  if (document.definitions.some(({ kind }) => kind !== 'OperationDefinition' && kind !== 'FragmentDefinition')) return null;
  const tokens = tokensOf(text);
  const laid = layout(text, tokens);
  if (laid === null) return null;
  const comments = (all: readonly Token[]): string => all.flatMap(token => (isComment(token) ? [token.value] : [])).join('\n');
  const isSame = stripIgnoredCharacters(laid) === stripIgnoredCharacters(text) && comments(tokensOf(laid)) === comments(tokens);
  return isSame && print(parse(laid)) === print(document) ? laid : null;
}

function layout(text: string, tokens: readonly Token[]): string | null {
  const stack: Open[] = [];
  const solid = tokens.filter(token => !isComment(token));
  let at = -1;
  const lines: string[] = [];
  let line = '';
  let breaks = false;
  let last: Token | undefined;
  let lastOfAll: Token | undefined;
  const begin = (isApart = false): void => {
    const depth = stack.filter(open => open === 'selection').length;
    if (lastOfAll) lines.push(line.trimEnd(), ...(isApart ? [''] : []));
    line = '  '.repeat(depth);
    breaks = false;
  };
  for (const token of tokens) {
    const top = stack.at(-1);
    const raw = text.slice(token.start, token.end);
    if (isComment(token)) {
      if (top !== undefined && top !== 'selection') return null;
      if (lastOfAll && token.line === lastOfAll.line) line = `${line.trimEnd()} `;
      else {
        const isBehind = stack.length === 0 && last?.kind === TokenKind.BRACE_R && !isComment(lastOfAll);
        begin(isBehind || (lastOfAll !== undefined && token.line - lastOfAll.line > 1));
      }
      line += raw.trimEnd();
      breaks = true;
      lastOfAll = token;
      continue;
    }
    at += 1;
    if (token.kind === TokenKind.BRACE_R && top === 'selection') {
      stack.pop();
      begin();
    } else if (stack.length === 0 && last?.kind === TokenKind.BRACE_R) {
      // A comment in a line of its own belongs to the definition behind it.
      begin(!isComment(lastOfAll) || lastOfAll?.line === last.line);
    } else if (breaks || (top === 'selection' && startsSelection(solid, at))) begin();
    else if (last) line += gapBefore(solid, at, top);
    line += raw;
    if (token.kind === TokenKind.BRACE_L) {
      const isSelection = stack.every(open => open === 'selection');
      stack.push(isSelection ? 'selection' : 'object');
      breaks = isSelection;
    } else if (token.kind === TokenKind.PAREN_L) stack.push('brackets');
    else if (token.kind === TokenKind.BRACKET_L) stack.push('list');
    else if (token.kind === TokenKind.PAREN_R || token.kind === TokenKind.BRACKET_R) stack.pop();
    else if (token.kind === TokenKind.BRACE_R && top === 'object') stack.pop();
    last = token;
    lastOfAll = token;
  }
  return `${[...lines, line.trimEnd()].join('\n')}\n`;
}

const isComment = (token: Token | undefined): boolean => token?.kind === TokenKind.COMMENT;

/** Returns all tokens between the first and the last, including comments. */
function tokensOf(text: string): Token[] {
  const lexer = new Lexer(new Source(text));
  const first = lexer.token;
  while (lexer.advance().kind !== TokenKind.EOF);
  const tokens: Token[] = [];
  for (let token = first.next; token && token.kind !== TokenKind.EOF; token = token.next) tokens.push(token);
  return tokens;
}

/** Returns true for the first token of a field, spread or inline fragment, except for the first selection, which follows a brace. */
function startsSelection(solid: readonly Token[], at: number): boolean {
  const [before, last, token] = [solid[at - 2], solid[at - 1], solid[at] as Token];
  if (token.kind === TokenKind.SPREAD) return true;
  if (token.kind !== TokenKind.NAME || !last) return false;
  if (last.kind === TokenKind.NAME && last.value === 'on') return before?.kind !== TokenKind.SPREAD;
  return last.kind === TokenKind.NAME || last.kind === TokenKind.PAREN_R || last.kind === TokenKind.BRACE_R;
}

const NONE_BEFORE: ReadonlySet<string> = new Set([
  TokenKind.PAREN_L,
  TokenKind.PAREN_R,
  TokenKind.BRACKET_R,
  TokenKind.COLON,
  TokenKind.BANG,
]);
const NONE_AFTER: ReadonlySet<string> = new Set([TokenKind.PAREN_L, TokenKind.BRACKET_L, TokenKind.AT, TokenKind.DOLLAR]);

/** Returns the whitespace between a token and the previous one on the same line. `solid` has the tokens without comments. */
function gapBefore(solid: readonly Token[], at: number, top: Open | undefined): string {
  const [last, token, next] = [solid[at - 1] as Token, solid[at] as Token, solid[at + 1]];
  if (last.kind === TokenKind.SPREAD) return token.kind === TokenKind.NAME && token.value !== 'on' ? '' : ' ';
  if (NONE_AFTER.has(last.kind) || NONE_BEFORE.has(token.kind)) return '';
  if (top === 'object' && (last.kind === TokenKind.BRACE_L || token.kind === TokenKind.BRACE_R)) return '';
  if (last.kind === TokenKind.COLON || last.kind === TokenKind.EQUALS || token.kind === TokenKind.EQUALS) return ' ';
  if (top === 'list') return ', ';
  if (top === 'brackets' || top === 'object') {
    const isNamed = token.kind === TokenKind.NAME && next?.kind === TokenKind.COLON;
    const isVariable = token.kind === TokenKind.DOLLAR && solid[at + 2]?.kind === TokenKind.COLON;
    if (isNamed || isVariable) return ', ';
  }
  return ' ';
}
