/** Enters uploads in the register, tells the tap how far they have got, and stops them. */
import type { UploadProgress } from './status';
import type { TapSource } from './tap';
import type { BeginUpload, Uploads } from './uploads';

/** What enters an upload, for a register and the tap that is told. */
export function beginUpload({ progress, running }: Uploads, tap: TapSource): BeginUpload {
  const put = (id: number, entry: UploadProgress | undefined): void => {
    const next = new Map(progress.get());
    if (entry) next.set(id, entry);
    else next.delete(id);
    progress.set(next);
  };
  return (operation, totalBytes, outer) => {
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
          put(id, { ...present, phase: 'processing', sentBytes: present.totalBytes });
          tap.emit({ type: 'processing' }, operation);
        } else {
          put(id, { ...present, sentBytes: step.sentBytes, totalBytes: step.totalBytes || present.totalBytes });
          tap.emit({ type: 'uploading', sent: step.sentBytes, total: step.totalBytes }, operation);
        }
      },
      cancelled: () => cancelled,
      end() {
        outer?.removeEventListener('abort', onOuterAbort);
        running.delete(id);
        put(id, undefined);
      },
    };
  };
}
