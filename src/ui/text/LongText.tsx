/** Displays long text: clamped to some lines with a "more" button, or to one line in a table. Only a part of a very long text is rendered. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import './LongText.css';

/** Number of rendered characters before "more" is clicked, and added by each further click. */
const PIECE = 2000;
const FURTHER = 50_000;

/** Clamps a text to `lines` lines (default 4), with "more" and "less" buttons. */
export function LongText({ children, lines = 4 }: { children: string; lines?: number }): ReactNode {
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const [clipped, setClipped] = useState(children.length > PIECE);
  useEffect(() => {
    const element = box.current;
    if (element && shown === 0) setClipped(children.length > PIECE || element.scrollHeight > element.clientHeight + 1);
  }, [children, shown]);
  const length = shown === 0 ? PIECE : shown;
  const whole = shown >= children.length || (shown > 0 && children.length <= shown);
  return (
    <div className="long-text">
      <div
        ref={box}
        dir="auto"
        className={shown === 0 ? 'long-text-clamped' : 'long-text-open'}
        style={shown === 0 ? { WebkitLineClamp: lines } : undefined}
      >
        {children.length > length ? children.slice(0, length) : children}
      </div>
      {clipped && !whole ? (
        <button
          type="button"
          className="link-button"
          onClick={() => setShown(shown === 0 ? Math.max(FURTHER, PIECE) : shown + FURTHER)}
        >
          {text('ui.more')}
        </button>
      ) : null}
      {shown > 0 ? (
        <button type="button" className="link-button" onClick={() => setShown(0)}>
          {text('ui.less')}
        </button>
      ) : null}
    </div>
  );
}

/** One line of text for a table cell: line breaks become spaces, and at most 300 characters are rendered. */
export function ShortText({ children, search }: { children: string; search?: string }): ReactNode {
  const line = (children.length > 300 ? `${children.slice(0, 300)}…` : children).replace(/\s+/g, ' ');
  return (
    <span className="truncate" dir="auto" title={children.length > 40 ? children.slice(0, 1000) : undefined}>
      {search ? highlighted(line, search) : line}
    </span>
  );
}

/** Highlights the first match of `search`, ignoring case. */
export function highlighted(line: string, search: string): ReactNode {
  const at = search === '' ? -1 : line.toLowerCase().indexOf(search.toLowerCase());
  if (at < 0) return line;
  return (
    <>
      {line.slice(0, at)}
      <mark>{line.slice(at, at + search.length)}</mark>
      {line.slice(at + search.length)}
    </>
  );
}
