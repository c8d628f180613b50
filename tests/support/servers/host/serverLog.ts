/**
 * Records what a server received, independently of its framework: requests with the raw bytes of their bodies (from Node's diagnostics
 * channel), and all frames of all websockets.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import { withRealIntegers } from '../schemas/realIntegers';
import { createConditions } from './conditions';

/** One HTTP request as it arrived, and the status it was answered with (0: no answer was finished). */
export interface LoggedRequest {
  method: string;
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  status: number;
  /** True when the client went away before the answer was finished. */
  aborted: boolean;
}

/** One thing that happened on a websocket; sockets are numbered from 1 over the life of the server, restarts included. */
export interface SocketEvent {
  socket: number;
  event: 'open' | 'in' | 'out' | 'close';
  /** Milliseconds of the server process's clock. */
  at: number;
  /** Of `open`: path with query. */
  url?: string;
  /** Of `open`: what was agreed on. */
  protocol?: string;
  /** Of `in` and `out`: the frame's type, and the frame. */
  type?: string;
  frame?: { id?: string; type: string; payload?: unknown };
  /** Of `close`. */
  code?: number;
  reason?: string;
}

/** The log of one server. */
export interface ServerLog {
  requests: LoggedRequest[];
  sockets: SocketEvent[];
  /** Open websockets by number. */
  open: Map<number, WebSocket>;
  /** Begins to log a websocket; call it before the framework sees the socket. */
  watch(socket: WebSocket, request: IncomingMessage): void;
  /** Resolves as soon as `fits` is true, looked at after every change. */
  until(fits: (log: ServerLog) => boolean): Promise<void>;
  /** True when no request is being answered. */
  settled(): boolean;
}

interface RequestStart {
  request: IncomingMessage;
  response: ServerResponse;
}

const byPort = new Map<number, { begin(start: RequestStart): void }>();

subscribe('http.server.request.start', message => {
  const start = message as RequestStart;
  byPort.get(start.request.socket.localPort ?? 0)?.begin(start);
});

/** Makes an empty log; `listenTo` ties it to a port. */
export function createServerLog(): ServerLog & { listenTo(port: number): void } {
  const { changed, until } = createConditions();
  let answering = 0;
  let socketCount = 0;

  const begin = ({ request, response }: RequestStart): void => {
    const chunks: Buffer[] = [];
    const entry: LoggedRequest = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.alloc(0),
      status: 0,
      aborted: false,
    };
    // Listening for 'data' would set the stream flowing before the framework listens; the parser's own pushes can be overheard.
    const push = request.push.bind(request);
    request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
      if (chunk) chunks.push(chunk);
      return push(chunk, encoding);
    };
    answering++;
    response.once('close', () => {
      entry.body = Buffer.concat(chunks);
      entry.status = response.headersSent ? response.statusCode : 0;
      entry.aborted = !response.writableFinished;
      answering--;
      changed();
    });
    log.requests.push(entry);
    changed();
  };

  const log: ServerLog & { listenTo(port: number): void } = {
    requests: [],
    sockets: [],
    open: new Map(),
    listenTo: port => byPort.set(port, { begin }),
    watch(socket, request) {
      const number = ++socketCount;
      const note = (event: Omit<SocketEvent, 'socket' | 'at'>): void => {
        log.sockets.push({ socket: number, at: performance.now(), ...event });
        changed();
      };
      const noteFrame = (event: 'in' | 'out', data: unknown): void => {
        try {
          const frame = JSON.parse(String(data)) as { type: string };
          note({ event, type: frame.type, frame });
        } catch {
          note({ event, type: 'not JSON' });
        }
      };
      log.open.set(number, socket);
      note({ event: 'open', url: request.url ?? '', protocol: socket.protocol });
      socket.on('message', data => noteFrame('in', data));
      const send = socket.send.bind(socket) as (data: unknown, ...rest: unknown[]) => void;
      socket.send = (data: unknown, ...rest: unknown[]) => {
        const text = withRealIntegers(String(data));
        noteFrame('out', text);
        send(text, ...rest);
      };
      socket.on('close', (code, reason) => {
        log.open.delete(number);
        note({ event: 'close', code, reason: String(reason) });
      });
    },
    until: fits => until(() => fits(log)),
    settled: () => answering === 0,
  };
  return log;
}
