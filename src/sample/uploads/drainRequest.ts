import type { IncomingMessage } from 'node:http';

/** If a client sends more than this, its connection is destroyed instead of read to the end. */
const MOST_DRAINED_BYTES = 600 * 1024 * 1024;

/** Reads and discards the rest of a request, so that a client that is still sending can read the response. */
export function drainRequest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let drained = 0;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > MOST_DRAINED_BYTES) request.destroy();
  });
  request.resume();
}
