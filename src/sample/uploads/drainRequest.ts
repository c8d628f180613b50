import type { IncomingMessage } from 'node:http';

/** Beyond this, what a client still sends is cut off instead of read to its end. */
const MOST_DRAINED_BYTES = 600 * 1024 * 1024;

/** Reads what is left of a request and throws it away, so that a client that is still sending gets to read its answer. */
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
