/**
 * The schema as a tree beside the document (WAI-ARIA tree pattern with checkboxes): checked fields are requested. Each action changes the
 * text of the editor in place, as an undo step. The logic is in documentEdits.ts and explorerRows.ts.
 */
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { Button } from '../../../ui/inputs/Button';
import { SearchInput } from '../../../ui/inputs/SearchInput';
import { VirtualList, type VirtualListHandle } from '../../../ui/table/VirtualList';
import { ExplorerLine } from './ExplorerLine';
import { type Explorer, type ExplorerOptions, type OperationKind, useExplorer } from './useExplorer';

/** Height of a row in px. Must match query.css. */
const ROW = 26;
const KINDS: readonly OperationKind[] = ['query', 'mutation', 'subscription'];

/** Fills its container. */
export default function ExplorerPanel(options: ExplorerOptions): ReactNode {
  const { model } = options;
  const explorer = useExplorer(options);
  const { rows, activeKey, setActiveKey, fold, toggle, fill } = explorer;
  const text = useText();
  const id = useId();
  const list = useRef<VirtualListHandle>(null);
  const tree = useRef<HTMLDivElement>(null);
  const active = Math.max(
    0,
    rows.findIndex(row => row.key === activeKey),
  );

  const goTo = (at: number): void => {
    const place = Math.max(0, Math.min(rows.length - 1, at));
    const target = rows[place];
    if (!target) return;
    setActiveKey(target.key);
    list.current?.reveal(place);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (!handleTreeKey(event, explorer, active, goTo)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section className="query-explorer" aria-label={text('query.explorer')}>
      <div className="query-panel-bar">
        <SearchInput label={text('query.explorerFilter')} value={explorer.filter} onChange={explorer.setFilter} />
      </div>
      {explorer.isReadable ? null : <p className="query-explorer-note quiet">{text('query.explorerUnread')}</p>}
      <VirtualList
        ref={list}
        count={rows.length}
        size={ROW}
        label={text('query.explorer')}
        role="tree"
        rowKey={at => rows[at]?.key ?? at}
        className={explorer.isReadable ? 'query-explorer-tree' : 'query-explorer-tree query-explorer-waiting'}
        focusable={{
          // Code is left-to-right in every language.
          dir: 'ltr',
          'aria-activedescendant': rows.length > 0 ? `${id}-${active}` : undefined,
          'aria-disabled': !explorer.isReadable,
          onKeyDown,
          onFocus: event => {
            tree.current = event.currentTarget;
          },
        }}
      >
        {at => {
          const row = rows[at];
          return row ? (
            <ExplorerLine
              id={`${id}-${at}`}
              row={row}
              active={at === active}
              onToggle={() => toggle(row)}
              onFold={() => {
                setActiveKey(row.key);
                fold(row, !row.open);
              }}
              onFill={() => fill(row)}
              onValue={given => (row.kind === 'argument' ? explorer.giveArgument(row, given) : explorer.rename(row, given))}
              onRemove={() => explorer.remove(row)}
              onLeave={() => tree.current?.focus()}
            />
          ) : null;
        }}
      </VirtualList>
      <AddOperation model={model} explorer={explorer} />
    </section>
  );
}

/** The buttons that add an operation of each kind. */
function AddOperation({ model, explorer }: { model: ExplorerOptions['model']; explorer: Explorer }): ReactNode {
  const text = useText();
  return (
    <div className="query-explorer-foot">
      {KINDS.filter(kind => kind === 'query' || model[`${kind}Type`] !== null).map(kind => (
        <Button
          key={kind}
          kind="quiet"
          icon="plus"
          disabled={!explorer.isReadable}
          title={text('query.explorerAdd', { kind })}
          onClick={() => explorer.add(kind)}
        >
          {kind}
        </Button>
      ))}
    </div>
  );
}

/** Handles a key of the tree; false if it has no meaning. `active`: index of the current row; `goTo` makes another one current. */
function handleTreeKey(
  event: KeyboardEvent<HTMLDivElement>,
  { rows, fold, toggle, fill }: Explorer,
  active: number,
  goTo: (at: number) => void,
): boolean {
  const row = rows[active];
  if (!row || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return false;
  const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / ROW) - 1);
  if (event.key === 'ArrowDown') goTo(active + 1);
  else if (event.key === 'ArrowUp') goTo(active - 1);
  else if (event.key === 'PageDown') goTo(active + page);
  else if (event.key === 'PageUp') goTo(active - page);
  else if (event.key === 'Home') goTo(0);
  else if (event.key === 'End') goTo(rows.length - 1);
  else if (event.key === 'ArrowRight') {
    if (row.expandable && !row.open) fold(row, true);
    else if (row.open) goTo(active + 1);
  } else if (event.key === 'ArrowLeft') {
    if (row.open) fold(row, false);
    else goTo(rows.findLastIndex((other, at) => at < active && other.depth < row.depth));
  } else if ((event.key === 'Enter' || event.key === ' ') && event.shiftKey) fill(row);
  else if (event.key === ' ') toggle(row);
  else if (event.key === 'F2' || event.key === 'Enter') {
    const input = event.currentTarget.querySelector<HTMLInputElement>(`[data-row="${CSS.escape(row.key)}"]`);
    if (input) input.focus();
    else toggle(row);
  } else return false;
  return true;
}
