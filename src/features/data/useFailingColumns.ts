/**
 * Columns that the server cannot answer. One failing field may take a whole record or list with it; then it is asked for again without the
 * columns that the errors name, and those are shown with their errors.
 */
import { useCallback, useMemo, useState } from 'react';
import type { Column } from '../../schema/collections/columns/columns';
import type { Failure, GraphQLFailure } from '../../transport/observe/failure';
import { columnErrors } from './fieldErrors';

/** What is asked for, and what is not. */
export interface FailingColumns {
  /** The columns without those that fail. */
  readonly asked: readonly Column[];
  /** Errors by the ids of their columns. */
  readonly errors: ReadonlyMap<string, GraphQLFailure>;
  /** Leaves out what a failure names. Returns false when that changes nothing. */
  leaveOut(failure: Failure): boolean;
  /** Asks for all of them again. Returns false when none was left out. */
  forget(): boolean;
}

const NONE: ReadonlyMap<string, GraphQLFailure> = new Map();
/** Servers tell one error at a time where a field may not be null: so many rounds, then the failure is shown. */
const MOST_ROUNDS = 6;

/** @param of what the columns belong to; for another one all columns are asked for */
export function useFailingColumns(of: unknown, columns: readonly Column[]): FailingColumns {
  const [known, setKnown] = useState({ of, errors: NONE, rounds: 0 });
  const { errors, rounds } = known.of === of ? known : { errors: NONE, rounds: 0 };
  const asked = useMemo(
    () => (errors.size === 0 ? columns : columns.filter(column => !errors.has(column.id))),
    [columns, errors],
  );
  const leaveOut = useCallback(
    (failure: Failure): boolean => {
      const found = columnErrors(failure, asked);
      if (found.size === 0 || found.size === asked.length || rounds >= MOST_ROUNDS) return false;
      setKnown({ of, errors: new Map([...errors, ...found]), rounds: rounds + 1 });
      return true;
    },
    [of, asked, errors, rounds],
  );
  const forget = useCallback((): boolean => {
    if (errors.size === 0) return false;
    setKnown({ of, errors: NONE, rounds: 0 });
    return true;
  }, [of, errors]);
  return useMemo(() => ({ asked, errors, leaveOut, forget }), [asked, errors, leaveOut, forget]);
}
