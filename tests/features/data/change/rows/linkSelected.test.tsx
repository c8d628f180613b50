/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Selected rows are linked with other records: the others are chosen once, and each row has a request and a result of its own. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../../../support/schemaServer';
import { endAll, rowsBegin, showData } from '../../showData';

afterEach(endAll);

test('the chosen records are added to each selected row', async () => {
  const teams = ['Crew', 'Pilots'].map((name, at) => ({ id: `t${at}`, name }));
  const server = schemaServer(
    `type Query { teams: [Team!]! team(id: ID!): Team users: [User!]! user(id: ID!): User }
     type Team { id: ID! name: String! } type User { id: ID! name: String! }
     type Mutation { teamAddUsers(id: ID!, userIds: [ID!]!): Team }`,
    {
      teams: () => teams,
      users: () => [{ id: 'u1', name: 'Ada' }],
      user: () => ({ id: 'u1', name: 'Ada' }),
      teamAddUsers({ id }: { id: string }) {
        if (id === 't1') throw new Error('Pilots are complete');
        return teams[0];
      },
    },
  );
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/teams');
  await rowsBegin('Crew');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Team add users' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: /^Add/ }));
  fireEvent.change(dialog.getByRole('textbox', { name: /User/ }), { target: { value: 'u1' } });
  fireEvent.click(dialog.getByRole('button', { name: /^Team add users/ }));
  expect(await screen.findByText('Pilots are complete')).toBeTruthy();
  const sent = server.requests.filter(({ query }) => query.startsWith('mutation')).map(({ variables }) => variables);
  await waitFor(() => expect(sent).toEqual(['t0', 't1'].map(id => ({ id, userIds: ['u1'] }))));
});

test('the notification after an action on one row names the action', async () => {
  const server = schemaServer(
    `type Query { orders: [Order!]! order(id: ID!): Order } type Order { id: ID! name: String! shipped: Boolean }
     type Mutation { shipOrder(id: ID!): Order }`,
    {
      orders: () => [{ id: 'o1', name: 'A-1001' }],
      shipOrder: () => ({ id: 'o1', name: 'A-1001', shipped: true }),
    },
  );
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/orders');
  await rowsBegin('A-1001');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Ship order' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Ship order' }));
  await waitFor(() => expect(document.querySelector('.note')?.textContent).toContain('Ship order: A-1001'));
});
