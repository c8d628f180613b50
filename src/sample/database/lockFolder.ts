/**
 * Keeps two processes from opening one data folder, which would ruin it. The lock is a listening local socket inside the folder: unlike a
 * file with a process number it vanishes with its process, however that ended, and is seen across containers that share the folder.
 */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A local socket's path is cut by the system beyond this many bytes (macOS has the least). */
const LONGEST_SOCKET_PATH = 100;

/**
 * Takes the folder for this process.
 * @returns a function that gives it back.
 * @throws Error when another running process (or this one) holds it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = socketPath(folder);
  const server = await listenOn(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    if (await answers(path)) throw new Error(`The data folder ${folder} is in use by another process.`);
    // Its owner was killed: only the name is left.
    await rm(path, { force: true });
    return listenOn(path);
  });
  server.unref();
  return () => new Promise(done => server.close(() => done()));
}

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
