/** The rows of a collection as a data table: its columns, their menus, and the cells. */
import { type ReactNode, Suspense, useMemo } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { type Column, cellValue } from '../../../schema/collections/columns/columns';
import type { Page } from '../../../schema/collections/paging/page';
import type { Row } from '../../../schema/documents/documents';
import type { FilterCapability } from '../../../schema/filters/filters';
import type { Sort, SortCapability } from '../../../schema/filters/sorting';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { columnDocs } from '../../../session/navigation/docsLinks';
import type { Failure, GraphQLFailure } from '../../../transport/observe/failure';
import type { MenuItem } from '../../../ui/frame/menu/menuItem';
import { DataTable } from '../../../ui/table/DataTable';
import type { DataTableColumn } from '../../../ui/table/dataTableColumn';
import type { FillSource } from '../../../ui/table/FillHandle';
import { LaterFillCorner } from '../edit/laterFillCorner';
import type { TableHandle } from '../edit/tableHandle';
import { cellError, errorsOf } from '../fieldErrors';
import { filterFieldOf } from '../filter/filterFieldOf';
import { LaterFieldError } from '../record/laterFieldError';
import type { RecordLinks } from '../record/useRecordLinks';
import { Cell } from './Cell';
import { directionOf, onlyDirection, sortFieldOf, withSort } from './columns/columnSorting';
import { moveColumn } from './columns/moveColumn';
import { type ColumnsState, columnRefs, ownWidth } from './columns/useColumns';

/** Props of `CollectionTable`. */
export interface CollectionTableProps {
  label: string;
  model: SchemaModel;
  rowType: string;
  columns: ColumnsState;
  /** null: no result yet; `size` determines the number of skeleton rows. */
  page: Page | null;
  size: number;
  busy: boolean;
  sort: SortCapability | null;
  sorts: readonly Sort[];
  onSort: (sorts: readonly Sort[]) => void;
  filter: FilterCapability | null;
  /** A column's menu opens a new filter on its field. */
  onFilter: (field: string) => void;
  links: RecordLinks;
  /** Columns that the server cannot resolve, by column id: their cells show the error. */
  fieldErrors?: ReadonlyMap<string, GraphQLFailure>;
  /** Errors of single values are shown in their cells. */
  failure?: Failure | null;
  openRow: number | null;
  onOpen: (at: number) => void;
  /** Closes the drawer beside the table. */
  onClose?: () => void;
  selected?: ReadonlySet<number>;
  onSelect?: (selected: ReadonlySet<number>) => void;
  onRange?: (first: number, end: number) => void;
  empty: ReactNode;
  /** Cell editing; null until its code has loaded. */
  editing?: TableHandle | null;
}

/** Maximum number of skeleton rows before the first result: more would not be visible. */
const MOST_SKELETONS = 40;

/** Renders the table. */
export function CollectionTable(props: CollectionTableProps): ReactNode {
  const {
    model,
    rowType,
    columns,
    page,
    size,
    sort,
    sorts,
    onSort,
    filter,
    onFilter,
    links,
    fieldErrors,
    failure = null,
  } = props;
  const text = useText();
  const rows = page?.rows;
  const mark = props.editing?.mark;
  const { shown } = columns;
  const tableColumns = useMemo(() => {
    const refs = columnRefs(shown);
    // The indexes in the paths of errors also count items that are not rows.
    const errors = page?.missing === 0 ? errorsOf(failure) : [];
    return shown.map(({ column, pinned, width }): DataTableColumn<Row> => {
      const field = sortFieldOf(sort, column);
      const filterable = filter ? filterFieldOf(filter, column) : undefined;
      const menu: MenuItem[] = [];
      if (filterable)
        menu.push({
          label: text('data.filterBy', { field: filterable.label }),
          icon: 'filter',
          onSelect: () => onFilter(filterable.id),
        });
      if (sort?.multiple && field && sorts.some(other => other.field !== field.id))
        menu.push({
          label: text('data.sortThen'),
          icon: 'plus',
          onSelect: () => onSort(withSort(sort, sorts, field, 'ascending', true)),
        });
      menu.push({
        label: text(pinned ? 'ui.unpinColumn' : 'ui.pinColumn'),
        icon: 'pin',
        onSelect: () => columns.set(refs.map(ref => (ref.id === column.id ? { ...ref, pinned: !pinned } : ref))),
      });
      if (refs.length > 1)
        menu.push({
          label: text('ui.hideColumn'),
          icon: 'eyeOff',
          onSelect: () => columns.set(refs.filter(ref => ref.id !== column.id)),
        });
      menu.push({ label: text('data.inDocs'), icon: 'docs', href: columnDocs(model, rowType, column) });
      return {
        id: column.id,
        header: column.label,
        title: [
          column.path.join('.'),
          column.description,
          column.deprecationReason && text('data.deprecated', { reason: column.deprecationReason }),
        ]
          .filter(Boolean)
          .join('\n'),
        width: width === ownWidth(column) && hasTimes(column, page) ? ownWidth(column, 'dateTime') : width,
        align: column.numeric ? 'end' : 'start',
        pinned,
        ...(field ? { sort: directionOf(field, sorts), onlySort: onlyDirection(field) } : {}),
        menu,
        render: (row, at) => {
          const error = fieldErrors?.get(column.id) ?? cellError(errors, row, at, column);
          const shown = error ? (
            <Suspense fallback={null}>
              <LaterFieldError message={error.message} />
            </Suspense>
          ) : (
            <Cell model={model} typeName={rowType} row={row} column={column} links={links} />
          );
          return mark ? mark(row, column, shown) : shown;
        },
      };
    });
  }, [columns, shown, sort, sorts, onSort, filter, onFilter, model, rowType, links, fieldErrors, failure, page, mark, text]);

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

/** True if the values of a scalar named `Date` contain times. */
function hasTimes(column: Column, page: Page | null): boolean {
  const first = column.kind === 'date' && page?.rows.find(row => cellValue(row, column) != null);
  return first ? String(cellValue(first, column)).length > 10 : false;
}
