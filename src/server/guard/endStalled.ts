/**
 * Ends connections on which nothing moves any more: a body that stopped in the middle or comes byte by byte, an answer that is not taken.
 * Node's `requestTimeout` limits the whole time of a request instead, which would end an upload for being long.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { bareAnswer } from './bareAnswers';

/** How long a body may be silent, in ms. */
const SILENT_BODY_MS = 15_000;
/** After this a body has to come at a pace, in ms and bytes a second. */
const GRACE_MS = 30_000;
const LEAST_BYTES_A_SECOND = 500;
/** How long an answer may wait for its reader without a byte being taken, in ms. */
const SILENT_READER_MS = 60_000;
const LOOK_EVERY_MS = 2500;

interface Watched {
  request: IncomingMessage;
  /** Kept, because undici takes the socket away from a request that it destroys. */
  socket: Socket;
  since: number;
  /** Bytes of the connection before this request. */
  before: number;
  bytes: number;
  moved: number;
  unsent: number;
  taken: number;
}

/** Watches a server from now on. Limits are for tests. */
export function endStalled(
  server: Server,
  { silentBodyMs = SILENT_BODY_MS, silentReaderMs = SILENT_READER_MS, lookEveryMs = LOOK_EVERY_MS } = {},
): void {
  const open = new Map<ServerResponse, Watched>();
  // Before the handler, which may take the request apart.
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
        if (!response.headersSent) socket.write(bareAnswer(408, 'The request did not come to its end in time.\n'));
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
  // A full buffer is not the client's doing: what is behind this server does not take more.
  const waitsForUs = request.readableLength >= request.readableHighWaterMark;
  if (request.complete || waitsForUs || bytesRead > seen.bytes) seen.moved = now;
  seen.bytes = bytesRead;
  if (request.complete || waitsForUs) return false;
  const lasted = now - seen.since;
  const slow = lasted > GRACE_MS && (bytesRead - seen.before) / (lasted / 1000) < LEAST_BYTES_A_SECOND;
  return slow || now - seen.moved > silentMs;
}
