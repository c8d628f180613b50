/**
 * Compresses the build's assets at run time if the build has no compressed variants: the npm package has none, which would make it a third
 * larger, and its folder may be read-only. The first request for an asset gets it uncompressed. Then it is compressed in the background,
 * one asset at a time, and kept in memory for later requests.
 */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { acceptsCoding } from '../../lib/network/acceptsCoding';

/** A compressed asset. */
export interface CompressedAsset {
  encoding: 'br' | 'gzip';
  type: string;
  body: Buffer;
}

/** The compressed variants of one build. */
export interface LaterCompression {
  /**
   * The best accepted variant that is ready. Starts to create it if there is none. @param asset path of a request: '/assets/client.0123.js'
   */
  find(asset: string, acceptEncoding: string | undefined): CompressedAsset | null;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};
/** Larger files are not compressed. */
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

/** Lists the build once. Only files that exist now are ever read, so the size of the cache is bounded. */
export function createLaterCompression(dist: string): LaterCompression {
  const folder = path.join(dist, 'assets');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const all = new Set(names);
  const plain = new Set(names.filter(name => TYPES[path.extname(name)] !== undefined && !all.has(`${name}.br`)));
  /** Variants by encoding and name; null while one is being created, or if it cannot be. */
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
      const coding = plain.has(name) ? CODINGS.find(({ encoding }) => acceptsCoding(acceptEncoding, encoding)) : undefined;
      if (coding === undefined) return null;
      const key = `${coding.encoding} ${name}`;
      const cached = made.get(key);
      if (cached === undefined) {
        made.set(key, null);
        // If compression fails, the file is sent uncompressed.
        last = last.then(() => make(name, coding)).catch(() => undefined);
      }
      return cached ?? null;
    },
  };
}
