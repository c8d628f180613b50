// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot leave out the rows that are not in view
// biome-ignore-all lint/a11y/useFocusableInteractive: only cells can have the focus, one at a time; rows cannot
// biome-ignore-all lint/a11y/noStaticElementInteractions: cells have a role, which depends on their position
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: as above
/**
 * A virtualized table (WAI-ARIA grid pattern): row and column numbers are announced, arrow keys move by one cell. Only the rows in view are
 * rendered (useWindow.ts), and the row with the focus. All column widths are in one CSS variable, so that resizing a column needs no render.
 *
 * It has no knowledge of GraphQL. Columns, order, widths, selection and sorting are controlled by the caller.
 */
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useLanguage, useText } from '../../i18n/LanguageProvider';
import { useOverflows } from '../text/useOverflows';
import { type CellBlock, cellBlock } from './cellBlock';
import { columnPlaces, DataTableHead } from './DataTableHead';
import { DataTableRow } from './DataTableRow';
import type { DataTableColumn } from './dataTableColumn';
import type { FillSource } from './FillHandle';
import { isCell } from './gridCell';
import { type EditStart, handleTableKey } from './handleTableKey';
import { type CellFocus, useCellFocus } from './useCellFocus';
import { type ColumnWindow, useColumnWindow } from './useColumnWindow';
import { useRowHeight } from './useRowHeight';
import { useRowSelection } from './useRowSelection';
import { TabStopProvider } from './useTabStop';
import { useWindow } from './useWindow';
import './DataTable.css';

/** Props of `DataTable`. */
export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly DataTableColumn<Row>[];
  /** Number of rows to show, loaded or loading. */
  rowCount: number;
  /** Returns the row at an index; undefined while it is loading (a skeleton is shown). Memoize it: it must change only with the rows. */
  row: (at: number) => Row | undefined;
  /** No row has loaded yet: the body shows `rowCount` skeleton rows. Default false. */
  waiting?: boolean;
  /** Total number of rows, if more than `rowCount`; null if unknown. For screen readers. */
  totalCount?: number | null;
  /** Index of the first row in the total. Default 0. */
  firstRow?: number;
  /** Index of the row that is open beside the table, which is highlighted. */
  openRow?: number | null;
  /** Called on Escape in the grid while a row is open. */
  onClose?: () => void;
  /** Called on Enter or a click on a row. */
  onOpen?: (at: number, columnId: string) => void;
  /** Called when the user starts to edit a cell. Returns true if editing starts, or the reason why it cannot is shown. */
  onEdit?: ((at: number, columnId: string, cell: HTMLElement, by: EditStart) => boolean) | undefined;
  /** Called on Delete and Backspace. */
  onClear?: ((block: CellBlock) => void) | undefined;
  /** Called on Ctrl or ⌘ with C, V and D, for the block of selected cells (one cell, extended by Shift with arrows). */
  onCopy?: ((block: CellBlock) => void) | undefined;
  onPaste?: ((block: CellBlock, text: string) => void) | undefined;
  onFill?: ((block: CellBlock) => void) | undefined;
  /** Renders the handle that fills cells with those of the block. */
  corner?: ((source: FillSource) => ReactNode) | undefined;
  /** Indexes of the selected rows; undefined if rows cannot be selected. */
  selected?: ReadonlySet<number>;
  onSelect?: (selected: ReadonlySet<number>) => void;
  /** Called on a click on a column head; `next` is the new direction, null for unsorted. */
  onSort?: (columnId: string, next: 'ascending' | 'descending' | null) => void;
  /** Called with the new width of a column, in px. */
  onResize?: (columnId: string, width: number) => void;
  /** Called when a column is moved before another one; null: to the end. */
  onReorder?: (columnId: string, before: string | null) => void;
  /** Called when the rows in view change, for loading ahead. `end` is exclusive. */
  onRange?: (first: number, end: number) => void;
  /** While refreshing, the rows stay visible but dimmed. Default false. */
  busy?: boolean;
  /** Shown if there are no rows. */
  empty?: ReactNode;
  className?: string;
}

/** Width of the column with checkboxes, in px. */
const SELECT_WIDTH = 36;

/** Fills the available height and scrolls inside. */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { columns, rowCount, waiting, selected, onSelect, onRange, openRow = null, totalCount = rowCount } = props;
  const text = useText();
  const { direction } = useLanguage();
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  const wide = useOverflows(scroller);
  const overscan = waiting ? 0 : undefined;
  const view = useWindow({ scroller, count: rowCount, size: rowHeight, offset: rowHeight, overscan, inPieces: true });

  const columnsInView = useColumnWindow(scroller, columns);

  useEffect(() => onRange?.(view.first, view.end), [onRange, view.first, view.end]);

  const extra = selected ? 1 : 0;
  const columnCount = columns.length + extra;
  const cells = useCellFocus({ scroller, rowHeight, rowCount, columnCount, firstColumn: extra });
  const { active, anchor, onFocusCell } = cells;
  const block = cellBlock(columns, extra, active, anchor);

  const { toggle, selectAll } = useRowSelection(rowCount, selected, onSelect);
  const handlers = useRowHandlers(props.onOpen, props.onEdit, toggle);
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
      onOpen: props.onOpen,
      onEdit: props.onEdit,
      onClear: props.onClear,
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
  const rowOf = rowRenderer(props, rowHeight, starts, columnsInView, cells, block, handlers, text('ui.selectRow'));
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={props.label}
      aria-rowcount={totalCount === null ? -1 : Math.max(totalCount, rowCount, 1) + 1}
      aria-colcount={columnCount}
      aria-multiselectable={selected ? true : undefined}
      aria-busy={props.busy || waiting || undefined}
      className={`data-table${wide ? ' data-table-wide' : ''}${props.busy ? ' data-table-busy' : ''}${props.className ? ` ${props.className}` : ''}`}
      style={{ '--columns': template } as React.CSSProperties}
      onKeyDown={onKeyDown}
      {...clipboardHandlers(block, props.onCopy, props.onPaste)}
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
        // The children of a grid must be rows, so the placeholder is in a row.
        <div role="row" aria-rowindex={2} className="data-table-empty">
          <div role="gridcell" aria-colspan={columnCount} className="data-table-empty-cell">
            {props.empty}
          </div>
        </div>
      ) : (
        <div
          className={waiting ? 'data-table-body data-table-waiting' : 'data-table-body'}
          role="rowgroup"
          style={{ height: rowCount * rowHeight }}
        >
          {waiting ? (
            <SkeletonColumns columns={columns} selectable={selected !== undefined} />
          ) : (
            <TabStopProvider value={-1}>{renderedRows(view.first, view.end, active.row).map(rowOf)}</TabStopProvider>
          )}
        </div>
      )}
    </div>
  );
}

/** The skeleton of all rows: one element per column, because elements for all cells would delay the rows. */
function SkeletonColumns({
  columns,
  selectable,
}: {
  columns: readonly DataTableColumn<never>[];
  selectable: boolean;
}): ReactNode {
  return (
    <>
      {selectable ? <span /> : null}
      {columns.map(({ id, align }) => (
        <span key={id} className={align === 'end' ? 'skeleton-column data-table-end' : 'skeleton-column'} />
      ))}
    </>
  );
}

/** Returns a function that renders the row at an index. It takes single arguments, because names of properties are not minified. */
function rowRenderer<Row>(
  { columns, row, selected, corner, openRow = null, firstRow = 0 }: DataTableProps<Row>,
  rowHeight: number,
  starts: readonly (number | null)[],
  { first, end }: ColumnWindow,
  { active, anchor, extendTo, onFocusCell }: CellFocus,
  block: CellBlock | null,
  { open, edit, select }: ReturnType<typeof useRowHandlers>,
  selectLabel: string,
): (at: number) => ReactNode {
  const other = anchor ?? active;
  const from = anchor === null ? -1 : Math.min(other.column, active.column) - (selected ? 1 : 0);
  const handle =
    block &&
    corner?.({
      block,
      column: Math.max(active.column, other.column) + 1,
      reach: to => extendTo({ row: to, column: active.column }, { row: block.first, column: other.column }),
    });
  const isInBlock = (at: number): boolean => anchor !== null && block !== null && at >= block.first && at <= block.last;
  return at => (
    <DataTableRow
      key={at}
      at={at}
      top={at * rowHeight}
      number={firstRow + at}
      row={row(at)}
      columns={columns as readonly DataTableColumn<unknown>[]}
      starts={starts}
      firstColumn={first}
      endColumn={end}
      selected={selected ? selected.has(at) : null}
      open={at === openRow}
      activeColumn={at === active.row ? active.column : null}
      blockFrom={isInBlock(at) ? from : -1}
      blockEnd={isInBlock(at) ? from + (block?.columns.length ?? 0) : -1}
      corner={at === block?.last && handle}
      onOpen={open}
      onEdit={edit}
      onSelect={select}
      onFocusCell={onFocusCell}
      selectLabel={selectLabel}
    />
  );
}

/** The event handlers of rows. They stay the same, because rows are memoized, and call the latest functions. */
function useRowHandlers<Row>(
  onOpen: DataTableProps<Row>['onOpen'],
  onEdit: DataTableProps<Row>['onEdit'],
  toggle: (at: number, range: boolean) => void,
) {
  const current = useRef({ onOpen, onEdit, toggle });
  current.current = { onOpen, onEdit, toggle };
  return useMemo(
    () => ({
      open: (at: number, columnId: string) => current.current.onOpen?.(at, columnId),
      edit: (at: number, columnId: string, element: HTMLElement) => void current.current.onEdit?.(at, columnId, element, 'press'),
      select: (at: number, range: boolean) => current.current.toggle(at, range),
    }),
    [],
  );
}

/** Copying and pasting the block of selected cells. */
function clipboardHandlers(
  block: CellBlock | null,
  onCopy: ((block: CellBlock) => void) | undefined,
  onPaste: ((block: CellBlock, text: string) => void) | undefined,
) {
  return {
    onCopy(event: ClipboardEvent) {
      // The browser copies selected text and the text of controls.
      if (!onCopy || block === null || !isCell(event.target) || String(window.getSelection() ?? '') !== '') return;
      event.preventDefault();
      onCopy(block);
    },
    onPaste(event: ClipboardEvent) {
      const written = event.clipboardData.getData('text/plain');
      if (!onPaste || block === null || !isCell(event.target) || written === '') return;
      event.preventDefault();
      onPaste(block, written);
    },
  };
}

/** The rows in view, and the row with the focus. */
function renderedRows(first: number, end: number, active: number): number[] {
  const rows: number[] = [];
  for (let at = first; at < end; at++) rows.push(at);
  if (active >= 0 && (active < first || active >= end)) rows.push(active);
  return rows;
}
