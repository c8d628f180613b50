/** The client of the server process: starts it, starts servers in it, and reads what they received. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { HostAnswer, HostCommands, HostMessage, ServerKind, SocketMatch } from './serverHost';
import type { LoggedRequest, SocketEvent } from './serverLog';
import { within } from './within';

/** A server in the other process. */
export interface RemoteServer {
  kind: ServerKind;
  port: number;
  /** http://127.0.0.1:…/graphql */
  url: string;
  /** ws://127.0.0.1:…/graphql */
  wsUrl: string;
  /** All requests since its first start or since `forget`. Waits until all of them are answered. */
  requests(): Promise<LoggedRequest[]>;
  /** Those that have arrived by now, answered or not. */
  requestsSoFar(): Promise<LoggedRequest[]>;
  /** Resolves when at least `count` requests have arrived since `forget`. */
  arrived(count: number): Promise<void>;
  /** What happened on its websockets since `forget`. */
  sockets(): Promise<SocketEvent[]>;
  /** Resolves to the events that fit `match`, when there are at least `count` since `forget`. */
  seen(match: SocketMatch, count?: number): Promise<SocketEvent[]>;
  /** Forgets everything received so far. */
  forget(): Promise<void>;
  /** Closes all its open websockets; 1005 is a close without a code, 1006 cuts them off. */
  closeSockets(code: number, reason?: string): Promise<void>;
  /** Sends a text over all its open websockets, as if it came from the server. */
  send(text: string): Promise<void>;
  stop(manner: 'goodbye' | 'cut'): Promise<void>;
  /** Starts it again on the same port. */
  startAgain(): Promise<void>;
}

/** The server process. */
export interface Host {
  /** Starts a server, on any free port unless one is given. */
  start(kind: ServerKind, port?: number): Promise<RemoteServer>;
  /** Publishes a value to a topic when it has at least that many subscribers. */
  publish(topic: string, value: number, listeners?: number): Promise<void>;
  /** Resolves when a topic has exactly `count` subscribers. */
  listening(topic: string, count: number): Promise<void>;
  /** Suspends the process: its sockets stay open, but it does not respond any more. */
  freeze(): void;
  /** Resumes it. */
  thaw(): void;
  /** Kills the process. */
  kill(): Promise<void>;
}

/** Time limit for starting a process, which takes a second on an idle machine and many seconds on a busy one. */
const START_MS = 30_000;
jest.setTimeout(START_MS + 5000);

/** Starts the server process. */
export async function startHost(): Promise<Host> {
  const child = fork(join(__dirname, 'serverHost.ts'), {
    // Without the flags of jest.
    execArgv: ['--import', join(__dirname, '..', 'typescriptHooks.mjs'), '--no-warnings'],
    serialization: 'advanced',
    // Output of servers is expected (graphql-ws reports every failed test connection). It is only shown if the process fails.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const tell = commandsOf(child);
  let servers = 0;

  return {
    async start(kind, wantedPort = 0) {
      const number = ++servers;
      const port = await tell('start', kind, number, wantedPort);
      let requestsBefore = 0;
      let eventsBefore: SocketEvent[] = [];
      const since = (events: SocketEvent[]) => events.slice(eventsBefore.length);
      return {
        kind,
        port,
        url: `http://127.0.0.1:${port}/graphql`,
        wsUrl: `ws://127.0.0.1:${port}/graphql`,
        requests: async () => (await tell('requests', number, true)).slice(requestsBefore),
        requestsSoFar: async () => (await tell('requests', number, false)).slice(requestsBefore),
        arrived: count => tell('arrived', number, requestsBefore + count),
        sockets: async () => since(await tell('sockets', number)),
        async seen(match, count = 1) {
          const skipped = eventsBefore.filter(event =>
            Object.entries(match).every(([k, v]) => event[k as keyof SocketEvent] === v),
          ).length;
          return (await tell('seen', number, match, skipped + count)).slice(skipped);
        },
        async forget() {
          requestsBefore = (await tell('requests', number, true)).length;
          eventsBefore = await tell('sockets', number);
        },
        closeSockets: (code, reason = '') => tell('closeSockets', number, code, reason),
        send: text => tell('send', number, text),
        stop: manner => tell('stop', number, manner),
        startAgain: async () => void (await tell('start', kind, number, port)),
      };
    },
    publish: (topic, value, listeners = 1) => tell('publish', topic, value, listeners),
    listening: (topic, count) => tell('listening', topic, count),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise(resolve => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
  };
}

type Tell = <C extends keyof HostCommands>(command: C, ...args: Parameters<HostCommands[C]>) => ReturnType<HostCommands[C]>;

function commandsOf(child: ChildProcess): Tell {
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', chunk => {
      printed = (printed + chunk).slice(-4000);
    });
  }
  const waiting = new Map<number, { resolve(value: unknown): void; reject(cause: Error): void }>();
  let count = 0;
  child.on('message', ({ id, value, error }: HostAnswer) => {
    const pending = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) pending?.resolve(value);
    else pending?.reject(new Error(`The server process failed: ${error}`));
  });
  child.on('exit', code => {
    for (const { reject } of waiting.values())
      reject(new Error(`The server process ended with ${code}; it had printed:\n${printed}`));
    waiting.clear();
  });
  return ((command: keyof HostCommands, ...args: unknown[]) => {
    const id = ++count;
    const response = new Promise<unknown>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      child.send({ id, command, args } satisfies HostMessage);
    });
    const situation = () =>
      `${command}(${args.map(arg => JSON.stringify(arg)).join(', ')}) was not answered; printed:\n${printed}`;
    return within(response, situation, command === 'start' ? START_MS : undefined);
  }) as Tell;
}
