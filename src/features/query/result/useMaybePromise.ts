/**
 * The value of a function that returns it directly or as a promise, as state: null until it is available, and again after `ask` changes.
 */
import { useEffect, useMemo, useState } from 'react';

/** Returns the value. `ask` must be the same function as long as the question is the same. */
export function useMaybePromise<T>(ask: () => T | Promise<T>): T | null {
  const result = useMemo(ask, [ask]);
  const [later, setLater] = useState<{ of: unknown; value: T } | null>(null);
  useEffect(() => {
    if (!(result instanceof Promise)) return;
    let isCurrent = true;
    result.then(
      value => isCurrent && setLater({ of: result, value }),
      // A rejection is treated as no value; the tree and the text do not depend on it.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [result]);
  if (!(result instanceof Promise)) return result;
  return later?.of === result ? later.value : null;
}
