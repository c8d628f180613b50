/** A disposed transport leaves nothing that keeps a process alive (contract C42). */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Host, type RemoteServer, startHost } from '../support/servers/host/startHost';
import { startMutePeer } from './support/mutePeer';

/** Shorter than any timer that a transport could leave: the linger is 3 s, all others in the probe are minutes. */
const PROMPT_MS = 1500;
/** A process that hangs is killed after this time. */
const PATIENCE_MS = 4000;

interface Ending {
  code: number | null;
  /** Time between "disposed" and the end; infinite if "disposed" was never written. */
  afterMs: number;
  complaints: string;
}

/** Runs the probe until it ends. */
function run(...args: string[]): Promise<Ending> {
  const hooks = join(__dirname, '../support/servers/typescriptHooks.mjs');
  const child = spawn(process.execPath, ['--import', hooks, '--no-warnings', join(__dirname, 'exitProbe.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise(resolve => {
    let disposedAt = Number.NaN;
    let complaints = '';
    let overdue: ReturnType<typeof setTimeout> | undefined;
    child.stdout.on('data', chunk => {
      if (!String(chunk).includes('disposed')) return;
      disposedAt = Date.now();
      overdue = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    });
    child.stderr.on('data', chunk => {
      complaints += chunk;
    });
    child.on('close', code => {
      clearTimeout(overdue);
      resolve({ code, afterMs: Date.now() - disposedAt, complaints });
    });
  });
}

let host: Host;
let server: RemoteServer;

beforeAll(async () => {
  host = await startHost();
  server = await host.start('yoga');
});
afterAll(() => host.kill());

const expectPromptEnd = ({ code, afterMs, complaints }: Ending): void => {
  expect(complaints).toBe('');
  expect(code).toBe(0);
  expect(afterMs).toBeLessThan(PROMPT_MS);
};

test.each([
  'before anything was sent',
  'after a query',
  'while a subscription is live',
  'while the unused socket lingers',
  'in the same moment as it subscribes',
  'while the socket connects',
  'while a subscription waits for its retry',
])('C42 a process ends by itself when the transport is disposed %s', async moment => {
  expectPromptEnd(await run(moment, server.url, server.wsUrl));
});

test('C42 a process ends by itself when the transport is disposed when the socket is open but not acknowledged', async () => {
  expectPromptEnd(await run('when the socket is open but not acknowledged', server.url, `${server.wsUrl}?connect=silent`));
});

test.each(['while the socket connects', 'in the same moment as it subscribes'])(
  'C42 a process ends by itself when the transport is disposed %s to a peer that never answers',
  async moment => {
    expectPromptEnd(await run(moment, server.url, await startMutePeer()));
  },
);

test.each(['while it waits to reconnect', 'as soon as the socket is lost'])(
  'C42 a process ends by itself when the transport is disposed %s',
  async moment => {
    // A port without a listener: its server has ended.
    const gone = await host.start('graphqlWs');
    await gone.stop('cut');
    expectPromptEnd(await run(moment, server.url, gone.wsUrl));
  },
);
