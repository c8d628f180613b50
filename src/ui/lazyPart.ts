/**
 * A part whose code comes later, as `React.lazy` has it, but one that can be made ready ahead: then it renders at once. React takes over a
 * page of the server part by part; one that it has to wait for, if only for a promise that is kept already, it puts off by 300 ms.
 */
import { type ComponentType, type LazyExoticComponent, lazy, useEffect, useState } from 'react';

/** What the code of a part gives: the component, and what to make ready with it. */
export interface PartModule<Props extends object> {
  default: ComponentType<Props>;
  prepare?: (address: string) => Promise<unknown>;
}

/** A component to be rendered inside a Suspense. */
export type LazyPart<Props extends object> = LazyExoticComponent<ComponentType<Props>> & {
  /** Fetches the code, and that of the parts inside it that the address shows; null: its own alone. Rejects when it cannot be had. */
  prepare(address: string | null): Promise<void>;
  /** Whether it renders at once. */
  isReady(): boolean;
};

/** Makes the part; `load` is called when it is rendered or prepared first. */
export function lazyPart<Props extends object>(load: () => Promise<PartModule<Props>>): LazyPart<Props> {
  const ready: PartModule<Props>[] = [];
  const Part = lazy(() => {
    const [module] = ready;
    // React looks whether it is there right after it has asked, so a promise that calls back at once is never waited for.
    return module ? atOnce(module) : load();
  });
  return Object.assign(Part, {
    async prepare(address: string | null) {
      const module = await load();
      if (address !== null) await module.prepare?.(address);
      if (ready.length === 0) ready.push(module);
    },
    isReady: () => ready.length > 0,
  });
}

/**
 * Renders the component that calls it again when the code of a part inside it has come. Once React has shown a placeholder it holds back by up to
 * 300 ms what it renders in its place of its own accord, but not what it was told to render.
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
