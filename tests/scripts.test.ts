/** The project's scripts do not import each other in a circle: one that is still running at its top level would then wait for itself. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(__dirname, '../.scripts');
const IMPORT = /(?:from |import\(|import )'(\.\/[\w.-]+\.mjs)'/g;

const importsOf = (file: string): string[] =>
  [...readFileSync(path.join(folder, file), 'utf8').matchAll(IMPORT)].map(([, name = '']) => path.normalize(name));

/** The scripts on a way from `file` back to it; null if there is none. */
function circleOf(file: string, way: readonly string[] = [file]): readonly string[] | null {
  for (const next of importsOf(way.at(-1) as string)) {
    if (next === file) return [...way, next];
    const found = way.includes(next) ? null : circleOf(file, [...way, next]);
    if (found !== null) return found;
  }
  return null;
}

const scripts = readdirSync(folder).filter(name => name.endsWith('.mjs'));

it.each(scripts)('%s imports no script that imports it', file => {
  expect(circleOf(file)).toBeNull();
});

it('sees imports of both kinds', () => {
  expect(importsOf('build.mjs')).toContain('compress.mjs');
  expect(importsOf('bench.mjs')).toContain('compress.mjs');
});
