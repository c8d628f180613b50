/** Tells listeners of changes at most once a frame, however many changes there are. */
import { createStore, type Readable } from '../../lib/store';

/** The counter of changes, and the function that reports one. */
export interface FrameSignal {
  /** Increases at most once a frame, and only while there are listeners. */
  readable: Readable<number>;
  raise(): void;
}

/** Creates a signal. `onFrame` calls its argument before the next frame is drawn. */
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
