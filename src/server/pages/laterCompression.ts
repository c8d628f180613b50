/**
 * Compressed forms of the build's assets where none lie beside them: a package has none, which would be a third larger with them, and its
 * folder may not be written to. An asset is sent as it is when it is first asked for; then it is compressed in the background, one at a time, and
 * kept in memory for the requests to come.
 */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { accepts } from './pageShell';

/** An asset in a compressed form. */
export interface CompressedAsset {
  encoding: 'br' | 'gzip';
  type: string;
  body: Buffer;
}

/** The forms of one build. */
export interface LaterCompression {
  /** The smallest form that is ready and accepted. Where there is none yet one is made. @param asset path of a request: '/assets/client.0123.js' */
  find(asset: string, acceptEncoding: string | undefined): CompressedAsset | null;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};
/** A larger file stays as it is. */
const MOST_BYTES = 4_000_000;
const CODINGS = [
  {
    encoding: 'br',
    compress: (plain: Buffer) =>
      promisify(brotliCompress)(plain, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
      }),
  },
  { encoding: 'gzip', compress: (plain: Buffer) => promisify(gzip)(plain) },
] as const;

/** Looks at the build once: only names that are there now are ever read, so that what is kept is bounded by the build. */
export function createLaterCompression(dist: string): LaterCompression {
  const folder = path.join(dist, 'assets');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const all = new Set(names);
  const plain = new Set(names.filter(name => TYPES[path.extname(name)] !== undefined && !all.has(`${name}.br`)));
  /** By coding and name; null: under way, or not to be had. */
  const made = new Map<string, CompressedAsset | null>();
  let last: Promise<void> = Promise.resolve();
  const make = async (name: string, { encoding, compress }: (typeof CODINGS)[number]): Promise<void> => {
    const content = await readFile(path.join(folder, name));
    if (content.length > MOST_BYTES) return;
    const type = TYPES[path.extname(name)] ?? '';
    made.set(`${encoding} ${name}`, { encoding, type, body: await compress(content) });
  };
  return {
    find(asset, acceptEncoding) {
      const name = asset.startsWith('/assets/') ? asset.slice('/assets/'.length) : '';
      const coding = plain.has(name) ? CODINGS.find(({ encoding }) => accepts(acceptEncoding, encoding)) : undefined;
      if (coding === undefined) return null;
      const key = `${coding.encoding} ${name}`;
      const known = made.get(key);
      if (known === undefined) {
        made.set(key, null);
        // Without it the file is sent as it is.
        last = last.then(() => make(name, coding)).catch(() => undefined);
      }
      return known ?? null;
    },
  };
}
