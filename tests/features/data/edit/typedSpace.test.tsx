/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The first edit loads the code for it. A file of its own, because the code stays loaded. */
import { act, fireEvent, waitFor } from '@testing-library/react';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { tableEdits } from '../../../../src/features/data/edit/sending/tableEdits';
import { schemaServer } from '../../../support/schemaServer';
import { endAll, rowsBegin, showData } from '../showData';

afterEach(endAll);

const SDL = `
  type Query { ships: [Ship!]! ship(id: ID!): Ship }
  type Ship { id: ID! name: String! home: String }
  type Mutation { updateShip(id: ID!, name: String, home: String): Ship deleteShip(id: ID!): Ship }
`;

it('a space in a text that is typed before the editor has loaded is part of it; a space alone selects the row', async () => {
  const ship = { id: 's1', name: 'Ship 1', home: 'Oslo' };
  const server = schemaServer(SDL, { ships: [ship], ship });
  const introspection = introspectionFromSchema(buildSchema(SDL));
  const { session } = showData(Object.assign(server, { introspection }), '/data/ships');
  await rowsBegin('Ship 1');
  const cell = document.querySelector<HTMLElement>('[data-cell="0:2"]');
  if (cell === null) throw new Error('There is no such cell');
  act(() => cell.focus());
  const selected = () => document.querySelectorAll('[role=row][aria-selected=true]').length;
  fireEvent.keyDown(cell, { key: ' ' });
  expect(selected()).toBe(1);
  for (const key of [...'a b', 'Enter']) fireEvent.keyDown(cell, { key });
  const { staged } = tableEdits(session, 'ships');
  await waitFor(() => expect(staged.get()[0]?.edits).toMatchObject([{ field: 'home', after: 'a b' }]));
  expect(selected()).toBe(1);
});
