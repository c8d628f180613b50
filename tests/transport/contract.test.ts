/** The table of src/transport/CONTRACT.md: every clause has a row, its file exists, and its tests name the clause. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const rows = readFileSync('src/transport/CONTRACT.md', 'utf8')
  .split('\n')
  .map(line => /^\| (C\d+a?) \| (.+) \| `([^`]+)` \| (`[^|]+`) \|$/.exec(line))
  .filter(row => row !== null)
  .map(([, clause = '', text = '', file = '', tests = '']) => ({ clause, text, file, tests: tests.slice(1, -1).split('`, `') }));

it('has one row for each clause, in order', () => {
  const numbers = Array.from({ length: 52 }, (_, index) => `C${index + 1}`);
  numbers.splice(numbers.indexOf('C5') + 1, 0, 'C5a');
  expect(rows.map(({ clause }) => clause)).toEqual(numbers);
});

it.each(rows)('$clause names its file, and tests that name the clause', ({ clause, file, tests }) => {
  expect(existsSync(`src/transport/${file}`)).toBe(true);
  const title = new RegExp(`['"\`](?:C\\d+a?,? (?:and |to )?)*${clause}\\b`);
  for (const test of tests) expect(readFileSync(test, 'utf8')).toMatch(title);
});

it.each(['src/transport/CONTRACT.md', 'README.md'])('%s has the stages in the order of pipeline.ts', file => {
  const list = /return \[([^;]+)\];/.exec(readFileSync('src/transport/pipeline.ts', 'utf8'))?.[1] ?? '';
  const stages = [...list.matchAll(/(\w+)\.exchange|(\w+)Exchange\b|(normalize\w+)/g)].map(found => found.slice(1).find(Boolean));
  expect(stages).toHaveLength(13);
  expect(readFileSync(file, 'utf8').replace(/\s+/g, ' ')).toContain(stages.join(' → '));
});

const stockRows = readFileSync('src/transport/CONTRACT.md', 'utf8')
  .split('## What the stock packages do not do')[1]
  ?.split('\n## ')[0]
  ?.split('\n')
  .map(line => /^\| (@?\w.*) \| .+ \| `([^`]+)`[^|]*\| `([^`]+)` \|$/.exec(line))
  .filter(row => row !== null)
  .map(([, stock = '', file = '', test = '']) => ({ stock, file, test }));

it.each(stockRows ?? [])('what $stock does not do is proved by a test of it alone', ({ file, test }) => {
  expect(existsSync(`src/transport/${file}`)).toBe(true);
  expect(readFileSync(test, 'utf8')).toMatch(/['"`][^'"`\n]*the stock (?:exchange|client) alone/);
});

it('describes every difference that a comment refers to by its number', () => {
  const known = readFileSync('src/transport/CONTRACT.md', 'utf8');
  const files = readdirSync('src/transport', { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'));
  const cited = files.flatMap(file => readFileSync(path.join('src/transport', file), 'utf8').match(/\bM\d+\b/g) ?? []);
  expect(cited.length).toBeGreaterThan(10);
  expect(cited.filter(number => !new RegExp(`\\b${number}\\b`).test(known))).toEqual([]);
});

describe('the files to open for one operation', () => {
  const walks = readFileSync('src/transport/CONTRACT.md', 'utf8')
    .split('## Following one operation')[1]
    ?.split(/\n(?=A [a-z].*:\n)/)
    .slice(1)
    .map(walk => [...walk.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file));

  it.each([
    ['a query', 0, 12],
    ['an upload', 1, 14],
    ['a subscription', 2, 14],
  ])('of %s exist, and are not too many', (_, at, most) => {
    const files = walks?.[at] ?? [];
    expect(files.filter(file => !existsSync(file))).toEqual([]);
    expect(files.length).toBeGreaterThan(5);
    expect(files.length).toBeLessThanOrEqual(most);
  });

  it('include details in files that exist', () => {
    const part = readFileSync('src/transport/CONTRACT.md', 'utf8').split('## Following one operation')[1] ?? '';
    const details = part.split('\nDetails: ').slice(1);
    const files = details.flatMap(text =>
      [...(text.split('\n\n')[0] ?? '').matchAll(/`(src\/[^`]+)`/g)].map(([, file = '']) => file),
    );
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter(file => !existsSync(file))).toEqual([]);
  });

  it.each([
    ['a query', 0],
    ['an upload', 1],
    ['a subscription', 2],
  ])('of %s are each imported by one before, from the pipeline on', (_, at) => {
    const files = walks?.[at] ?? [];
    const reached = files.slice(files.indexOf('src/transport/pipeline.ts') + 1);
    expect(reached.length).toBeGreaterThan(5);
    const isImported = (file: string): boolean =>
      files.slice(0, files.indexOf(file)).some(before => importsOf(before).includes(file));
    expect(reached.filter(file => !isImported(file))).toEqual([]);
  });
});

/** The files that a file imports, by `import` or `import()`. */
function importsOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/(?:from |import\([^')]*)'(\.[^']+)'/g);
  return [...found].map(([, from = '']) => `${path.posix.join(path.posix.dirname(file), from)}.ts`);
}
