/**
 * Code that is loaded later also loads its styles: for a class of ui/ that is used elsewhere, the style sheet must be among the imports of the
 * file that uses it, or be loaded by every page. Otherwise it looks right only after another screen was open.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' }).map(file => path.join('src', file));
const read = (file: string): string => readFileSync(file, 'utf8');

function resolved(from: string, to: string): string | undefined {
  const base = path.join(path.dirname(from), to);
  return [base, `${base}.ts`, `${base}.tsx`].find(file => statSync(file, { throwIfNoEntry: false })?.isFile());
}

/** The static imports of a file, which are loaded before it runs. */
const imports = new Map(
  SOURCES.filter(file => /\.tsx?$/.test(file)).map(file => {
    const found = read(file).matchAll(/^(?:import|export) (?!type )(?:[^;']*? from )?'(\.[^']+)'/gm);
    return [file, [...found].flatMap(([, to = '']) => resolved(file, to) ?? [])] as const;
  }),
);

function closure(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const each of imports.get(file) ?? []) closure(each, seen);
  return seen;
}

/** The style sheets of ui/ by their classes. */
const sheets = new Map<string, string[]>();
for (const sheet of SOURCES.filter(file => /^src\/ui\/(\w+\/)?\w+\.css$/.test(file)))
  for (const [, name = ''] of read(sheet)
    .replace(/\{[^{}]*\}/g, '{}')
    .matchAll(/\.([a-z][\w-]*)/gi))
    sheets.set(name, [...(sheets.get(name) ?? []), sheet]);

const always = closure('src/entry/client.tsx');

/** The files that are loaded later, with their imports. */
const chunks = [...imports.keys()]
  .flatMap(file =>
    [...read(file).matchAll(/import\(\s*(?:\/\*.*?\*\/\s*)?'(\.[^']+)'/g)].map(([, to = '']) => resolved(file, to)),
  )
  .filter(file => file !== undefined)
  .map(file => closure(file));

it.each([...imports.keys()].filter(file => /^src\/(app|features)\/.*\.tsx$/.test(file)))('%s has the styles it uses', file => {
  const comesWith = chunks.filter(chunk => chunk.has(file));
  const used = [...read(file).matchAll(/className="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/));
  const missing = used.filter(name => {
    const of = sheets.get(name);
    return of !== undefined && !of.some(sheet => always.has(sheet) || comesWith.every(chunk => chunk.has(sheet)));
  });
  expect(missing).toEqual([]);
});
