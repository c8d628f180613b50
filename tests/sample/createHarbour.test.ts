/** The options of a harbour, and the lock of its data folder. */
import { once } from 'node:events';
import { link, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHarbour } from '../../src/sample/createHarbour';
import { lockFolder } from '../../src/sample/database/lockFolder';
import { startHarbour } from '../support/harbour/startHarbour';

// Real servers on a machine that may be busy; a hang still fails.

test.each([
  [{ tokenLifetimeSeconds: 0 }, 'tokenLifetimeSeconds must be a whole number from 1 to 31536000, not 0'],
  [{ tokenLifetimeSeconds: 1.5 }, 'tokenLifetimeSeconds must be a whole number from 1 to 31536000, not 1.5'],
  [{ accessCode: '  ' }, 'accessCode must not be empty'],
])('%j is refused with the name of the option', async (options, message) => {
  await expect(createHarbour({ dataDir: ':memory:', ...options })).rejects.toThrow(message);
});

test.each([
  ['a folder in a file', join(__filename, 'below')],
  ['a file', __filename],
  ['a path where no folder can be created', '/proc/harbour/below'],
])('%s as data folder is refused with its path', async (_, dataDir) => {
  await expect(createHarbour({ dataDir })).rejects.toThrow(`The data folder ${dataDir} cannot be used (`);
});

test('a harbour in memory starts with the sample data, and shares nothing with a second one', async () => {
  const one = await startHarbour({ dataDir: ':memory:', accessCode: 'one' });
  const two = await startHarbour({ accessCode: 'two' });
  try {
    const token = await one.signIn();
    const changed = await one.ask<{ changeVisit: { notes: string } }>(
      'mutation { changeVisit(id: "visit-11950", patch: { notes: "only here" }) { notes } }',
      {},
      token,
    );
    expect(changed.data.changeVisit.notes).toBe('only here');
    const there = await two.ask<{ visit: { notes: string | null } }>('{ visit(id: "visit-11950") { notes } }');
    expect(there.data.visit.notes).not.toBe('only here');
    expect((await two.ask('{ me { name } }', {}, token)).errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  } finally {
    await one.close();
    await two.close();
  }
}, 60_000);

describe('the lock of a folder', () => {
  let root: string;
  beforeAll(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'lock-')));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  test.each([
    ['with a usual name', 'data'],
    ['whose path is too long for a socket', 'long'.repeat(40)],
  ])('protects a folder %s until it is released', async (_, name) => {
    const folder = join(root, name);
    await mkdir(folder);
    const unlock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(`The data folder ${folder} is in use by another process.`);
    await unlock();
    await (await lockFolder(folder))();
  });

  test('protects a folder with a long path that is opened by a symbolic link', async () => {
    const folder = join(root, 'linked'.repeat(25));
    await mkdir(folder);
    await symlink(folder, join(root, 'link'));
    const unlock = await lockFolder(folder);
    await expect(lockFolder(join(root, 'link'))).rejects.toThrow('is in use by another process.');
    await unlock();
  });

  /** Leaves the socket file of a killed process. Closing a socket removes only its first name. */
  async function leaveBehind(folder: string, name: string): Promise<void> {
    const first = join(folder, 'first');
    const killed = createServer().listen(first);
    await once(killed, 'listening');
    await link(first, join(folder, name));
    await new Promise(done => killed.close(done));
  }

  test('is taken by only one of several processes after its owner was killed', async () => {
    for (let round = 0; round < 50; round++) {
      const folder = await mkdtemp(join(root, 'killed-'));
      await leaveBehind(folder, 'harbour.lock');
      const all = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
      const held = all.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []));
      expect(held).toHaveLength(1);
      const reasons = all.flatMap(each => (each.status === 'rejected' ? [String(each.reason)] : []));
      expect(new Set(reasons)).toEqual(new Set([`Error: The data folder ${folder} is in use by another process.`]));
      await held[0]?.();
      expect(await readdir(folder)).toEqual([]);
    }
  });

  test('names the file to remove if a process was killed while it was taking over the lock', async () => {
    const folder = await mkdtemp(join(root, 'guard-'));
    await leaveBehind(folder, 'harbour.lock');
    await leaveBehind(folder, 'harbour.lock.guard');
    const guard = join(folder, 'harbour.lock.guard');
    await expect(lockFolder(folder)).rejects.toThrow(`A process was killed while it started. Remove ${guard} and start again.`);
    await rm(guard);
    await (await lockFolder(folder))();
  });
});
