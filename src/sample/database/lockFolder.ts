/**
 * Prevents two processes from opening the same data folder, which would corrupt it. The lock is a listening local socket in the folder.
 * Unlike a file with a process id, it disappears with its process, however that ends, and works across containers that share the folder.
 */
import { createHash, randomBytes } from 'node:crypto';
import { link, rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Operating systems limit the path of a local socket; macOS has the lowest limit, 103. Some bytes are for a file set aside. */
const LONGEST_SOCKET_PATH = 95;

/**
 * Locks the folder for this process.
 * @returns a function that unlocks it
 * @throws Error if this process or another running process holds the lock
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = socketPath(folder);
  const server = await listenOn(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    if (await answers(path)) throw inUse(folder);
    return takeOver(path, folder);
  });
  server.unref();
  return () => new Promise(done => server.close(() => done()));
}

/**
 * The owner was killed: only the file of its socket is left. It is set aside before it is removed, because by then it may be the socket of
 * another process that takes over too.
 */
async function takeOver(path: string, folder: string): Promise<Server> {
  const aside = `${path}.${randomBytes(3).toString('hex')}`;
  const isAside = await rename(path, aside).then(
    () => true,
    () => false,
  );
  if (isAside) {
    const isInUse = await answers(aside);
    if (isInUse) await link(aside, path);
    await rm(aside);
    if (isInUse) throw inUse(folder);
  }
  return listenOn(path).catch(() => {
    throw inUse(folder);
  });
}

const inUse = (folder: string): Error => new Error(`The data folder ${folder} is in use by another process.`);

function socketPath(folder: string): string {
  const absolute = resolve(folder);
  const short = createHash('sha256').update(absolute).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\harbour-${short}`;
  const inside = join(absolute, 'harbour.lock');
  return Buffer.byteLength(inside) <= LONGEST_SOCKET_PATH ? inside : join(tmpdir(), `harbour-${short}.lock`);
}

const listenOn = (path: string): Promise<Server> =>
  new Promise((done, fail) => {
    const server = createServer(socket => socket.destroy());
    server.once('error', fail);
    server.listen(path, () => done(server));
  });

const answers = (path: string): Promise<boolean> =>
  new Promise(done => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
