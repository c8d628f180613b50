/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Amounts in the smallest unit of their currency: shown as money, edited in the unit shown, sent as the server's whole numbers. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../../support/schemaServer';
import { endAll, rowsBegin, showData } from '../showData';

afterEach(endAll);

const SDL = `
  type Order { id: ID!, name: String!, totalCents: Int, currency: String! }
  input OrderPatch { name: String, totalCents: Int }
  type Query { orders: [Order!]!, order(id: ID!): Order }
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

async function type(row: number, present: string, value: string): Promise<void> {
  const cell = cellOf(row);
  cell.focus();
  await waitFor(() => {
    fireEvent.keyDown(cell, { key: 'F2' });
    expect(screen.getByRole('textbox', { name: /^Total/ })).toHaveProperty('value', present);
  });
  const control = screen.getByRole('textbox', { name: /^Total/ });
  fireEvent.change(control, { target: { value } });
  fireEvent.keyDown(control, { key: 'Enter' });
}

test('money is shown and edited in its own unit, and yen have no decimals', async () => {
  const server = shop();
  showData(server, '/data/orders?columns=name,totalCents,currency');
  await rowsBegin('Order 1');
  await waitFor(() => expect(cellOf(0).textContent).toBe('€12.34'));
  expect(cellOf(1).textContent).toBe('¥1,234');
  await type(0, '12.34', '15.5');
  await waitFor(() => expect(cellOf(0).querySelector('.edited-cell')?.textContent).toContain('€15.50'));
  expect(cellOf(0).querySelector('.edited-cell')?.getAttribute('title')).toBe('Before: €12.34');
  await type(1, '1234', '1500');
  fireEvent.click(await screen.findByRole('button', { name: 'Review' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Review changes' }));
  expect(dialog.getByText('€12.34')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Send 2 changes' }));
  await waitFor(() => expect(dialog.getAllByText('Sent')).toHaveLength(2));
  expect(server.mutations()).toEqual([
    { id: 'o1', patch: { totalCents: 1550 } },
    { id: 'o2', patch: { totalCents: 1500 } },
  ]);
});

test('more decimals than the currency has are refused', async () => {
  const server = shop();
  showData(server, '/data/orders?columns=name,totalCents,currency');
  await rowsBegin('Order 1');
  await waitFor(() => expect(cellOf(0).textContent).toBe('€12.34'));
  await type(0, '12.34', '15.555');
  expect(screen.getByRole('textbox', { name: /^Total/ }).getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Review' })).toBeNull();
});

test('the form of a record holds and sends it likewise', async () => {
  const server = shop();
  showData(server, '/data/orders/o1');
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const box = await screen.findByRole('textbox', { name: /^Total/ });
  await waitFor(() => expect(box).toHaveProperty('value', '12.34'));
  fireEvent.change(box, { target: { value: '20' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send 1 change' }));
  await waitFor(() => expect(server.mutations()).toEqual([{ id: 'o1', patch: { totalCents: 2000 } }]));
});
