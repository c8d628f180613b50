/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** A board by a relation: lanes for the records of a small collection; moving a card edits the relation. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../../support/schemaServer';
import { endAll, showData } from '../showData';

afterEach(endAll);

const SDL = `
  type Port { id: ID!, name: String! }
  type Visit { id: ID!, name: String!, port: Port }
  input VisitPatch { name: String, portId: ID }
  type Query { visits(limit: Int, offset: Int): [Visit!]!, visit(id: ID!): Visit, ports: [Port!]!, port(id: ID!): Port }
  type Mutation { updateVisit(id: ID!, patch: VisitPatch!): Visit }
`;

function harbour(count: number) {
  const ports = Array.from({ length: count }, (_, at) => ({ id: `p${at + 1}`, name: `Port ${at + 1}` }));
  const visits = [
    { id: 'v1', name: 'Nordlys', portId: 'p1' },
    { id: 'v2', name: 'Amber', portId: 'p3' },
  ];
  const portOf = (id: string | null) => ports.find(port => port.id === id) ?? null;
  const given = (visit: (typeof visits)[number] | undefined) => visit && { ...visit, port: () => portOf(visit.portId) };
  const server = schemaServer(SDL, {
    visits: () => visits.map(given),
    visit: ({ id }: { id: string }) => given(visits.find(visit => visit.id === id)),
    ports: () => ports,
    port: ({ id }: { id: string }) => portOf(id),
    updateVisit: ({ id, patch }: { id: string; patch: object }) =>
      given(Object.assign(visits.find(visit => visit.id === id) as (typeof visits)[number], patch)),
  });
  const mutations = () => server.requests.filter(({ query }) => query.startsWith('mutation')).map(({ variables }) => variables);
  return { ...server, mutations, introspection: introspectionFromSchema(server.schema) };
}

const heads = (): string[] => screen.getAllByRole('heading', { level: 2 }).map(head => head.textContent ?? '');

test('each record of a small collection has a lane, and moving a card changes the relation', async () => {
  const server = harbour(3);
  showData(server, '/data/visits?kind=board&by=port');
  await waitFor(() => expect(heads()).toEqual(['Port 11 row', 'Port 20 rows', 'Port 31 row', 'None0 rows']));
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Nordlys' }), { key: 'ArrowRight', ctrlKey: true });
  await screen.findByText('Nordlys moved to Port 2, not sent yet');
  await waitFor(() => expect(heads()[1]).toBe('Port 21 row'));
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Review changes' }));
  expect(dialog.getByText(/Port 2/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Send 1 change' }));
  await waitFor(() => expect(server.mutations()).toEqual([{ id: 'v1', patch: { portId: 'p2' } }]));
});

test('only records of the visible rows have a lane if the collection is large', async () => {
  showData(harbour(13), '/data/visits?kind=board&by=port');
  await waitFor(() => expect(heads()).toEqual(['Port 11 row', 'Port 31 row', 'None0 rows']));
});
