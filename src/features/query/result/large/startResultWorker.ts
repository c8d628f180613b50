/** Starts the worker of a large answer: a file of its own, as the page's policy allows no other; undefined where there are no workers. */
import type { ResultWorker } from './largeData';

/** How to start one. */
export const startResultWorker: (() => ResultWorker) | undefined =
  typeof Worker === 'undefined'
    ? undefined
    : () => new Worker(new URL('./resultWorker.ts', import.meta.url), { name: 'result' }) as unknown as ResultWorker;
