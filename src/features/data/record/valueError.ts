/** Assigns an error to a field of a record. */
import { type Column, cellValue } from '../../../schema/collections/columns/columns';
import type { Row } from '../../../schema/documents/documents';
import type { GraphQLFailure } from '../../../transport/observe/failure';
import { isErrorOfColumn } from '../fieldErrors';

/** The error of a column: any of its errors if there is no value, otherwise the error of a list item. */
export function valueError(errors: readonly GraphQLFailure[], row: Row | null, column: Column): GraphQLFailure | undefined {
  const value = cellValue(row, column) ?? null;
  const isOfItem = (error: GraphQLFailure): boolean => typeof error.path?.at(-1) === 'number';
  return errors.find(error => isErrorOfColumn(error, column) && (value === null || (Array.isArray(value) && isOfItem(error))));
}
