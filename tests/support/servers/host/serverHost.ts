/**
 * The process of the interop servers, separate from Jest: it uses real ES modules and a single graphql-js, and a test can kill it. It
 * receives numbered commands over Node's IPC channel, one at a time, and replies to each with its number.
 */
import { startApollo, startApolloExpress } from '../apolloServer';
import { startGraphqlWs } from '../graphqlWsServer';
import { startMercurius } from '../mercuriusServer';
import { createInteropSchema } from '../schemas/interopSchema';
import { createTopics } from '../schemas/topics';
import { startYoga } from '../yogaServer';
import type { RunningServer, ServerOptions } from './runningServer';
import { createServerLog, type SocketEvent } from './serverLog';

const KINDS = {
  yoga: (options: ServerOptions) => startYoga({ ...options, persisted: true }),
  yogaWithoutPersisted: (options: ServerOptions) => startYoga({ ...options, persisted: false }),
  apollo: (options: ServerOptions) => startApollo({ ...options, persisted: true }),
  apolloWithoutPersisted: (options: ServerOptions) => startApollo({ ...options, persisted: false }),
  apolloExpress: startApolloExpress,
  mercurius: (options: ServerOptions) => startMercurius({ ...options, persisted: true }),
  mercuriusWithoutPersisted: (options: ServerOptions) => startMercurius({ ...options, persisted: false }),
  graphqlWs: startGraphqlWs,
};

/** The servers there are. */
export type ServerKind = keyof typeof KINDS;

/** Part of a socket event. An event matches if it contains all these values. */
export type SocketMatch = Partial<Omit<SocketEvent, 'frame' | 'at'>>;

/** The commands of the host. `server`: the number that `start` returned. */
export interface HostCommands {
  /** Starts a server; the same number again starts it on its old port, with its old log. */
  start(kind: ServerKind, server: number, port: number): Promise<number>;
  /** Ends its websockets (1001 where it can say so, or without a word), then the server; nothing when it was stopped already. */
  stop(server: number, manner: 'goodbye' | 'cut'): Promise<void>;
  /** The requests so far. By default, waits until all of them are answered. */
  requests(server: number, settled: boolean): Promise<import('./serverLog').LoggedRequest[]>;
  /** Resolves when at least `count` requests have arrived, answered or not. */
  arrived(server: number, count: number): Promise<void>;
  sockets(server: number): Promise<SocketEvent[]>;
  /** Resolves to the events that fit, when there are at least `count` of them. */
  seen(server: number, match: SocketMatch, count: number): Promise<SocketEvent[]>;
  /** Closes all open websockets with a code; 1005 is a close without one, 1006 cuts them off. */
  closeSockets(server: number, code: number, reason: string): Promise<void>;
  /** Sends a text over all open websockets, as if it came from the server. */
  send(server: number, text: string): Promise<void>;
  publish(topic: string, value: number, listeners: number): Promise<void>;
  listening(topic: string, count: number): Promise<void>;
}

interface Hosted {
  running: RunningServer | undefined;
  log: ReturnType<typeof createServerLog>;
}

const topics = createTopics();
const schema = createInteropSchema(topics);
const hosted = new Map<number, Hosted>();

const of = (server: number): Hosted => {
  const found = hosted.get(server);
  if (!found) throw new Error(`There is no server ${server}`);
  return found;
};

const fits = (event: SocketEvent, match: SocketMatch): boolean =>
  Object.entries(match).every(([key, value]) => event[key as keyof SocketEvent] === value);

const commands: HostCommands = {
  async start(kind, server, port) {
    const log = hosted.get(server)?.log ?? createServerLog();
    const running = await KINDS[kind]({ port, schema, log });
    log.listenTo(running.port);
    hosted.set(server, { running, log });
    return running.port;
  },
  async stop(server, manner) {
    const entry = of(server);
    const { running } = entry;
    if (manner === 'cut') for (const socket of entry.log.open.values()) socket.terminate();
    entry.running = undefined;
    await running?.stop();
  },
  async requests(server, settled) {
    const { log } = of(server);
    if (settled) await log.until(() => log.settled());
    return log.requests;
  },
  async arrived(server, count) {
    await of(server).log.until(log => log.requests.length >= count);
  },
  async sockets(server) {
    return of(server).log.sockets;
  },
  async seen(server, match, count) {
    const { log } = of(server);
    const found = () => log.sockets.filter(event => fits(event, match));
    await log.until(() => found().length >= count);
    return found();
  },
  async closeSockets(server, code, reason) {
    for (const socket of of(server).log.open.values()) {
      if (code === 1006) socket.terminate();
      else if (code === 1005) socket.close();
      else socket.close(code, reason);
    }
  },
  async send(server, text) {
    for (const socket of of(server).log.open.values()) socket.send(text);
  },
  publish: (topic, value, listeners) => topics.publish(topic, value, listeners),
  listening: (topic, count) => topics.listening(topic, count),
};

/** One command as it travels. */
export interface HostMessage {
  id: number;
  command: keyof HostCommands;
  args: unknown[];
}

/** Its answer. */
export interface HostAnswer {
  id: number;
  value?: unknown;
  error?: string;
}

const respond = (message: HostAnswer): void => void process.send?.(message);

process.on('message', async ({ id, command, args }: HostMessage) => {
  try {
    const run = commands[command] as (...args: unknown[]) => Promise<unknown>;
    respond({ id, value: await run(...args) });
  } catch (cause) {
    respond({ id, error: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) });
  }
});

// The test process has ended.
process.on('disconnect', () => process.exit(0));
