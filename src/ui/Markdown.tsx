/** Descriptions written in Markdown. Until the part that sets them is there, and for texts without any mark, they are plain text. */
import { lazy, type ReactNode, Suspense } from 'react';
import './Markdown.css';

const MarkdownTree = lazy(async () => ({
  default: (await import(/* webpackChunkName: "markdown" */ './MarkdownTree')).MarkdownTree,
}));

/** Signs that Markdown could mean something in. */
const MARKS = /[`*_#[\]<>|~&\\]|^\s*([-+]|\d+[.)])\s|\n\s*\n|https?:/m;

/** The text, set. `inline`: within a line, its first paragraph only. */
export function Markdown({ children, inline = false }: { children: string; inline?: boolean }): ReactNode {
  const plain = inline ? (children.split(/\n\s*\n/, 1)[0] ?? '') : <p>{children}</p>;
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
