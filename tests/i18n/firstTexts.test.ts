/**
 * The English texts that a page starts with. A part that is loaded later brings its texts (`withMessages`), so code that is loaded before must find
 * its texts among the first ones: a missing text would be shown as its key.
 */
import { readFileSync } from 'node:fs';
import { data } from '../../src/i18n/english/data/data';
import { firstEnglish } from '../../src/i18n/firstEnglish';
import { readSource, sourceNames } from '../support/sourceFiles';

/** Everything that a page of Data loads before its first rows: the entry, and the chunk that is preloaded with it (src/app/shell/screenParts.ts). */
const ROOTS = ['src/entry/client.tsx', 'src/features/data/DataScreen.tsx', 'src/features/data/dataParts.ts'];

it('the code of the first screen uses no text that is loaded later', () => {
  const files = new Set(sourceNames('src'));
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name) || !files.has(name)) return;
    seen.add(name);
    const { imports } = readSource(name, readFileSync(name, 'utf8'), files);
    for (const { file, typeOnly, lazy } of imports) if (file && !typeOnly && !lazy) visit(file);
  };
  ROOTS.forEach(visit);
  expect(seen.size).toBeGreaterThan(50);
  const known = new Set(
    Object.entries({ ...firstEnglish, data }).flatMap(([area, texts]) => Object.keys(texts).map(key => `${area}.${key}`)),
  );
  const said = [...seen].flatMap(name =>
    [...readFileSync(name, 'utf8').matchAll(/text\(\s*(?:[^'()]*\? )?'(\w+\.\w+)'(?: : '(\w+\.\w+)')?/g)].flatMap(match =>
      match.slice(1).flatMap(key => (key ? [`${key} in ${name}`] : [])),
    ),
  );
  expect(said.length).toBeGreaterThan(50);
  expect(said.filter(place => !known.has(place.split(' ')[0] ?? ''))).toEqual([]);
});
