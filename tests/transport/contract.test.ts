/** The table of src/transport/CONTRACT.md: a row for every clause, whose file exists and whose test names the clause. */
import { existsSync, readFileSync } from 'node:fs';

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

describe('the files to open for one operation', () => {
  const walks = readFileSync('src/transport/CONTRACT.md', 'utf8')
    .split('## Following one operation')[1]
    ?.split(/\n(?=A [a-z].*:\n)/)
    .slice(1)
    .map(walk => [...walk.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file));

  it.each([
    ['query', 0, 12],
    ['upload', 1, 14],
    ['subscription', 2, 14],
  ])('of a %s exist, and are not too many', (_, at, most) => {
    const files = walks?.[at] ?? [];
    expect(files.filter(file => !existsSync(file))).toEqual([]);
    expect(files.length).toBeGreaterThan(5);
    expect(files.length).toBeLessThanOrEqual(most);
  });
});
