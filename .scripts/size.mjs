/**
 * The size budget, in gzipped JavaScript: what the page loads before its first screen (the scripts of dist/index.html and what the first of
 * them preloads for Data), what Query adds to that until its GraphQL support is loaded, and the largest chunk that is loaded later. `npm
 * run check` fails if one of them exceeds its limit.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildIfChanged, root } from './build.mjs';

/** Limit for all scripts that are loaded until rows are shown and usable. In gzipped bytes, as are the other limits. */
const FIRST_SCREEN = 212_000;
/** Limit for CodeMirror and its GraphQL support. */
const QUERY = 250_000;
const LATER_CHUNK = 250_000;

await buildIfChanged();
const dist = path.join(root, 'dist');
/** @param {string} file path from dist/ */
const gzipped = file => gzipSync(readFileSync(path.join(dist, file)), { level: 9, memLevel: 9 }).length;
/** @param {number} bytes */
const kB = bytes => `${(bytes / 1000).toFixed(1)} kB`;

const page = readFileSync(path.join(dist, 'index.html'), 'utf8');
const first = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(match => match[1] ?? '');
if (first.length === 0) throw new Error('dist/index.html loads no script, so its size cannot be measured.');
/** @type {Record<string, string[]>} */
const chunks = JSON.parse(readFileSync(path.join(dist, 'chunks.json'), 'utf8'));
/** @param {string} name @returns {string[]} */
const scriptsOf = name => {
  const files = (chunks[name] ?? []).filter(file => file.endsWith('.js'));
  if (files.length === 0) throw new Error(`dist/chunks.json lists no script of ${name}, so its size cannot be measured.`);
  return files;
};
const frame = new Set([...first, ...scriptsOf('offers')]);
const query = [...new Set(['query', 'query-language', 'query-explorer'].flatMap(scriptsOf))]
  .filter(file => !frame.has(file))
  .reduce((sum, file) => sum + gzipped(file), 0);
first.push(...scriptsOf('data').filter(file => !first.includes(file)));
const total = first.reduce((sum, file) => sum + gzipped(file), 0);
const later = readdirSync(path.join(dist, 'assets'))
  .filter(file => file.endsWith('.js') && !first.includes(`assets/${file}`))
  .map(file => ({ file, size: gzipped(`assets/${file}`) }));
const tooLarge = later.filter(chunk => chunk.size > LATER_CHUNK);

for (const file of first) process.stdout.write(`${kB(gzipped(file)).padStart(10)}  ${file}\n`);
process.stdout.write(`${kB(total).padStart(10)}  before the first screen (limit ${kB(FIRST_SCREEN)})\n`);
process.stdout.write(`${kB(query).padStart(10)}  for Query, in addition to the frame (limit ${kB(QUERY)})\n`);
for (const { file, size } of tooLarge)
  process.stdout.write(`${kB(size).padStart(10)}  ${file}: exceeds the limit of ${kB(LATER_CHUNK)} for a later chunk\n`);
if (total > FIRST_SCREEN || query > QUERY || tooLarge.length > 0) {
  process.stderr.write('The size budget is exceeded.\n');
  process.exitCode = 1;
}
