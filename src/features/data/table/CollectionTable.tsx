/** The rows of a collection as a data table: its columns, their menus, and the cells. */
import { type ReactNode, Suspense, useMemo } from 'react';
import type { Row } from '../../../schema/documents/documents';
import { DataTable } from '../../../ui/table/DataTable';
import type { FillSource } from '../../../ui/table/FillHandle';
import { LaterFillCorner } from '../edit/laterFillCorner';
import { sortFieldOf, withSort } from './columns/columnSorting';
import { moveColumn } from './columns/moveColumn';
import { columnRefs } from './columns/useColumns';
import { type TableColumnsProps, useTableColumns } from './columns/useTableColumns';

/** Props of `CollectionTable`. */
export interface CollectionTableProps extends TableColumnsProps {
  label: string;
  /** Number of skeleton rows while `page` is null. */
  size: number;
  busy: boolean;
  openRow: number | null;
  onOpen: (at: number) => void;
  /** Closes the drawer beside the table. */
  onClose?: () => void;
  selected?: ReadonlySet<number>;
  onSelect?: (selected: ReadonlySet<number>) => void;
  onRange?: (first: number, end: number) => void;
  empty: ReactNode;
}

/** Maximum number of skeleton rows before the first result: more would not be visible. */
const MOST_SKELETONS = 40;

/** Renders the table. */
export function CollectionTable(props: CollectionTableProps): ReactNode {
  const { model, rowType, columns, page, size, sort, sorts, onSort } = props;
  const rows = page?.rows;
  const { shown } = columns;
  const tableColumns = useTableColumns(props);

  const row = useMemo(() => (at: number) => rows?.[at], [rows]);
  const fill = props.editing?.fill;
  const corner = (source: FillSource): ReactNode =>
    fill && (
      <Suspense fallback={null}>
        <LaterFillCorner
          {...source}
          model={model}
          rowType={rowType}
          columns={columns.shown.map(({ column }) => column)}
          onFill={fill}
        />
      </Suspense>
    );
  return (
    <DataTable<Row>
      label={props.label}
      columns={tableColumns}
      rowCount={rows ? rows.length : Math.min(size, MOST_SKELETONS)}
      row={row}
      waiting={!rows}
      totalCount={page === null ? null : (page.total ?? (page.next === null ? (page.start ?? 0) + page.rows.length : null))}
      firstRow={page?.start ?? 0}
      openRow={props.openRow}
      onOpen={props.onOpen}
      onEdit={props.editing?.begin}
      onCopy={props.editing?.copy}
      onPaste={props.editing?.paste}
      onClear={props.editing?.clear}
      onFill={fill}
      corner={corner}
      {...(props.onClose ? { onClose: props.onClose } : {})}
      {...(props.selected && props.onSelect ? { selected: props.selected, onSelect: props.onSelect } : {})}
      onSort={(id, next) => {
        const pressed = shown.find(entry => entry.column.id === id);
        const field = pressed && sortFieldOf(sort, pressed.column);
        if (sort && field) onSort(withSort(sort, sorts, field, next));
      }}
      // The code of the handles is loaded when they are rendered. It must not compete with the rows.
      {...(rows ? { onResize: columns.resize } : {})}
      onReorder={(id, before) => columns.set(moveColumn(columnRefs(shown), id, before))}
      {...(props.onRange ? { onRange: props.onRange } : {})}
      busy={props.busy}
      empty={props.empty}
    />
  );
}
