/**
 * A part that is fetched later brings the styles it is drawn with: a class of ui/ that is used elsewhere has its style sheet among what the
 * user of it imports, or what every page begins with. Else it looks right only after something else was open.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' }).map(file => path.join('src', file));
const read = (file: string): string => readFileSync(file, 'utf8');

function resolved(from: string, to: string): string | undefined {
  const base = path.join(path.dirname(from), to);
  return [base, `${base}.ts`, `${base}.tsx`].find(file => statSync(file, { throwIfNoEntry: false })?.isFile());
}

/** What a file imports, so that it is there before the file runs. */
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

/** The style sheets of ui/ by the classes they are about. */
const sheets = new Map<string, string[]>();
for (const sheet of SOURCES.filter(file => /^src\/ui\/(\w+\/)?\w+\.css$/.test(file)))
  for (const [, name = ''] of read(sheet)
    .replace(/\{[^{}]*\}/g, '{}')
    .matchAll(/\.([a-z][\w-]*)/gi))
    sheets.set(name, [...(sheets.get(name) ?? []), sheet]);

const always = closure('src/entry/client.tsx');

/** What is fetched later, with all that comes with it. */
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
