/** Checks whether the fields or cells on the screen show all errors of a response. */
import type { GraphQLFailure } from '../../transport/observe/failure';

/**
 * True if there are errors and each is shown. A cell shows only the first of its errors.
 * @param cellsOf the names of the cells that can show an error
 */
export function areErrorsShown(
  errors: readonly GraphQLFailure[],
  cellsOf: (error: GraphQLFailure) => readonly string[],
): boolean {
  const taken = new Set<string>();
  const isShown = (error: GraphQLFailure): boolean => {
    const free = cellsOf(error).filter(cell => !taken.has(cell));
    for (const cell of free) taken.add(cell);
    return free.length > 0;
  };
  return errors.length > 0 && errors.every(isShown);
}
