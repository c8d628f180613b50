/**
 * A collapsible tree of JSON lines (WAI-ARIA tree pattern), which the caller provides. Arrow keys move, expand and collapse, `*` expands the
 * siblings, Ctrl/⌘ C copies the value of the active line. Only the lines in view are rendered. Everything is shown as plain text.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { uiJson } from '../../i18n/english/uiJson';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import { withMessages } from '../../i18n/withMessages';
import { useAnnounce } from '../frame/Announcer';
import { revealRow, useWindow } from '../table/useWindow';
import { CopyButton, copyText } from '../text/CopyButton';
import { Icon } from '../text/Icon';
import { highlighted } from '../text/LongText';
import { isObject, type JsonLine } from './jsonLines';
import './JsonTree.css';

/** Height of a line in px; must equal the value in JsonTree.css. */
const LINE = 22;

/** Props of `JsonTreeView`. */
export interface JsonTreeViewProps {
  count: number;
  /** Returns the line at an index; undefined while it is loading. */
  line: (at: number) => JsonLine | undefined;
  /** Index of the active line. */
  active: number;
  onActive: (at: number) => void;
  onFold: (line: JsonLine, open: boolean) => void;
  /** Expands all siblings of a line. */
  onFoldBeside?: (line: JsonLine) => void;
  /** Returns the text to copy for a line. */
  copied: (line: JsonLine) => string | Promise<string>;
  /** Called when the lines in view change; `end` is exclusive. */
  onRange?: (first: number, end: number) => void;
  /** Scrolls to the active line whenever this number changes. */
  revealed?: number;
  label?: string;
  fill?: boolean;
  maxLines?: number;
  search?: string;
}

export const JsonTreeView = withMessages({ ui: uiJson }, TreeView);

function TreeView(props: JsonTreeViewProps): ReactNode {
  const { count, line: lineAt, active, onActive, onFold, onFoldBeside, copied, onRange, revealed = 0 } = props;
  const { label, fill = false, maxLines = 24, search = '' } = props;
  const id = useId();
  const text = useText();
  const announce = useAnnounce();
  const scroller = useRef<HTMLDivElement>(null);
  const view = useWindow({ scroller, count, size: LINE });
  useEffect(() => onRange?.(view.first, view.end), [onRange, view.first, view.end]);
  const wanted = useRef({ active, revealed });
  useEffect(() => {
    if (wanted.current.revealed !== revealed && scroller.current) revealRow(scroller.current, active, LINE, 0);
    wanted.current = { active, revealed };
  }, [active, revealed]);

  const goTo = (at: number): void => {
    const target = Math.max(0, Math.min(count - 1, at));
    onActive(target);
    if (scroller.current) revealRow(scroller.current, target, LINE, 0);
  };
  const fold = (line: JsonLine, open: boolean): void => {
    if (line.size > 0) onFold(line, open);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const line = lineAt(active);
    if (event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / LINE) - 1);
    if (event.key === 'ArrowDown') goTo(active + 1);
    else if (event.key === 'ArrowUp') goTo(active - 1);
    else if (event.key === 'PageDown') goTo(active + page);
    else if (event.key === 'PageUp') goTo(active - page);
    else if (event.key === 'Home') goTo(0);
    else if (event.key === 'End') goTo(count - 1);
    else if (!line) return;
    else if (event.key === 'ArrowRight') {
      if (line.size > 0 && !line.open) fold(line, true);
      else if (line.open) goTo(active + 1);
    } else if (event.key === 'ArrowLeft') {
      if (line.open) fold(line, false);
      else goTo(line.parent);
    } else if (event.key === 'Enter' || event.key === ' ') fold(line, !line.open);
    else if (event.key === '*' && onFoldBeside) onFoldBeside(line);
    else if (event.key.toLowerCase() === 'c' && (event.ctrlKey || event.metaKey)) {
      void Promise.resolve(copied(line))
        .then(copyText)
        .then(done => done && announce.say(text('ui.copied')));
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
      // Code is left to right in every language.
      dir="ltr"
      tabIndex={0}
      aria-label={label ?? text('ui.json')}
      aria-activedescendant={`${id}-${active}`}
      className={fill ? 'json' : 'json json-fit'}
      style={fill ? undefined : { height: Math.min(count, maxLines) * LINE + 4 }}
      onKeyDown={onKeyDown}
    >
      <div className="json-lines" role="presentation" style={{ height: count * LINE }}>
        {rows.map(at => {
          const line = lineAt(at);
          return line ? (
            <Line
              key={line.path}
              id={`${id}-${at}`}
              line={line}
              at={at}
              active={at === active}
              search={search}
              copied={copied}
              onFold={open => fold(line, open)}
              onFocus={() => onActive(at)}
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
  copied: (line: JsonLine) => string | Promise<string>;
  onFold: (open: boolean) => void;
  onFocus: () => void;
}

function Line({ id, line, at, active, search, copied, onFold, onFocus }: LineProps): ReactNode {
  const foldable = line.size > 0;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and refers to the active line
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
          <CopyButton value={() => copied(line)} />
        </span>
      ) : null}
    </div>
  );
}

function ValueText({ line, search }: { line: JsonLine; search: string }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const { value, summary } = line;
  if (line.piece) return <span className="json-string">{highlighted(String(value), search)}</span>;
  if (Array.isArray(value) || summary?.kind === 'list') {
    return (
      <span className="json-count">
        <span aria-hidden="true">{line.size === 0 ? '[]' : line.open ? '[' : '[…]'}</span>{' '}
        {line.size === 0 ? null : text('ui.jsonItems', { count: line.size })}
      </span>
    );
  }
  if (isObject(value) || summary) {
    return (
      <span className="json-count">
        <span aria-hidden="true">{line.size === 0 ? '{}' : line.open ? '{' : '{…}'}</span>{' '}
        {line.size === 0 || line.open ? null : preview(summary?.names ?? Object.keys(value as object))}
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

/** The first keys of an object, shown while it is collapsed. */
function preview(all: readonly string[]): string {
  const names = all.slice(0, 4);
  return names.map(name => name.slice(0, 30)).join(', ') + (all.length > names.length ? ', …' : '');
}
