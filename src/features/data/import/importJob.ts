/**
 * Sends the rows of an import, at most four at a time, piece by piece, so that only a few hundred rows are in memory. A row's state is
 * written down before the row goes out; where the browser has no room for that, the row is not sent and the import stops. How a row came
 * out is written with the next state: one whose answer was not written comes back as unknown. When an answer is lost nothing further
 * begins until the server answers again. Nothing is repeated by itself: a row without an answer is left alone until the person has it
 * looked for (checkImport.ts) and it is found to be absent.
 */
import type { Found } from './findSent';
import { createProgress, type ImportJob, troubleAt } from './importProgress';
import { type ImportStore, PIECE_ROWS } from './importStore';

/** How a row came out. `lost`: no answer, the connection may be down. */
export interface RowResult {
  readonly state: 'sent' | 'refused' | 'unknown' | 'wrong';
  readonly message: string;
  readonly lost?: boolean;
}

/** What the job works with. None may throw. */
export interface ImportWorld {
  send(cells: readonly string[]): Promise<RowResult>;
  /** Looks for a row that had no answer; changes nothing. */
  check(cells: readonly string[]): Promise<Found>;
  /** Kept once the server answers again, or `isWanted` no longer holds. */
  reachable(isWanted: () => boolean): Promise<void>;
}

const AT_ONCE = 4;

/** Begins, or goes on with what is left. */
export function startImport(store: ImportStore, count: number, world: Omit<ImportWorld, 'check'>): ImportJob {
  const { phase, go, full, isOpen, move, job } = createProgress(count);
  const waitForServer = async (): Promise<void> => {
    if (phase() !== 'running') return;
    go('offline');
    await world.reachable(() => phase() === 'offline');
    if (phase() === 'offline') go('running');
  };
  const runPiece = async (number: number): Promise<void> => {
    const piece = await store.piece(number);
    if (piece === null) return;
    const states = [...piece.states];
    const messages = new Map(piece.messages);
    for (const [at, state] of states.entries())
      if (state !== 'waiting') {
        move('waiting', state, state === 'sent' ? null : troubleAt(number, at, { state, messages }));
      }
    // Up to four rows begin while a write is under way: the next one holds them all.
    const keep = sharedWrite(() => store.setStates(number, states, messages));
    let next = 0;
    const nextWaiting = (): number => {
      while (next < states.length && states[next] !== 'waiting') next++;
      return next;
    };
    const work = async (): Promise<void> => {
      for (;;) {
        if (phase() !== 'running') {
          void keep();
          await isOpen();
        }
        if (phase() === 'stopped') return;
        const at = nextWaiting();
        const cells = piece.rows[at];
        if (cells === undefined) return void keep();
        next++;
        messages.delete(at);
        states[at] = 'sending';
        move('waiting', 'sending', null);
        if (!(await keep())) {
          states[at] = 'waiting';
          move('sending', 'waiting', null);
          return full();
        }
        const result = await world.send(cells);
        const { state, message } = result;
        states[at] = state;
        if (message !== '') messages.set(at, message);
        move('sending', state, state === 'sent' ? null : troubleAt(number, at, { state, messages }));
        if (result.lost === true) {
          void keep();
          await waitForServer();
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (!(await keep())) full();
  };
  return job(async () => {
    for (let number = 0; number * PIECE_ROWS < count && phase() !== 'stopped'; number++) await runPiece(number);
  });
}

/** Writes; calls that come while a write is under way share the next one, which begins after all of them. */
function sharedWrite(write: () => Promise<boolean>): () => Promise<boolean> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<boolean> | null = null;
  return () => {
    next ??= underWay.then(() => {
      next = null;
      const written = write();
      underWay = written;
      return written;
    });
    return next;
  };
}
