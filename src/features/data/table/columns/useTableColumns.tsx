/** The columns of a collection's table: their headings, menus and cells. */
import { Suspense, useMemo } from 'react';
import { useText } from '../../../../i18n/LanguageProvider';
import { valueAsText } from '../../../../lib/text/valueAsText';
import { type Column, cellValue } from '../../../../schema/collections/columns/columns';
import type { Page } from '../../../../schema/collections/paging/page';
import type { Row } from '../../../../schema/documents/documents';
import type { FilterCapability } from '../../../../schema/filters/filters';
import type { Sort, SortCapability } from '../../../../schema/filters/sorting';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import { columnDocs } from '../../../../session/navigation/docsLinks';
import type { Failure, GraphQLFailure } from '../../../../transport/observe/failure';
import type { MenuItem } from '../../../../ui/frame/menu/menuItem';
import type { DataTableColumn } from '../../../../ui/table/dataTableColumn';
import type { TableHandle } from '../../edit/tableHandle';
import { cellError, errorsOf } from '../../fieldErrors';
import { filterFieldOf } from '../../filter/filterFieldOf';
import { LaterFieldError } from '../../record/laterFieldError';
import type { RecordLinks } from '../../record/useRecordLinks';
import { Cell } from '../Cell';
import { directionOf, onlyDirection, sortFieldOf, withSort } from './columnSorting';
import { type ColumnsState, columnRefs, ownWidth } from './useColumns';

/** The properties of a table that its columns depend on. */
export interface TableColumnsProps {
  model: SchemaModel;
  rowType: string;
  columns: ColumnsState;
  /** null: no result yet. */
  page: Page | null;
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
  /** Cell editing; null until its code has loaded. */
  editing?: TableHandle | null;
}

/** Returns the columns that are shown. */
export function useTableColumns(props: TableColumnsProps): DataTableColumn<Row>[] {
  const { model, rowType, page, sort, sorts, links, fieldErrors, failure = null } = props;
  const menuOf = useColumnMenu(props);
  const text = useText();
  const mark = props.editing?.mark;
  const { shown } = props.columns;
  return useMemo(() => {
    // The indexes in the paths of errors also count items that are not rows.
    const errors = page?.missing === 0 ? errorsOf(failure) : [];
    return shown.map(({ column, pinned, width }): DataTableColumn<Row> => {
      const field = sortFieldOf(sort, column);
      const deprecation = column.deprecationReason && text('data.deprecated', { reason: column.deprecationReason });
      return {
        id: column.id,
        header: column.label,
        title: [column.path.join('.'), column.description, deprecation].filter(Boolean).join('\n'),
        width: width === ownWidth(column) && hasTimes(column, page) ? ownWidth(column, 'dateTime') : width,
        align: column.numeric ? 'end' : 'start',
        pinned,
        ...(field ? { sort: directionOf(field, sorts), onlySort: onlyDirection(field) } : {}),
        menu: menuOf(column, pinned),
        render: (row, at) => {
          const error = fieldErrors?.get(column.id) ?? cellError(errors, row, at, column);
          const cell = error ? (
            <Suspense fallback={null}>
              <LaterFieldError message={error.message} />
            </Suspense>
          ) : (
            <Cell model={model} typeName={rowType} row={row} column={column} links={links} />
          );
          return mark ? mark(row, column, cell) : cell;
        },
      };
    });
  }, [shown, menuOf, sort, sorts, model, rowType, links, fieldErrors, failure, page, mark, text]);
}

/** Returns a function that builds the menu of a column. */
function useColumnMenu({ model, rowType, columns, sort, sorts, onSort, filter, onFilter }: TableColumnsProps) {
  const text = useText();
  return useMemo(() => {
    const refs = columnRefs(columns.shown);
    return (column: Column, pinned: boolean): MenuItem[] => {
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
      return menu;
    };
  }, [columns, sort, sorts, onSort, filter, onFilter, model, rowType, text]);
}

/** True if the values of a scalar named `Date` contain times. */
function hasTimes(column: Column, page: Page | null): boolean {
  const first = column.kind === 'date' && page?.rows.find(row => cellValue(row, column) != null);
  return first ? valueAsText(cellValue(first, column)).length > 10 : false;
}
