/**
 * The rows of the log, oldest first, as a listbox: the focus stays on the list, and the arrow keys move the active row. In a wide list a
 * row is one line of columns, in a narrow one it is two lines.
 */
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the list, which names the active option
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the list handles the keys
import { memo, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import type { WireEntry } from '../../session/wire/wireLogEntry';
import type { WireSummary } from '../../session/wire/wireLogSummary';
import { useRowHeight } from '../../ui/table/useRowHeight';
import { VirtualList } from '../../ui/table/VirtualList';
import { Icon } from '../../ui/text/Icon';
import { StatusDot } from '../../ui/text/StatusDot';
import { entryTitle, kindWords, outcomeTone, outcomeWord } from './details/outcomeWords';
import { StageStrip } from './details/StageStrip';
import { plainLine } from './plainLine';
import { useListKeys } from './useListKeys';
import './WireList.css';

export interface WireListProps {
  entries: readonly WireEntry[];
  summaryOf: (entry: WireEntry) => WireSummary;
  /** Id of the open row. */
  open: string | null;
  /** Called when a row is chosen; `moved` is true if another row was open. */
  onOpen: (entry: WireEntry, moved: boolean) => void;
  /** Called for Escape on the list while a row is open. */
  onClose: () => void;
  /** The current time in milliseconds since the epoch, for the durations of open entries. */
  now: number;
}

/** Minimum width in px for one-line rows. */
const WIDE = 720;
const TWO_LINES = 1.75;

export function WireList({ entries, summaryOf, open, onOpen, onClose, now }: WireListProps): ReactNode {
  const text = useText();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(frame);
  const row = useRowHeight();
  const size = isWide ? row : Math.round(row * TWO_LINES);
  const [current, setCurrent] = useState<string | null>(open);
  const activeId = open ?? current;
  const active = activeId === null ? -1 : entries.findIndex(entry => entry.id === activeId);
  const choose = (at: number): void => {
    const entry = entries[at];
    if (!entry) return;
    setCurrent(entry.id);
    onOpen(entry, open !== null);
  };
  const { list, onKeyDown } = useListKeys({
    count: entries.length,
    active,
    onActive: at => {
      setCurrent(entries[at]?.id ?? null);
      // While a row is open, moving to another row opens that one.
      if (open !== null) choose(at);
    },
    onOpen: choose,
  });
  // A link to a row scrolls to it. An open row makes the list narrower and its rows higher, so it is scrolled to again.
  const revealed = useRef<string | null>(null);
  useEffect(() => {
    const wanted = `${open} ${size}`;
    if (open === null || revealed.current === wanted || active < 0) return;
    revealed.current = wanted;
    list.current?.reveal(active);
  }, [open, active, size, list]);

  return (
    <div ref={frame} className={isWide ? 'wire-list wire-list-wide' : 'wire-list'}>
      {isWide ? (
        <div className="wire-row wire-list-head" aria-hidden="true">
          <span>{text('wire.columnTime')}</span>
          <span>{text('wire.columnName')}</span>
          <span>{text('wire.columnLine')}</span>
          <span>{text('wire.columnStages')}</span>
          <span>{text('wire.columnResult')}</span>
          <span className="wire-end">{text('wire.columnSize')}</span>
          <span className="wire-end">{text('wire.columnDuration')}</span>
        </div>
      ) : null}
      <VirtualList
        ref={list}
        className="wire-rows"
        count={entries.length}
        size={size}
        label={text('wire.log')}
        role="listbox"
        focusable={{
          'aria-activedescendant': active >= 0 ? `${id}-${entries[active]?.id}` : undefined,
          onKeyDown: event => {
            if (event.key === 'Escape' && open !== null) onClose();
            else onKeyDown(event);
          },
        }}
        follow={open === null}
        rowKey={at => entries[at]?.id ?? at}
      >
        {at => {
          const entry = entries[at];
          if (!entry) return null;
          const isActive = at === active;
          return (
            <div
              id={`${id}-${entry.id}`}
              role="option"
              aria-selected={isActive}
              aria-setsize={entries.length}
              aria-posinset={at + 1}
              className={`wire-option${isActive ? ' wire-option-active' : ''}${entry.id === open ? ' wire-option-open' : ''}`}
              onClick={() => {
                if (String(window.getSelection() ?? '') === '') choose(at);
              }}
            >
              <Row
                entry={entry}
                revision={entry.revision}
                summary={summaryOf(entry)}
                isWide={isWide}
                now={entry.endedAt === null ? now : 0}
              />
            </div>
          );
        }}
      </VirtualList>
    </div>
  );
}

interface RowProps {
  entry: WireEntry;
  /** Changes when the entry does: entries are mutated in place. */
  revision: number;
  summary: WireSummary;
  isWide: boolean;
  now: number;
}

const Row = memo(function Row({ entry, summary, isWide, now }: RowProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const kind = kindWords(text, entry, summary);
  const title = entryTitle(text, entry, summary);
  const line = plainLine({ text, formats }, entry, summary);
  const elsewhere = text('wire.elsewhere', { name: entry.elsewhereName ?? entry.elsewhere ?? '' });
  const bytes = summary.bytesUp + summary.bytesDown;
  const ms = summary.ms ?? Math.max(0, now - entry.startedAt);
  const time = <span className="wire-time numeric">{formats.time(entry.startedAt, { seconds: true })}</span>;
  const name = (
    <span className="wire-name">
      <Icon name={kind.icon} size={14} />
      <span className="visually-hidden">{kind.name} </span>
      <span className="truncate" dir="auto" title={title}>
        {title}
      </span>
      {entry.elsewhere === undefined ? null : (
        <span className="wire-elsewhere truncate quiet" title={elsewhere}>
          {elsewhere}
        </span>
      )}
    </span>
  );
  const words = (
    <span className="wire-line truncate" title={line}>
      {line}
    </span>
  );
  const result = (
    <span className="wire-result">
      <StatusDot tone={outcomeTone(summary)} />
      <span className="truncate">{outcomeWord(text, summary)}</span>
    </span>
  );
  const size = <span className="wire-end numeric quiet">{bytes > 0 ? formats.bytes(bytes) : ''}</span>;
  const duration = <span className="wire-end numeric">{formats.duration(ms)}</span>;
  if (isWide) {
    return (
      <div className="wire-row">
        {time}
        {name}
        {words}
        <StageStrip summary={summary} />
        {result}
        {size}
        {duration}
      </div>
    );
  }
  return (
    <div className="wire-row-narrow">
      <div>
        {name}
        <span className="wire-row-gap" />
        {result}
        {duration}
      </div>
      <div>
        {words}
        <span className="wire-row-gap" />
        <StageStrip summary={summary} />
      </div>
    </div>
  );
});

/** Returns whether the list is wide enough for one-line rows. */
function useIsWide(frame: { current: HTMLElement | null }): boolean {
  const [isWide, setIsWide] = useState(true);
  useEffect(() => {
    const { current } = frame;
    if (!current || typeof ResizeObserver === 'undefined') return;
    const watcher = new ResizeObserver(() => setIsWide(current.clientWidth >= WIDE));
    watcher.observe(current);
    return () => watcher.disconnect();
  }, [frame]);
  return isWide;
}
