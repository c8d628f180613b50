/** The table of features (.github/FEATURES.md): each feature of Oriel names an existing test. */
import { readFileSync } from 'node:fs';

const rows = readFileSync('.github/FEATURES.md', 'utf8')
  .split('\n')
  .filter(line => /^\| (?!Feature)/.test(line))
  .map(line => line.split('|').map(cell => cell.trim()));

test('every supported feature names a test, and an unsupported one names none', () => {
  expect(rows.length).toBeGreaterThan(40);
  const wrong = rows.filter(([, , ours = '', , , , , , , , shown = '']) => ours.startsWith('○') !== (shown === ''));
  expect(wrong.map(([, feature]) => feature)).toEqual([]);
  for (const row of rows) expect([row[1], row.length]).toEqual([row[1], 12]);
});

test('the named tests exist', () => {
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
