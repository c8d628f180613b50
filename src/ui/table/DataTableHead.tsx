// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot leave out the rows that are not in view
// biome-ignore-all lint/a11y/useFocusableInteractive: only cells can have the focus, one at a time; rows cannot
/**
 * The header row of a DataTable. A click sorts a column; the pointer or the column's menu resize and move it. While a column is resized only a
 * CSS variable changes; the new width is reported at the end.
 */
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { MissingMenu } from '../frame/menu/laterMenu';
import { lazyPart } from '../lazyPart';
import { Icon } from '../text/Icon';
import type { ColumnMenuProps } from './columns/ColumnMenu';
import { LaterResizeHandle } from './columns/laterResizeHandle';
import { type DataTableColumn, MIN_COLUMN_WIDTH } from './dataTableColumn';

const ColumnMenu = lazyPart<ColumnMenuProps>(() => import(/* webpackChunkName: "menu" */ './columns/ColumnMenu'), MissingMenu);

/** Preloads the code of the menu. After a failure, opening the menu loads it again. */
function prepareMenu(): void {
  ColumnMenu.prepare(null).catch(() => undefined);
}

/** Minimum width of the first column in narrow windows, in px, if it is wider otherwise. */
const FIRST_COLUMN_NARROW = 140;

/** Props of `DataTableHead`. */
export interface DataTableHeadProps<Row> {
  columns: readonly DataTableColumn<Row>[];
  /** Distance of each pinned column from the start, in px; null if not pinned. */
  starts: readonly (number | null)[];
  selectable: boolean;
  allSelected: 'none' | 'some' | 'all';
  onSelectAll: (all: boolean) => void;
  /** The column whose head has the focus; null for none. */
  activeColumn: number | null;
  onFocusColumn: (column: number) => void;
  scroller: RefObject<HTMLDivElement>;
  onSort: ((columnId: string, next: 'ascending' | 'descending' | null) => void) | undefined;
  onResize: ((columnId: string, width: number) => void) | undefined;
  onReorder: ((columnId: string, before: string | null) => void) | undefined;
}

/**
 * Computes the grid template of all columns, and the start offsets of the pinned ones (the first column is always pinned). Pinned columns
 * should come first; one that follows an unpinned column sticks right after the pinned columns before it. In narrow windows the first column
 * takes less than half of the width.
 */
export function columnPlaces<Row>(
  columns: readonly DataTableColumn<Row>[],
  selectWidth: number,
): { template: string; starts: (number | null)[] } {
  let start = selectWidth;
  const starts = columns.map((column, index) => {
    if (!column.pinned && index > 0) return null;
    const at = start;
    start += column.width;
    return at;
  });
  // No spaces within a width, because ResizeHandle splits the template at spaces.
  const widths = columns.map((column, index) => {
    const width = Math.max(MIN_COLUMN_WIDTH, column.width);
    return index === 0 && width > FIRST_COLUMN_NARROW ? `min(${width}px,max(${FIRST_COLUMN_NARROW}px,40vw))` : `${width}px`;
  });
  return { template: [...(selectWidth > 0 ? [`${selectWidth}px`] : []), ...widths, 'minmax(0,1fr)'].join(' '), starts };
}

/** The sticky header row. */
export function DataTableHead<Row>(props: DataTableHeadProps<Row>): ReactNode {
  const { columns, selectable, activeColumn, onFocusColumn } = props;
  const text = useText();
  const [dropBefore, setDropBefore] = useState<string | 'end' | null>(null);
  const extra = selectable ? 1 : 0;
  return (
    <div role="rowgroup" className="data-table-head">
      <div role="row" aria-rowindex={1} className="data-table-head-row">
        {selectable ? (
          <div
            role="columnheader"
            aria-colindex={1}
            tabIndex={activeColumn === 0 ? 0 : -1}
            data-cell="-1:0"
            className="data-table-cell data-table-select data-table-pinned"
            style={{ insetInlineStart: 0 }}
            onFocus={() => onFocusColumn(0)}
            onKeyDown={event => {
              if (event.key !== ' ' || event.target !== event.currentTarget) return;
              event.preventDefault();
              props.onSelectAll(props.allSelected !== 'all');
            }}
          >
            <label>
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label={text('ui.selectAll')}
                checked={props.allSelected === 'all'}
                ref={element => {
                  if (element) element.indeterminate = props.allSelected === 'some';
                }}
                onChange={event => props.onSelectAll(event.target.checked)}
              />
            </label>
          </div>
        ) : null}
        {columns.map((column, index) => (
          <Head
            key={column.id}
            {...props}
            column={column as DataTableColumn<unknown>}
            ids={columns.map(other => other.id)}
            index={index}
            start={props.starts[index] ?? null}
            colIndex={index + 1 + extra}
            cell={index + extra}
            active={activeColumn === index + extra}
            dropBefore={dropBefore}
            setDropBefore={setDropBefore}
          />
        ))}
      </div>
    </div>
  );
}

interface HeadProps
  extends Pick<DataTableHeadProps<unknown>, 'onFocusColumn' | 'scroller' | 'onSort' | 'onResize' | 'onReorder'> {
  column: DataTableColumn<unknown>;
  ids: readonly string[];
  index: number;
  start: number | null;
  colIndex: number;
  cell: number;
  active: boolean;
  dropBefore: string | 'end' | null;
  setDropBefore: (id: string | 'end' | null) => void;
}

function Head(props: HeadProps): ReactNode {
  const { column, start, cell, active, onSort, onResize } = props;
  const id = useId();
  const head = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<'first' | 'last' | null>(null);
  const sort = column.sort;
  const sortable = sort !== undefined && onSort !== undefined;
  const hasMenu = sortable || props.onReorder !== undefined || (column.menu ?? []).length > 0;
  const press = (): void => {
    const only = column.onlySort;
    if (sortable)
      onSort(column.id, sort === 'none' ? (only ?? 'ascending') : sort === 'ascending' && !only ? 'descending' : null);
    else if (hasMenu) setMenu('first');
  };
  const openMenu = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    setMenu('first');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter' || event.key === ' ') press();
    else if (
      hasMenu &&
      ((event.altKey && event.key === 'ArrowDown') || event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10'))
    )
      setMenu('first');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={head}
      id={id}
      role="columnheader"
      aria-colindex={props.colIndex}
      // Named by the header text only: the content includes the resize handle, which would add its value.
      aria-labelledby={`${id}-words`}
      aria-sort={sort === undefined || sort === 'none' ? undefined : sort}
      aria-haspopup={hasMenu ? 'menu' : undefined}
      tabIndex={active ? 0 : -1}
      data-cell={`-1:${cell}`}
      title={column.title}
      className={headClasses(props, hasMenu)}
      style={start === null ? undefined : { insetInlineStart: start }}
      onFocus={() => {
        prepareMenu();
        props.onFocusColumn(cell);
      }}
      onPointerEnter={prepareMenu}
      onKeyDown={onKeyDown}
      onClick={event => {
        if (!(event.target as HTMLElement).closest('.data-table-resize, .popover')) press();
      }}
      onContextMenu={hasMenu ? openMenu : undefined}
      {...dragHandlers(props)}
    >
      <span id={`${id}-words`} className="data-table-head-words truncate" dir="auto">
        {column.header}
      </span>
      {sort === 'ascending' || sort === 'descending' ? (
        <Icon name={sort === 'ascending' ? 'arrowUp' : 'arrowDown'} size={12} />
      ) : null}
      {hasMenu ? (
        // For the pointer only: with the keyboard the head itself opens the menu (Alt+Down).
        <span className="data-table-head-menu" aria-hidden="true" onClick={openMenu} />
      ) : null}
      {onResize ? (
        <Suspense fallback={null}>
          <LaterResizeHandle column={column} cell={cell} scroller={props.scroller} onResize={onResize} />
        </Suspense>
      ) : null}
      {menu ? (
        <Suspense fallback={null}>
          <ColumnMenu {...props} anchor={head} open={menu} onClose={() => setMenu(null)} id={id} />
        </Suspense>
      ) : null}
    </div>
  );
}

function headClasses({ column, ids, index, start, dropBefore }: HeadProps, isActive: boolean): string {
  const classes = ['data-table-cell', 'data-table-head-cell'];
  if (column.align === 'end') classes.push('data-table-end');
  if (start !== null) classes.push('data-table-pinned');
  if (index === 0) classes.push('data-table-first');
  if (isActive) classes.push('data-table-head-active');
  if (dropBefore === column.id) classes.push('data-table-drop');
  if (dropBefore === 'end' && index === ids.length - 1) classes.push('data-table-drop-end');
  return classes.join(' ');
}

const DRAGGED = 'application/x-oriel-column';

/** The attributes for dragging a column head, and for dropping another column before or after it. */
function dragHandlers({ column, ids, index, dropBefore, setDropBefore, onReorder }: HeadProps) {
  return {
    draggable: onReorder !== undefined,
    onDragStart({ dataTransfer }: DragEvent) {
      dataTransfer.setData(DRAGGED, column.id);
      dataTransfer.effectAllowed = 'move';
    },
    onDragOver(event: DragEvent) {
      if (!onReorder || !event.dataTransfer.types.includes(DRAGGED)) return;
      event.preventDefault();
      const box = event.currentTarget.getBoundingClientRect();
      const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
      const before = event.clientX < box.left + box.width / 2 !== rtl;
      setDropBefore(before ? column.id : (ids[index + 1] ?? 'end'));
    },
    onDragEnd: () => setDropBefore(null),
    onDrop({ dataTransfer }: DragEvent) {
      const moved = dataTransfer.getData(DRAGGED);
      setDropBefore(null);
      if (moved && dropBefore !== null && moved !== dropBefore) onReorder?.(moved, dropBefore === 'end' ? null : dropBefore);
    },
  };
}
