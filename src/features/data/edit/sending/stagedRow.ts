/** A row with unsent edits, and what can be asked of it. */

/** One changed field of a row. Values have the form that the update takes. */
export interface StagedEdit {
  readonly field: string;
  /** Id of the column, and its label. */
  readonly column: string;
  readonly label: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Display names of the records that `after` and `before` refer to. */
  readonly name?: string | undefined;
  readonly beforeName?: string | undefined;
  /** Currency code of an amount of money. */
  readonly currency?: string | undefined;
  /** The server's current value, if it is neither `before` nor `after`. The user must choose. */
  readonly theirs?: { readonly value: unknown } | undefined;
}

/**
 * State of a row. `staged`: not sent; `waiting`: queued; `sending`; `sent`; `refused`: the server rejected it; `unknown`: no response, the
 * change may have been applied; `conflict`: the same field was changed meanwhile; `notSent`: no request was sent.
 */
export type RowState = 'staged' | 'waiting' | 'sending' | 'sent' | 'refused' | 'unknown' | 'conflict' | 'notSent';

/** The server's error for a row, and the field it concerns (null: the whole row). */
export interface RowProblem {
  readonly message: string;
  readonly field: string | null;
  /** If the error has several parts: each with its field (null: none), its message, and its line in the combined message. */
  readonly parts?: ReadonlyArray<{ readonly field: string | null; readonly message: string; readonly line: string }>;
}

/** The changes of one record. */
export interface StagedRow {
  readonly id: string;
  readonly typeName: string;
  /** The record's keys, by column. A list instead of an object, because the names come from the schema. */
  readonly keys: ReadonlyArray<readonly [string, unknown]>;
  readonly title: string;
  readonly state: RowState;
  readonly problem: RowProblem | null;
  readonly edits: readonly StagedEdit[];
  /** The entries of the change log that this row undoes. */
  readonly undoes?: readonly string[] | undefined;
}

/** What identifies a row. */
export type RowHead = Pick<StagedRow, 'id' | 'typeName' | 'keys' | 'title'>;

/** The unsent edit of a column. A row has few edits, so they need no map. */
export function unsentEdit(row: StagedRow | undefined, columnId: string): StagedEdit | undefined {
  return row?.state === 'sent' ? undefined : row?.edits.find(edit => edit.column === columnId);
}

/** True while a row must not be changed. */
export function isUnderWay({ state }: StagedRow): boolean {
  return state === 'waiting' || state === 'sending';
}

/** Number of edits that are left to send. */
export function countChanges(rows: readonly StagedRow[]): number {
  return rows.reduce((sum, row) => sum + (row.state === 'sent' ? 0 : row.edits.length), 0);
}
