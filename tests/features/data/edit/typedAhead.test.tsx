/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The first edit loads the code for it. A file of its own, because the code stays loaded. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { tableEdits } from '../../../../src/features/data/edit/sending/tableEdits';
import { schemaServer } from '../../../support/schemaServer';
import { endAll, rowsBegin, showData } from '../showData';

afterEach(endAll);

const SDL = `
  type Query { ships: [Ship!]! ship(id: ID!): Ship }
  type Ship { id: ID! name: String! tonnage: Int }
  type Mutation { updateShip(id: ID!, name: String, tonnage: Int): Ship }
`;

it('a value and Enter that are typed before the editor has loaded are accepted', async () => {
  const ship = { id: 's1', name: 'Ship 1', tonnage: 100 };
  const server = schemaServer(SDL, { ships: [ship], ship });
  const introspection = introspectionFromSchema(buildSchema(SDL));
  const { session } = showData(Object.assign(server, { introspection }), '/data/ships');
  await rowsBegin('Ship 1');
  const cell = document.querySelector<HTMLElement>('[data-cell="0:2"]');
  if (cell === null) throw new Error('There is no such cell');
  act(() => cell.focus());
  for (const key of ['4', '2', 'Enter']) fireEvent.keyDown(cell, { key });
  const { staged } = tableEdits(session, 'ships');
  await waitFor(() => expect(staged.get()[0]?.edits).toMatchObject([{ field: 'tonnage', after: 42 }]));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Tonnage' })).toBeNull());
});
