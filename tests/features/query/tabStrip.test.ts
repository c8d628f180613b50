/** The names of tabs. */
import { tabName } from '../../../src/features/query/tabs/TabStrip';

test.each([
  ['query A { a }', null, 'A'],
  ['query A { a } query B { b }', 'B', 'B'],
  ['query Renamed { a }', 'Old', 'Renamed'],
  [`query A { ${'field '.repeat(1000)} } mutation Last { b }`, 'Last', 'Last'],
  ['# query Old { a }\n{ first: ships { id } }', 'Old', 'ships'],
  ['{ a }', '(', 'a'],
  ['', 'A', null],
])('%s with %s chosen is called %s', (query, operation, name) => {
  expect(tabName({ query, operation })).toBe(name);
});
