/** Finds the script files of a chunk: their names are numbers, and `dist/chunks.json` maps chunk names to them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns a test for the URLs of a chunk's own scripts, for Playwright's `page.route`. Scripts that the chunk shares with others do not
 * match.
 * @throws Error when the build has no chunk of that name.
 */
export function chunkFile(name: string): (address: URL) => boolean {
  const chunks = JSON.parse(readFileSync(path.resolve('dist/chunks.json'), 'utf8')) as Record<string, string[]>;
  const file = chunks[name]?.filter(each => each.endsWith('.js')).at(-1);
  if (file === undefined) throw new Error(`The build has no chunk "${name}"`);
  return ({ pathname }) => pathname.endsWith(`/${file}`);
}
