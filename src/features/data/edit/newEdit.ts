/** An edit of a field, as it is staged. */
import type { Column } from '../../../schema/collections/columns/columns';
import type { Row } from '../../../schema/documents/documents';
import { currencyOf } from './minorAmounts';
import type { StagedEdit } from './stagedEdits';

/** What an edit is made from. */
export interface EditParts {
  /** The row as the server has it. */
  row: Row;
  before: unknown;
  after: unknown;
  /** What people call a chosen record. */
  name?: string | undefined;
}

/** Makes it. */
export function newEdit(
  { field, column }: { field: { readonly name: string }; column: Column },
  { row, before, after, name }: EditParts,
): StagedEdit {
  const currency = currencyOf(column, row);
  return {
    field: field.name,
    column: column.id,
    label: column.label,
    before,
    after,
    ...(name === undefined ? {} : { name }),
    ...(currency === undefined ? {} : { currency }),
  };
}
