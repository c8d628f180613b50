/**
 * The register of uploads under way: how far each has got, and the means to stop one. A mutation is otherwise never aborted (contract C43).
 * What enters them (beginUpload.ts) comes with the stage that sends files.
 */
import { createStore, type Store } from '../lib/store';
import type { UploadProgress } from './status';
import type { TapOperation } from './tap';
import type { UploadStep } from './xhrFetch';

/** One upload, for the request that sends it. */
export interface Upload {
  /** Aborted by the caller's own signal and by `cancelUpload`. */
  signal: AbortSignal;
  step(step: UploadStep): void;
  cancelled(): boolean;
  end(): void;
}

/** Enters an upload; `outer` aborts it as well. */
export type BeginUpload = (operation: TapOperation, totalBytes: number, outer: AbortSignal | undefined) => Upload;

/** The register. */
export interface Uploads {
  progress: Store<ReadonlyMap<number, UploadProgress>>;
  /** Stops an upload, by the tap's operation id. */
  running: Map<number, () => void>;
  /** Set by the stage that sends files: no multipart request comes past it. */
  begin?: BeginUpload;
}

/** Makes an empty one. */
export function createUploads(): Uploads {
  return { progress: createStore<ReadonlyMap<number, UploadProgress>>(new Map()), running: new Map() };
}
