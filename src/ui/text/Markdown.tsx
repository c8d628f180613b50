/**
 * Descriptions written in Markdown. Until the part that sets them is there, where it cannot be had, and for texts without any mark, they are
 * plain text.
 */
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../lazyPart';
import './Markdown.css';

/** Props of `Markdown`. */
export interface MarkdownProps {
  /** The text. */
  children: string;
  /** Within a line, its first paragraph only. Default false. */
  inline?: boolean;
}

const MarkdownTree = lazyPart<MarkdownProps>(
  async () => ({ default: (await import(/* webpackChunkName: "markdown" */ './MarkdownTree')).MarkdownTree }),
  Plain,
);

/** Signs that Markdown could mean something in. */
const MARKS = /[`*_#[\]<>|~&\\]|^[ \t]*([-+]|\d{1,9}[.)])\s|\n[ \t\r]*\n|https?:/m;

/** The text, set. */
export function Markdown({ children, inline = false }: MarkdownProps): ReactNode {
  const plain = <Plain inline={inline}>{children}</Plain>;
  const set = MARKS.test(children) ? (
    <Suspense fallback={plain}>
      <MarkdownTree inline={inline}>{children}</MarkdownTree>
    </Suspense>
  ) : (
    plain
  );
  return inline ? (
    <span className="markdown-inline" dir="auto">
      {set}
    </span>
  ) : (
    <div className="markdown" dir="auto">
      {set}
    </div>
  );
}

function Plain({ children, inline }: MarkdownProps): ReactNode {
  return inline ? (children.split(/\n\s*\n/, 1)[0] ?? '') : <p>{children}</p>;
}
