/** The record that is open beside a table. The URL stores its key, or the index of its row if it has none. */
import { type RefObject, useCallback, useMemo, useRef } from 'react';
import type { RecordRef } from '../../../schema/collections/records';
import type { Row } from '../../../schema/documents/documents';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { TableView } from '../dataAddress';
import { refOfRow, toRecordAddress } from '../record/recordAddress';
import type { ViewState } from './useTableView';

/** The open record of a table. */
export interface OpenRecord {
  /** Index of the open record's row; null: no record is open, or it is not on this page. */
  readonly openRow: number | null;
  /** Opens the record of a row. */
  open(at: number): void;
  /** The state of the drawer before the last call of `open`. */
  readonly closed: RefObject<Partial<TableView>>;
  /** Opens a record, wherever its row is; does nothing for null. */
  show(ref: RecordRef | null): void;
}

/** Returns the open record of a table with these rows. */
export function useOpenRecord(
  model: SchemaModel,
  rowType: string,
  rows: readonly Row[] | undefined,
  view: TableView,
  change: ViewState['change'],
): OpenRecord {
  const closed = useRef<Partial<TableView>>({});
  const open = useCallback(
    (at: number) => {
      closed.current = view.row === null ? { record: view.record } : { row: view.row };
      const ref = refOfRow(model, rowType, rows?.[at]);
      const replace = view.record !== null || view.row !== null;
      change(ref ? { record: toRecordAddress(model, ref) } : { row: at }, { replace });
    },
    [model, rowType, rows, view.record, view.row, change],
  );
  const show = useCallback(
    (ref: RecordRef | null) => {
      if (ref !== null) change({ record: toRecordAddress(model, ref) });
    },
    [change, model],
  );
  const openRow = useMemo(() => openRowOf(model, rowType, rows, view), [model, rowType, rows, view]);
  return { openRow, open, closed, show };
}

/** Index of the open record's row; null if no record is open, or if it is not on this page. */
function openRowOf(
  model: SchemaModel,
  rowType: string,
  rows: readonly Row[] | undefined,
  { record, row: openRow }: TableView,
): number | null {
  if (!rows || record === null) return openRow;
  const at = rows.findIndex(row => {
    const ref = refOfRow(model, rowType, row);
    const own = ref && toRecordAddress(model, ref);
    return own?.typeName === record.typeName && own.key === record.key;
  });
  return at < 0 ? null : at;
}
