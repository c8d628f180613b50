/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The filter panel: several conditions without closing it, date ranges, suggestions from the loaded rows. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildSchema, introspectionFromSchema, printSchema } from 'graphql';
import type { SchemaServer } from '../../../support/schemaServer';
import { harbourServer, storedShips } from '../harbourServer';
import { endAll, rowsBegin, showData } from '../showData';

afterEach(endAll);

const filterOf = (address: string): string | null => new URLSearchParams(address.split('?')[1] ?? '').get('filter');

const shipsSent = ({ requests }: SchemaServer) => requests.filter(({ query }) => query.includes('ships('));

/** The conditions on the field `builtOn` that were sent. */
const builtOnSent = (server: SchemaServer): { gt: string; lt: string }[] =>
  shipsSent(server).flatMap(({ variables }) => {
    const sent = Object.values(variables).find(value => typeof value === 'object' && value !== null && 'builtOn' in value);
    return sent === undefined ? [] : (sent as { builtOn: { gt: string; lt: string } }).builtOn;
  });

async function openWith(field: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Filter' }));
  fireEvent.change(await screen.findByRole('combobox', { name: 'Field' }), { target: { value: field } });
}

test('another filter is added without closing the editor', async () => {
  const shown = showData(harbourServer(), '/data/ships?size=10');
  await rowsBegin('Ship 001');
  await openWith('name');
  fireEvent.change(screen.getByRole('combobox', { name: 'Condition' }), { target: { value: 'contains' } });
  fireEvent.change(screen.getByRole('textbox', { name: /Value/ }), { target: { value: '02' } });
  fireEvent.click(screen.getByRole('button', { name: 'Apply and add another' }));
  await waitFor(() => expect(filterOf(shown.address())).toBe('name:contains:02'));
  fireEvent.change(await screen.findByRole('combobox', { name: 'Field' }), { target: { value: 'type' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Condition' }), { target: { value: 'in' } });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Ferry' }));
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(filterOf(shown.address())).toBe('name:contains:02;type:in:FERRY'));
  expect(screen.queryByRole('combobox', { name: 'Field' })).toBeNull();
});

test('a date range stays relative to today in the URL, and is requested as its days in the time zone of the user', async () => {
  const server = harbourServer();
  const shown = showData(server, '/data/ships?size=10');
  await rowsBegin('Ship 001');
  await openWith('builtOn');
  const spans = within(screen.getByRole('group', { name: 'Time span' }));
  expect(spans.getAllByRole('button').map(button => button.textContent)).toEqual([
    'Today',
    'Last 7 days',
    'This month',
    'Last month',
  ]);
  fireEvent.click(spans.getByRole('button', { name: 'Today' }));
  await waitFor(() => expect(filterOf(shown.address())).toBe('builtOn:during:today'));
  expect(await screen.findByRole('button', { name: 'Change: Built on is Today' })).toBeTruthy();
  // This server knows only "after" and "before": the days around today.
  await waitFor(() => expect(builtOnSent(server)).toHaveLength(1));
  const [{ gt, lt } = { gt: '', lt: '' }] = builtOnSent(server);
  expect(Date.parse(lt) - Date.parse(gt)).toBe(2 * 86_400_000);
});

test('a link with a date range relative to today sends no request without its days', async () => {
  const server = harbourServer();
  showData(server, '/data/ships?size=10&filter=builtOn:during:lastMonth');
  await waitFor(() => expect(builtOnSent(server)).toHaveLength(1));
  expect(shipsSent(server)).toHaveLength(1);
  fireEvent.click(await screen.findByRole('button', { name: 'Change: Built on is Last month' }));
  expect(await screen.findByRole('group', { name: 'Time span' })).toBeTruthy();
});

test('values that occur repeatedly on the page are suggested for a text', async () => {
  const ships = storedShips().map((ship, at) => (at === 4 ? { ...ship, name: 'Ship 003' } : ship));
  const shown = showData(harbourServer(ships), '/data/ships?size=10');
  await rowsBegin('Ship 001');
  await openWith('name');
  const values = within(screen.getByRole('group', { name: 'Values on this page' }));
  expect(values.getAllByRole('button')).toHaveLength(1);
  fireEvent.click(values.getByRole('button', { name: 'Ship 003' }));
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(filterOf(shown.address())).toBe('name:is:Ship 003'));
});

test('the first operator offered for a text is "contains"', async () => {
  showData(harbourServer(), '/data/ships?size=10');
  await rowsBegin('Ship 001');
  await openWith('name');
  expect(screen.getByRole('combobox', { name: 'Condition' })).toHaveProperty('value', 'contains');
});

test('two filters become alternatives by the word between them, and conditions again when one is removed', async () => {
  const server = harbourServer();
  const shown = showData(server, '/data/ships?size=10&filter=name:is:Ship+002;type:is:FERRY');
  fireEvent.click(await screen.findByRole('button', { name: 'and' }));
  await waitFor(() => expect(filterOf(shown.address())).toBe('name:is:Ship 002;|type:is:FERRY'));
  const sent = (): unknown => shipsSent(server).at(-1)?.variables;
  await waitFor(() =>
    expect(Object.values(sent() as object)).toContainEqual({
      and: [{ or: [{ name: { eq: 'Ship 002' } }, { type: { eq: 'FERRY' } }] }],
    }),
  );
  const join = await screen.findByRole('button', { name: 'or' });
  expect(join.title).toBe('Change to “and”');
  fireEvent.click(screen.getByRole('button', { name: /^Remove: Name/ }));
  await waitFor(() => expect(filterOf(shown.address())).toBe('type:is:FERRY'));
  expect(screen.queryByRole('button', { name: 'or' })).toBeNull();
});

test('a date range that the server cannot combine with another filter says so', async () => {
  const plain = harbourServer();
  plain.schema = buildSchema(printSchema(plain.schema).replace(/\band: \[ShipFilter!\]/, ''));
  const server = { ...plain, introspection: introspectionFromSchema(plain.schema) };
  showData(server, '/data/ships?size=10&filter=builtOn:greater:2020-01-01;builtOn:during:today');
  const chip = await screen.findByRole('button', { name: /^Change: Built on is Today/ });
  await waitFor(() => expect(chip.closest('li')?.className).toContain('filter-chip-off'));
});
