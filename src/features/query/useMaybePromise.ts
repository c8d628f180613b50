/** A value that comes at once or later, as state: null until it is there, and again while another question is asked. */
import { useEffect, useMemo, useState } from 'react';

/** The answer. `ask` has to stay identical while the question does. */
export function useMaybePromise<T>(ask: () => T | Promise<T>): T | null {
  const asked = useMemo(ask, [ask]);
  const [later, setLater] = useState<{ of: unknown; value: T } | null>(null);
  useEffect(() => {
    if (!(asked instanceof Promise)) return;
    let here = true;
    asked.then(
      value => here && setLater({ of: asked, value }),
      // What cannot be answered shows as nothing; the tree and the text are there all the same.
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [asked]);
  if (!(asked instanceof Promise)) return asked;
  return later?.of === asked ? later.value : null;
}
