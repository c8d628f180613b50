/** Starts the worker of a large result. It is a separate file, because the Content-Security-Policy allows no other kind of worker. */
import type { ResultWorker } from './largeData';

/** Undefined if the environment has no workers. */
export const startResultWorker: (() => ResultWorker) | undefined =
  typeof Worker === 'undefined'
    ? undefined
    : () => new Worker(new URL('./resultWorker.ts', import.meta.url), { name: 'result' }) as unknown as ResultWorker;
