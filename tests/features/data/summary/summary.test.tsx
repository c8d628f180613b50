/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Aggregates of the rows: exact, of the loaded rows and labelled as such, and grouped by the values of a column. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { aggregate } from '../../../../src/features/data/summary/aggregates';
import { apiFigures, figureText, loadedFigures } from '../../../../src/features/data/summary/figures';
import { createFormats } from '../../../../src/i18n/formats';
import { readPresentation } from '../../../../src/lib/page/presentation';
import { type Column, columnAt } from '../../../../src/schema/collections/columns/columns';
import { presentModel } from '../../../../src/schema/presentation/presentModel';
import { modelOf } from '../../../schema/modelOf';
import fc from '../../../support/fastCheck';
import { schemaServer } from '../../../support/schemaServer';
import { connectionOf, harbourServer } from '../harbourServer';
import { endAll, rowsBegin, showData } from '../showData';

afterEach(endAll);

test('aggregates keep every digit, and ignore values that are not numbers', () => {
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

test('aggregates of integers are equal to those of BigInt', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(), { minLength: 1, maxLength: 50 }), numbers => {
      const sum = numbers.reduce((total, number) => total + number, 0n);
      expect(aggregate(numbers.map(String))?.sum).toBe(String(sum));
    }),
  );
});

test('the summary names the rows that it covers, and is part of the address with its grouping', async () => {
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

const TWELVE = Array.from({ length: 12 }, (_, at) => at + 1);

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

test('the figures cover all rows of the view if the API aggregates them', async () => {
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

test('the figures cover the loaded rows, and say so, if the API refuses to aggregate', async () => {
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

test('the last page by cursor is not treated as all rows', async () => {
  showData(harbourServer(), '/data/ships?size=50&columns=name,tonnage&group=*');
  const panel = within(await screen.findByRole('region', { name: 'Summary' }));
  await rowsBegin('Ship 001');
  const next = (): HTMLElement => screen.getByRole('button', { name: 'Next' });
  for (let page = 0; page < 30 && !next().hasAttribute('disabled'); page++) {
    const first = panel.getByRole('row', { name: /^Sum / }).textContent;
    fireEvent.click(next());
    await waitFor(() => expect(panel.getByRole('row', { name: /^Sum / }).textContent).not.toBe(first));
  }
  expect(next().hasAttribute('disabled')).toBe(true);
  expect(panel.getByText(/^Of the \d+ rows? loaded/)).toBeTruthy();
});

test('figures without a count do not name the number of rows', async () => {
  const sdl = COUNTING.replace('count: Int!, ', '').replace(', totalCount: Int!', '');
  const server = schemaServer(sdl, {
    ships: ({ first }: { first?: number }) => connectionOf(TWELVE.map(shipOf), first === undefined ? {} : { first }),
    shipsAggregate: () => ({ sum: { tonnage: 78 }, avg: { tonnage: 6.5 }, min: { tonnage: 1 }, max: { tonnage: 12 } }),
  });
  showData(
    Object.assign(server, { introspection: introspectionFromSchema(server.schema) }),
    '/data/ships?size=10&columns=name,tonnage&group=*',
  );
  const panel = within(await screen.findByRole('region', { name: 'Summary' }));
  expect(await panel.findByRole('row', { name: 'Sum 78' })).toBeTruthy();
  expect(panel.queryByText(/^\d+ rows?/)).toBeNull();
});

test('groups that do not cover all rows say so', async () => {
  const sdl = COUNTING.replace('kind: Kind!', 'kind: Kind');
  const ships = TWELVE.map(at => ({ ...shipOf(at), kind: at === 12 ? null : 'FERRY' }));
  type Args = { first?: number; filter?: { kind?: { eq?: string } } };
  const server = schemaServer(sdl, {
    ships: ({ first }: Args) => connectionOf(ships, first === undefined ? {} : { first }),
    shipsAggregate: ({ filter }: Args) => {
      const own = ships.filter(({ kind }) => filter?.kind?.eq === undefined || kind === filter.kind.eq);
      return { count: own.length, sum: { tonnage: own.reduce((sum, { tonnage }) => sum + tonnage, 0) } };
    },
  });
  showData(
    Object.assign(server, { introspection: introspectionFromSchema(server.schema) }),
    '/data/ships?size=10&columns=name,kind,tonnage&group=kind',
  );
  const panel = within(await screen.findByRole('region', { name: 'Summary' }));
  expect(await panel.findByRole('row', { name: 'Ferry 11 66' })).toBeTruthy();
  expect(panel.getByText('11 of 12')).toBeTruthy();
});

test('groups that the API only counts have no columns for the numbers', async () => {
  const ships = TWELVE.map(shipOf);
  type Args = { first?: number; filter?: { kind?: { eq?: string } } };
  const server = schemaServer(COUNTING.replace(', sum: ShipSum, avg: ShipSum, min: ShipSum, max: ShipSum', ''), {
    ships: ({ first }: Args) => connectionOf(ships, first === undefined ? {} : { first }),
    shipsAggregate: ({ filter }: Args) => ({
      count: ships.filter(({ kind }) => filter?.kind?.eq === undefined || kind === filter.kind.eq).length,
    }),
  });
  showData(
    Object.assign(server, { introspection: introspectionFromSchema(server.schema) }),
    '/data/ships?size=10&columns=name,kind,tonnage&group=kind',
  );
  const panel = within(await screen.findByRole('region', { name: 'Summary' }));
  expect(await panel.findByRole('row', { name: 'Ferry 12' })).toBeTruthy();
  expect(panel.getAllByRole('columnheader').map(head => head.textContent)).toEqual(['Kind', 'Count']);
  expect(panel.queryByRole('combobox', { name: 'Figure' })).toBeNull();
});

function shipOf(at: number) {
  return { id: `s${at}`, name: `Ship ${at}`, kind: 'FERRY', tonnage: at };
}

test('amounts are formatted as in their column, and those of several currencies are not summed', () => {
  const formats = createFormats('en', 'UTC');
  const sdl = 'type Query { a: Order } type Order { id: ID! totalCents: Int currency: String price: Int }';
  const shown = presentModel(
    modelOf(sdl),
    readPresentation({
      types: { Order: { fields: { price: { format: { as: 'money', currency: 'EUR', minor: true } } } } },
    }),
    'en',
  );
  const column = columnAt(shown, 'Order', ['totalCents']) as Column;
  const price = columnAt(shown, 'Order', ['price']) as Column;
  const sum = (of: Column, ...rows: Array<readonly [number, string | null]>): string | null => {
    const figures = loadedFigures(rows.map(([value, currency]) => ({ totalCents: value, price: value, currency })));
    const found = figures(of, 'sum');
    return found === 'mixed' ? found : found && figureText(of, found, formats);
  };
  expect(sum(column, [1234, 'EUR'], [1000, 'EUR'])).toBe('€22.34');
  expect(sum(column, [1234, 'JPY'], [1000, 'JPY'])).toBe('¥2,234');
  expect(sum(column, [1234, 'JPY'], [1000, 'EUR'])).toBe('mixed');
  expect(sum(column, [1234, null], [1000, 'EUR'])).toBe('mixed');
  expect(sum(column, [1234, null], [1000, null])).toBe('2,234 cents');
  expect(sum(price, [1234, null], [1000, null])).toBe('€22.34');
  const counted = apiFigures({ count: 2, values: new Map([['price', { sum: 2234 }]]) })(price, 'sum');
  expect(counted && counted !== 'mixed' && figureText(price, counted, formats)).toBe('€22.34');
  // The API's sum does not say in which currency it is.
  const all = { count: 2, values: new Map([['totalCents', { sum: 2234 }]]) };
  const loaded = (...currencies: string[]) => currencies.map(currency => ({ totalCents: 1, currency }));
  expect(apiFigures(all, loaded('EUR', 'JPY'))(column, 'sum')).toBe('mixed');
  expect(apiFigures(all, loaded('EUR', 'EUR'))(column, 'sum')).toBeNull();
});

test('without numbers, the summary counts the rows by the values of the most suitable column', async () => {
  showData(harbourServer(), '/data/ships?size=10&columns=name,type&group=-');
  await rowsBegin('Ship 001');
  const panel = within(await screen.findByRole('region', { name: 'Summary' }));
  expect(panel.getByRole('combobox', { name: 'Group by' })).toHaveProperty('value', 'type');
  expect(panel.queryByRole('option', { name: 'Not grouped' })).toBeNull();
  expect(panel.getAllByRole('rowheader').map(head => head.textContent)).toEqual(expect.arrayContaining(['Tanker', 'Ferry']));
});
