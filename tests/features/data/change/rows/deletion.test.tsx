/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** What the user is told of a deletion whose answer proves nothing: the record is looked up. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../../../support/schemaServer';
import { endAll, showData } from '../../showData';

afterEach(endAll);

/** Opens a ship whose deletion is answered with null, as by a REST service without a body; `extensions` of the error of its lookup. */
async function deleteShip(extensions: Record<string, unknown>): Promise<void> {
  let isThere = true;
  const ship = { id: 's1', name: 'Nordlys' };
  const server = schemaServer(
    'type Query { ships: [Ship] ship(id: ID!): Ship } type Ship { id: ID! name: String! } type Mutation { deleteShip(id: ID!): String }',
    {
      ships: () => (isThere ? [ship] : []),
      ship() {
        if (isThere) return ship;
        throw Object.assign(new Error('GET /ships/s1 failed'), { extensions });
      },
      deleteShip() {
        isThere = false;
        return null;
      },
    },
  );
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/ships?record=Ship:s1');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Nordlys?' });
  fireEvent.click(within(dialog).getByRole('button', { name: /^Delete/ }));
}

test.each([{ code: 'NOT_FOUND' }, { statusCode: 404 }, { http: { status: 404 } }])(
  'a record that the server cannot find any more is deleted: %j',
  async extensions => {
    await deleteShip(extensions);
    expect(await screen.findByText('Nordlys deleted')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  },
);

test('the dialog stays with the refusal, although the record can no longer be loaded', async () => {
  await deleteShip({ code: 'INTERNAL' });
  const dialog = await screen.findByRole('dialog', { name: 'Delete Nordlys?' });
  expect(await within(dialog).findByText(/1 refused/)).toBeTruthy();
  await waitFor(() => expect(screen.getAllByText(/GET \/ships\/s1 failed/).length).toBeGreaterThan(0));
  expect(screen.getByRole('dialog', { name: 'Delete Nordlys?' })).toBe(dialog);
});
