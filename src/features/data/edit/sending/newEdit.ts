/** Creates the staged edit of a field. */
import { type Column, cellValue } from '../../../../schema/collections/columns/columns';
import type { Row } from '../../../../schema/documents/documents';
import { currencyOf } from '../fields/minorAmounts';
import type { StagedEdit } from './stagedRow';

/** The data of an edit. */
export interface EditParts {
  /** The row as the server sent it. */
  row: Row;
  before: unknown;
  after: unknown;
  /** Display name of a chosen record. */
  name?: string | undefined;
}

/** Creates the edit. */
export function newEdit(
  { field, column }: { field: { readonly name: string }; column: Column },
  { row, before, after, name }: EditParts,
): StagedEdit {
  const currency = currencyOf(column, row);
  const shown = column.relation === null || column.relation.many ? null : cellValue(row, column);
  return {
    field: field.name,
    column: column.id,
    label: column.label,
    before,
    after,
    ...(name === undefined ? {} : { name }),
    ...(typeof shown === 'string' && shown !== '' ? { beforeName: shown } : {}),
    ...(currency === undefined ? {} : { currency }),
  };
}
