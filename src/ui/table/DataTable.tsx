// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot leave out the rows that are not in view
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on cells, one at a time; rows have none
// biome-ignore-all lint/a11y/noStaticElementInteractions: cells have a role, worked out from their place
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: as above
/**
 * A table of any number of rows, as a grid in the sense of WAI-ARIA: rows and columns are announced with their numbers, arrows move a cell
 * at a time. Only the rows in view are in the page (useWindow.ts); the row with the focus stays there wherever it is. Its widths are one
 * CSS variable, so that a column being resized renders nothing.
 *
 * It knows no GraphQL and does not keep columns, order, widths, selection or sorting: the caller passes them in.
 */
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useEffect, useRef } from 'react';
import { useLanguage, useText } from '../../i18n/LanguageProvider';
import { useOverflows } from '../text/useOverflows';
import { type CellBlock, cellBlock } from './cellBlock';
import { columnPlaces, DataTableHead } from './DataTableHead';
import { DataTableRow } from './DataTableRow';
import type { DataTableColumn } from './dataTableColumn';
import { isCell } from './gridCell';
import { handleTableKey } from './handleTableKey';
import { useCellFocus } from './useCellFocus';
import { useRowHeight } from './useRowHeight';
import { useRowSelection } from './useRowSelection';
import { TabStopProvider } from './useTabStop';
import { useWindow } from './useWindow';
import './DataTable.css';

/** Props of `DataTable`. */
export interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  label: string;
  columns: readonly DataTableColumn<Row>[];
  /** Rows there are to show, loaded or being loaded. */
  rowCount: number;
  /** The row at a place; undefined while it is being loaded: a skeleton is shown. Keep it identical while no row changes. */
  row: (at: number) => Row | undefined;
  /** How many rows there are in all when that is known and more than `rowCount`; null: unknown and more. For screen readers. */
  totalCount?: number | null;
  /** Number of the first row within the whole, from 0. Default 0. */
  firstRow?: number;
  /** The row that is open beside the table; marked. */
  openRow?: number | null;
  /** Escape in the grid while a row is open. */
  onClose?: () => void;
  /** Enter or a press on a row. */
  onOpen?: (at: number, columnId: string) => void;
  /** Enter, F2 or a double press on a cell; true when it is edited, or the reason why not is shown. */
  onEdit?: ((at: number, columnId: string, cell: HTMLElement, by: 'Enter' | 'F2' | 'press') => boolean) | undefined;
  /** Ctrl or ⌘ with C, V and D on a block of cells, which Shift with arrows makes larger than one. */
  onCopy?: ((block: CellBlock) => void) | undefined;
  onPaste?: ((block: CellBlock, text: string) => void) | undefined;
  onFill?: ((block: CellBlock) => void) | undefined;
  /** Places of the selected rows; undefined: rows cannot be selected. */
  selected?: ReadonlySet<number>;
  onSelect?: (selected: ReadonlySet<number>) => void;
  /** A head was pressed; `next` is the direction to sort in, null: no longer. */
  onSort?: (columnId: string, next: 'ascending' | 'descending' | null) => void;
  /** The width a column was given, in px. */
  onResize?: (columnId: string, width: number) => void;
  /** A column was moved before another; null: to the end. */
  onReorder?: (columnId: string, before: string | null) => void;
  /** The rows in view changed, for loading ahead. `end` is not included. */
  onRange?: (first: number, end: number) => void;
  /** Being refreshed: the rows stay, dimmed a little. Default false. */
  busy?: boolean;
  /** What stands in place of rows when there are none. */
  empty?: ReactNode;
  className?: string;
}

/** Width of the column with the check boxes, in px. */
const SELECT_WIDTH = 36;

/** The table; it fills the height it is given and scrolls inside. */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const {
    columns,
    rowCount,
    row,
    selected,
    onSelect,
    onOpen,
    onRange,
    openRow = null,
    firstRow = 0,
    totalCount = rowCount,
  } = props;
  const text = useText();
  const { direction } = useLanguage();
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  const wide = useOverflows(scroller);
  const view = useWindow({ scroller, count: rowCount, size: rowHeight, offset: rowHeight, inPieces: true });

  useEffect(() => onRange?.(view.first, view.end), [onRange, view.first, view.end]);

  const extra = selected ? 1 : 0;
  const columnCount = columns.length + extra;
  const cells = useCellFocus({ scroller, rowHeight, rowCount, columnCount, firstColumn: extra });
  const { active, anchor, onFocusCell } = cells;
  const block = cellBlock(columns, extra, active, anchor);

  const { toggle, selectAll } = useRowSelection(rowCount, selected, onSelect);
  // Rows are memoised: they get functions that stay the same and look here for the present ones.
  const { onEdit } = props;
  const handlers = useRef({ onOpen, onEdit, toggle });
  handlers.current = { onOpen, onEdit, toggle };
  const open = useCallback((at: number, columnId: string) => handlers.current.onOpen?.(at, columnId), []);
  const edit = useCallback(
    (at: number, columnId: string, element: HTMLElement) => void handlers.current.onEdit?.(at, columnId, element, 'press'),
    [],
  );
  const select = useCallback((at: number, range: boolean) => handlers.current.toggle(at, range), []);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const isHandled = handleTableKey(event, {
      cells,
      block,
      columns,
      extra,
      rowCount,
      page: Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - rowHeight) / rowHeight) - 1),
      direction,
      hasBlocks: props.onCopy !== undefined,
      onOpen,
      onEdit,
      onFill: props.onFill,
      onToggle: selected && toggle,
      onSelectAll: selected && (() => selectAll(true)),
      onClose: openRow === null ? undefined : props.onClose,
    });
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const { template, starts } = columnPlaces(columns, selected ? SELECT_WIDTH : 0);
  const from = anchor === null ? -1 : Math.min(anchor.column, active.column) - extra;
  const isInBlock = (at: number): boolean => anchor !== null && block !== null && at >= block.first && at <= block.last;
  const rows: number[] = [];
  for (let at = view.first; at < view.end; at++) rows.push(at);
  if (active.row >= 0 && (active.row < view.first || active.row >= view.end)) rows.push(active.row);

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={props.label}
      aria-rowcount={totalCount === null ? -1 : Math.max(totalCount, rowCount, 1) + 1}
      aria-colcount={columnCount}
      aria-multiselectable={selected ? true : undefined}
      aria-busy={props.busy || undefined}
      className={`data-table${wide ? ' data-table-wide' : ''}${props.busy ? ' data-table-busy' : ''}${props.className ? ` ${props.className}` : ''}`}
      style={{ '--columns': template } as React.CSSProperties}
      onKeyDown={onKeyDown}
      onCopy={event => {
        // Text that is marked, and what stands in a control, is the browser's to copy.
        if (!props.onCopy || block === null || !isCell(event.target) || String(window.getSelection() ?? '') !== '') return;
        event.preventDefault();
        props.onCopy(block);
      }}
      onPaste={event => {
        const written = event.clipboardData.getData('text/plain');
        if (!props.onPaste || block === null || !isCell(event.target) || written === '') return;
        event.preventDefault();
        props.onPaste(block, written);
      }}
    >
      <DataTableHead
        columns={columns}
        starts={starts}
        selectable={selected !== undefined}
        allSelected={selected ? (selected.size === 0 ? 'none' : selected.size >= rowCount ? 'all' : 'some') : 'none'}
        onSelectAll={selectAll}
        activeColumn={active.row === -1 ? active.column : null}
        onFocusColumn={column => onFocusCell({ row: -1, column })}
        scroller={scroller as RefObject<HTMLDivElement>}
        onSort={props.onSort}
        onResize={props.onResize}
        onReorder={props.onReorder}
      />
      {rowCount === 0 ? (
        // A grid holds nothing but rows, and this is its only one.
        <div role="row" aria-rowindex={2} className="data-table-empty">
          <div role="gridcell" aria-colspan={columnCount} className="data-table-empty-cell">
            {props.empty}
          </div>
        </div>
      ) : (
        <div className="data-table-body" role="rowgroup" style={{ height: rowCount * rowHeight }}>
          <TabStopProvider value={-1}>
            {rows.map(at => (
              <DataTableRow
                key={at}
                at={at}
                top={at * rowHeight}
                number={firstRow + at}
                row={row(at)}
                columns={columns as readonly DataTableColumn<unknown>[]}
                starts={starts}
                selected={selected ? selected.has(at) : null}
                open={at === openRow}
                activeColumn={at === active.row ? active.column : null}
                blockFrom={isInBlock(at) ? from : -1}
                blockEnd={isInBlock(at) ? from + (block?.columns.length ?? 0) : -1}
                onOpen={open}
                onEdit={edit}
                onSelect={select}
                onFocusCell={onFocusCell}
                selectLabel={text('ui.selectRow')}
              />
            ))}
          </TabStopProvider>
        </div>
      )}
    </div>
  );
}
