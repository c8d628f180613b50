/** Installs a server once, in its own folder outside the repository, and starts it on an empty database. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Api, Subject } from './subjects';

const HERE = 'tests/servers';
/** Outside the repository, so that tools that search it do not read a hundred thousand files. */
const CACHE = path.resolve(process.env.SERVERS_CACHE ?? path.join(homedir(), '.cache', 'oriel-servers'));
/** Native packages are compiled at the first installation, and the first start creates all tables. */
const START_MS = 240_000;

/** Copies the program beside its packages, which are installed from the lock file when that has changed. @returns the folder */
export function installSubject({ folder, name }: Subject): string {
  const from = path.join(HERE, folder);
  const to = path.join(CACHE, folder);
  mkdirSync(to, { recursive: true });
  cpSync(from, to, { recursive: true });
  const lock = createHash('sha256')
    .update(readFileSync(path.join(from, 'package-lock.json')))
    .digest('hex');
  const stamp = path.join(to, '.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return to;
  process.stdout.write(`Installing ${name} into ${to} …\n`);
  // Not `npm ci`: npm 11 refuses a lock file that lacks the programs of other platforms, which npm leaves out of some.
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', install, { cwd: to, stdio: 'inherit', timeout: 1_800_000 });
  writeFileSync(stamp, lock);
  return to;
}

/** A running server. */
export interface RunningSubject {
  endpoint: string;
  api: Api;
  stop(): Promise<void>;
}

const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

/** Starts a server; rejects with the end of its log if it does not start. */
export async function startSubject(subject: Subject, databaseUrl: string): Promise<RunningSubject> {
  const cwd = installSubject(subject);
  const port = await freePort();
  const child = spawn(process.execPath, [subject.program], {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()));
  let log = '';
  child.stderr.on('data', piece => {
    log = (log + piece).slice(-2000);
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await gone;
  };
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`It did not start in ${START_MS / 1000} s: ${log}`)), START_MS);
      void gone.then(() => reject(new Error(`It ended: ${log}`))).finally(() => clearTimeout(timer));
      createInterface({ input: child.stdout }).on('line', line => {
        log = `${log}${line}\n`.slice(-2000);
        if (!line.startsWith('Ready at ')) return;
        clearTimeout(timer);
        resolve();
      });
    });
  } catch (error) {
    await stop();
    throw error;
  }
  const origin = `http://127.0.0.1:${port}`;
  const api: Api = {
    origin,
    async json(address, { method = 'GET', body, headers } = {}) {
      const response = await fetch(origin + address, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return response.json();
    },
  };
  return { endpoint: origin + subject.path, api, stop };
}
