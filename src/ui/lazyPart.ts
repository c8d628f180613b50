/**
 * Like `React.lazy`, but the code can be loaded ahead, and the component then renders synchronously. This matters for hydration: React delays a
 * boundary by 300 ms if it has to wait for a promise, even for a resolved one.
 */
import { type ComponentType, createElement, lazy, type ReactNode, useEffect, useState } from 'react';

/** The module of a part: the component, and a function that loads what it needs for a URL. */
export interface PartModule<Props extends object> {
  default: ComponentType<Props>;
  prepare?: (address: string) => Promise<unknown>;
}

/** A component that must be rendered inside Suspense. */
export type LazyPart<Props extends object> = ((props: Props) => ReactNode) & {
  /** Loads the code, and that of nested parts which the URL `address` shows (null: without them). Rejects when loading fails. */
  prepare(address: string | null): Promise<void>;
  /** True if it renders synchronously. */
  isReady(): boolean;
};

/** How long a failure is cached, in ms: React renders once more to read it. A later render loads the code again. */
const FAILED_MS = 500;

/**
 * Creates a lazy part. `load` is called by the first render or `prepare`, and again after a failure.
 * @param Missing shown after a failure. Default: the render throws
 */
export function lazyPart<Props extends object>(
  load: () => Promise<PartModule<Props>>,
  Missing?: ComponentType<Props>,
): LazyPart<Props> {
  let ready: PartModule<Props> | undefined;
  const begin = () =>
    lazy(() =>
      // React checks the state right after it subscribes, so it never waits for a thenable that calls back synchronously.
      ready
        ? atOnce(ready)
        : load().catch((error: unknown) => {
            setTimeout(() => {
              current = begin();
            }, FAILED_MS);
            if (Missing) return { default: Missing };
            throw error;
          }),
    ) as ComponentType<Props>;
  let current = begin();
  return Object.assign((props: Props): ReactNode => createElement(current, props), {
    async prepare(address: string | null) {
      const module = await load();
      if (address !== null) await module.prepare?.(address);
      ready ??= module;
    },
    isReady: () => ready !== undefined,
  });
}

/**
 * Re-renders the calling component when the code of a part inside it has loaded. React delays its own retry of a Suspense boundary with a visible
 * fallback by up to 300 ms, but not a state update.
 * @param part undefined: does nothing
 */
export function useRenderOnLoad(part: Pick<LazyPart<never>, 'prepare' | 'isReady'> | undefined): void {
  const [, setArrivals] = useState(0);
  useEffect(() => {
    if (!part || part.isReady()) return;
    let here = true;
    part.prepare(null).then(
      () => here && setArrivals(count => count + 1),
      // The part itself reports the failure when it renders.
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [part]);
}

function atOnce<T>(value: T): Promise<T> {
  // biome-ignore lint/suspicious/noThenProperty: a thenable that calls back synchronously
  return { then: (take: (value: T) => void) => take(value) } as Promise<T>;
}
