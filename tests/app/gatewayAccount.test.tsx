/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The account at the end of the rail, if the server of the page signs in. */
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AppRoot } from '../../src/app/AppRoot';
import { type App, createApp } from '../../src/app/createApp';
import { memoryStorage } from '../../src/lib/storage';
import { schemaServer } from '../support/schemaServer';

const opened: { app: App; unmount: () => void }[] = [];
afterEach(() => {
  for (const { app, unmount } of opened.splice(0)) {
    unmount();
    app.dispose();
  }
});

/** @param name who is signed in there @param provider what the server's provider is doing */
async function open(name: string | null, provider = { isDown: false }) {
  const server = schemaServer('type Query { ships: [Ship!]! } type Ship { id: ID! name: String! }', { ships: [] });
  const asked: string[] = [];
  const went: string[] = [];
  const storage = memoryStorage();
  const app = createApp({
    config: { signIn: 'gateway', wsEndpoint: null },
    history: { read: () => '/settings', push() {}, replace() {}, listen: () => () => {} },
    storage,
    pageUrl: 'http://localhost/tools/',
    world: { fetch: server.fetch },
    openIdWorld: {
      fetch: async (url, init) => {
        asked.push(`${init?.method} ${url}`);
        if (provider.isDown) return Response.json({ errors: [{ message: 'down' }] }, { status: 502 });
        return Response.json(String(url).includes('sign-out') ? { to: 'https://id.example/end' } : { name });
      },
      go: url => void went.push(url),
      redirectUri: 'http://localhost/tools/',
      here: () => '/tools/settings?a=1#b',
      tabStorage: memoryStorage(),
      locks: undefined,
      channel: undefined,
    },
    transportConfig: { forceFetchDelayMs: 0 },
  });
  const { unmount } = render(<AppRoot app={app} />);
  opened.push({ app, unmount });
  await waitFor(() => expect(app.session.get()?.schema.get().status).toBe('ready'));
  return { app, asked, went, storage };
}

it('signs in by a link to the server that returns to the screen', async () => {
  const { asked, app, went } = await open(null);
  const link = await screen.findByRole('link', { name: 'Sign in' });
  expect(link.getAttribute('href')).toBe('http://localhost/tools/sign-in?to=%2Ftools%2Fsettings%3Fa%3D1%23b');
  expect(asked).toEqual(['GET http://localhost/tools/sign-in/account']);
  // A screen that asks for a sign-in opens no window: there is no other way than this.
  act(() => app.session.get()?.token.ask());
  await waitFor(() => expect(went).toEqual([link.getAttribute('href')]));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows who is signed in without storing it, and signs out', async () => {
  const { app, asked, went, storage } = await open('Anna Larsen');
  const session = app.session.get();
  await screen.findByText('Anna Larsen');
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
  expect(app.session.get()).toBe(session);
  expect(storage.getItem('oriel:cookie-account:default')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(went).toEqual(['https://id.example/end']));
  expect(asked.at(-1)).toBe('POST http://localhost/tools/sign-out?to=%2Ftools%2Fsettings%3Fa%3D1%23b');
});

it('reports an unreachable provider instead of a signed-out user, and tries again on request', async () => {
  const provider = { isDown: true };
  await open('Anna Larsen', provider);
  await screen.findByText('The identity provider cannot be reached.');
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
  provider.isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Anna Larsen');
});
