/** Assigns an error to a field of a record. */
import { type Column, cellValue } from '../../../schema/collections/columns/columns';
import type { Row } from '../../../schema/documents/documents';
import type { GraphQLFailure } from '../../../transport/observe/failure';
import { isErrorOfColumn } from '../fieldErrors';

/** The column's error that can be shown with its value: there is none, or it is a list, an item of which can have failed. */
export function valueError(errors: readonly GraphQLFailure[], row: Row | null, column: Column): GraphQLFailure | undefined {
  const value = cellValue(row, column) ?? null;
  const isOfItem = (error: GraphQLFailure): boolean => typeof error.path?.at(-1) === 'number';
  return errors.find(error => isErrorOfColumn(error, column) && (value === null || (Array.isArray(value) && isOfItem(error))));
}
