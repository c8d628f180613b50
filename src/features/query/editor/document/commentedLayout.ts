/**
 * Lays a document out with its comments, which graphql-js' own printer would lose: by its tokens, a selection a line, arguments beside each other.
 * What came out is read again and compared: a document that would not be the same, comments included, is given up.
 */
import { type DocumentNode, Lexer, parse, print, Source, stripIgnoredCharacters, type Token, TokenKind } from 'graphql';

/** Brackets that are open: a selection, arguments or variables, a list, an object of values. */
type Open = 'selection' | 'brackets' | 'list' | 'object';

/** The text laid out; null where that cannot be done. */
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
      begin(!isComment(lastOfAll));
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

/** All tokens between the first and the last, comments too. */
function tokensOf(text: string): Token[] {
  const lexer = new Lexer(new Source(text));
  const first = lexer.token;
  while (lexer.advance().kind !== TokenKind.EOF);
  const tokens: Token[] = [];
  for (let token = first.next; token && token.kind !== TokenKind.EOF; token = token.next) tokens.push(token);
  return tokens;
}

/** True for the first token of a field, a spread or an inline fragment, but for the first of all, which a brace stands before. */
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

/** What stands between a token and the one before it on one line. `solid`: the tokens without comments. */
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
