import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { laterIcons } from '../src/ui/text/laterIcons';
import { readSource, readSources, type SourceFile } from './support/sourceFiles';

/**
 * The layers: files in each folder of src/ may import their own folder and these. The layers are explained in the README.
 * A folder that is missing here fails the first test, so a new one is checked from its first file on.
 */
const LADDER: Readonly<Record<string, readonly string[]>> = {
  entry: ['app', 'i18n', 'session', 'lib'],
  app: ['features', 'parts', 'ui', 'i18n', 'session', 'schema', 'transport', 'lib'],
  features: ['parts', 'ui', 'i18n', 'session', 'schema', 'transport', 'lib'],
  parts: ['ui', 'i18n', 'session', 'schema', 'transport', 'lib'],
  ui: ['i18n', 'lib'],
  i18n: ['lib'],
  session: ['schema', 'transport', 'lib'],
  schema: ['lib'],
  transport: ['lib'],
  lib: [],
  // Beside the layers.
  server: ['app', 'lib'],
  sample: ['lib'],
  embed: ['server', 'lib'],
  run: ['session', 'schema', 'transport', 'lib'],
};

/** Single imports that no rule about folders can express: from, to. */
const ALLOWED = new Set([
  'src/server/main.ts > src/sample/createHarbour.ts',
  'src/server/main.ts > src/sample/assembleHarbour.ts',
  'src/entry/server.tsx > src/server/pages/renderer.ts',
  // The same protocol for the page and the gateway, which both sign in by it.
  'src/server/signIn/readSignIn.ts > src/session/signIn/oidcSettings.ts',
  'src/server/signIn/pendingSignIns.ts > src/session/signIn/oidcClient.ts',
  'src/server/signIn/sessionStates.ts > src/session/signIn/oidcClient.ts',
  'src/server/signIn/sessions.ts > src/session/signIn/oidcClient.ts',
  'src/server/signIn/registerSignIn.ts > src/session/signIn/oidcClient.ts',
  // The same form of views for the page and for the server that sends them.
  'src/embed/givenViews.ts > src/session/navigation/savedViews.ts',
]);

/** Layers 1 to 4: they run unchanged in a browser, in the server render and in a Node test. */
const ENGINE = ['lib', 'transport', 'schema', 'session'];
const BROWSER_GLOBALS = ['window', 'document', 'localStorage', 'sessionStorage', 'navigator', 'location', 'history', 'self'];

/** Modules and globals of Node are allowed only here. */
const NODE_ONLY = ['server', 'sample', 'embed', 'run'];

/** Too large for the first screen: loaded by `import()` only. */
const LAZY_PACKAGES = ['graphql', 'react-aria-components', 'uplot', 'codemirror'];

/** Files that start something and export nothing. */
const STARTERS = ['src/server/main.ts', 'src/server/cli.ts', 'src/run/main.ts', 'src/entry/client.tsx'];

const sources = readSources('src');
const byName = new Map(sources.map(file => [file.name, file]));
const folderOf = (name: string): string => name.split('/')[1] ?? '';
const packageOf = (from: string): string =>
  from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/');
const stem = (name: string): string => path.posix.basename(name).replace(/\.tsx?$/, '');

/** The words of a name in the singular: those of `readSettings` and `READ_SETTING` are the same. */
const words = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .map(word => word.replace(/ies$/, 'y').replace(/s$/, ''));

/** 'sort' and 'sorting' count as one word. */
const isSameWord = (one: string, other: string): boolean =>
  one === other || (Math.min(one.length, other.length) > 2 && (one.startsWith(other) || other.startsWith(one)));

/** Everything that `check` finds, one per line, for a message that says what to fix. */
function offences(check: (file: SourceFile) => Iterable<string>): string[] {
  return sources.flatMap(file => [...check(file)].map(what => `${file.name}: ${what}`));
}

it('every folder of src/ is in a layer', () => {
  const folders = readdirSync('src', { withFileTypes: true });
  expect(folders.filter(entry => !(entry.isDirectory() && entry.name in LADDER)).map(entry => entry.name)).toEqual([]);
  expect(sources.length).toBeGreaterThan(50);
});

it('imports point down the layers, including those of types', () => {
  expect(
    offences(function* (file) {
      const folder = folderOf(file.name);
      for (const { file: to } of file.imports) {
        if (to === null || folderOf(to) === folder || LADDER[folder]?.includes(folderOf(to))) continue;
        if (!ALLOWED.has(`${file.name} > ${to}`)) yield to;
      }
    }),
  ).toEqual([]);
});

it('imported files exist', () => {
  expect(
    offences(file =>
      file.imports.flatMap(({ file: to }) => (to === null || byName.has(to) || /\.(?:css|json|svg)$/.test(to) ? [] : [to])),
    ),
  ).toEqual([]);
});

it('the server renderer imports only types from the server', () => {
  const render = byName.get('src/entry/server.tsx');
  expect((render?.imports ?? []).filter(({ file, typeOnly }) => file?.startsWith('src/server/') && !typeOnly)).toEqual([]);
});

it('no feature imports another feature', () => {
  const feature = (name: string) => (name.startsWith('src/features/') ? name.split('/')[2] : undefined);
  expect(
    offences(file =>
      file.imports.flatMap(({ file: to }) =>
        to !== null && feature(file.name) && feature(to) && feature(to) !== feature(file.name) ? [to] : [],
      ),
    ),
  ).toEqual([]);
});

it('there are no import cycles, including those of types', () => {
  const rings: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (name: string, trail: string[]): void => {
    if (state.get(name) === 'done') return;
    if (state.get(name) === 'open') {
      rings.push([...trail.slice(trail.indexOf(name)), name].join(' > '));
      return;
    }
    state.set(name, 'open');
    for (const { file } of byName.get(name)?.imports ?? []) if (file !== null) visit(file, [...trail, name]);
    state.set(name, 'done');
  };
  for (const { name } of sources) visit(name, []);
  expect(rings).toEqual([]);
});

it('the lower layers use neither React nor the DOM', () => {
  expect(
    offences(function* (file) {
      if (!ENGINE.includes(folderOf(file.name))) return;
      if (file.name.endsWith('.tsx')) yield 'is a component';
      for (const { from } of file.imports)
        if (/^(?:react|react-dom|react-aria.*|urql|@tanstack\/react-.*)$/.test(packageOf(from))) yield from;
      for (const name of BROWSER_GLOBALS) if (file.freeNames.has(name)) yield name;
    }),
  ).toEqual([]);
});

it('the components in ui/ do not use GraphQL', () => {
  expect(
    offences(file =>
      folderOf(file.name) === 'ui'
        ? file.imports.map(({ from }) => from).filter(from => /^(?:urql|@urql\/.*|graphql|graphql-ws)$/.test(packageOf(from)))
        : [],
    ),
  ).toEqual([]);
});

it('code for the browser imports nothing from Node', () => {
  const isNodeSide = (file: SourceFile) => NODE_ONLY.includes(folderOf(file.name)) || file.name === 'src/entry/server.tsx';
  expect(
    offences(file => (isNodeSide(file) ? [] : file.imports.map(({ from }) => from).filter(from => from.startsWith('node:')))),
  ).toEqual([]);
});

it('large packages are loaded by import() only, from every entry of the page', () => {
  const found: string[] = [];
  const seen = new Set<string>();
  const visit = (name: string, trail: string[]): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const { from, file, typeOnly, lazy } of byName.get(name)?.imports ?? []) {
      if (typeOnly || lazy) continue;
      if (file !== null) visit(file, [...trail, name]);
      else if (LAZY_PACKAGES.includes(packageOf(from))) found.push([...trail, name, from].join(' > '));
    }
  };
  visit('src/entry/client.tsx', []);
  expect(seen.size).toBeGreaterThan(0);
  expect(found).toEqual([]);
});

it('components of the first screen use only icons that are loaded with them', () => {
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const { file, typeOnly, lazy } of byName.get(name)?.imports ?? []) if (file !== null && !typeOnly && !lazy) visit(file);
  };
  for (const name of ['src/entry/client.tsx', 'src/features/data/DataScreen.tsx', 'src/features/data/dataParts.ts']) visit(name);
  expect(seen.has('src/ui/text/Icon.tsx') && seen.has('src/app/rail/Rail.tsx')).toBe(true);
  expect(seen.has('src/ui/text/laterIcons.ts')).toBe(false);
  const drawn = [...seen]
    .filter(name => name.endsWith('.tsx'))
    .flatMap(name =>
      [...readFileSync(name, 'utf8').matchAll(/\b(?:icon|Icon name)="(\w+)"/g)].map(match => `${name}: ${match[1]}`),
    );
  expect(drawn.length).toBeGreaterThan(5);
  expect(drawn.filter(each => each.replace(/.* /, '') in laterIcons)).toEqual([]);
});

it('there are no barrels and no hubs: every import names the file that declares the export', () => {
  expect(
    offences(file => [
      ...file.reExports,
      ...(/^(?:index|types|utils|helpers|common|constants)$/.test(stem(file.name)) ? ['its name'] : []),
    ]),
  ).toEqual([]);
});

it('a file has the name of one of its exports, components in PascalCase', () => {
  expect(
    offences(function* (file) {
      // A catalogue is named after its language.
      if (STARTERS.includes(file.name) || file.name.startsWith('src/i18n/catalogues/')) return;
      const name = stem(file.name);
      // A default export has no name: it is used by `import()`.
      const shares = file.exports.some(
        each => each === 'default' || words(each).some(word => words(name).some(own => isSameWord(own, word))),
      );
      if (!shares) yield `exports ${file.exports.join(', ') || 'nothing'}`;
      // Tables and hooks that hold JSX are no components; a file that looks like one has to be it.
      const hasComponent = file.name.endsWith('.tsx') && file.exports.some(each => /^[A-Z].*[a-z]|^default$/.test(each));
      if (/^[A-Z]/.test(name) && !hasComponent) yield 'looks like a component';
    }),
  ).toEqual([]);
});

it('no module has mutable state, which concurrent requests would share', () => {
  expect(offences(file => file.mutableState)).toEqual([]);
});

describe('the analysis of a file', () => {
  const read = (text: string) => readSource('src/lib/a.ts', text, new Set(['src/lib/b.ts', 'src/ui/C.tsx']));

  it('finds imports of every kind', () => {
    const { imports } = read(`
      import { b } from './b'; import type { C } from '../ui/C'; import { type D } from 'd'; import 'e';
      export * from 'f'; const g = () => import('./b'); type H = import('h').H;`);
    expect(imports.map(({ from, typeOnly, lazy }) => [from, typeOnly, lazy])).toEqual([
      ['./b', false, false],
      ['../ui/C', true, false],
      ['d', true, false],
      ['e', false, false],
      ['f', false, false],
      ['./b', false, true],
      ['h', true, false],
    ]);
    expect(imports.map(({ file }) => file).filter(file => file !== null)).toEqual([
      'src/lib/b.ts',
      'src/ui/C.tsx',
      'src/lib/b.ts',
    ]);
  });

  it('finds mutable state, and ignores constants', () => {
    const { mutableState } = read(`
      let a = 0; export let b; const seen = new Set(); const table = { x: 1 }; const cache = {}; const list: string[] = [];
      function f() { let local = 1; const own = new Map(); own.set(1, local); seen.add(1); cache.x = 1; return table.x + list.length; }`);
    expect(mutableState).toEqual(['a', 'b', 'seen', 'cache']);
  });

  it('distinguishes globals from local names', () => {
    const { freeNames } = read(`
      const f = (document: string) => document + window.location; const g = { history: 1 }; type T = typeof localStorage; f(g.history);`);
    expect([...freeNames].filter(name => ['document', 'window', 'location', 'history', 'localStorage'].includes(name))).toEqual([
      'window',
    ]);
  });
});
