/** The export of events, their JSON in a cell, and their plot. */

import { createEventRing } from '../../../src/features/live/eventRing';
import { eventTest } from '../../../src/features/live/feed/eventFilter';
import { plotSeries } from '../../../src/features/live/feed/plotSeries';
import { ndjson } from '../../../src/features/live/ndjson';
import { shortJson } from '../../../src/ui/json/shortJson';
import { isScattered } from '../../../src/ui/plot/plotData';

function ring() {
  const made = createEventRing(100);
  made.push({ n: 1 }, 1000);
  made.push({ n: 2 }, 2000);
  made.openGap(2500, 'connection');
  made.closeGap(4000);
  made.push({ n: 3 }, 5000);
  return made;
}

const fail = (): never => {
  throw new Error('looked at');
};

const lines = (pieces: readonly string[]): unknown[] =>
  pieces
    .join('')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as unknown);

describe('export', () => {
  it('has one object per line, the oldest first, with the gap at its position', () => {
    const { pieces, count } = ndjson(ring(), null);
    expect(count).toBe(3);
    expect(lines(pieces)).toEqual([
      { number: 1, received: '1970-01-01T00:00:01.000Z', data: { n: 1 } },
      { number: 2, received: '1970-01-01T00:00:02.000Z', data: { n: 2 } },
      { gap: { from: '1970-01-01T00:00:02.500Z', to: '1970-01-01T00:00:04.000Z', reason: 'connection' } },
      { number: 3, received: '1970-01-01T00:00:05.000Z', data: { n: 3 } },
    ]);
  });

  it('contains the matching events, and numbers with all their digits', () => {
    const { pieces, count } = ndjson(ring(), eventTest('3'));
    expect(count).toBe(1);
    expect(lines(pieces).at(-1)).toMatchObject({ number: 3 });
  });

  it('of ten thousand events is complete, in several parts', () => {
    const many = createEventRing(10_000);
    for (let n = 0; n < 12_000; n++) many.push({ n }, n);
    const { pieces, count } = ndjson(many, null);
    expect(count).toBe(10_000);
    expect(pieces.length).toBeGreaterThan(1);
    const all = lines(pieces) as { number: number }[];
    expect([all[0]?.number, all.at(-1)?.number]).toEqual([2001, 12_000]);
  });

  it('has a gap that has not ended as its last line', () => {
    const open = ring();
    open.openGap(6000, 'stopped');
    expect(lines(ndjson(open, null).pieces).at(-1)).toEqual({
      gap: { from: '1970-01-01T00:00:06.000Z', to: null, reason: 'stopped' },
    });
  });
});

describe('JSON on one line', () => {
  it.each([
    [{ a: 1, b: [true, null, 'x"y'] }, '{"a":1,"b":[true,null,"x\\"y"]}'],
    ['plain', '"plain"'],
    [undefined, 'null'],
  ])('of %p is %s', (value, expected) => {
    expect(shortJson(value, 200)).toBe(expected);
  });

  it('reads only the shown part of a value of five megabytes', () => {
    const huge = {
      a: 'x'.repeat(5_000_000),
      get later(): never {
        throw new Error('looked at');
      },
    };
    const text = shortJson(huge, 200);
    expect(text).toHaveLength(201);
    expect(text.endsWith('…')).toBe(true);
    const list = new Proxy([] as unknown[], {
      get: (target, key) => (key === 'length' ? 50_000 : Number(key) > 300 ? fail() : Reflect.get(target, key)),
    });
    expect(shortJson(list, 50)).toHaveLength(51);
  });

  it('treats __proto__ as a plain key', () => {
    expect(shortJson(JSON.parse('{"__proto__": 1}'), 50)).toBe('{"__proto__":1}');
  });
});

describe('the plot', () => {
  const column = {
    id: 'n',
    label: 'N',
    description: null,
    kind: 'number' as const,
    numeric: true,
    width: 100,
    docs: '/docs/Event/n',
    value: (event: unknown) => (event as { n: unknown }).n,
  };

  it('interrupts its lines at a gap', () => {
    expect(plotSeries(ring(), [column])).toEqual([
      [1, 2, 5, 5],
      [1, 2, null, 3],
    ]);
  });

  it('reads digits as numbers and ignores all other values', () => {
    const mixed = createEventRing(10);
    for (const n of ['12', 'twelve', null, Number.NaN, '', 7]) mixed.push({ n }, 0);
    expect(plotSeries(mixed, [column])[1]).toEqual([12, null, null, null, null, 7]);
  });

  it('of ten thousand events has at most four thousand points, the same ones each time it is drawn', () => {
    const many = createEventRing(10_000);
    for (let n = 0; n < 15_000; n++) many.push({ n }, n);
    const [, first = []] = plotSeries(many, [column]);
    many.push({ n: 15_000 }, 15_000);
    const [, second = []] = plotSeries(many, [column]);
    expect(first.length).toBeLessThanOrEqual(4000);
    const shared = new Set(first);
    expect(second.filter(value => !shared.has(value)).length).toBeLessThanOrEqual(1);
  });

  it('draws the values of one source as a line, and alternating values of many sources as points', () => {
    expect(isScattered(Array.from({ length: 100 }, (_, n) => Math.sin(n / 20)))).toBe(false);
    expect(isScattered(Array.from({ length: 100 }, (_, n) => (n % 2 === 0 ? 1 : 20)))).toBe(true);
    expect(isScattered([])).toBe(false);
    expect(isScattered(Array.from({ length: 100 }, () => 5))).toBe(false);
  });
});
