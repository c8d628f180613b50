/** Maximum number of parts in which the changes of a connection are stored. */
export const MOST_PARTS = 50;

/** The key of a part of the stored changes. The newest changes are in part 0, which has the name that all had before there were parts. */
export const changesKey = (connectionId: string, part: number): string =>
  part === 0 ? `oriel:${connectionId}:changes` : `oriel:${connectionId}:changes:${part}`;
