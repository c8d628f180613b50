/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Figures of the rows: exact, of the rows loaded and said so, and by the values of a column. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { aggregate } from '../../../src/features/data/summary/aggregates';
import fc from '../../support/fastCheck';
import { schemaServer } from '../../support/schemaServer';
import { connectionOf, harbourServer } from './harbourServer';
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

const COUNTING = `
  enum Kind { TANKER FERRY }
  type Ship { id: ID!, name: String!, kind: Kind!, tonnage: Int }
  type ShipConnection { nodes: [Ship!]!, pageInfo: PageInfo!, totalCount: Int! }
  type PageInfo { hasNextPage: Boolean!, endCursor: String }
  type ShipAggregate { count: Int!, sum: ShipSum, avg: ShipSum, min: ShipSum, max: ShipSum }
  type ShipSum { tonnage: Float }
  input ShipFilter { kind: KindFilter }
  input KindFilter { eq: Kind }
  type Query {
    ships(first: Int, after: String, filter: ShipFilter): ShipConnection!
    shipsAggregate(filter: ShipFilter): ShipAggregate!
  }
`;

function countingServer() {
  const all = Array.from({ length: 40 }, (_, at) => ({
    id: `s${at}`,
    name: `Ship ${at}`,
    kind: at % 4 === 0 ? 'FERRY' : 'TANKER',
    tonnage: at,
  }));
  type Args = { filter?: { kind?: { eq?: string } }; first?: number };
  const wanted = ({ filter }: Args) => all.filter(ship => filter?.kind?.eq === undefined || ship.kind === filter.kind.eq);
  const server = schemaServer(COUNTING, {
    ships: (args: Args) => connectionOf(wanted(args), args.first === undefined ? {} : { first: args.first }),
    shipsAggregate: (args: Args) => {
      const numbers = wanted(args).map(({ tonnage }) => tonnage);
      const sum = numbers.reduce((total, number) => total + number, 0);
      return { count: numbers.length, sum: { tonnage: sum }, avg: { tonnage: sum / numbers.length }, min: { tonnage: 0 } };
    },
  });
  return Object.assign(server, { introspection: introspectionFromSchema(server.schema) });
}

test('figures are of all rows of the view where the API counts them', async () => {
  const shown = showData(countingServer(), '/data/ships?size=10&columns=name,kind,tonnage&group=*');
  const panel = within(await screen.findByRole('region', { name: 'Summary' }));
  expect(await panel.findByText(/^All 40 rows|^40 rows/)).toBeTruthy();
  expect(panel.getByRole('row', { name: 'Sum 780' })).toBeTruthy();
  expect(panel.getByRole('row', { name: 'Average 19.5' })).toBeTruthy();
  fireEvent.change(panel.getByRole('combobox', { name: 'Group by' }), { target: { value: 'kind' } });
  await waitFor(() => expect(shown.address()).toContain('group=kind'));
  expect(await panel.findByRole('row', { name: 'Tanker 30 600' })).toBeTruthy();
  expect(panel.getByRole('row', { name: 'Ferry 10 180' })).toBeTruthy();
});

test('figures are of the rows loaded, and said so, where the API refuses to count', async () => {
  const server = countingServer();
  server.intercept = ({ query }) =>
    query.includes('shipsAggregate') && query.includes('sum')
      ? Response.json({ errors: [{ message: 'Not allowed' }] })
      : undefined;
  showData(server, '/data/ships?size=10&columns=name,kind,tonnage&group=*');
  const panel = within(await screen.findByRole('region', { name: 'Summary' }));
  await waitFor(() => expect(server.requests.some(({ query }) => query.includes('sum'))).toBe(true));
  expect(panel.getByText(/^Of the 10 rows loaded/)).toBeTruthy();
  expect(panel.getByRole('row', { name: 'Sum 45' })).toBeTruthy();
});
