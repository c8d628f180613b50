/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Amounts in the smallest unit of their currency: shown and entered as money, sent as the server's whole numbers. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { tableEdits } from '../../../../../src/features/data/edit/sending/tableEdits';
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
    expect(screen.getByRole('textbox', { name: 'Total' })).toHaveProperty('value', present);
  });
  return screen.getByRole('textbox', { name: 'Total' });
}

async function type(row: number, present: string, value: string): Promise<void> {
  const control = await open(row, present);
  fireEvent.change(control, { target: { value } });
  fireEvent.keyDown(control, { key: 'Enter' });
}

test('amounts are shown and entered as money; the request contains the number of the server', async () => {
  const server = shop();
  showData(server, '/data/orders?columns=name,totalCents,currency');
  await rowsBegin('Order 1');
  await waitFor(() => expect(cellOf(0).textContent).toBe('€12.34'));
  expect(cellOf(1).textContent).toBe('¥1,234');
  const control = await open(0, '12.34');
  expect(control.parentElement?.textContent).toBe('EUR');
  expect(await screen.findByText('€12.34, stored as 1234')).toBeTruthy();
  fireEvent.change(control, { target: { value: '15.5' } });
  expect(screen.getByText('€15.50, stored as 1550')).toBeTruthy();
  fireEvent.keyDown(control, { key: 'Enter' });
  await waitFor(() => expect(cellOf(0).querySelector('.edited-cell')?.textContent).toContain('€15.50'));
  expect(cellOf(0).querySelector('.edited-cell .numeric')?.getAttribute('title')).toBe('1550');
  expect(cellOf(0).querySelector('.edited-cell')?.getAttribute('title')).toBe('Before: 1234 (€12.34)');
  await type(1, '1234', '1,500');
  fireEvent.click(await screen.findByRole('button', { name: 'Review' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Review changes' }));
  expect(dialog.getByText('€12.34')).toBeTruthy();
  expect(dialog.getByText('¥1,500')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Send 2 changes' }));
  await waitFor(() => expect(dialog.getAllByText('Sent')).toHaveLength(2));
  expect(server.mutations()).toEqual([
    { id: 'o1', patch: { totalCents: 1550 } },
    { id: 'o2', patch: { totalCents: 1500 } },
  ]);
});

test('an amount with more decimal places than its currency has is refused, not rounded', async () => {
  const server = shop();
  showData(server, '/data/orders?columns=name,totalCents,currency');
  await rowsBegin('Order 1');
  await waitFor(() => expect(cellOf(0).textContent).toBe('€12.34'));
  await type(0, '12.34', '15.555');
  expect(screen.getByRole('textbox', { name: 'Total' }).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Enter an amount in steps of €0.01')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Total' })).toHaveProperty('value', '15.555');
  expect(screen.queryByRole('button', { name: 'Review' })).toBeNull();
});

test('the form of a record does the same, and a typed amount stays the same in another currency', async () => {
  const server = shop();
  showData(server, '/data/orders/o1');
  expect(await screen.findByText('€12.34')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const box = await screen.findByRole('textbox', { name: 'Total' });
  await waitFor(() => expect(box).toHaveProperty('value', '12.34'));
  const currency = (value: string): void =>
    void fireEvent.change(screen.getByRole('textbox', { name: 'Currency' }), { target: { value } });
  // What is stored means another amount in another currency.
  currency('JPY');
  expect(box).toHaveProperty('value', '1234');
  // Without a currency, the stored number is entered.
  currency('');
  expect(screen.getByRole('textbox', { name: 'Total cents' })).toHaveProperty('value', '1234');
  currency('EUR');
  fireEvent.change(screen.getByRole('textbox', { name: 'Total' }), { target: { value: '20' } });
  expect(screen.getByText('€20.00, stored as 2000')).toBeTruthy();
  currency('JPY');
  expect(screen.getByText('¥20, stored as 20')).toBeTruthy();
  currency('EUR');
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

test('a filter by amounts of several currencies is entered in minor units, with an example', async () => {
  showData(shop(), '/data/orders?columns=name,totalCents,currency');
  await rowsBegin('Order 1');
  await waitFor(() => expect(cellOf(0).textContent).toBe('€12.34'));
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
  fireEvent.change(await screen.findByRole('textbox', { name: /Value/ }), { target: { value: '100000' } });
  expect(await screen.findByText('In the smallest unit of the currency: 100000 is €1,000.00')).toBeTruthy();
});

test('a filter by amounts of one currency is entered and shown as money', async () => {
  const server = shop();
  server.orders.pop();
  const shown = showData(server, '/data/orders?columns=name,totalCents,currency');
  await rowsBegin('Order 1');
  await waitFor(() => expect(cellOf(0).textContent).toBe('€12.34'));
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
  fireEvent.change(await screen.findByRole('textbox', { name: /Value/ }), { target: { value: '12.3' } });
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText('Total is at least €12.30')).toBeTruthy();
  await waitFor(() => expect(server.requests.at(-1)?.variables).toMatchObject({ totalCents_gte: 1230 }));
  expect(shown.address()).toContain('1230');
});

test('a new record takes an amount in the currency that is entered with it', async () => {
  const orders: object[] = [];
  const server = schemaServer(
    `${SDL} input NewOrder { name: String!, totalCents: Int!, currency: String! } extend type Mutation { createOrder(input: NewOrder!): Order }`,
    {
      orders: () => orders,
      order: () => orders[0] ?? null,
      createOrder: ({ input }: { input: object }) => {
        orders.push({ id: 'o1', ...input });
        return orders[0];
      },
    },
  );
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/orders');
  fireEvent.click((await screen.findAllByRole('button', { name: 'Add Order' }))[0] as HTMLElement);
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'New' } });
  expect(screen.getByRole('textbox', { name: 'Total cents' })).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: 'Currency' }), { target: { value: 'KWD' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Total' }), { target: { value: '1.5' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(orders).toEqual([{ id: 'o1', name: 'New', totalCents: 1500, currency: 'KWD' }]));
});

test('the confirmation of a deletion shows the amount in its currency', async () => {
  const server = schemaServer(`${SDL} extend type Mutation { deleteOrder(id: ID!): Order }`, {
    orders: () => [{ id: 'o1', name: 'Order 1', totalCents: 1234, currency: 'EUR' }],
    order: () => ({ id: 'o1', name: 'Order 1', totalCents: 1234, currency: 'EUR' }),
  });
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/orders?record=Order:o1');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Order 1?' }));
  expect(await dialog.findByText('€12.34')).toBeTruthy();
});

const DELETABLE = `
  ${SDL} type Customer { id: ID! name: String! } input NewOrder { name: String!, totalCents: Int!, currency: String! }
  extend type Query { customers: [Customer!]! customer(id: ID!): Customer }
  extend type Mutation {
    deleteOrder(id: ID!): Order createOrder(input: NewOrder!): Order updateCustomer(id: ID!, name: String): Customer
  }
`;

/** Orders that can be deleted and created again, and customers without amounts. */
function deletableOrders() {
  const orders = [{ id: 'o1', name: 'Order 1', totalCents: 1234, currency: 'EUR' }];
  const customer = { id: 'c1', name: 'Ada' };
  const server = schemaServer(DELETABLE, {
    orders: () => orders,
    order: () => orders[0] ?? null,
    deleteOrder: () => orders.pop() ?? null,
    customers: () => [customer],
    customer: () => customer,
  });
  return { ...server, introspection: introspectionFromSchema(server.schema) };
}

test('the change log shows the amount of a deleted record as money', async () => {
  showData(deletableOrders(), '/data/orders?record=Order:o1');
  await waitFor(() => expect(screen.getAllByText('€12.34').length).toBeGreaterThan(0));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Order 1?' }));
  fireEvent.click(dialog.getByRole('button', { name: /^Delete/ }));
  await screen.findByText('Order 1 deleted', { selector: '.note-words' });
  fireEvent.click(await screen.findByRole('button', { name: 'Changes' }));
  const log = within(await screen.findByRole('dialog'));
  expect(log.getByText('€12.34').closest('p')?.textContent).toBe('Total: €12.34 → no value');
});

test('the change log shows amounts of other collections as money, even if they were logged without a currency', async () => {
  const { session } = showData(deletableOrders(), '/data/customers');
  const edits = [
    { field: 'totalCents', column: 'totalCents', label: 'Total', before: 1234, after: null },
    { field: 'currency', column: 'currency', label: 'Currency', before: 'EUR', after: null },
  ];
  const entry = { at: 1, typeName: 'Order', row: 'Order:o1', keys: [['id', 'o1']] as const, title: 'Order 1', message: null };
  act(() => {
    const { log } = tableEdits(session, 'customers');
    log.add({ ...entry, collection: 'orders', kind: 'delete', result: 'sent', edits });
    log.add({ ...entry, collection: 'customers', result: 'sent', edits: [] });
  });
  await rowsBegin('Ada');
  const head = document.querySelector<HTMLElement>('[role="rowheader"]') as HTMLElement;
  head.focus();
  fireEvent.keyDown(head, { key: 'F2' });
  fireEvent.click(await screen.findByRole('button', { name: 'Changes' }));
  const log = within(await screen.findByRole('dialog', { name: 'Changes sent from this browser' }));
  expect((await log.findByText('€12.34')).closest('p')?.textContent).toBe('Total: €12.34 → no value');
});

test('the lists of a record show amounts as money, too', async () => {
  const customer = { id: 'c1', name: 'Ada', orders: [{ id: 'o1', name: 'Order 1', totalCents: 1234, currency: 'EUR' }] };
  const server = schemaServer(
    `${SDL} type Customer { id: ID! name: String! orders: [Order!]! } extend type Query { customers: [Customer!]! customer(id: ID!): Customer }`,
    { customers: () => [customer], customer: () => customer },
  );
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/customers/c1');
  expect(await screen.findByText('€12.34')).toBeTruthy();
});

test('a pasted column is taken as money if a value in it can be nothing else; otherwise its numbers are minor units', async () => {
  showData(shop(), '/data/orders?columns=name,totalCents,currency');
  await rowsBegin('Order 1');
  await waitFor(() => expect(cellOf(0).textContent).toBe('€12.34'));
  await open(0, '12.34');
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Total' }), { key: 'Escape' });
  const paste = async (block: string, ...shown: string[]): Promise<void> => {
    cellOf(0).focus();
    fireEvent.paste(cellOf(0), { clipboardData: { getData: () => block } });
    await waitFor(() =>
      expect(shown.map((_, row) => cellOf(row).querySelector('.edited-cell')?.firstChild?.textContent)).toEqual(shown),
    );
  };
  await paste('12.50\n13', '€12.50', '¥13');
  await paste('€7\n8', '€7.00', '¥8');
  await paste('1500\n13', '€15.00', '¥13');
});
