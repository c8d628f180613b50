/** The files of the browser's build, with the compressed forms that lie beside them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { accepts } from '../server/pageShell';

/** One file in one form, ready to be sent. */
export interface BuiltFile {
  body: Uint8Array<ArrayBuffer>;
  headers: Readonly<Record<string, string>>;
}

/** Reads files by their path in the build ('assets/client.0123.js'); null for one that is not there. */
export type ReadBuiltFile = (file: string, acceptEncoding?: string) => BuiltFile | null;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
};
const CODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/**
 * Looks at the build once; files are read when they are first asked for.
 * @throws Error when there is no build
 */
export function readBuild(dist: string): ReadBuiltFile {
  if (!existsSync(path.join(dist, 'index.html'))) throw new Error(`createOriel: there is no build in ${dist}.`);
  // Only names that were there at the start: no path of a request is ever looked up on the disk.
  const assets = readdirSync(path.join(dist, 'assets')).map(name => `assets/${name}`);
  const there = new Set([...assets, 'favicon.svg', 'favicon.svg.br', 'favicon.svg.gz', 'favicon.ico']);
  const read = new Map<string, Uint8Array<ArrayBuffer>>();
  return (file, acceptEncoding) => {
    const type = TYPES[path.extname(file)];
    if (type === undefined || !there.has(file)) return null;
    const coding = CODINGS.find(({ name, ending }) => there.has(file + ending) && accepts(acceptEncoding, name));
    const name = file + (coding?.ending ?? '');
    const body = read.get(name) ?? new Uint8Array(readFileSync(path.join(dist, name)));
    read.set(name, body);
    return {
      body,
      headers: {
        'content-type': type,
        ...(coding ? { 'content-encoding': coding.name } : {}),
        'cache-control': file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        vary: 'accept-encoding',
        'x-content-type-options': 'nosniff',
      },
    };
  };
}
