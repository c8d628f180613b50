/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Figures of the rows: exact, of the rows loaded and said so, and by the values of a column. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aggregate } from '../../../src/features/data/summary/aggregates';
import fc from '../../support/fastCheck';
import { harbourServer } from './harbourServer';
import { endAll, rowsBegin, showData } from './showData';

afterEach(endAll);

test('every digit counts, and what is no number does not', () => {
  expect(aggregate(['9007199254740993', 9, null, 'x', '', undefined, true])).toEqual({
    count: 2,
    sum: '9007199254741002',
    min: '9',
    max: '9007199254740993',
    average: '4503599627370501',
  });
  expect(aggregate(['0.1', 0.2])).toMatchObject({ sum: '0.3', average: '0.15' });
  expect(aggregate([-1, -2, -2])).toMatchObject({ sum: '-5', min: '-2', max: '-1', average: '-1.67' });
  expect(aggregate([1e21, '2.5e-3'])).toMatchObject({ max: '1000000000000000000000', min: '0.0025' });
  expect(aggregate(['1e999999', 'NaN', Number.POSITIVE_INFINITY])).toBeNull();
  expect(aggregate([])).toBeNull();
});

test('whole numbers come to what BigInt says', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(), { minLength: 1, maxLength: 50 }), numbers => {
      const sum = numbers.reduce((total, number) => total + number, 0n);
      expect(aggregate(numbers.map(String))?.sum).toBe(String(sum));
    }),
  );
});

test('the summary says what it is of, and stands in the address with its grouping', async () => {
  const shown = showData(harbourServer(), '/data/ships?size=10&columns=name,type,tonnage');
  await rowsBegin('Ship 001');
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  fireEvent.click(within(await screen.findByRole('menu')).getByText('Summary'));
  const panel = within(await screen.findByRole('region', { name: 'Summary' }));
  expect(panel.getByText(/^Of the 10 rows loaded/)).toBeTruthy();
  expect(panel.getByRole('row', { name: 'Sum 55,000' })).toBeTruthy();
  expect(panel.getByRole('row', { name: 'Average 5,500' })).toBeTruthy();
  fireEvent.change(panel.getByRole('combobox', { name: 'Group by' }), { target: { value: 'type' } });
  await waitFor(() => expect(shown.address()).toContain('group=type'));
  const names = panel.getAllByRole('rowheader').map(head => head.textContent);
  expect(names).toEqual(expect.arrayContaining(['Tanker', 'Ferry', 'Bulk carrier']));
  fireEvent.click(panel.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(shown.address()).not.toContain('group='));
});
