/** Rows, columns and plots made of any answer. */
import { columnsOf, plotOfRows, rowsOfData } from '../../../../src/features/data/dashboard/tileRows';

const read = (data: unknown) => {
  const { rows, columns, total, value } = rowsOfData(data);
  return {
    names: columns.map(column => column.label),
    cells: rows.map(row => columns.map(column => column.value(row))),
    total,
    value,
  };
};

test('the first list of an answer gives the rows, its neighbour the number of all', () => {
  expect(
    read({ ships: { totalCount: 400, edges: [{ node: { name: 'Ægir', owner: { name: 'A' } } }, { node: { name: 'Þór' } }] } }),
  ).toEqual({
    names: ['Name', 'Owner · Name'],
    cells: [
      ['Ægir', 'A'],
      ['Þór', undefined],
    ],
    total: 400,
    value: undefined,
  });
  expect(read({ tags: ['a', 'b'] })).toMatchObject({ names: [''], cells: [['a'], ['b']], total: 2 });
});

test('an answer without a list gives its first number', () => {
  expect(read({ a: { note: 'x', count: 12 } })).toMatchObject({ cells: [], total: null, value: 12 });
  expect(read(null)).toMatchObject({ value: null });
});

test('names such as __proto__ are names, and a deep or broad answer ends', () => {
  const hostile = JSON.parse('{"list":[{"__proto__":{"x":1},"constructor":"c"}]}');
  expect(read(hostile).cells).toEqual([[1, 'c']]);
  let deep: unknown = [1];
  for (let at = 0; at < 10_000; at++) deep = { deep };
  expect(read(deep)).toMatchObject({ cells: [], value: null });
  expect(rowsOfData({ list: Array.from({ length: 50_000 }, (_, at) => at) }).rows).toHaveLength(1000);
});

test('figures are plotted along their time, rows without figures by their values', () => {
  const timed = [
    { at: '2026-03-02T00:00:00Z', speed: 4 },
    { at: '2026-03-01T00:00:00Z', speed: 3 },
  ];
  expect(plotOfRows({ rows: timed, columns: columnsOf(timed), total: 2 })).toEqual({
    kind: 'line',
    name: 'Speed',
    along: 'time',
    data: [
      [1_772_323_200, 1_772_409_600],
      [3, 4],
    ],
  });
  const valued = [{ type: 'TANKER' }, { type: 'FERRY' }, { type: 'TANKER' }];
  expect(plotOfRows({ rows: valued, columns: columnsOf(valued), total: 3 })).toEqual({
    kind: 'bars',
    name: 'Type',
    bars: [
      ['TANKER', 2],
      ['FERRY', 1],
    ],
  });
  const cards = [
    { at: '2026-03-02T00:00:00Z', speed: 4, type: 'TANKER' },
    { at: '2026-03-01T00:00:00Z', speed: 3, type: 'TANKER' },
  ];
  expect(plotOfRows({ rows: cards, columns: columnsOf(cards), total: 2, by: 'type' })).toMatchObject({ bars: [['TANKER', 2]] });
  const names = Array.from({ length: 40 }, (_, at) => ({ name: `Ship ${at}` }));
  expect(plotOfRows({ rows: names, columns: columnsOf(names), total: 40 })).toBeNull();
});
