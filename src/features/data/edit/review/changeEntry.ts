import type { StagedEdit, StagedRow } from '../sending/stagedRow';

/** One change of one record. Times are milliseconds since the epoch. */
export interface ChangeEntry {
  readonly id: string;
  readonly at: number;
  readonly collection: string;
  readonly typeName: string;
  readonly row: string;
  readonly keys: StagedRow['keys'];
  readonly title: string;
  readonly edits: readonly StagedEdit[];
  readonly result: 'sent' | 'refused' | 'unknown';
  readonly message: string | null;
  readonly undone: boolean;
  /** True if its undo was sent and the outcome is unknown: the change may be undone already. */
  readonly undoing?: boolean | undefined;
  /** True for a change that undid others. */
  readonly isUndo?: boolean | undefined;
  /** The signed-in account, if known. */
  readonly account?: string | undefined;
  /**
   * What was done to the record; missing: an update. The edits of a deletion are the values that the record had, in the form in which its
   * creation takes them.
   */
  readonly kind?: 'create' | 'delete' | undefined;
}
