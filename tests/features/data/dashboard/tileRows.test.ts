/** Rows, columns and plots of any response. */

import { columnsOf, plotOfRows, rowsOfData } from '../../../../src/features/data/dashboard/tileRows';
import { createFormats } from '../../../../src/i18n/formats';

const read = (data: unknown) => {
  const { rows, columns, total, value } = rowsOfData(data);
  return {
    names: columns.map(column => column.label),
    cells: rows.map(row => columns.map(column => column.value(row))),
    total,
    value,
  };
};

test('takes the rows from the first list of a response, and their total from the field beside it', () => {
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

test('takes the first number of a response without a list', () => {
  expect(read({ a: { note: 'x', count: 12 } })).toMatchObject({ cells: [], total: null, value: 12 });
  expect(read(null)).toMatchObject({ value: null });
});

test('treats names such as __proto__ as plain names, and stops in deep or wide responses', () => {
  const hostile = JSON.parse('{"list":[{"__proto__":{"x":1},"constructor":"c"}]}');
  expect(read(hostile).cells).toEqual([[1, 'c']]);
  let deep: unknown = [1];
  for (let at = 0; at < 10_000; at++) deep = { deep };
  expect(read(deep)).toMatchObject({ cells: [], value: null });
  expect(rowsOfData({ list: Array.from({ length: 50_000 }, (_, at) => at) }).rows).toHaveLength(1000);
});

test('plots numbers over time, and rows without numbers by their values', () => {
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

test('plots the values of a row along its own time, not those of records inside it', () => {
  const events = [
    { ship: { draught: 9, builtOn: '1994-01-01' }, speed: 4, at: '2026-03-01T00:00:00Z' },
    { ship: { draught: 7, builtOn: '2019-01-01' }, speed: 3, at: '2026-03-02T00:00:00Z' },
  ];
  expect(plotOfRows({ rows: events, columns: columnsOf(events), total: 2 })).toMatchObject({
    name: 'Speed',
    data: [
      [1_772_323_200, 1_772_409_600],
      [4, 3],
    ],
  });
});

test('plots figures in their own unit, and not in several', () => {
  const column = (name: string) => ({
    id: name,
    label: name,
    kind: 'number',
    numeric: true,
    value: (row: unknown) => (row as Record<string, unknown>)[name],
  });
  const price = {
    ...column('price'),
    figures: {
      unitOf: (row: unknown) => (row as { currency: string }).currency,
      text: (value: number, _: unknown, unit: string | undefined) => `${unit} ${value / 100}`,
    },
  };
  const plotOf = (...currencies: string[]) => {
    const rows = currencies.map((currency, at) => ({ price: at * 100, weight: at, currency }));
    const plot = plotOfRows({ rows, columns: [price, column('weight')], total: rows.length });
    return plot?.kind === 'line' ? [plot.name, plot.words?.(1250, createFormats('en', 'UTC'))] : null;
  };
  expect(plotOf('EUR', 'EUR')).toEqual(['price', 'EUR 12.5']);
  expect(plotOf('EUR', 'JPY')).toEqual(['weight', undefined]);
});
