/**
 * Sends the rows of an import, at most four at a time, piece by piece, so that only a few hundred rows are in memory. A row's state is
 * stored before the row is sent. If the browser has no storage space left for it, the row is not sent and the import stops. The outcome of
 * a row is stored with the next state; a row whose outcome was not stored is unknown after a reload. When a response is lost, no further
 * row is sent until the server responds again. Nothing is retried automatically: a row without a response is left alone until the user
 * starts a check (checkImport.ts) and the check finds it to be absent.
 */
import type { RowCheck } from './checkSentRow';
import { createProgress, type ImportJob, troubleAt } from './importProgress';
import { type ImportStore, PIECE_ROWS } from './importStore';

/** Outcome of a row. `lost`: there was no response, and the connection may be down. */
export interface RowResult {
  readonly state: 'sent' | 'refused' | 'unknown' | 'wrong';
  readonly message: string;
  readonly lost?: boolean;
  /** The account is not allowed to create any such record. */
  readonly isForbidden?: boolean;
}

/** What the job needs from the API. None of the functions may throw or reject. */
export interface ImportWorld {
  send(cells: readonly string[]): Promise<RowResult>;
  /** Checks whether a row that got no response was saved; changes nothing. */
  check(cells: readonly string[]): Promise<RowCheck>;
  /** Resolves once the server responds again, or `isWanted` returns false. */
  reachable(isWanted: () => boolean): Promise<void>;
}

const AT_ONCE = 4;

/** Starts an import, or continues with the remaining rows. */
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
    const { rows } = piece;
    const states = [...piece.states];
    const messages = new Map(piece.messages);
    for (const [at, state] of states.entries())
      if (state !== 'waiting') {
        move('waiting', state, state === 'sent' ? null : troubleAt(number, at, { rows, state, messages }));
      }
    // Up to four rows begin while a write is in progress: one next write stores all their states.
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
        const cells = rows[at];
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
        move('sending', state, state === 'sent' ? null : troubleAt(number, at, { rows, state, messages }));
        // All other rows would be refused too.
        if (result.isForbidden === true && phase() === 'running') go('stopped');
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

/** Wraps `write`. Calls made while a write is in progress share the next write, which begins after all of them. */
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
