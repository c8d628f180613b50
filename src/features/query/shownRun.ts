/** The state of one run, written to the store that the screen reads: without secrets, and not more often than can be seen. */
import type { Clock, Timer } from '../../lib/clock';
import type { Store } from '../../lib/store';
import { masked, type QueryRun } from './queryRun';

/** See the head of the file. */
export interface ShownRun {
  /** The state with every change, shown or not. */
  get(): QueryRun;
  change(change: Partial<QueryRun>): void;
  /** Shows the state at once. */
  show(): void;
  /** Shows the state within `SHOW_MS`: parts and events may arrive a thousand times a second. */
  showSoon(): void;
  /** Cancels a showing that is due. */
  cancel(): void;
}

/** How often a stream of parts or events is shown, in ms. */
const SHOW_MS = 100;

/** Begins with `run`; nothing is shown yet. */
export function createShownRun(store: Store<QueryRun | null>, clock: Clock, run: QueryRun): ShownRun {
  const { hide, request } = run;
  let state = run;
  let timer: Timer | undefined;
  // Masking is slow for large data, and most changes leave the data as they are.
  let latest: { data: unknown; masked: unknown } = { data: undefined, masked: undefined };
  const cancel = (): void => {
    clock.cancel(timer);
    timer = undefined;
  };
  const show = (): void => {
    cancel();
    const { data } = state;
    // The events of a subscription are masked as they arrive (queryRun.ts).
    if (data !== latest.data) latest = { data, masked: request.kind === 'subscription' ? data : masked(data, hide) };
    store.set({ ...state, data: latest.masked });
  };
  return {
    get: () => state,
    change(change) {
      state = { ...state, ...change };
    },
    show,
    showSoon() {
      timer ??= clock.after(SHOW_MS, show);
    },
    cancel,
  };
}
