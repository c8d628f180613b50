/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The Data screen with a schema that has no collections, perhaps because nobody is signed in. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../support/schemaServer';
import { endAll, showData } from './showData';

afterEach(endAll);

describe('a schema without collections', () => {
  const small = (sdl: string) => {
    const server = schemaServer(sdl);
    return { ...server, introspection: introspectionFromSchema(server.schema) };
  };
  test.each(['/', '/data/ships', '/data/ships/1'])('offers to sign in at %s, and does not after that', async address => {
    const { session } = showData(small('type Query { me: String } type Mutation { login(code: String!): String }'), address);
    expect(await screen.findByText('Sign in to see more')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(session.token.asked.get()).toBe(1);
    act(() => void session.token.set('a-token'));
    await waitFor(() => expect(screen.queryByText('Sign in to see more')).toBeNull());
    expect(screen.getByText(address === '/' ? 'No collections' : /not found/)).toBeTruthy();
  });

  test('says only that there are none if it has many actions', async () => {
    showData(small('type Query { me: String } type Mutation { a: Int b: Int c: Int d: Int }'), '/');
    expect(await screen.findByText('No collections')).toBeTruthy();
    expect(screen.queryByText('Sign in to see more')).toBeNull();
  });
});
