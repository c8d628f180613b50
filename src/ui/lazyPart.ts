/**
 * A part whose code comes later, as `React.lazy` has it, but one that can be made ready ahead: then it renders at once. React takes over a
 * page of the server part by part; one that it has to wait for, if only for a promise that is kept already, it puts off by 300 ms.
 */
import { type ComponentType, createElement, lazy, type ReactNode, useEffect, useState } from 'react';

/** What the code of a part gives: the component, and what to make ready with it. */
export interface PartModule<Props extends object> {
  default: ComponentType<Props>;
  prepare?: (address: string) => Promise<unknown>;
}

/** A component to be rendered inside a Suspense. */
export type LazyPart<Props extends object> = ((props: Props) => ReactNode) & {
  /** Fetches the code, and that of the parts inside it that the address shows; null: its own alone. Rejects when it cannot be loaded. */
  prepare(address: string | null): Promise<void>;
  /** Whether it renders at once. */
  isReady(): boolean;
};

/** How long a failure stands, in ms: React renders once more to learn of it. Who renders the part later has it asked for again. */
const FAILED_MS = 500;

/**
 * Makes the part; `load` is called when it is rendered or prepared first, and again after it could not be loaded.
 * @param Missing what is shown in its place then. Default: it throws
 */
export function lazyPart<Props extends object>(
  load: () => Promise<PartModule<Props>>,
  Missing?: ComponentType<Props>,
): LazyPart<Props> {
  let ready: PartModule<Props> | undefined;
  const begin = () =>
    lazy(() =>
      // React looks whether it is there right after it has asked, so a promise that calls back at once is never waited for.
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
 * Renders the component that calls it again when the code of a part inside it has come. Once React has shown a placeholder it holds back by up to
 * 300 ms what it renders in its place of its own accord, but not what it was asked to render.
 * @param part undefined: nothing is waited for
 */
export function useArrival(part: Pick<LazyPart<never>, 'prepare' | 'isReady'> | undefined): void {
  const [, setArrivals] = useState(0);
  useEffect(() => {
    if (!part || part.isReady()) return;
    let here = true;
    part.prepare(null).then(
      () => here && setArrivals(count => count + 1),
      // The part itself tells.
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [part]);
}

function atOnce<T>(value: T): Promise<T> {
  // biome-ignore lint/suspicious/noThenProperty: a promise that is kept, and says so without waiting
  return { then: (take: (value: T) => void) => take(value) } as Promise<T>;
}
