/**
 * A harbour in a separate process, which a test can kill and start again on the same port with the same data. `startHarbour` starts faster,
 * for tests that do not need this.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RUN_TYPESCRIPT } from './runTypescript';
import { copySeededFolder } from './seededFolder';

/** The parameters of the process. */
export interface HarbourProcessOptions {
  /** Folder for the data. Default: a freshly seeded one, removed by `dispose`. */
  dataDir?: string;
  /** A PostgreSQL to use instead. */
  databaseUrl?: string;
  /** Default: 'harbour-process'. */
  accessCode?: string;
  /** Default 0: any that is free; it stays the same from one start to the next. */
  port?: number;
  tokenLifetimeSeconds?: number;
}

/** The messages to the process and its replies. */
export type StartMessage = HarbourProcessOptions & { dataDir: string; accessCode: string; port: number };
export type StartedMessage = { port: number } | { error: string };

export interface HarbourProcess {
  port: number;
  /** http://127.0.0.1:port */
  origin: string;
  /** …/graphql */
  url: string;
  /** ws://…/graphql */
  wsUrl: string;
  accessCode: string;
  /** Ends the process with SIGKILL, without any cleanup. */
  kill(): Promise<void>;
  /** Ends it like a server: sockets are closed with 1001. Rejects if it does not exit cleanly. */
  stop(): Promise<void>;
  /** Starts it again on the same port with the same data. */
  startAgain(): Promise<void>;
  /** Kills it and removes the temporary folder. */
  dispose(): Promise<void>;
}

/** Starts a harbour in another process and waits until it can be reached. */
export async function startHarbourProcess(options: HarbourProcessOptions = {}): Promise<HarbourProcess> {
  const temporary = options.dataDir || options.databaseUrl ? null : await copySeededFolder();
  const message: StartMessage = {
    ...options,
    dataDir: options.dataDir ?? temporary ?? ':memory:',
    accessCode: options.accessCode ?? 'harbour-process',
    port: options.port ?? 0,
  };
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    child = fork(join(__dirname, 'harbourProcessMain.ts'), {
      execArgv: RUN_TYPESCRIPT,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.send(message);
    const ended = once(child, 'exit').then(([code]) => ({ error: `the process ended with ${code}` }));
    const started = once(child, 'message').then(([response]) => response as StartedMessage);
    const response = await Promise.race([started, ended]);
    if ('error' in response) throw new Error(`The harbour did not start: ${response.error}`);
    message.port = response.port;
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  await start();
  const origin = `http://127.0.0.1:${message.port}`;
  return {
    port: message.port,
    origin,
    url: `${origin}/graphql`,
    wsUrl: `${origin.replace('http', 'ws')}/graphql`,
    accessCode: message.accessCode,
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM');
      if (child.exitCode !== 0) throw new Error(`The harbour ended with ${child.exitCode ?? child.signalCode}`);
    },
    startAgain: start,
    async dispose() {
      await end('SIGKILL');
      if (temporary) await rm(temporary, { recursive: true, force: true });
    },
  };
}
