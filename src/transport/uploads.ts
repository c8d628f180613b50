/** Uploads under way: how far each has got, and the means to stop one. A mutation is otherwise never aborted (contract C43). */
import { createStore, type Readable } from '../lib/store';
import type { UploadProgress } from './status';
import type { TapOperation, TapSource } from './tap';
import type { UploadStep } from './xhrFetch';

/** One upload, for the request that sends it. */
export interface Upload {
  /** Aborted by `outer` and by `cancel`. */
  signal: AbortSignal;
  step(step: UploadStep): void;
  cancelled(): boolean;
  end(): void;
}

/** The register of uploads. */
export interface Uploads {
  progress: Readable<ReadonlyMap<number, UploadProgress>>;
  begin(operation: TapOperation, totalBytes: number, outer: AbortSignal | undefined): Upload;
  cancel(id: number): void;
}

/** Makes an empty register. */
export function createUploads(tap: TapSource): Uploads {
  const progress = createStore<ReadonlyMap<number, UploadProgress>>(new Map());
  const running = new Map<number, () => void>();
  const put = (id: number, entry: UploadProgress | undefined): void => {
    const next = new Map(progress.get());
    if (entry) next.set(id, entry);
    else next.delete(id);
    progress.set(next);
  };
  return {
    progress,
    begin(operation, totalBytes, outer) {
      const { id, name } = operation;
      const controller = new AbortController();
      const onOuterAbort = (): void => controller.abort(outer?.reason);
      let cancelled = false;
      outer?.addEventListener('abort', onOuterAbort);
      running.set(id, () => {
        cancelled = true;
        controller.abort();
      });
      put(id, { id, name, phase: 'sending', sentBytes: 0, totalBytes });
      return {
        signal: controller.signal,
        step(step) {
          const present = progress.get().get(id);
          if (!present) return;
          if (step.phase === 'processing') {
            put(id, {
              ...present,
              phase: 'processing',
              sentBytes: present.totalBytes,
            });
            tap.emit({ type: 'processing' }, operation);
          } else {
            put(id, {
              ...present,
              sentBytes: step.sentBytes,
              totalBytes: step.totalBytes || present.totalBytes,
            });
            tap.emit(
              {
                type: 'uploading',
                sent: step.sentBytes,
                total: step.totalBytes,
              },
              operation,
            );
          }
        },
        cancelled: () => cancelled,
        end() {
          outer?.removeEventListener('abort', onOuterAbort);
          running.delete(id);
          put(id, undefined);
        },
      };
    },
    cancel: id => running.get(id)?.(),
  };
}
