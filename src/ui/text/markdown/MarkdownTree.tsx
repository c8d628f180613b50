/**
 * Renders Markdown from a server as React elements. No HTML is generated: marked only tokenizes the text, and HTML in it is shown as text. So
 * there is nothing to sanitize, and it works with Trusted Types. Links are restricted by SafeLink. Images become links, so that reading a
 * description sends no request to another host.
 */
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import { LongText } from '../LongText';
import { SafeLink } from '../SafeLink';

/**
 * Maximum length in characters; longer texts are shown as plain text. marked takes quadratic time for some texts (thousands of underscores);
 * with this limit it takes at most 80 ms.
 */
const LONGEST = 8000;
/** Maximum nesting of lists and quotes; deeper content is shown as plain text. */
const DEEPEST = 12;

/** `inline`: renders the first paragraph only, as inline content. */
export function MarkdownTree({ children, inline = false }: { children: string; inline?: boolean }): ReactNode {
  const tokens = tokensOf(children);
  if (tokens === null) return <LongText lines={12}>{children}</LongText>;
  return inline ? inlineOf(tokens) : blocks(tokens, 0);
}

/** The tokens of a text; null if it is too long or too deeply nested. */
function tokensOf(text: string): Token[] | null {
  if (text.length > LONGEST) return null;
  try {
    return lexer(text);
  } catch {
    // Thousands of nested quotes exhaust the stack.
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
      // Two levels lower, below the headings of the screen.
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
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a text never change their order
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

/** Replaces images in a link's text by their alternative text, because links cannot be nested. */
function withoutPictures(tokens: Token[]): Token[] {
  return tokens.map(token => {
    if (token.type === 'image') return { type: 'escape', raw: token.raw, text: token.text || token.href };
    return 'tokens' in token && token.tokens ? { ...token, tokens: withoutPictures(token.tokens) } : token;
  }) as Token[];
}

/** Decodes the most common entities, which marked leaves encoded. */
function plain(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '');
}
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' };

/** Renders tokens with their index as key, because the tokens of a text never change their order. */
function keyed(tokens: readonly Token[] | undefined, render: (token: MarkedToken) => ReactNode): ReactNode {
  return tokens?.map((token, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <Fragment key={at}>{render(token as MarkedToken)}</Fragment>
  ));
}
