/**
 * Sends staged rows, one mutation each, at most four at a time. Every row is read again first: values that the server already has are not
 * sent, and for fields that others have changed in the meantime the user decides. Nothing is retried automatically: a row whose response
 * was lost ends as `unknown`, and the next send starts by reading it. If a response does not prove the change, the row is read once.
 */

import { createStore, type Readable } from '../../../../lib/store';
import { until } from '../../../../lib/until';
import { seriesOf } from '../../seriesOf';
import type { Values } from '../fields/editableField';
import { isSameInAnyOrder, isSameValue } from '../fields/isSameValue';
import type { StagedEdits } from './stagedEdits';
import type { StagedEdit, StagedRow } from './stagedRow';

/** Result of reading a row. */
export type ReadResult = { readonly row: Values } | { readonly failed: string };

/** Outcome of a mutation; only `done` is success. */
export interface UpdateResult {
  readonly state: 'done' | 'refused' | 'unknown' | 'notSent';
  readonly problem: StagedRow['problem'];
  /** The server has responded, but the response does not prove the change. */
  readonly isUnproven?: boolean | undefined;
  /** The record after the change, with the fields that the result contains. */
  readonly record?: Values | null;
}

/** The functions that access the API. They must not throw or reject. */
export interface SendWorld {
  read(row: StagedRow): Promise<ReadResult>;
  /** `series` resolves when the sending pauses or ends. */
  send(row: StagedRow, fresh: Values, edits: readonly StagedEdit[], series: Promise<unknown>): Promise<UpdateResult>;
  /** A row is finished; `edits` are those that were sent, [] if none were. */
  settled?(row: StagedRow, edits: readonly StagedEdit[], record?: Values | null): void;
}

/** A running send. */
export interface SendJob extends Readable<'running' | 'paused' | 'stopped' | 'ended'> {
  /** Starts no further row until `resume`. */
  pause(): void;
  resume(): void;
  /** Starts no further row at all; rows in progress are completed. */
  stop(): void;
  /** Resolves when no row is in progress any more. */
  readonly ended: Promise<void>;
}

const AT_ONCE = 4;

/** Starts sending these rows. */
export function sendChanges(staged: StagedEdits, ids: readonly string[], world: SendWorld): SendJob {
  const state = createStore<'running' | 'paused' | 'stopped' | 'ended'>('running');
  const queue: string[] = [];
  staged.updateAll(new Set(ids), row => {
    // Skip rows that another job is sending, or that wait for the user to resolve a conflict.
    if (row.state === 'waiting' || row.state === 'sending' || row.state === 'sent' || row.edits.some(edit => edit.theirs))
      return row;
    queue.push(row.id);
    return row.state === 'unknown' ? row : { ...row, state: 'waiting', problem: null };
  });
  const series = seriesOf(state, phase => phase === 'running');
  const work = async (): Promise<void> => {
    while (queue.length > 0) {
      await until(state, phase => phase !== 'paused');
      const id = queue.shift();
      if (id === undefined) return;
      // All at once: a change of the staged edits stores them.
      if (state.get() === 'stopped')
        staged.updateAll([id, ...queue.splice(0)], row => (row.state === 'waiting' ? { ...row, state: 'notSent' } : row));
      else await sendRow(staged, id, world, () => state.get() === 'stopped', series);
    }
  };
  const ended = Promise.all(Array.from({ length: AT_ONCE }, work)).then(() => state.set('ended'));
  return {
    get: state.get,
    subscribe: state.subscribe,
    pause: () => state.get() === 'running' && state.set('paused'),
    resume: () => state.get() === 'paused' && state.set('running'),
    stop: () => state.get() !== 'ended' && state.set('stopped'),
    ended,
  } as SendJob;
}

async function sendRow(
  staged: StagedEdits,
  id: string,
  world: SendWorld,
  isStopped: () => boolean,
  series: () => Promise<unknown>,
): Promise<void> {
  const row = staged.row(id);
  if (row === undefined) return;
  const end = (state: StagedRow['state'], problem: StagedRow['problem'] = null, edits?: readonly StagedEdit[]): void =>
    staged.update(id, now => ({ ...now, state, problem, edits: edits ?? now.edits }));
  // A row without a response stays `unknown` until it has been read again.
  const before = row.state === 'unknown' ? 'unknown' : 'notSent';
  const reading = await world.read(row);
  if ('failed' in reading) return end(before, { message: reading.failed, field: null });
  const fresh = reading.row;
  const checkedEdits = row.edits.map(edit => withConflict(edit, fresh));
  const unsent = checkedEdits.filter(edit => !isApplied(edit, fresh));
  if (unsent.length === 0) {
    end('sent');
    return world.settled?.({ ...row, state: 'sent', problem: null }, []);
  }
  if (unsent.some(edit => edit.theirs)) return end('conflict', null, checkedEdits);
  if (isStopped()) return end('notSent');
  // Stored before the request is sent: if the page is closed now, the change may have been applied.
  end('sending');
  const { state, problem, record, isUnproven } = await world.send(row, fresh, unsent, series());
  const again = isUnproven ? await world.read(row) : null;
  const isFound = again !== null && 'row' in again && unsent.every(edit => isApplied(edit, again.row));
  const result = state === 'done' || isFound ? 'sent' : state;
  end(result, isFound ? null : problem);
  world.settled?.({ ...row, state: result, problem: isFound ? null : problem }, state === 'notSent' ? [] : unsent, record);
}

/** The edit with the server's current value in `theirs`, if that is neither the previous nor the new value. */
function withConflict(edit: StagedEdit, fresh: Values): StagedEdit {
  const { theirs: _, ...rest } = edit;
  const value = valueIn(fresh, edit.field);
  const isMoved = value !== undefined && !isSameInAnyOrder(value, edit.before) && !isSameInAnyOrder(value, edit.after);
  return isMoved ? { ...rest, theirs: { value } } : rest;
}

/** True if the server already has the new value. */
function isApplied(edit: StagedEdit, fresh: Values): boolean {
  const value = valueIn(fresh, edit.field);
  return value !== undefined && isSameValue(edit.after, value);
}

const valueIn = (row: Values, field: string): unknown => (Object.hasOwn(row, field) ? row[field] : undefined);

/** Resolves a conflict: with `mine`, the user's value replaces the other one; with `theirs`, the edit is discarded. */
export function resolveConflict(staged: StagedEdits, id: string, field: string, choice: 'mine' | 'theirs'): void {
  staged.update(id, row => {
    const edits = row.edits.flatMap((edit): StagedEdit[] => {
      if (edit.field !== field || edit.theirs === undefined) return [edit];
      const { theirs, beforeName: _, ...rest } = edit;
      return choice === 'theirs' ? [] : [{ ...rest, before: theirs.value }];
    });
    return { ...row, edits, state: edits.some(edit => edit.theirs) ? 'conflict' : 'staged' };
  });
}
