/** Waiting for a state without asking again and again: whoever changes it says so. */

/** Conditions on one state. */
export interface Conditions {
  /** To be called after every change. */
  changed(): void;
  /** Resolves as soon as `fits` is true; at once, when it is already. */
  until(fits: () => boolean): Promise<void>;
}

/** Makes a place to wait. */
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
