/**
 * A PostgreSQL server for tests: the one in DATABASE_URL_TEST, where each test gets a separate database, or else the installed binaries
 * with a temporary folder. If neither exists, the test fails with a message about what to install; it is never skipped.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';

/** A separate database on a running server. */
export interface TestPostgres {
  /** postgres://… */
  url: string;
  /** Ends all connections to the database except that of this function, as a restart of the server would. */
  cutConnections(): Promise<void>;
  /** Removes the database, and the server if it was started for it. */
  dispose(): Promise<void>;
}

const run = promisify(execFile);

/** Starts a server or connects to one, and creates an empty database. */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env.DATABASE_URL_TEST;
  const server = given ? { url: given, stop: async () => {} } : await startServer();
  const name = `harbour_test_${process.pid}_${Math.random().toString(36).slice(2, 8)}`;
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const asked = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await asked(`create database ${name}`);
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
  return {
    url: url.href,
    cutConnections: () => asked(cut),
    async dispose() {
      await asked(`drop database ${name} with (force)`);
      await server.stop();
    },
  };
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const bin = await findBinaries();
  const user = await unprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  if (user) await chown(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } as NodeJS.ProcessEnv };
  const data = join(folder, 'data');
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], options);
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'fsync=off', 'max_connections=60'];
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap(setting => ['-c', setting])], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await ready(server);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      const gone = new Promise(done => server.once('exit', done));
      // "Fast": it does not wait for clients.
      server.kill('SIGINT');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function findBinaries(): Promise<string> {
  const candidates: string[] = [];
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const postgres = join(folder, 'postgres');
    // The distribution contains a link to the folder that also contains initdb.
    if (existsSync(postgres)) candidates.push(dirname(await realpath(postgres)));
  }
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? await readdir(debian) : [];
  candidates.push(...versions.sort((a, b) => Number(b) - Number(a)).map(version => join(debian, version, 'bin')));
  const found = candidates.find(folder => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')));
  if (found) return found;
  throw new Error(
    'This test needs a PostgreSQL: install it (Debian: apt-get install postgresql), or set DATABASE_URL_TEST to a server on which databases may be made.',
  );
}

/** PostgreSQL refuses to run as root. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map(line => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user) throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody".');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });

function ready(server: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    let said = '';
    server.stderr?.on('data', chunk => {
      said = (said + chunk).slice(-4000);
      if (said.includes('ready to accept connections')) done();
    });
    server.once('error', fail);
    server.once('exit', () => fail(new Error(`PostgreSQL did not start: ${said}`)));
  });
}
