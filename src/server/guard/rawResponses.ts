/**
 * Responses to errors that Node detects before there is a request for a route: an invalid header (400), headers that are too large (431),
 * an incomplete request (408). They have the same headers as all other responses.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { COMMON_HEADERS, INERT_POLICY } from '../securityHeaders';

const STATUS_OF: ReadonlyMap<string | undefined, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/** A complete response as text, for a connection that is closed after it. */
export function rawResponse(status: number, message: string): string {
  const headers = { ...COMMON_HEADERS, 'content-security-policy': INERT_POLICY };
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`,
    'connection: close',
    'content-type: text/plain; charset=utf-8',
    'cache-control: no-store',
    `content-length: ${Buffer.byteLength(message)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${message}`;
}

/** Handles Node's `clientError` event. */
export function respondToClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.destroyed || !socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  // If a response has been started, the client would read another one as part of it.
  if (socket.bytesWritten > 0 && error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') return void socket.destroy();
  const status = STATUS_OF.get(error.code) ?? 400;
  socket.end(rawResponse(status, `${STATUS_CODES[status]}\n`), () => socket.destroy());
}
