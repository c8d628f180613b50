/** Notifies listeners of changes at most once per frame. */
import { createStore, type Readable } from '../../lib/store';

/** A counter of changes, and the function that reports a change. */
export interface FrameSignal {
  /** Increases at most once per frame, and only while there are listeners. */
  readable: Readable<number>;
  raise(): void;
}

/** Creates a signal. `onFrame` calls its argument before the next animation frame. */
export function frameSignal(onFrame: (action: () => void) => void): FrameSignal {
  const count = createStore(0);
  let listeners = 0;
  let scheduled = false;
  let missed = false;
  const raise = (): void => {
    if (scheduled) return;
    if (listeners === 0) {
      missed = true;
      return;
    }
    scheduled = true;
    onFrame(() => {
      scheduled = false;
      count.set(count.get() + 1);
    });
  };
  return {
    raise,
    readable: {
      get: count.get,
      subscribe(listener) {
        const end = count.subscribe(listener);
        listeners++;
        // A new listener is notified of changes that happened while there were no listeners.
        if (missed) {
          missed = false;
          raise();
        }
        let over = false;
        return () => {
          if (over) return;
          over = true;
          listeners--;
          end();
        };
      },
    },
  };
}
