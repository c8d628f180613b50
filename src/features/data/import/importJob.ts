/**
 * Sends the rows of an import, at most four at a time, piece by piece, so that only a few hundred rows are in memory. A row's state is
 * written down before the row goes out. When an answer is lost nothing further begins until the server answers again. Nothing is repeated
 * by itself: a row without an answer is sent again only when the person has it checked and it is not there.
 */
import { createStore, type Readable } from '../../../lib/store';
import { type ImportState, type ImportStore, PIECE_ROWS } from './importStore';

/** How a row came out. `lost`: no answer, the connection may be down. */
export interface RowResult {
  readonly state: 'sent' | 'refused' | 'unknown' | 'wrong';
  readonly message: string;
  readonly lost?: boolean;
}

/** A row that needs a look. */
export interface ImportTrouble {
  /** From 1. */
  readonly number: number;
  readonly state: ImportState;
  readonly message: string;
}

/** What is known of a running import. */
export interface ImportProgress {
  readonly phase: 'running' | 'paused' | 'offline' | 'stopped' | 'ended';
  readonly counts: Readonly<Record<ImportState, number>>;
  /** The first rows that did not come through. */
  readonly troubles: readonly ImportTrouble[];
}

/** What the job works with. None may throw. */
export interface ImportWorld {
  send(cells: readonly string[]): Promise<RowResult>;
  /** Looks for a row that had no answer. `twins`: how many rows of the same cells are known to be there. */
  check?(cells: readonly string[], twins: number): Promise<'there' | 'absent' | 'unclear'>;
  /** Kept once the server answers again. */
  reachable(): Promise<void>;
}

/** A job under way. */
export interface ImportJob extends Readable<ImportProgress> {
  pause(): void;
  resume(): void;
  /** Begins no further row; what is under way comes to its end. The import can go on later. */
  stop(): void;
  readonly ended: Promise<void>;
}

const AT_ONCE = 4;
const MOST_TROUBLES = 200;

/** No row yet. */
export const NO_COUNTS: Readonly<Record<ImportState, number>> = {
  waiting: 0,
  sending: 0,
  sent: 0,
  refused: 0,
  unknown: 0,
  wrong: 0,
};

/** Begins, or goes on with what is left. `checks`: rows that had no answer are looked for, one at a time, and sent when they are not there. */
export function startImport(store: ImportStore, count: number, world: ImportWorld, { checks = false } = {}): ImportJob {
  const progress = createStore<ImportProgress>({
    phase: 'running',
    counts: { ...NO_COUNTS, waiting: count },
    troubles: [],
  });
  const phase = (): ImportProgress['phase'] => progress.get().phase;
  const go = (next: ImportProgress['phase']): void => progress.update(now => ({ ...now, phase: next }));
  const isOpen = (): Promise<void> =>
    new Promise(resolve => {
      if (phase() !== 'paused' && phase() !== 'offline') return resolve();
      const end = progress.subscribe(() => {
        if (phase() === 'paused' || phase() === 'offline') return;
        end();
        resolve();
      });
    });
  const move = (from: ImportState, to: ImportState, trouble: ImportTrouble | null): void =>
    progress.update(now => ({
      ...now,
      counts: { ...now.counts, [from]: now.counts[from] - 1, [to]: now.counts[to] + 1 },
      troubles: trouble === null || now.troubles.length >= MOST_TROUBLES ? now.troubles : [...now.troubles, trouble],
    }));
  const waitForServer = async (): Promise<void> => {
    if (phase() !== 'running') return;
    go('offline');
    await world.reachable();
    if (phase() === 'offline') go('running');
  };
  const runPiece = async (number: number): Promise<void> => {
    const piece = await store.piece(number);
    if (piece === null) return;
    const states = [...piece.states];
    const messages = new Map(piece.messages);
    const asked = new Set(states.flatMap((state, at) => (checks && world.check && state === 'unknown' ? [at] : [])));
    for (const [at, state] of states.entries())
      if (state !== 'waiting' && !asked.has(at)) {
        const isTrouble = state !== 'sent';
        const entry = { number: number * PIECE_ROWS + at + 1, state, message: messages.get(at) ?? '' };
        move('waiting', state, isTrouble ? entry : null);
      }
    let next = 0;
    const work = async (): Promise<void> => {
      for (;;) {
        await isOpen();
        if (phase() === 'stopped') return;
        while (next < states.length && states[next] !== 'waiting' && !asked.has(next)) next++;
        const at = next++;
        const cells = piece.rows[at];
        if (at >= states.length || cells === undefined) return;
        // Until it is known to be absent it stays written down as unknown.
        const found = asked.has(at) ? await world.check?.(cells, await twinsOf(store, count, cells)) : 'absent';
        if (found !== 'absent') {
          states[at] = found === 'there' ? 'sent' : 'unknown';
          if (found === 'there') messages.delete(at);
          await store.setStates(number, states, messages);
          const left = { number: number * PIECE_ROWS + at + 1, state: 'unknown', message: messages.get(at) ?? '' } as const;
          move('waiting', states[at], found === 'there' ? null : left);
          continue;
        }
        messages.delete(at);
        states[at] = 'sending';
        move('waiting', 'sending', null);
        await store.setStates(number, states, messages);
        const result = await world.send(cells);
        states[at] = result.state;
        if (result.message !== '') messages.set(at, result.message);
        const kept = store.setStates(number, states, messages);
        if (checks) await kept;
        const entry = { number: number * PIECE_ROWS + at + 1, state: result.state, message: result.message };
        move('sending', result.state, result.state === 'sent' ? null : entry);
        if (result.lost === true) await waitForServer();
      }
    };
    await Promise.all(Array.from({ length: checks ? 1 : AT_ONCE }, work));
    await store.setStates(number, states, messages);
  };
  const run = async (): Promise<void> => {
    for (let number = 0; number * PIECE_ROWS < count && phase() !== 'stopped'; number++) await runPiece(number);
    if (phase() !== 'stopped') go('ended');
  };
  return {
    get: progress.get,
    subscribe: progress.subscribe,
    rendered: progress.rendered,
    pause: () => phase() === 'running' && go('paused'),
    resume: () => phase() === 'paused' && go('running'),
    stop: () => phase() !== 'ended' && go('stopped'),
    ended: run(),
  } as ImportJob;
}

/** How many rows of the same cells came through. */
async function twinsOf(store: ImportStore, count: number, cells: readonly string[]): Promise<number> {
  const written = JSON.stringify(cells);
  let twins = 0;
  for (let number = 0; number * PIECE_ROWS < count; number++) {
    const piece = await store.piece(number);
    for (const [at, row] of piece?.rows.entries() ?? [])
      if (piece?.states[at] === 'sent' && JSON.stringify(row) === written) twins++;
  }
  return twins;
}
