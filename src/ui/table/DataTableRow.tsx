// biome-ignore-all lint/a11y/useSemanticElements: see DataTable
// biome-ignore-all lint/a11y/useFocusableInteractive: only cells can have the focus, one at a time; rows cannot
// biome-ignore-all lint/a11y/noStaticElementInteractions: cells have a role, which depends on their position
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: as above
/** One row of a DataTable. */
import { memo, type ReactNode, useId } from 'react';
import { SkeletonCell } from '../frame/Skeleton';
import type { DataTableColumn } from './dataTableColumn';
import type { GridCell } from './gridCell';

/** Props of `DataTableRow`. Functions and arrays must be memoized, because the row is a memo component. */
export interface DataTableRowProps {
  at: number;
  top: number;
  number: number;
  row: unknown;
  columns: readonly DataTableColumn<unknown>[];
  starts: readonly (number | null)[];
  /** Index range of the columns in view. Besides these, pinned columns and the active cell are rendered. */
  firstColumn: number;
  endColumn: number;
  selected: boolean | null;
  open: boolean;
  activeColumn: number | null;
  /** Index range of the columns in the block of selected cells; -1 for none. `blockEnd` is exclusive. */
  blockFrom: number;
  blockEnd: number;
  /** The fill handle, if it is in this row. */
  corner: ReactNode;
  onOpen: (at: number, columnId: string) => void;
  onEdit: (at: number, columnId: string, cell: HTMLElement) => void;
  onSelect: (at: number, range: boolean) => void;
  onFocusCell: (cell: GridCell) => void;
  selectLabel: string;
}

/** Re-renders only when its own props change. */
export const DataTableRow = memo(function DataTableRow(props: DataTableRowProps): ReactNode {
  const { at, row, columns, starts, selected, activeColumn, onOpen, onSelect, onFocusCell } = props;
  const id = useId();
  const extra = selected === null ? 0 : 1;
  const isRendered = (index: number): boolean =>
    (index >= props.firstColumn && index < props.endColumn) || starts[index] != null || index + extra === activeColumn;
  const classes = ['data-table-row'];
  if (props.open) classes.push('data-table-row-open');
  if (selected) classes.push('data-table-row-selected');
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
          <label>
            <input
              type="checkbox"
              tabIndex={-1}
              id={`${id}-select`}
              aria-label={props.selectLabel}
              // Includes the row's own name: "Select row Amber Comet".
              aria-labelledby={`${id}-select ${id}-head`}
              checked={selected}
              disabled={row === undefined}
              onChange={event => onSelect(at, (event.nativeEvent as MouseEvent).shiftKey === true)}
            />
          </label>
        </div>
      )}
      {columns.map((column, index) => {
        const start = starts[index] ?? null;
        if (!isRendered(index)) return null;
        // The grid places a cell after the previous one, unless columns are left out between them.
        const gridColumnStart = index === 0 || isRendered(index - 1) ? undefined : index + 1 + extra;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles Enter
          <div
            key={column.id}
            id={index === 0 ? `${id}-head` : undefined}
            // A cell that is still loading is not a row header.
            role={index === 0 && row !== undefined ? 'rowheader' : 'gridcell'}
            aria-colindex={index + 1 + extra}
            tabIndex={activeColumn === index + extra ? 0 : -1}
            data-cell={`${at}:${index + extra}`}
            className={`data-table-cell${index === 0 ? ' data-table-first' : ''}${column.align === 'end' ? ' data-table-end' : ''}${start === null ? '' : ' data-table-pinned'}${index >= props.blockFrom && index < props.blockEnd ? ' data-table-block' : ''}`}
            style={
              start === null && gridColumnStart === undefined
                ? undefined
                : { insetInlineStart: start ?? undefined, gridColumnStart }
            }
            onFocus={() => onFocusCell({ row: at, column: index + extra })}
            onDoubleClick={event => row !== undefined && props.onEdit(at, column.id, event.currentTarget)}
            onClick={event => {
              // Clicks on links and controls in the cell, clicks that select text, and the second click of two do not open the row.
              if (row === undefined || event.detail > 1 || (event.target as HTMLElement).closest('a, button, input, summary'))
                return;
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
      {props.corner}
    </div>
  );
});
