/**
 * Renders descriptions in Markdown. The renderer (MarkdownTree.tsx) is loaded on demand; until then, if loading fails, and for texts without
 * Markdown syntax, the description is plain text.
 */
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../lazyPart';
import { LongText } from '../LongText';
import './Markdown.css';

/** Props of `Markdown`. */
export interface MarkdownProps {
  children: string;
  /** Render the first paragraph only, as inline content. Default false. */
  inline?: boolean;
}

const MarkdownTree = lazyPart<MarkdownProps>(
  async () => ({ default: (await import(/* webpackChunkName: "markdown" */ './MarkdownTree')).MarkdownTree }),
  Plain,
);

/** Matches characters that can be Markdown syntax. */
const MARKS = /[`*_#[\]<>|~&\\]|^[ \t]*([-+]|\d{1,9}[.)])\s|\n[ \t\r]*\n|https?:/m;

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

/** Longer texts are folded: layout of many texts of this length takes seconds. The renderer folds them too. */
const LONGEST = 8000;

function Plain({ children, inline }: MarkdownProps): ReactNode {
  if (inline) return children.split(/\n\s*\n/, 1)[0] ?? '';
  return children.length > LONGEST ? <LongText lines={12}>{children}</LongText> : <p>{children}</p>;
}
