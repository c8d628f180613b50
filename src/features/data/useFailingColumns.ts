/**
 * Columns that the server cannot resolve. One failing field may make a whole record or list fail. The request is then repeated without the
 * columns that the errors name, and those columns show their errors.
 */
import { useCallback, useMemo, useState } from 'react';
import type { Column } from '../../schema/collections/columns/columns';
import type { Failure, GraphQLFailure } from '../../transport/observe/failure';
import { columnErrors } from './fieldErrors';

/** The requested columns and the failing ones. */
export interface FailingColumns {
  /** The columns without those that fail. */
  readonly asked: readonly Column[];
  /** Errors by column id. */
  readonly errors: ReadonlyMap<string, GraphQLFailure>;
  /** Leaves out the columns that a failure names. Returns false if that changes nothing. */
  leaveOut(failure: Failure): boolean;
  /** Requests all columns again. Returns false if none was left out. */
  forget(): boolean;
}

const NONE: ReadonlyMap<string, GraphQLFailure> = new Map();
/** Servers report one error at a time for non-null fields. After this many repetitions, the failure is shown. */
const MOST_ROUNDS = 6;

/** @param of the object that the columns belong to; for a different one, all columns are requested again */
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
