/**
 * The files of the browser's build. The package contains no compressed variants, which would double its size. They are created when they
 * are first requested, and cached.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { acceptsCoding } from '../lib/network/acceptsCoding';

/** A file in one encoding, ready to be sent. */
export interface BuiltFile {
  body: Uint8Array<ArrayBuffer>;
  headers: Readonly<Record<string, string>>;
}

/** Reads a file by its path in the build ('assets/client.0123.js'); null if it does not exist. */
export type ReadBuiltFile = (file: string, acceptEncoding?: string) => BuiltFile | null;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
};
const CODINGS = [
  { name: 'br', compress: (plain: Uint8Array) => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }) },
  { name: 'gzip', compress: (plain: Uint8Array) => gzipSync(plain) },
] as const;

/**
 * Lists the build once. Files are read when they are first requested.
 * @throws Error if there is no build
 */
export function readBuild(dist: string): ReadBuiltFile {
  if (!existsSync(path.join(dist, 'index.html'))) throw new Error(`createOriel: there is no build in ${dist}.`);
  // Only names that existed at the start: a request's path is never looked up on disk.
  const assets = readdirSync(path.join(dist, 'assets')).map(name => `assets/${name}`);
  const there = new Set([...assets, 'favicon.svg', 'favicon.ico']);
  const read = new Map<string, Uint8Array<ArrayBuffer>>();
  return (file, acceptEncoding) => {
    const type = TYPES[path.extname(file)];
    if (type === undefined || !there.has(file)) return null;
    const coding = CODINGS.find(({ name }) => acceptsCoding(acceptEncoding, name));
    const key = `${file} ${coding?.name}`;
    const plain = (): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path.join(dist, file)));
    const body = read.get(key) ?? (coding ? new Uint8Array(coding.compress(plain())) : plain());
    read.set(key, body);
    return {
      body,
      headers: {
        'content-type': type,
        ...(coding ? { 'content-encoding': coding.name } : {}),
        // Private: hosts may set cookies on every response, and a shared cache would pass them on.
        'cache-control': file.startsWith('assets/') ? 'private, max-age=31536000, immutable' : 'no-cache',
        vary: 'accept-encoding',
        'x-content-type-options': 'nosniff',
      },
    };
  };
}
