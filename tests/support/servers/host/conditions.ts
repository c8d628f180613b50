/** Waits for a state without polling: code that changes the state reports it. */

/** Conditions on one state. */
export interface Conditions {
  /** To be called after every change. */
  changed(): void;
  /** Resolves as soon as `fits` returns true, immediately if it already does. */
  until(fits: () => boolean): Promise<void>;
}

/** Creates the conditions on a state. */
export function createConditions(): Conditions {
  const waiting = new Set<() => void>();
  return {
    changed() {
      for (const check of [...waiting]) check();
    },
    until: fits =>
      new Promise(resolve => {
        const check = (): void => {
          if (!fits()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}
