/** Numbers of a list, sorted for a plot. */
import { plottedData } from '../../../../src/features/query/result/plottedData';

const numbers = (...values: number[]): Float64Array => Float64Array.from(values);

it('are in the order of the rows without another x-axis', () => {
  expect(plottedData([numbers(5, Number.NaN, 7)], false)).toEqual([
    [1, 2, 3],
    [5, null, 7],
  ]);
});

it('are sorted by the x-axis, without rows that have no value there', () => {
  expect(plottedData([numbers(2, Number.NaN, 1), numbers(20, 0, 10)], true)).toEqual([
    [1, 2],
    [10, 20],
  ]);
});

it('of the same time are in the order in which they came, newest first or last', () => {
  const wanted = [
    [1, 1, 2, 2],
    [10, 11, 12, 13],
  ];
  expect(plottedData([numbers(2, 2, 1, 1), numbers(13, 12, 11, 10)], true)).toEqual(wanted);
  expect(plottedData([numbers(1, 1, 2, 2), numbers(10, 11, 12, 13)], true)).toEqual(wanted);
});
