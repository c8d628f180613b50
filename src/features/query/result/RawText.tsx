/**
 * The response body as received. Only the visible lines of a large body are fetched; its lines all have the same number of bytes, wherever
 * the real line breaks are.
 */

import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { laidOutJson } from '../../../lib/text/laidOutJson';
import { EmptyState } from '../../../ui/frame/EmptyState';
import { useWindow } from '../../../ui/table/useWindow';
import type { QueryRun } from '../run/queryRun';
import { receivedText } from './large/receivedText';
import { gapBefore } from './shownResult';

/** Renders an empty state if there is no body. */
export function RawText({ run }: { run: QueryRun }): ReactNode {
  const text = useText();
  const isFeed = run.request.kind === 'subscription';
  const body = useMemo(() => {
    if (run.large || run.cut) return null;
    if (isFeed)
      return run.events.flatMap(event => [event.data, ...gapBefore(event)].map(each => JSON.stringify(each))).join('\n');
    return receivedText(run) ?? (run.parts > 0 && run.data !== undefined ? laidOutJson(run.data) : null);
  }, [isFeed, run]);
  const large = run.large ?? run.cut;
  const largePiece = useCallback((from: number, to: number) => large?.ask('text', from, to) ?? '', [large]);
  const smallPiece = useCallback((from: number, to: number) => body?.slice(from, to) ?? '', [body]);
  if (body === null && !large) return <EmptyState icon="info" title={text('query.rawNone')} />;
  return (
    <>
      <p className="query-raw-help quiet">{text(isFeed ? 'query.rawEvents' : 'query.rawHelp')}</p>
      {large ? (
        <PiecedText length={large.outline.bytes} piece={largePiece} />
      ) : (body?.length ?? 0) > LONGEST_WHOLE ? (
        <PiecedText length={body?.length ?? 0} piece={smallPiece} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be focusable
        <pre className="query-raw" tabIndex={0}>
          {body}
        </pre>
      )}
    </>
  );
}

/**
 * Longer texts, in characters, are split into virtual lines of equal length, because the browser would lay out the whole text otherwise.
 */
const LONGEST_WHOLE = 100_000;
/** Height of a line in px. Must match query.css. */
const LINE = 18;
const PAGE = 100;
/** The maximum scroll height of browsers limits the number of lines. Longer texts get longer lines. */
const MOST_LINES = 1_500_000;

interface PiecedTextProps {
  /** Length of the whole text, in the unit of `piece`: bytes or characters. */
  length: number;
  piece: (from: number, to: number) => string | Promise<string>;
}

function PiecedText({ length, piece }: PiecedTextProps): ReactNode {
  const scroller = useRef<HTMLPreElement>(null);
  const perLine = Math.max(120, Math.ceil(length / MOST_LINES));
  const count = Math.ceil(length / perLine);
  const { first, end } = useWindow({ scroller, count, size: LINE });
  const [pages, setPages] = useState<ReadonlyMap<number, readonly string[]>>(new Map());
  const requested = useRef(new Set<number>());
  const fetch = useCallback(
    async (page: number): Promise<void> => {
      requested.current.add(page);
      const from = page * PAGE * perLine;
      const lines = await Promise.all(
        Array.from({ length: PAGE }, (_, at) => piece(from + at * perLine, from + (at + 1) * perLine)),
      );
      setPages(now => {
        const kept = [...now].slice(-20);
        requested.current = new Set([...kept.map(([key]) => key), page]);
        return new Map([...kept, [page, lines]]);
      });
    },
    [piece, perLine],
  );
  useEffect(() => {
    for (let page = Math.floor(first / PAGE); page * PAGE < end; page++) if (!requested.current.has(page)) void fetch(page);
  }, [first, end, fetch]);
  const rows: number[] = [];
  for (let at = first; at < end; at++) rows.push(at);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be focusable
    <pre ref={scroller} className="query-raw query-raw-large" tabIndex={0}>
      <span className="query-raw-lines" style={{ height: count * LINE }}>
        {rows.map(at => (
          <span key={at} className="query-raw-line" style={{ transform: `translateY(${at * LINE}px)` }}>
            {pages.get(Math.floor(at / PAGE))?.[at % PAGE]?.replace(/[\r\n]+/g, ' ')}
          </span>
        ))}
      </span>
    </pre>
  );
}
