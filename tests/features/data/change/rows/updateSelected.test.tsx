/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Selected rows get one new value from an update that requires all values: the others stay as each record has them. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../../../support/schemaServer';
import { endAll, rowsBegin, showData } from '../../showData';

afterEach(endAll);

interface Gig {
  id: string;
  title: string;
  price: number;
  notes: string | null;
  open: boolean;
}

function open() {
  const gigs: Gig[] = [
    { id: 'g1', title: 'Jazz', price: 10, notes: 'by the quay', open: true },
    { id: 'g2', title: 'Blues', price: 12, notes: null, open: true },
    { id: 'g3', title: 'Choir', price: 14, notes: null, open: false },
  ];
  const server = schemaServer(
    `type Query { gigs: [Gig!]! gig(id: ID!): Gig }
     type Gig { id: ID! title: String! price: Int! notes: String open: Boolean! }
     input GigInput { title: String! price: Int! notes: String open: Boolean! }
     type Mutation { createGig(input: GigInput!): Gig updateGig(id: ID!, input: GigInput!): Gig }`,
    {
      gigs: () => gigs.map(gig => ({ ...gig })),
      gig: ({ id }: { id: string }) => gigs.find(gig => gig.id === id) ?? null,
      updateGig: ({ id, input }: { id: string; input: Omit<Gig, 'id'> }) =>
        Object.assign(gigs.find(gig => gig.id === id) ?? {}, { notes: null }, input),
    },
  );
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/gigs');
  return { gigs, server };
}

async function openForm() {
  await rowsBegin('Jazz');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Update gig' }));
  return within(await screen.findByRole('dialog'));
}

test('only the filled-in value changes, in the newest state of each record', async () => {
  const { gigs, server } = open();
  const dialog = await openForm();
  // Meanwhile somebody else changes one record and deletes another.
  Object.assign(gigs[0] as Gig, { title: 'Late jazz', notes: 'in the hall' });
  gigs.splice(1, 1);
  expect(dialog.getByRole('textbox', { name: /Title/ }).getAttribute('placeholder')).toBe('Leave unchanged');
  expect(dialog.getByRole('radio', { name: 'Leave unchanged' })).toBeTruthy();
  fireEvent.change(dialog.getByRole('textbox', { name: /Price/ }), { target: { value: '20' } });
  fireEvent.click(dialog.getByRole('button', { name: /^Update gig/ }));
  await waitFor(() => expect(gigs.map(gig => gig.price)).toEqual([20, 20]));
  expect(gigs.map(({ title, notes, open }) => [title, notes, open])).toEqual([
    ['Late jazz', 'in the hall', true],
    ['Choir', null, false],
  ]);
  expect(await screen.findByText('This record was not found.')).toBeTruthy();
  const sent = server.requests.filter(({ query }) => query.startsWith('mutation'));
  expect(sent.map(({ variables }) => variables?.id)).toEqual(['g1', 'g3']);
});

test('nothing is sent for a record that cannot be read', async () => {
  const { gigs, server } = open();
  const dialog = await openForm();
  server.intercept = ({ query }) =>
    /\bgig\(/.test(query) && query.startsWith('query') ? Response.json({ errors: [{ message: 'Out of order' }] }) : undefined;
  fireEvent.change(dialog.getByRole('textbox', { name: /Price/ }), { target: { value: '20' } });
  fireEvent.click(dialog.getByRole('button', { name: /^Update gig/ }));
  expect((await screen.findAllByText('Out of order')).length).toBeGreaterThan(0);
  expect(gigs.map(gig => gig.price)).toEqual([10, 12, 14]);
});

test('a value that must be filled in is not said to stay unchanged', async () => {
  const users = [{ id: 'u1', name: 'Ada' }];
  const server = schemaServer(
    `type Query { users: [User!]! user(id: ID!): User } type User { id: ID! name: String! }
     type Mutation { updateUser(id: ID!, name: String!, password: String!): User }`,
    { users, user: users[0] },
  );
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/users');
  await rowsBegin('Ada');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Update user' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText(/^Name/).getAttribute('placeholder')).toBe('Leave unchanged');
  expect(dialog.getByLabelText(/^Password/).getAttribute('placeholder')).toBeNull();
});
