/** The state of a run, written to the store that the screen reads: with secrets masked, and at a limited rate. */
import type { Clock, Timer } from '../../../lib/clock';
import type { Store } from '../../../lib/store';
import { masked, type QueryRun } from './queryRun';

/** The displayed state of a run. */
export interface ShownRun {
  /** Returns the state with every change, displayed or not. */
  get(): QueryRun;
  change(change: Partial<QueryRun>): void;
  /** Updates the screen at once. */
  show(): void;
  /** Updates the screen within `SHOW_MS`: parts and events can arrive a thousand times per second. */
  showSoon(): void;
  /** Cancels a pending update. */
  cancel(): void;
}

/** Interval of updates during a stream of parts or events, in ms. */
const SHOW_MS = 100;

/** Starts with `run`, which is not displayed yet. */
export function createShownRun(store: Store<QueryRun | null>, clock: Clock, run: QueryRun): ShownRun {
  const { hide, request } = run;
  let state = run;
  let timer: Timer | undefined;
  // Masking large data is slow, and most changes do not affect the data.
  let latest: { data: unknown; masked: unknown } = { data: undefined, masked: undefined };
  const cancel = (): void => {
    clock.cancel(timer);
    timer = undefined;
  };
  const show = (): void => {
    cancel();
    const { data } = state;
    // Events of a subscription are masked when they arrive (queryRun.ts).
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
