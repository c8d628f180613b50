/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Amounts in the smallest unit of their currency: shown as money, edited and sent as the server's whole numbers. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../../../support/schemaServer';
import { endAll, rowsBegin, showData } from '../../showData';

afterEach(endAll);

const SDL = `
  type Order { id: ID!, name: String!, totalCents: Int, currency: String! }
  input OrderPatch { name: String, totalCents: Int, currency: String }
  type Query { orders(totalCents_gte: Int): [Order!]!, order(id: ID!): Order }
  type Mutation { updateOrder(id: ID!, patch: OrderPatch!): Order }
`;

function shop() {
  const orders = [
    { id: 'o1', name: 'Order 1', totalCents: 1234, currency: 'EUR' },
    { id: 'o2', name: 'Order 2', totalCents: 1234, currency: 'JPY' },
  ];
  const server = schemaServer(SDL, {
    orders: () => orders,
    order: ({ id }: { id: string }) => orders.find(order => order.id === id) ?? null,
    updateOrder: ({ id, patch }: { id: string; patch: object }) =>
      Object.assign(orders.find(order => order.id === id) ?? {}, patch),
  });
  const mutations = () => server.requests.filter(({ query }) => query.startsWith('mutation')).map(({ variables }) => variables);
  return { ...server, orders, mutations, introspection: introspectionFromSchema(server.schema) };
}

function cellOf(row: number): HTMLElement {
  const heads = screen.getAllByRole('columnheader').map(head => head.textContent ?? '');
  const column = heads.findIndex(head => head.startsWith('Total'));
  return document.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`) as HTMLElement;
}

async function open(row: number, present: string): Promise<HTMLElement> {
  const cell = cellOf(row);
  cell.focus();
  await waitFor(() => {
    fireEvent.keyDown(cell, { key: 'F2' });
    expect(screen.getByRole('textbox', { name: 'Total cents' })).toHaveProperty('value', present);
  });
  return screen.getByRole('textbox', { name: 'Total cents' });
}

async function type(row: number, present: string, value: string): Promise<void> {
  const control = await open(row, present);
  fireEvent.change(control, { target: { value } });
  fireEvent.keyDown(control, { key: 'Enter' });
}

test('amounts are shown as money; the editor and the request contain the number of the server', async () => {
  const server = shop();
  showData(server, '/data/orders?columns=name,totalCents,currency');
  await rowsBegin('Order 1');
  await waitFor(() => expect(cellOf(0).textContent).toBe('€12.34'));
  expect(cellOf(1).textContent).toBe('¥1,234');
  const control = await open(0, '1234');
  const help = 'In the smallest unit of the currency: ';
  expect(await screen.findByText(`${help}1234 is €12.34`)).toBeTruthy();
  fireEvent.change(control, { target: { value: '1550' } });
  expect(screen.getByText(`${help}1550 is €15.50`)).toBeTruthy();
  fireEvent.keyDown(control, { key: 'Enter' });
  await waitFor(() => expect(cellOf(0).querySelector('.edited-cell')?.textContent).toContain('1550 (€15.50)'));
  expect(cellOf(0).querySelector('.edited-cell')?.getAttribute('title')).toBe('Before: 1234 (€12.34)');
  await type(1, '1234', '1500');
  fireEvent.click(await screen.findByRole('button', { name: 'Review' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Review changes' }));
  expect(dialog.getByText('1234 (€12.34)')).toBeTruthy();
  expect(dialog.getByText('1500 (¥1,500)')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Send 2 changes' }));
  await waitFor(() => expect(dialog.getAllByText('Sent')).toHaveLength(2));
  expect(server.mutations()).toEqual([
    { id: 'o1', patch: { totalCents: 1550 } },
    { id: 'o2', patch: { totalCents: 1500 } },
  ]);
});

test('an amount with a decimal point is refused, not converted', async () => {
  const server = shop();
  showData(server, '/data/orders?columns=name,totalCents,currency');
  await rowsBegin('Order 1');
  await waitFor(() => expect(cellOf(0).textContent).toBe('€12.34'));
  await type(0, '1234', '15.5');
  expect(screen.getByRole('textbox', { name: 'Total cents' }).getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Review' })).toBeNull();
});

test('the form of a record does the same, and shows the amount in the currency that is entered', async () => {
  const server = shop();
  showData(server, '/data/orders/o1');
  expect(await screen.findByText('€12.34')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const box = await screen.findByRole('textbox', { name: 'Total cents' });
  await waitFor(() => expect(box).toHaveProperty('value', '1234'));
  expect(screen.getByText(/1234 is €12\.34/)).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: 'Currency' }), { target: { value: 'JPY' } });
  expect(screen.getByText(/1234 is ¥1,234/)).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: 'Currency' }), { target: { value: '' } });
  expect(screen.queryByText(/1234 is /)).toBeNull();
  fireEvent.change(screen.getByRole('textbox', { name: 'Currency' }), { target: { value: 'EUR' } });
  fireEvent.change(box, { target: { value: '2000' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send 1 change' }));
  await waitFor(() => expect(server.mutations()).toEqual([{ id: 'o1', patch: { totalCents: 2000 } }]));
});

test('an amount of a money object is edited in its cell, reviewed as money and sent with its currency', async () => {
  const orders = [
    { id: 'o1', name: 'Order 1', total: { amount: 10, currency: 'EUR' } },
    { id: 'o2', name: 'Order 2', total: null },
  ];
  const server = schemaServer(
    `type Money { amount: Float! currency: String! } input MoneyInput { amount: Float! currency: String! }
     type Order { id: ID!, name: String!, total: Money } input OrderPatch { name: String, total: MoneyInput }
     type Query { orders: [Order!]!, order(id: ID!): Order } type Mutation { updateOrder(id: ID!, patch: OrderPatch!): Order }`,
    {
      orders: () => orders,
      order: ({ id }: { id: string }) => orders.find(order => order.id === id) ?? null,
      updateOrder: ({ id, patch }: { id: string; patch: object }) =>
        Object.assign(orders.find(order => order.id === id) ?? {}, patch),
    },
  );
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/orders?columns=name,total.amount');
  await rowsBegin('Order 1');
  const change = async (row: number, value: string): Promise<void> => {
    const cell = cellOf(row);
    cell.focus();
    await waitFor(() => {
      fireEvent.keyDown(cell, { key: 'F2' });
      expect(screen.getByRole('textbox', { name: 'Total' })).toBeTruthy();
    });
    const control = screen.getByRole('textbox', { name: 'Total' });
    fireEvent.change(control, { target: { value } });
    fireEvent.keyDown(control, { key: 'Enter' });
  };
  await change(0, '12.5');
  await change(1, '3');
  await waitFor(() => expect(cellOf(0).querySelector('.edited-cell')?.textContent).toContain('€12.50'));
  fireEvent.click(await screen.findByRole('button', { name: 'Review' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Review changes' }));
  expect(dialog.getByText('€10.00')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Send 2 changes' }));
  await dialog.findByText('Sent');
  // An incomplete object is not sent.
  expect(await dialog.findByText('Not sent: the record has no value for Total currency.')).toBeTruthy();
  expect(server.requests.filter(({ query }) => query.startsWith('mutation')).map(({ variables }) => variables)).toEqual([
    { id: 'o1', patch: { total: { amount: 12.5, currency: 'EUR' } } },
  ]);
});

test('a filter by an amount says which amount of money is meant', async () => {
  showData(shop(), '/data/orders?columns=name,totalCents,currency');
  await rowsBegin('Order 1');
  await waitFor(() => expect(cellOf(0).textContent).toBe('€12.34'));
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
  fireEvent.change(await screen.findByRole('textbox', { name: /Value/ }), { target: { value: '100000' } });
  expect(await screen.findByText('In the smallest unit of the currency: 100000 is €1,000.00')).toBeTruthy();
});
