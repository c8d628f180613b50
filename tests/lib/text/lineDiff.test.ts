import fc from 'fast-check';
import { type DiffLine, type LineDiff, lineDiff, shortened } from '../../../src/lib/text/lineDiff';

const signs = ({ parts }: LineDiff): string[] =>
  parts.flatMap(({ lines }) => lines.map(({ kind, text }) => `${{ both: ' ', first: '-', second: '+' }[kind]}${text}`));

it('shows changed lines between unchanged ones, and the number of omitted lines', () => {
  const first = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'].join('\n');
  const second = ['a', 'b', 'c', 'd', 'E', 'f', 'g', 'h', 'i', 'j', 'new', 'k', 'l'].join('\n');
  const diff = lineDiff(first, second);
  expect(diff).toMatchObject({ first: 1, second: 2, rest: 0 });
  expect(diff.parts.map(({ skipped }) => skipped)).toEqual([2, 1]);
  expect(signs(diff)).toEqual([' c', ' d', '-e', '+E', ' f', ' g', ' i', ' j', '+new', ' k', ' l']);
});

it('equal texts have no parts, and an empty text differs by all lines of the other', () => {
  expect(lineDiff('a\nb', 'a\nb')).toEqual({ parts: [], first: 0, second: 0, rest: 2 });
  expect(lineDiff('', '')).toEqual({ parts: [], first: 0, second: 0, rest: 0 });
  expect(signs(lineDiff('', 'a\nb'))).toEqual(['+a', '+b']);
  expect(signs(lineDiff('a\nb', ''))).toEqual(['-a', '-b']);
});

it('the lines of each side, with the omitted ones, are the texts, and the diff is the shortest', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 }).map(lines => lines.join('\n'));
  const count = (value: string): number => (value === '' ? 0 : value.split('\n').length);
  fc.assert(
    fc.property(text, text, (first, second) => {
      const diff = lineDiff(first, second);
      const lines: DiffLine[] = diff.parts.flatMap(part => part.lines);
      const skipped = diff.parts.reduce((sum, part) => sum + part.skipped, diff.rest);
      const shown = (kind: DiffLine['kind']) => lines.filter(line => line.kind === kind).length;
      expect(skipped + shown('both') + shown('first')).toBe(count(first));
      expect(skipped + shown('both') + shown('second')).toBe(count(second));
      expect([shown('first'), shown('second')]).toEqual([diff.first, diff.second]);
      expect(diff.first + diff.second).toBe(count(first) + count(second) - 2 * longestCommon(first, second));
    }),
  );
});

it('texts without common lines differ as one block', () => {
  const lines = (name: string) => ['same', ...Array.from({ length: 5000 }, (_, at) => `${name}${at}`), 'end'].join('\n');
  expect(lineDiff(lines('a'), lines('b'))).toMatchObject({ first: 5000, second: 5000, rest: 0 });
});

function longestCommon(first: string, second: string): number {
  const a = first === '' ? [] : first.split('\n');
  const b = second === '' ? [] : second.split('\n');
  const rows = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const row = rows[i] as number[];
      const above = rows[i - 1] as number[];
      row[j] = a[i - 1] === b[j - 1] ? (above[j - 1] as number) + 1 : Math.max(above[j] as number, row[j - 1] as number);
    }
  return rows[a.length]?.[b.length] ?? 0;
}

it('rows of a long list are matched, although a value changed in each of them', () => {
  const rows = (value: string, from = 0) =>
    Array.from({ length: 1500 }, (_, at) => `{\n"id": ${at + from},\n"seen": "${value}"\n},`).join('\n');
  const diff = lineDiff(rows('a'), rows('b', 1));
  // One row was removed and one was added; in each other row one line changed.
  expect(diff.first).toBeLessThan(1600);
  expect(diff.second).toBeLessThan(1600);
  expect(diff.parts.flatMap(({ lines }) => lines).filter(({ kind }) => kind === 'both').length).toBeGreaterThan(2900);
});

it('is copied in a shortened form that says how much was omitted', () => {
  const diff = shortened(lineDiff('a\nb\nc', `d\ne\n${'f'.repeat(5000)}`), 4);
  expect(signs(diff)).toEqual(['-a', '-b', '-c', '+d']);
  expect(diff).toMatchObject({ first: 3, second: 3, left: 2 });
  expect(shortened(lineDiff('', 'f'.repeat(5000)), 4).parts[0]?.lines[0]?.text).toHaveLength(2001);
});

it('texts whose lines moved between thousands of equal ones are compared within a bounded time', () => {
  const text = (step: number): string =>
    Array.from({ length: 200_000 }, (_, at) => (at % 200 === 0 ? `anchor ${at}` : `row ${(at * step) % 50}`)).join('\n');
  const diff = lineDiff(text(1), text(3));
  // The shortest difference of all parts has 128,000 such lines, and takes many times as long.
  expect(diff.first).toBeGreaterThan(150_000);
  const lines = diff.parts.flatMap(part => part.lines);
  const left =
    lines.filter(({ kind }) => kind !== 'second').length + diff.parts.reduce((sum, { skipped }) => sum + skipped, diff.rest);
  expect(left).toBe(200_000);
  expect(lines.filter(({ kind, text }) => kind === 'both' && text.startsWith('anchor')).length).toBeGreaterThan(900);
});
