/**
 * Answers that Node gives by itself, before there is a request that a route could see: a header that cannot be read (400), headers too large
 * (431), a request that does not come to its end (408). They carry the same headers as all others.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { COMMON_HEADERS, INERT_POLICY } from '../securityHeaders';

const STATUS_OF: ReadonlyMap<string | undefined, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/** A whole answer as text, for a connection that is closed after it. */
export function bareAnswer(status: number, message: string): string {
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

/** For Node's event `clientError`. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.destroyed || !socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  // In the middle of an answer another one would be read as a part of it.
  if (socket.bytesWritten > 0 && error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') return void socket.destroy();
  const status = STATUS_OF.get(error.code) ?? 400;
  socket.end(bareAnswer(status, `${STATUS_CODES[status]}\n`), () => socket.destroy());
}
