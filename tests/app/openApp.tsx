/** The App over a real transport and a schema that is executed, and the parts of its frame. */
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AppRoot } from '../../src/app/AppRoot';
import { type App, createApp } from '../../src/app/createApp';
import { memoryStorage } from '../../src/lib/storage';
import { createStore } from '../../src/lib/store';
import { schemaServer } from '../support/schemaServer';

/** The schema of the server. */
export const SDL = `
  type Query { ships: [Ship!]! secrets: [Ship!]! }
  type Mutation { signIn(code: String!): String! bookVisit(shipId: ID!): Ship }
  type Subscription { shipPositions: Ship }
  "A vessel"
  type Ship { id: ID! name: String! }
`;

/** Rendered Apps. They are unmounted and disposed after each test. */
export const opened: { app: App; unmount: () => void }[] = [];
afterEach(() => {
  for (const { app, unmount } of opened.splice(0)) {
    unmount();
    app.dispose();
  }
});

/** Renders the App of a server that runs `sdl`, with its schema loaded. `back` goes back in the history. */
export async function openApp(address = '/settings', sdl = SDL) {
  const server = schemaServer(sdl, {
    ships: [{ id: '1', name: 'Nordlys' }],
    signIn({ code }: { code: string }) {
      if (code !== '1234') throw new Error('That code is not known');
      return 'token-of-1234';
    },
  });
  let listener = (): void => {};
  const entries = [address];
  const storage = memoryStorage();
  const app = createApp({
    config: { name: 'Harbour', wsEndpoint: null },
    history: {
      read: () => entries.at(-1) ?? '/',
      push: href => void entries.push(href),
      replace: href => void entries.splice(-1, 1, href),
      listen: next => {
        listener = next;
        return () => {};
      },
    },
    storage,
    pageUrl: 'http://localhost/',
    world: { fetch: server.fetch },
    transportConfig: { forceFetchDelayMs: 0 },
  });
  const { unmount, container } = render(<AppRoot app={app} />);
  opened.push({ app, unmount });
  await waitFor(() => expect(app.session.get()?.schema.get().status).toBe('ready'));
  await screen.findByRole('button', { name: /^Appearance/ });
  const back = (): void => {
    entries.pop();
    act(listener);
  };
  return { app, server, storage, container, entries, back };
}

export const rail = (): HTMLElement => screen.getByRole('navigation', { name: 'Main' });
export const status = (): HTMLElement => screen.getByRole('region', { name: 'Status' });
/** Presses a key on the focused element. */
export const press = (key: string, more: Partial<KeyboardEventInit> = {}): void =>
  void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });

/** Replaces a state of the transport by a store, which is returned. */
export const withState = <T,>(
  app: App,
  name: 'socket' | 'uploads' | 'persisted' | 'lastRequest',
  initial: T,
): ReturnType<typeof createStore<T>> => {
  const store = createStore(initial);
  const { transport } = app.session.get() as NonNullable<ReturnType<App['session']['get']>>;
  Object.assign(transport, { [name]: store });
  return store;
};
