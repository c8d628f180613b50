/** Reads files with collections: large ones in a worker, so that the page stays responsive. Loaded with the first import. */
import type { ResultWorker } from '../result/large/largeData';
import { startResultWorker } from '../result/large/startResultWorker';
import { type CollectionFile, type NamedText, PROGRESS } from './queryCollectionFile';

/**
 * Files that are larger together, in characters, are read in a worker: below it, reading takes less than about 100 ms, and less than a
 * second if the headers of folders make it a hundred times as long.
 */
const LARGE_FROM = 20_000;

/** Options of an import. */
export interface ReadingOptions {
  /** Cancels it. */
  signal?: AbortSignal;
  /** Called with the share that is done, from 0 to 1, of a large import. */
  onProgress?: (share: number) => void;
}

/** Reads files (readCollectionFiles.ts). Rejects with the reason of the signal when that cancels it. */
export async function readLargeFiles(
  files: readonly NamedText[],
  { signal, onProgress = () => undefined }: ReadingOptions,
  start: (() => ResultWorker) | undefined = startResultWorker,
): Promise<CollectionFile> {
  signal?.throwIfAborted();
  const isLarge = files.reduce((sum, { text }) => sum + text.length, 0) > LARGE_FROM;
  if (!isLarge || !start) {
    const { readCollectionFiles } = await import(/* webpackChunkName: "read-collections" */ './readCollectionFiles');
    return readCollectionFiles(files);
  }
  onProgress(0);
  const worker = start();
  try {
    return await new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
      worker.onmessage = ({ data: reply }) => {
        if (!('value' in reply)) reject(new Error(reply.error));
        else if (reply.id === PROGRESS) onProgress(reply.value as number);
        else resolve(reply.value as CollectionFile);
      };
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage({ type: 'collections', id: 1, files }, []);
    });
  } finally {
    worker.terminate();
  }
}
