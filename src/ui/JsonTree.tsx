/**
 * JSON as a folded tree (the WAI-ARIA tree pattern): arrows move and fold, `*` unfolds what stands beside, Ctrl/⌘ C copies the value in hand.
 * Only the lines in view are in the page. Everything is shown as text.
 */
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { useFormats, useLanguage, useText } from '../i18n/LanguageProvider';
import { useAnnounce } from './Announcer';
import { CopyButton, copyText } from './CopyButton';
import { Icon } from './Icon';
import { isObject, type JsonLine, jsonLines } from './jsonLines';
import { highlighted } from './LongText';
import { revealRow, useWindow } from './useWindow';
import './JsonTree.css';

/** Height of a line in px; JsonTree.css says the same. */
const LINE = 22;

/** Props of `JsonTree`. */
export interface JsonTreeProps {
  value: unknown;
  /** Names the tree for screen readers. Default: "JSON". */
  label?: string;
  /** Levels that begin unfolded. Default 2. */
  depth?: number;
  /** Fills the height it is given and scrolls inside. Default false: as high as its lines, up to `maxLines`. */
  fill?: boolean;
  /** Default 24. */
  maxLines?: number;
  /** Marked where it occurs. */
  search?: string;
}

/** The tree. */
export function JsonTree({ value, label, depth = 2, fill = false, maxLines = 24, search = '' }: JsonTreeProps): ReactNode {
  const id = useId();
  const text = useText();
  const announce = useAnnounce();
  const { direction } = useLanguage();
  const scroller = useRef<HTMLDivElement>(null);
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [activePath, setActivePath] = useState('');
  const lines = useMemo(() => jsonLines(value, { folds, depth }), [value, folds, depth]);
  const view = useWindow({ scroller, count: lines.length, size: LINE });
  const found = lines.findIndex(line => line.path === activePath);
  const active = Math.max(0, found);

  const fold = (line: JsonLine, open: boolean): void => {
    if (line.size > 0) setFolds(now => new Map(now).set(line.path, open));
  };
  const goTo = (at: number): void => {
    const target = lines[Math.max(0, Math.min(lines.length - 1, at))];
    if (!target) return;
    setActivePath(target.path);
    if (scroller.current) revealRow(scroller.current, lines.indexOf(target), LINE, 0);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const line = lines[active];
    if (!line || event.target !== event.currentTarget) return;
    const inward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const outward = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / LINE) - 1);
    if (event.key === 'ArrowDown') goTo(active + 1);
    else if (event.key === 'ArrowUp') goTo(active - 1);
    else if (event.key === 'PageDown') goTo(active + page);
    else if (event.key === 'PageUp') goTo(active - page);
    else if (event.key === 'Home') goTo(0);
    else if (event.key === 'End') goTo(lines.length - 1);
    else if (event.key === inward) {
      if (line.size > 0 && !line.open) fold(line, true);
      else if (line.open) goTo(active + 1);
    } else if (event.key === outward) {
      if (line.open) fold(line, false);
      else goTo(parentOf(lines, active));
    } else if (event.key === 'Enter' || event.key === ' ') fold(line, !line.open);
    else if (event.key === '*') {
      const beside = lines.filter(other => other.depth === line.depth && other.size > 0 && typeof other.value !== 'string');
      setFolds(now => new Map([...now, ...beside.map(other => [other.path, true] as const)]));
    } else if (event.key.toLowerCase() === 'c' && (event.ctrlKey || event.metaKey)) {
      void copyText(rawText(line.value)).then(done => done && announce.say(text('ui.copied')));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const rows: number[] = [];
  for (let at = view.first; at < view.end; at++) rows.push(at);
  return (
    <div
      ref={scroller}
      role="tree"
      tabIndex={0}
      aria-label={label ?? text('ui.json')}
      aria-activedescendant={`${id}-${active}`}
      className={fill ? 'json' : 'json json-fit'}
      style={fill ? undefined : { height: Math.min(lines.length, maxLines) * LINE + 4 }}
      onKeyDown={onKeyDown}
    >
      <div className="json-lines" role="presentation" style={{ height: lines.length * LINE }}>
        {rows.map(at => {
          const line = lines[at];
          return line ? (
            <Line
              key={line.path}
              id={`${id}-${at}`}
              line={line}
              at={at}
              active={at === active}
              search={search}
              onFold={open => fold(line, open)}
              onFocus={() => setActivePath(line.path)}
            />
          ) : null;
        })}
      </div>
    </div>
  );
}

interface LineProps {
  id: string;
  line: JsonLine;
  at: number;
  active: boolean;
  search: string;
  onFold: (open: boolean) => void;
  onFocus: () => void;
}

function Line({ id, line, at, active, search, onFold, onFocus }: LineProps): ReactNode {
  const foldable = line.size > 0;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus is on the tree, which names the line in hand
    <div
      id={id}
      role="treeitem"
      aria-level={line.depth + 1}
      aria-expanded={foldable ? line.open : undefined}
      aria-setsize={line.siblings}
      aria-posinset={line.position}
      aria-selected={active}
      className={active ? 'json-line json-line-active' : 'json-line'}
      style={{ transform: `translateY(${at * LINE}px)`, paddingInlineStart: 6 + line.depth * 16 }}
      onClick={event => {
        onFocus();
        if (foldable && !(event.target as HTMLElement).closest('button') && String(window.getSelection() ?? '') === '')
          onFold(!line.open);
      }}
    >
      <span className={line.open ? 'json-mark json-mark-open' : 'json-mark'}>
        {foldable ? <Icon name="chevronEnd" size={12} /> : null}
      </span>
      {line.key === null ? null : (
        <span className={typeof line.key === 'number' ? 'json-key json-index' : 'json-key'}>
          {typeof line.key === 'number' ? line.key : highlighted(line.key.slice(0, 200), search)}
        </span>
      )}
      <ValueText line={line} search={search} />
      {active && !line.piece ? (
        <span className="json-copy">
          <CopyButton value={() => rawText(line.value)} />
        </span>
      ) : null}
    </div>
  );
}

function ValueText({ line, search }: { line: JsonLine; search: string }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const { value } = line;
  if (line.piece) return <span className="json-string">{highlighted(String(value), search)}</span>;
  if (Array.isArray(value)) {
    return (
      <span className="json-count">
        <span aria-hidden="true">{value.length === 0 ? '[]' : line.open ? '[' : '[…]'}</span>{' '}
        {value.length === 0 ? null : text('ui.jsonItems', { count: value.length })}
      </span>
    );
  }
  if (isObject(value)) {
    return (
      <span className="json-count">
        <span aria-hidden="true">{line.size === 0 ? '{}' : line.open ? '{' : '{…}'}</span>{' '}
        {line.size === 0 || line.open ? null : preview(value)}
      </span>
    );
  }
  if (typeof value === 'string') {
    const shown = value.length > 160 ? `${value.slice(0, 160)}…` : value;
    return (
      <>
        <span className="json-string truncate">{highlighted(shown.replace(/\s+/g, ' '), search)}</span>
        {value.length > 160 ? <span className="json-count numeric">{formats.number(value.length)}</span> : null}
      </>
    );
  }
  return <span className={value === null ? 'json-null' : 'json-literal'}>{highlighted(String(value), search)}</span>;
}

/** The first names of an object, so that a folded one says what it is. */
function preview(value: Record<string, unknown>): string {
  const names = Object.keys(value).slice(0, 4);
  return names.map(name => name.slice(0, 30)).join(', ') + (Object.keys(value).length > names.length ? ', …' : '');
}

/** What copying gives: a text as it is, anything else as JSON. */
function rawText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? String(value));
}

/** The line one level further out that a line stands under. */
function parentOf(lines: readonly JsonLine[], at: number): number {
  const depth = lines[at]?.depth ?? 0;
  for (let above = at - 1; above >= 0; above--) if ((lines[above]?.depth ?? 0) < depth) return above;
  return at;
}
