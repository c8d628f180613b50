/** Tracks uploads in flight: their progress, and a way to cancel them. Other mutations are never aborted (contract C43). */
import type { Operation } from '@urql/core';
import { createStore, type Store } from '../../lib/store';
import { partsOf } from '../observe/httpTap';
import type { UploadProgress } from '../observe/status';
import type { TapSource } from '../observe/tap';
import { tapOperationOf } from '../pipelineContext';
import type { UploadStep } from './xhrFetch';

/** One upload, as seen by the request that sends it. */
export interface Upload {
  /** Aborted by the caller's own signal and by `cancelUpload`. */
  signal: AbortSignal;
  step(step: UploadStep): void;
  /** Why the upload ended, if it was cancelled. */
  cancelled(): string | undefined;
  end(): void;
}

/** The uploads of a transport. */
export interface Uploads {
  progress: Store<ReadonlyMap<number, UploadProgress>>;
  /** Functions that cancel an upload, by the tap's operation id. */
  running: Map<number, () => void>;
}

const CANCELLED = 'The upload was stopped, but the server may have received all of it';
const CUT = 'The upload was stopped before all of it was sent';

/** Creates an empty register. */
export function createUploads(): Uploads {
  return { progress: createStore<ReadonlyMap<number, UploadProgress>>(new Map()), running: new Map() };
}

/**
 * Registers an upload and reports its progress to the tap. `outer` aborts it too. Undefined for an operation that the tap does not know.
 */
export function beginUpload(
  { progress, running }: Uploads,
  tap: TapSource,
  operation: Operation,
  form: FormData,
  outer: AbortSignal | undefined,
): Upload | undefined {
  const tapOperation = tapOperationOf(operation);
  if (!tapOperation) return undefined;
  const { id, name } = tapOperation;
  const put = (entry: UploadProgress | undefined): void => {
    const next = new Map(progress.get());
    if (entry) next.set(id, entry);
    else next.delete(id);
    progress.set(next);
  };
  const controller = new AbortController();
  const onOuterAbort = (): void => controller.abort(outer?.reason);
  let cancelled: string | undefined;
  outer?.addEventListener('abort', onOuterAbort);
  running.set(id, () => {
    cancelled = progress.get().get(id)?.isPartial ? CUT : CANCELLED;
    controller.abort();
  });
  put({ id, name, phase: 'sending', sentBytes: 0, totalBytes: partsOf(form).bytes, isPartial: false });
  /** Bytes sent between the last two reports, and between the two before. */
  let pace: readonly [number, number] = [0, 0];
  return {
    signal: controller.signal,
    step(step) {
      const present = progress.get().get(id);
      if (!present) return;
      if (step.phase === 'processing') {
        put({ ...present, phase: 'processing', sentBytes: present.totalBytes, isPartial: false });
        tap.emit({ type: 'processing' }, tapOperation);
      } else {
        const { sentBytes } = step;
        const totalBytes = step.totalBytes || present.totalBytes;
        pace = [sentBytes - present.sentBytes, pace[0]];
        put({ ...present, sentBytes, totalBytes, isPartial: totalBytes - sentBytes > Math.max(...pace) });
        tap.emit({ type: 'uploading', sent: step.sentBytes, total: step.totalBytes }, tapOperation);
      }
    },
    cancelled: () => cancelled,
    end() {
      outer?.removeEventListener('abort', onOuterAbort);
      running.delete(id);
      put(undefined);
    },
  };
}
