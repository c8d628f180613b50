/**
 * Checks the rows of an import that got no response, one at a time, in one pass. It never sends anything: a row that is found to be absent
 * waits again, and is sent when the user sends the remaining rows.
 */
import type { ImportWorld } from './importJob';
import { createProgress, type ImportJob, troubleAt } from './importProgress';
import { type ImportState, type ImportStore, PIECE_ROWS } from './importStore';

const STATES = { there: 'sent', absent: 'waiting', unclear: 'unknown' } as const satisfies Record<string, ImportState>;

/** Starts the check. */
export function checkImport(store: ImportStore, count: number, { check }: Pick<ImportWorld, 'check'>): ImportJob {
  const { phase, isOpen, move, job } = createProgress(count);
  const isStopped = (): boolean => phase() === 'stopped';
  const checkPiece = async (number: number): Promise<void> => {
    const piece = await store.piece(number);
    if (piece === null) return;
    const { rows } = piece;
    const states = [...piece.states];
    const messages = new Map(piece.messages);
    for (const [at, before] of states.entries()) {
      if (before === 'unknown') await isOpen();
      if (before === 'unknown' && !isStopped()) {
        const state = STATES[await check(rows[at] ?? [])];
        // After a stop, another job may have sent these rows. This result is older and must not overwrite their states.
        if (state !== 'unknown' && !isStopped()) {
          states[at] = state;
          messages.delete(at);
          await store.setStates(number, states, messages);
        }
      }
      const state = states[at] ?? before;
      const isFine = state === 'sent' || (state === 'waiting' && before === 'waiting');
      move('waiting', state, isFine ? null : troubleAt(number, at, { rows, state, messages }));
    }
  };
  // After a stop, the remaining pieces are only counted.
  return job(async () => {
    for (let number = 0; number * PIECE_ROWS < count; number++) await checkPiece(number);
  });
}
