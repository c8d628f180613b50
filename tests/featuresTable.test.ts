/** The table of features (.github/FEATURES.md): what it says of Oriel is shown by a test that exists. */
import { readFileSync } from 'node:fs';

const rows = readFileSync('.github/FEATURES.md', 'utf8')
  .split('\n')
  .filter(line => /^\| (?!Feature)/.test(line))
  .map(line => line.split('|').map(cell => cell.trim()));

test('every feature that is there names a test, and one that is not names none', () => {
  expect(rows.length).toBeGreaterThan(40);
  const wrong = rows.filter(([, , ours = '', , , , , , , , shown = '']) => ours.startsWith('○') !== (shown === ''));
  expect(wrong.map(([, feature]) => feature)).toEqual([]);
  for (const row of rows) expect([row[1], row.length]).toEqual([row[1], 12]);
});

test('the tests it names exist', () => {
  const missing = rows.flatMap(([, , , , , , , , , , shown = '']) => {
    const [, file = '', title = ''] = /^`(tests\/[^`]+)`(?:: (.+))?$/.exec(shown) ?? [];
    if (shown === '') return [];
    try {
      return readFileSync(file, 'utf8').includes(title) ? [] : [shown];
    } catch {
      return [shown];
    }
  });
  expect(missing).toEqual([]);
});
