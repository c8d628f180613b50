/**
 * Markdown from a server as React elements. No HTML is ever made of it: marked only takes the text apart, and what it finds of HTML is shown
 * as the text it is, so there is nothing to sanitise and Trusted Types have nothing to forbid. Links lead only where SafeLink lets them;
 * pictures become links, so that reading a description sends no request to another host.
 */
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import { LongText } from './LongText';
import { SafeLink } from './SafeLink';

/**
 * Longer texts are shown as they are: marked's time grows with the square of some texts (thousands of underscores), and this many characters
 * take it 80 ms at worst.
 */
const LONGEST = 8000;
/** How deep lists and quotes may stand in each other before the rest is shown as text. */
const DEEPEST = 12;

/** The text, set. `inline`: no paragraphs, for a place within a line. */
export function MarkdownTree({ children, inline = false }: { children: string; inline?: boolean }): ReactNode {
  const tokens = tokensOf(children);
  if (tokens === null) return <LongText lines={12}>{children}</LongText>;
  return inline ? inlineOf(tokens) : blocks(tokens, 0);
}

/** The parts of a text; null when it is too long or too deep to be taken apart. */
function tokensOf(text: string): Token[] | null {
  if (text.length > LONGEST) return null;
  try {
    return lexer(text);
  } catch {
    // Thousands of quotes in each other exhaust the stack.
    return null;
  }
}

/** The inline content of the first paragraph. */
function inlineOf(tokens: Token[]): ReactNode {
  const first = tokens.find(token => token.type === 'paragraph' || token.type === 'text' || token.type === 'heading') as
    | Tokens.Paragraph
    | undefined;
  return first ? spans(first.tokens, 0) : null;
}

function blocks(tokens: Token[] | undefined, depth: number): ReactNode {
  return keyed(tokens, token => block(token, depth));
}

function block(token: MarkedToken, depth: number): ReactNode {
  if (depth > DEEPEST) return <p>{token.raw}</p>;
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      // Beneath the headings of the screen itself.
      return createElement(`h${Math.min(6, token.depth + 2)}`, null, spans(token.tokens, depth));
    case 'paragraph':
      return <p>{spans(token.tokens, depth)}</p>;
    case 'text':
      return token.tokens ? spans(token.tokens, depth) : plain(token.text);
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'blockquote':
      return <blockquote>{blocks(token.tokens, depth + 1)}</blockquote>;
    case 'list': {
      const items = keyed(token.items, item => <li>{blocks((item as Tokens.ListItem).tokens, depth + 1)}</li>);
      return token.ordered ? <ol start={typeof token.start === 'number' ? token.start : 1}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'hr':
      return <hr />;
    case 'table':
      return (
        <table>
          <thead>
            <tr>{cells(token.header, 'th', depth)}</tr>
          </thead>
          <tbody>
            {token.rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes the order of its rows
              <tr key={at}>{cells(row, 'td', depth)}</tr>
            ))}
          </tbody>
        </table>
      );
    case 'html':
      return <p>{token.raw.trim()}</p>;
    default:
      return span(token, depth);
  }
}

function cells(row: Tokens.TableCell[], tag: 'th' | 'td', depth: number): ReactNode {
  return row.map((cell, at) => createElement(tag, { key: at }, spans(cell.tokens, depth)));
}

function spans(tokens: Token[] | undefined, depth: number): ReactNode {
  return keyed(tokens, token => span(token, depth + 1));
}

function span(token: MarkedToken, depth: number): ReactNode {
  if (depth > DEEPEST * 2) return token.raw;
  switch (token.type) {
    case 'strong':
      return <strong>{spans(token.tokens, depth)}</strong>;
    case 'em':
      return <em>{spans(token.tokens, depth)}</em>;
    case 'del':
      return <del>{spans(token.tokens, depth)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <SafeLink address={token.href}>{spans(withoutPictures(token.tokens), depth)}</SafeLink>;
    case 'image':
      return <SafeLink address={token.href}>{token.text || token.href}</SafeLink>;
    case 'escape':
      return token.text;
    case 'text':
      return token.tokens ? spans(token.tokens, depth) : plain(token.text);
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    default:
      return token.raw;
  }
}

/** The text of a link; a picture in it is shown as its words, as a link holds no other link. */
function withoutPictures(tokens: Token[]): Token[] {
  return tokens.map(token => {
    if (token.type === 'image') return { type: 'escape', raw: token.raw, text: token.text || token.href };
    return 'tokens' in token && token.tokens ? { ...token, tokens: withoutPictures(token.tokens) } : token;
  }) as Token[];
}

/** marked leaves entities as they are written; the common ones are said as what they stand for. */
function plain(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '');
}
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' };

/** Each with its place as key: a text never changes the order of its parts. */
function keyed(tokens: readonly Token[] | undefined, render: (token: MarkedToken) => ReactNode): ReactNode {
  return tokens?.map((token, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <Fragment key={at}>{render(token as MarkedToken)}</Fragment>
  ));
}
