/**
 * A proxy between a browser and a real GraphQL server that injects faults: it refuses, resets, stalls, slows, truncates, garbles and redirects HTTP
 * responses, and closes, silences and pollutes websockets. It counts the requests that reach the server, so that a test can compare what the screen
 * shows with what the server executed.
 */
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

/** The faults of HTTP requests. With "after" in its name, the server executes the request first. */
export type HttpFault =
  /** The connection is reset; the server never sees the request. */
  | { kind: 'reset before' }
  /** The server executes, then the connection is reset without a response. */
  | { kind: 'reset after' }
  /** The server executes; no response ever arrives. */
  | { kind: 'stall before headers' }
  /** Headers and this many bytes of the body, then nothing. */
  | { kind: 'stall in body'; at: number }
  /** Headers and this many bytes of the body, then the connection is closed. Negative: counted from the end. */
  | { kind: 'cut'; at: number }
  /** This many bytes per interval, in ms. */
  | { kind: 'drip'; bytes: number; everyMs: number }
  /** The body has this many bytes fewer (positive) or more (negative) than content-length says. */
  | { kind: 'wrong length'; by: number }
  /** content-encoding: gzip; the bytes are corrupt from the middle on. */
  | { kind: 'corrupt gzip' }
  /** content-encoding: gzip; the bytes are plain JSON. */
  | { kind: 'false gzip' }
  /** Answers instead of the server. After: the server has executed. */
  | { kind: 'answer'; after: boolean; status: number; body: string; type?: string; headers?: Record<string, string> };

/** The faults of a websocket, after `afterFrames` frames from the server. */
export type SocketFault =
  | { kind: 'refuse'; status: number }
  | { kind: 'close'; code: number; reason?: string; afterFrames: number }
  /** Closes the connection without a close frame. */
  | { kind: 'cut'; afterFrames: number }
  /** Both directions are silent; the connection stays open. */
  | { kind: 'half open'; afterFrames: number }
  /** An invalid frame. */
  | { kind: 'garbage'; data: string | Buffer; afterFrames: number };

/** The active faults; each applies `times` times (default: unlimited). */
interface Planned<Fault> {
  fault: Fault;
  matches: (body: string) => boolean;
  left: number;
}

export interface FaultProxy {
  /** http://127.0.0.1:port */
  origin: string;
  /** Bodies of the requests of the browser, and of those that reached the server. */
  received: string[];
  forwarded: string[];
  /** The number of websockets that were opened, and that are open now. */
  opened(): number;
  open(): number;
  breakHttp(fault: HttpFault, options?: { matches?: (body: string) => boolean; times?: number }): void;
  breakSockets(fault: SocketFault, times?: number): void;
  /** Closes every websocket without a close frame. */
  cutSockets(): void;
  /** Closes the connection of every streamed response in progress. */
  cutStreams(): void;
  /** Streamed responses in progress stay open without further data. */
  silenceStreams(): void;
  /** Ends all faults, and closes stalled connections. */
  heal(): void;
  /** Stops listening and closes all connections, as a dead host. `comeBack` listens on the same port again. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

const readAll = async (stream: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};

/** Starts a proxy in front of `target` ('http://127.0.0.1:port'), on a free port. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const httpFaults: Planned<HttpFault>[] = [];
  const socketFaults: Planned<SocketFault>[] = [];
  const received: string[] = [];
  const forwarded: string[] = [];
  const connections = new Set<Socket>();
  const stalled = new Set<Socket>();
  const sockets = new Set<WebSocket>();
  const streams = new Set<{ answer: IncomingMessage; response: ServerResponse }>();
  let openedSockets = 0;
  let port = 0;

  const next = <Fault>(planned: Planned<Fault>[], body: string): Fault | null => {
    const found = planned.find(each => each.left > 0 && each.matches(body));
    if (!found) return null;
    found.left--;
    return found.fault;
  };

  /** Forwards a request and returns the whole response. */
  const forward = (incoming: IncomingMessage, body: Buffer): Promise<{ answer: IncomingMessage; content: Buffer | null }> =>
    new Promise((resolve, reject) => {
      const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
      const outgoing = httpRequest(`${target}${incoming.url}`, { method: incoming.method, headers }, answer => {
        // A stream is forwarded as it arrives.
        if (/event-stream|multipart\/mixed/.test(answer.headers['content-type'] ?? '')) resolve({ answer, content: null });
        else readAll(answer).then(content => resolve({ answer, content }), reject);
      });
      incoming.socket.once('close', () => outgoing.destroy());
      outgoing.on('error', reject);
      outgoing.end(body);
    });

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await readAll(incoming);
    const body = raw.toString('utf8');
    const isOperation = incoming.method === 'POST';
    if (isOperation) received.push(body);
    const fault = isOperation ? next(httpFaults, body) : null;
    if (fault?.kind === 'reset before') return void incoming.socket.resetAndDestroy();
    const cors = { 'access-control-allow-origin': incoming.headers.origin ?? '*', 'access-control-allow-credentials': 'true' };
    if (fault?.kind === 'answer' && !fault.after) return makeAnswer(response, fault, cors);
    if (isOperation) forwarded.push(body);
    const { answer, content } = await forward(incoming, raw);
    if (content === null) {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => incoming.socket.destroy());
      answer.pipe(response);
      const stream = { answer, response };
      streams.add(stream);
      response.once('close', () => streams.delete(stream));
      return;
    }
    // One request per connection: Chromium itself repeats a request if a reused connection is reset, whatever the method.
    response.setHeader('connection', 'close');
    if (fault === null)
      return void response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' }).end(content);
    spoil(fault, incoming, response, { ...answer.headers, ...cors }, answer.statusCode ?? 200, content);
  }

  function spoil(
    fault: HttpFault,
    incoming: IncomingMessage,
    response: ServerResponse,
    headers: Record<string, string | string[] | undefined>,
    status: number,
    content: Buffer,
  ): void {
    const { socket } = incoming;
    const plain = { ...headers, 'content-length': String(content.length) };
    delete (plain as Record<string, unknown>)['transfer-encoding'];
    const at = (place: number): number => (place < 0 ? content.length + place : place);
    switch (fault.kind) {
      case 'reset before':
      case 'reset after':
        socket.resetAndDestroy();
        return;
      case 'stall before headers':
        stalled.add(socket);
        return;
      case 'stall in body':
        response.writeHead(status, plain).write(content.subarray(0, at(fault.at)));
        stalled.add(socket);
        return;
      case 'cut':
        response.writeHead(status, plain).write(content.subarray(0, at(fault.at)), () => socket.destroy());
        return;
      case 'drip': {
        response.writeHead(status, plain);
        let sent = 0;
        const timer = setInterval(() => {
          response.write(content.subarray(sent, sent + fault.bytes));
          sent += fault.bytes;
          if (sent >= content.length || response.destroyed) {
            clearInterval(timer);
            response.end();
          }
        }, fault.everyMs);
        return;
      }
      case 'wrong length': {
        // On the raw socket: Node refuses to write a body whose length differs from content-length.
        const lines = Object.entries({ ...plain, 'content-length': String(content.length + fault.by), connection: 'close' });
        socket.write(`HTTP/1.1 ${status} OK\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
        socket.end(content);
        return;
      }
      case 'corrupt gzip': {
        const zipped = gzipSync(content);
        zipped.fill(0xff, zipped.length >> 1);
        response.writeHead(status, { ...plain, 'content-encoding': 'gzip', 'content-length': String(zipped.length) }).end(zipped);
        return;
      }
      case 'false gzip':
        response.writeHead(status, { ...plain, 'content-encoding': 'gzip' }).end(content);
        return;
      case 'answer':
        makeAnswer(response, fault, headers);
    }
  }

  function makeAnswer(
    response: ServerResponse,
    { status, body, type = 'text/html', headers = {} }: Extract<HttpFault, { kind: 'answer' }>,
    cors: Record<string, string | string[] | undefined>,
  ): void {
    const shared = Object.fromEntries(Object.entries(cors).filter(([name]) => name.startsWith('access-control')));
    response.writeHead(status, { ...shared, 'content-type': type, ...headers }).end(body);
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => incoming.socket.destroy());
  });
  server.on('connection', socket => {
    connections.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => connections.delete(socket));
  });
  const webSockets = new WebSocketServer({ noServer: true, handleProtocols: protocols => [...protocols][0] ?? false });
  server.on('upgrade', (incoming, socket, head) => {
    openedSockets++;
    const fault = next(socketFaults, '');
    if (fault?.kind === 'refuse') {
      socket.end(`HTTP/1.1 ${fault.status} No\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    webSockets.handleUpgrade(incoming, socket, head, browser => {
      sockets.add(browser);
      browser.on('close', () => sockets.delete(browser));
      relay(browser, incoming, fault);
    });
  });

  function relay(browser: WebSocket, incoming: IncomingMessage, fault: SocketFault | null): void {
    const protocols = (incoming.headers['sec-websocket-protocol'] ?? '').split(/,\s*/).filter(Boolean);
    const upstream = new WebSocket(`${target.replace('http', 'ws')}${incoming.url}`, protocols);
    const early: RawData[] = [];
    let frames = 0;
    let isSilent = false;
    browser.on('error', () => undefined);
    upstream.on('error', () => browser.terminate());
    upstream.on('open', () => {
      for (const each of early.splice(0)) upstream.send(String(each));
    });
    browser.on('message', data => {
      if (isSilent) return;
      if (upstream.readyState === WebSocket.OPEN) upstream.send(String(data));
      else early.push(data);
    });
    browser.on('close', () => upstream.terminate());
    upstream.on('close', code => {
      if (!isSilent) browser.close(code >= 1000 && code < 5000 && ![1004, 1005, 1006, 1015].includes(code) ? code : 1001);
    });
    upstream.on('message', data => {
      if (isSilent) return;
      browser.send(String(data));
      frames++;
      if (fault === null || fault.kind === 'refuse' || frames !== fault.afterFrames) return;
      if (fault.kind === 'close') browser.close(fault.code, fault.reason);
      else if (fault.kind === 'cut') browser.terminate();
      else if (fault.kind === 'garbage') browser.send(fault.data);
      else {
        isSilent = true;
        // Not even pongs of the websocket protocol.
        (browser as unknown as { _socket: Socket })._socket.pause();
      }
    });
  }

  const listen = (): Promise<void> => new Promise(resolve => server.listen(port, '127.0.0.1', resolve));
  const goDown = async (): Promise<void> => {
    const closed = new Promise(resolve => server.close(resolve));
    for (const socket of sockets) socket.terminate();
    for (const socket of connections) socket.destroy();
    await closed;
  };
  await listen();
  port = (server.address() as AddressInfo).port;
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    forwarded,
    opened: () => openedSockets,
    open: () => sockets.size,
    breakHttp(fault, { matches = () => true, times = Number.POSITIVE_INFINITY } = {}) {
      httpFaults.push({ fault, matches, left: times });
    },
    breakSockets(fault, times = Number.POSITIVE_INFINITY) {
      socketFaults.push({ fault, matches: () => true, left: times });
    },
    cutSockets() {
      for (const socket of sockets) socket.terminate();
    },
    cutStreams() {
      for (const { response } of streams) response.destroy();
    },
    silenceStreams() {
      for (const { answer, response } of streams) answer.unpipe(response).resume();
    },
    heal() {
      httpFaults.length = 0;
      socketFaults.length = 0;
      for (const socket of stalled) socket.destroy();
      stalled.clear();
    },
    goDown,
    comeBack: listen,
    async close() {
      if (server.listening) await goDown();
      webSockets.close();
    },
  };
}
