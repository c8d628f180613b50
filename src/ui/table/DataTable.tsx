// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot leave out the rows that are not in view
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on cells, one at a time; rows have none
// biome-ignore-all lint/a11y/noStaticElementInteractions: cells have a role, worked out from their place
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: as above
/**
 * A table of any number of rows, as a grid in the sense of WAI-ARIA: rows and columns are announced with their numbers, arrows move a cell
 * at a time. Only the rows in view are in the page (useWindow.ts); the row with the focus stays there wherever it is. Its widths are one
 * CSS variable, so that a column being resized renders nothing.
 *
 * It knows no GraphQL and keeps no state of what is shown: columns, order, widths, selection and sorting belong to who uses it.
 */
import { type KeyboardEvent, memo, type ReactNode, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useLanguage, useText } from '../../i18n/LanguageProvider';
import { SkeletonCell } from '../frame/Skeleton';
import { useOverflows } from '../text/useOverflows';
import type { CellBlock } from './cellBlock';
import { columnPlaces, DataTableHead } from './DataTableHead';
import type { DataTableColumn } from './dataTableColumn';
import { useRowHeight } from './useRowHeight';
import { TabStopProvider } from './useTabStop';
import { revealRow, useWindow } from './useWindow';
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
  /** Enter, F2 or a double press on a cell; true when it is edited, or was told why not. */
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

/** A cell with the focus. `row` -1 is the head; `column` counts the selection column. */
interface Cell {
  row: number;
  column: number;
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
  const view = useWindow({ scroller, count: rowCount, size: rowHeight, offset: rowHeight });
  const [cell, setCell] = useState<Cell>({ row: rowCount > 0 ? 0 : -1, column: selected ? 1 : 0 });
  // The other corner of a block of cells.
  const [anchor, setAnchor] = useState<Cell | null>(null);
  const isExtending = useRef(false);
  const wantsFocus = useRef(false);
  const lastSelected = useRef(0);

  useEffect(() => onRange?.(view.first, view.end), [onRange, view.first, view.end]);

  const extra = selected ? 1 : 0;
  const columnCount = columns.length + extra;
  const active: Cell = { row: Math.min(cell.row, rowCount - 1), column: Math.min(cell.column, columnCount - 1) };

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    focusCell(scroller.current, active);
  });

  const goTo = (next: Cell): void => {
    const target = { row: clamp(next.row, -1, rowCount - 1), column: clamp(next.column, 0, columnCount - 1) };
    if (scroller.current && target.row >= 0) revealRow(scroller.current, target.row, rowHeight, rowHeight);
    wantsFocus.current = true;
    setCell(target);
  };
  const block = blockOf(columns, extra, active, anchor);

  const toggle = (at: number, range: boolean): void => {
    if (!selected || !onSelect) return;
    const next = new Set(selected);
    if (range) {
      const [from, to] = [Math.min(lastSelected.current, at), Math.max(lastSelected.current, at)];
      for (let place = from; place <= to; place++) next.add(place);
    } else if (!next.delete(at)) next.add(at);
    lastSelected.current = at;
    onSelect(next);
  };
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
  const focused = useCallback((place: Cell) => {
    setCell(now => (now.row === place.row && now.column === place.column ? now : place));
    // Somewhere else by other means than Shift and arrows: a block of one.
    if (!isExtending.current) setAnchor(null);
    isExtending.current = false;
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    // Keys pressed in a control of a head or cell are that control's, unless it is the cell itself.
    if ((event.target as HTMLElement).closest('[data-cell]') !== event.target) return;
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - rowHeight) / rowHeight) - 1);
    const whole = event.ctrlKey || event.metaKey;
    const step = direction === 'rtl' ? -1 : 1;
    const moves: Record<string, Cell> = {
      ArrowDown: { row: active.row + 1, column: active.column },
      ArrowUp: { row: active.row - 1, column: active.column },
      ArrowRight: { row: active.row, column: active.column + step },
      ArrowLeft: { row: active.row, column: active.column - step },
      Home: { row: whole ? 0 : active.row, column: 0 },
      End: { row: whole ? rowCount - 1 : active.row, column: columnCount - 1 },
      PageDown: { row: active.row + page, column: active.column },
      PageUp: { row: Math.max(0, active.row - page), column: active.column },
    };
    const next = moves[event.key];
    const edits = (by: 'Enter' | 'F2'): boolean => {
      const target = event.target as HTMLElement;
      const [row = -1, column = -1] = (target.dataset.cell ?? '').split(':').map(Number);
      const id = columns[column - extra]?.id;
      return row >= 0 && id !== undefined && onEdit?.(row, id, target, by) === true;
    };
    if (next && event.shiftKey && next.row >= 0 && active.row >= 0 && props.onCopy) {
      isExtending.current = true;
      setAnchor(anchor ?? active);
      goTo({ ...next, column: Math.max(extra, next.column) });
    } else if (next) {
      setAnchor(null);
      goTo(next);
    } else if ((event.key === 'd' || event.key === 'D') && whole && props.onFill && block !== null) props.onFill(block);
    else if (event.key === 'Escape' && anchor !== null) setAnchor(null);
    else if (event.key === 'F2' && onEdit) edits('F2');
    else if (event.key === 'Enter' && active.row >= 0) {
      // A cell that is a link is followed; the first one stands for its row whatever is in it, and any other opens the row too.
      const inside = (event.target as HTMLElement).querySelector<HTMLElement>('a[href], button');
      if (inside && active.column > extra) inside.click();
      else if (active.column === extra || !edits('Enter')) open(active.row, columns[active.column - extra]?.id ?? '');
    } else if (event.key === ' ' && active.row >= 0 && selected) select(active.row, event.shiftKey);
    else if ((event.key === 'a' || event.key === 'A') && whole && selected)
      onSelect?.(new Set(Array.from({ length: rowCount }, (_, at) => at)));
    else if (event.key === 'Escape' && openRow !== null && props.onClose) props.onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const { template, starts } = columnPlaces(columns, selected ? SELECT_WIDTH : 0);
  const from = anchor === null ? -1 : Math.min(anchor.column, active.column) - extra;
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
        onSelectAll={all => onSelect?.(new Set(all ? Array.from({ length: rowCount }, (_, at) => at) : []))}
        activeColumn={active.row === -1 ? active.column : null}
        onFocusColumn={column => focused({ row: -1, column })}
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
                blockFrom={anchor !== null && block !== null && at >= block.first && at <= block.last ? from : -1}
                blockEnd={
                  anchor !== null && block !== null && at >= block.first && at <= block.last ? from + block.columns.length : -1
                }
                opens={onOpen !== undefined}
                onOpen={open}
                onEdit={edit}
                onSelect={select}
                onFocusCell={focused}
                selectLabel={text('ui.selectRow')}
              />
            ))}
          </TabStopProvider>
        </div>
      )}
    </div>
  );
}

interface RowProps {
  at: number;
  top: number;
  number: number;
  row: unknown;
  columns: readonly DataTableColumn<unknown>[];
  starts: readonly (number | null)[];
  selected: boolean | null;
  open: boolean;
  activeColumn: number | null;
  /** Places of the columns in the block of cells; -1: none. `blockEnd` is not included. */
  blockFrom: number;
  blockEnd: number;
  opens: boolean;
  onOpen: (at: number, columnId: string) => void;
  onEdit: (at: number, columnId: string, cell: HTMLElement) => void;
  onSelect: (at: number, range: boolean) => void;
  onFocusCell: (cell: Cell) => void;
  selectLabel: string;
}

/** One row; renders again only when something of its own changes. */
const DataTableRow = memo(function DataTableRow(props: RowProps): ReactNode {
  const { at, row, columns, starts, selected, activeColumn, onOpen, onSelect, onFocusCell } = props;
  const id = useId();
  const extra = selected === null ? 0 : 1;
  const classes = ['data-table-row'];
  if (props.number % 2 === 1) classes.push('data-table-row-odd');
  if (props.open) classes.push('data-table-row-open');
  if (selected) classes.push('data-table-row-selected');
  if (props.opens) classes.push('data-table-row-opens');
  return (
    <div
      role="row"
      aria-rowindex={props.number + 2}
      aria-selected={selected ?? undefined}
      aria-current={props.open || undefined}
      className={classes.join(' ')}
      style={{ top: props.top }}
    >
      {selected === null ? null : (
        <div
          role="gridcell"
          aria-colindex={1}
          tabIndex={activeColumn === 0 ? 0 : -1}
          data-cell={`${at}:0`}
          className="data-table-cell data-table-select data-table-pinned"
          onFocus={() => onFocusCell({ row: at, column: 0 })}
          style={{ insetInlineStart: 0 }}
        >
          <input
            type="checkbox"
            tabIndex={-1}
            id={`${id}-select`}
            aria-label={props.selectLabel}
            // With the row's own name: "Select row Amber Comet".
            aria-labelledby={`${id}-select ${id}-head`}
            checked={selected}
            disabled={row === undefined}
            onChange={event => onSelect(at, (event.nativeEvent as MouseEvent).shiftKey === true)}
          />
        </div>
      )}
      {columns.map((column, index) => {
        const start = starts[index] ?? null;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter is heard by the grid
          <div
            key={column.id}
            id={index === 0 ? `${id}-head` : undefined}
            // What is still being loaded heads nothing.
            role={index === 0 && row !== undefined ? 'rowheader' : 'gridcell'}
            aria-colindex={index + 1 + extra}
            tabIndex={activeColumn === index + extra ? 0 : -1}
            data-cell={`${at}:${index + extra}`}
            className={`data-table-cell${index === 0 ? ' data-table-first' : ''}${column.align === 'end' ? ' data-table-end' : ''}${start === null ? '' : ' data-table-pinned'}${index >= props.blockFrom && index < props.blockEnd ? ' data-table-block' : ''}`}
            style={start === null ? undefined : { insetInlineStart: start }}
            onFocus={() => onFocusCell({ row: at, column: index + extra })}
            onDoubleClick={event => row !== undefined && props.onEdit(at, column.id, event.currentTarget)}
            onClick={event => {
              // A link or button in a cell does its own thing; text that is being marked is not a press.
              if (row === undefined || (event.target as HTMLElement).closest('a, button, input, summary')) return;
              if (String(window.getSelection() ?? '') !== '') return;
              onOpen(at, column.id);
            }}
          >
            {row === undefined ? (
              <SkeletonCell seed={at * 31 + index * 7} end={column.align === 'end'} />
            ) : (
              column.render(row, at)
            )}
          </div>
        );
      })}
    </div>
  );
});

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

const isCell = (target: EventTarget): boolean => target instanceof HTMLElement && target.dataset.cell !== undefined;

/** The cells between two corners; null where the focus is on no cell of a row. */
function blockOf(
  columns: ReadonlyArray<{ readonly id: string }>,
  extra: number,
  active: Cell,
  anchor: Cell | null,
): CellBlock | null {
  const other = anchor ?? active;
  if (active.row < 0 || other.row < 0 || active.column < extra || other.column < extra) return null;
  const from = Math.min(active.column, other.column) - extra;
  const end = Math.max(active.column, other.column) - extra + 1;
  return {
    first: Math.min(active.row, other.row),
    last: Math.max(active.row, other.row),
    columns: columns.slice(from, end).map(column => column.id),
    onward: columns.slice(from).map(column => column.id),
  };
}

/** Gives the focus to a cell, or to the one control a head consists of. */
function focusCell(scroller: HTMLElement | null, cell: Cell): void {
  const element = scroller?.querySelector<HTMLElement>(`[data-cell="${cell.row}:${cell.column}"]`);
  element?.focus({ preventScroll: cell.row >= 0 });
  if (!element || !scroller || element.classList.contains('data-table-pinned')) return;
  // Sideways the browser knows best, but it has to be told of the columns that stick.
  const stuck = [...(element.parentElement?.querySelectorAll<HTMLElement>('.data-table-pinned') ?? [])];
  const width = stuck.reduce((sum, each) => sum + (getComputedStyle(each).position === 'sticky' ? each.offsetWidth : 0), 0);
  scroller.style.scrollPaddingInlineStart = `${width}px`;
  element.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
}
