/**
 * Answers a request that offers a protocol which this server does not speak (`Upgrade: h2c` of Java's HttpClient and of `curl --http2`) as
 * if it had not (RFC 9110, 7.8). Node ends its HTTP parser at every upgrade as soon as a server takes websockets, so the request goes back
 * into its connection without the header, and the connection is parsed afresh.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** @param head what has arrived of the connection after the header section */
export function ignoreUpgrade(
  server: Server,
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'upgrade') lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  // Of the time between two requests, which an earlier response has started.
  (socket as Socket).setTimeout(0);
  server.emit('connection', socket);
}

/** True for a request that offers to go on as a websocket. */
export const wantsWebsocket = ({ headers }: IncomingMessage): boolean =>
  /(?:^|,)\s*websocket\s*(?:,|$)/i.test(headers.upgrade ?? '');
