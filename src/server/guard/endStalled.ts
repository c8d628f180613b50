/**
 * Ends stalled connections: request bodies that have stopped or arrive byte by byte, and responses that the client does not read. Node's
 * `requestTimeout` limits the total time of a request instead, which would end long uploads.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { rawResponse } from './rawResponses';

/** Longest time without data of a request body, in ms. */
const SILENT_BODY_MS = 15_000;
/** After this time, in ms, a body must arrive at the minimum rate below, in bytes per second. */
const GRACE_MS = 30_000;
const LEAST_BYTES_A_SECOND = 500;
/** Longest time in which the client reads nothing of a response, in ms. */
const SILENT_READER_MS = 60_000;
const LOOK_EVERY_MS = 2500;

interface Watched {
  request: IncomingMessage;
  /** Stored here, because undici detaches the socket from a request that it destroys. */
  socket: Socket;
  since: number;
  /** Bytes of the connection before this request. */
  before: number;
  bytes: number;
  moved: number;
  unsent: number;
  taken: number;
}

/** Starts to monitor a server. Tests set other limits. */
export function endStalled(
  server: Server,
  { silentBodyMs = SILENT_BODY_MS, silentReaderMs = SILENT_READER_MS, lookEveryMs = LOOK_EVERY_MS } = {},
): void {
  const open = new Map<ServerResponse, Watched>();
  // Before other handlers, which may detach the socket.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const now = Date.now();
    const { socket } = request;
    const { bytesRead } = socket;
    open.set(response, { request, socket, since: now, before: bytesRead, bytes: bytesRead, moved: now, unsent: 0, taken: now });
    response.once('close', () => open.delete(response));
  });
  const look = setInterval(() => {
    const now = Date.now();
    for (const [response, seen] of open) {
      const { socket } = seen;
      if (isBodyStalled(seen, now, silentBodyMs)) {
        if (!response.headersSent) socket.write(rawResponse(408, 'The request did not come to its end in time.\n'));
        socket.destroySoon();
      }
      const { writableLength } = socket;
      if (writableLength === 0 || writableLength !== seen.unsent) seen.taken = now;
      seen.unsent = writableLength;
      if (now - seen.taken > silentReaderMs) socket.destroy();
    }
  }, lookEveryMs);
  look.unref();
  server.once('close', () => clearInterval(look));
}

function isBodyStalled(seen: Watched, now: number, silentMs: number): boolean {
  const { request } = seen;
  const { bytesRead } = seen.socket;
  // A full buffer is not the client's fault: the consumer of the body is slow.
  const waitsForUs = request.readableLength >= request.readableHighWaterMark;
  if (request.complete || waitsForUs || bytesRead > seen.bytes) seen.moved = now;
  seen.bytes = bytesRead;
  if (request.complete || waitsForUs) return false;
  const lasted = now - seen.since;
  const slow = lasted > GRACE_MS && (bytesRead - seen.before) / (lasted / 1000) < LEAST_BYTES_A_SECOND;
  return slow || now - seen.moved > silentMs;
}
