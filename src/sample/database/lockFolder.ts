/**
 * Prevents two processes from opening the same data folder, which would corrupt it. The lock is a listening local socket in the folder.
 * Unlike a file with a process id, it disappears with its process, however that ends, and works across containers that share the folder.
 */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { link, realpath, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Operating systems limit the path of a local socket; macOS has the lowest limit, 103. The remainder is for the suffixes of the file names.
 */
const LONGEST_SOCKET_PATH = 90;

/** Where Windows keeps its local sockets. */
const PIPES = '\\\\.\\pipe\\';

/**
 * Locks the folder for this process.
 * @returns a function that unlocks it
 * @throws Error if this process or another running process holds the lock
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = socketPath(await realpath(folder));
  if ((await stateOf(path)) === 'left behind') await removeLeftBehind(path);
  const unlock = await listenAt(path);
  if (unlock === undefined) throw new Error(`The data folder ${folder} is in use by another process.`);
  return unlock;
}

/**
 * Removes the socket of a process that was killed. A second lock lets only one process do this at a time: otherwise, one could remove the
 * socket with which another one has just locked the folder.
 */
async function removeLeftBehind(path: string): Promise<void> {
  const guard = `${path}.guard`;
  const unlock = await listenAt(guard);
  if (unlock === undefined) {
    if ((await stateOf(guard)) === 'left behind')
      throw new Error(`A process was killed while it started. Remove ${guard} and start again.`);
    return;
  }
  try {
    if ((await stateOf(path)) === 'left behind') await rm(path);
  } finally {
    await unlock();
  }
}

/** @param folder the real path, because symbolic links can give one folder several paths */
function socketPath(folder: string): string {
  const short = createHash('sha256').update(folder).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `${PIPES}harbour-${short}`;
  const inside = join(folder, 'harbour.lock');
  return Buffer.byteLength(inside) <= LONGEST_SOCKET_PATH ? inside : join(tmpdir(), `harbour-${short}.lock`);
}

/**
 * Listens at the path, unless a socket is there. The path is created as a link to a socket that already listens, because a socket that does
 * not listen yet looks like one that a killed process left behind.
 * @returns a function that stops listening and removes the socket; undefined if there is a socket at the path
 */
async function listenAt(path: string): Promise<(() => Promise<void>) | undefined> {
  const own = isPipe(path) ? path : `${path}.${randomBytes(3).toString('hex')}`;
  const server = createServer(socket => socket.destroy());
  const close = () => new Promise<void>(done => server.close(() => done()));
  try {
    server.listen(own);
    await once(server, 'listening');
    if (!isPipe(path)) await link(own, path).finally(() => rm(own));
  } catch (error) {
    await close();
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'EADDRINUSE') return undefined;
    throw error;
  }
  server.unref();
  return async () => {
    if (!isPipe(path)) await rm(path, { force: true });
    await close();
  };
}

/** Windows removes a pipe when its process ends, so pipes are never left behind. */
const isPipe = (path: string): boolean => path.startsWith(PIPES);

/** Only a refused connection shows that no process listens any more: a busy process causes other errors. */
const stateOf = (path: string): Promise<'missing' | 'left behind' | 'in use'> =>
  new Promise(done => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      done('in use');
    });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      done(code === 'ENOENT' ? 'missing' : code === 'ECONNREFUSED' ? 'left behind' : 'in use');
    });
  });
