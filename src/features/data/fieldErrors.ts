/** Assigns errors of single fields to the columns of a table or record. */
import { type Column, cellValue } from '../../schema/collections/columns/columns';
import type { Row } from '../../schema/documents/documents';
import type { Failure, GraphQLFailure } from '../../transport/observe/failure';

/** The GraphQL errors of a failure; [] if it is a failure of another kind. */
export function errorsOf(failure: Failure | null): readonly GraphQLFailure[] {
  return failure !== null && 'errors' in failure ? failure.errors : [];
}

/** The index in an error's path at which the column's keys begin; -1 if it does not end at the column's field or an object that contains it. */
function placeIn({ path = [] }: GraphQLFailure, { keys }: Column): number {
  const names = path.flatMap((part, at) => (typeof part === 'string' ? [at] : []));
  const length = keys.findIndex((_, end) =>
    keys.slice(0, end + 1).every((key, at) => path[names[names.length - 1 - end + at] ?? -1] === key),
  );
  return names[names.length - 1 - length] ?? -1;
}

/** True if an error's path ends at the column's field, or at an object that contains it. */
export const isErrorOfColumn = (error: GraphQLFailure, column: Column): boolean => placeIn(error, column) >= 0;

/** The error of a cell without a value. @param at index of the row in the list of the response */
export function cellError(errors: readonly GraphQLFailure[], row: Row, at: number, column: Column): GraphQLFailure | undefined {
  return errors.find(error => rowOfError(error, column) === at && (cellValue(row, column) ?? null) === null);
}

/** The index of the row in which an error occurred, in the list of the response; -1 if it is not an error of the column. */
export function rowOfError(error: GraphQLFailure, column: Column): number {
  const index = error.path?.slice(0, Math.max(0, placeIn(error, column))).findLast(part => typeof part === 'number');
  return typeof index === 'number' ? index : -1;
}

/** Error messages for an unknown field, as in graphql-js, Hasura, GraphQL Ruby and others. */
const UNKNOWN_FIELD = /field\s+["'`]?([_A-Za-z]\w{0,200})["'`]?/gi;

/** True if an error rejects the document because of the column's field. */
function refuses(error: GraphQLFailure, column: Column): boolean {
  if (error.path?.some(part => typeof part === 'number')) return false;
  for (const [, name] of error.message.slice(0, 2000).matchAll(UNKNOWN_FIELD))
    if (column.path.some(step => step.slice(step.indexOf(':') + 1) === name)) return true;
  return false;
}

/** The errors that concern single columns: without those columns, the document may succeed. */
export function columnErrors(failure: Failure | null, columns: readonly Column[]): ReadonlyMap<string, GraphQLFailure> {
  const found = new Map<string, GraphQLFailure>();
  for (const error of errorsOf(failure))
    for (const column of columns)
      if (!found.has(column.id) && (isErrorOfColumn(error, column) || refuses(error, column))) found.set(column.id, error);
  return found;
}
