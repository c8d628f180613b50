/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The frame as people use it: rail, status line, sign-in, find, shortcuts; over a real transport and a schema that is run. */
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { AppRoot } from '../../src/app/AppRoot';
import { type App, createApp } from '../../src/app/createApp';
import { FindDialog } from '../../src/app/find/FindDialog';
import { ErrorBoundary } from '../../src/app/shell/ErrorBoundary';
import { memoryStorage } from '../../src/lib/storage';
import { createStore } from '../../src/lib/store';
import type { Session } from '../../src/session/connections/session';
import type { SocketStatus, UploadProgress } from '../../src/transport/observe/status';
import { schemaServer } from '../support/schemaServer';
import { renderWithLanguage } from '../support/testLanguage';

const SDL = `
  type Query { ships: [Ship!]! secrets: [Ship!]! }
  type Mutation { signIn(code: String!): String! bookVisit(shipId: ID!): Ship }
  type Subscription { shipPositions: Ship }
  "A vessel"
  type Ship { id: ID! name: String! }
`;

const opened: { app: App; unmount: () => void }[] = [];
afterEach(() => {
  for (const { app, unmount } of opened.splice(0)) {
    unmount();
    app.dispose();
  }
});

async function open(address = '/settings', sdl = SDL) {
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

/** Runs something while it is rendered. */
function Late({ run }: { run: () => void }): null {
  run();
  return null;
}

const rail = (): HTMLElement => screen.getByRole('navigation', { name: 'Main' });
const status = (): HTMLElement => screen.getByRole('region', { name: 'Status' });
const press = (key: string, more: Partial<KeyboardEventInit> = {}): void =>
  void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
/** The session, with one of the transport's states put in the place of the real one. */
const withState = <T,>(
  app: App,
  name: 'socket' | 'uploads' | 'persisted' | 'lastRequest',
  initial: T,
): ReturnType<typeof createStore<T>> => {
  const store = createStore(initial);
  const { transport } = app.session.get() as NonNullable<ReturnType<App['session']['get']>>;
  Object.assign(transport, { [name]: store });
  return store;
};

it('shows example data of a schema, marked as such on every screen, without sending a request', async () => {
  const { app, server } = await open('/connections');
  const example = await screen.findByRole('button', { name: 'Try with example data' }, { timeout: 5000 });
  expect(within(status()).queryByText('Example data')).toBeNull();
  const before = server.requests.length;
  fireEvent.click(example);
  await waitFor(() => expect(app.connections.current.get().name).toBe('Example data: Harbour'), { timeout: 5000 });
  await waitFor(() => expect(app.session.get()?.schema.get().status).toBe('ready'), { timeout: 20_000 });
  await within(status()).findByText('Example data');
  act(() => app.navigation.go('/data/ships'));
  const table = await screen.findByRole('grid', {}, { timeout: 20_000 });
  await waitFor(() => expect(within(table).getAllByRole('row').length).toBeGreaterThan(10), { timeout: 10_000 });
  expect(within(status()).getByText('Example data')).toBeTruthy();
  expect(server.requests).toHaveLength(before);
  act(() => app.connections.select('default'));
  await waitFor(() => expect(within(status()).queryByText('Example data')).toBeNull());
}, 90_000);

describe('the rail', () => {
  it('lists the offers of the schema, with their schema names on hover, and the tools', async () => {
    await open();
    await within(rail()).findByRole('link', { name: 'Book visit' }, { timeout: 5000 });
    expect(
      within(rail())
        .getAllByRole('link')
        .map(link => link.textContent),
    ).toEqual(
      expect.arrayContaining([
        'Ships',
        'Secrets',
        'Sign in',
        'Book visit',
        'Ship positions',
        'Query',
        'Docs',
        'Wire',
        'Connections',
        'Settings',
      ]),
    );
    expect(within(rail()).getByRole('link', { name: 'Book visit' }).title).toBe('bookVisit');
    expect(within(rail()).getByRole('link', { name: 'Settings' }).getAttribute('aria-current')).toBe('page');
  });

  it('follows a link without reloading the page, and goes back', async () => {
    const { entries, back } = await open();
    fireEvent.click(screen.getByRole('link', { name: 'Connections' }));
    // The link is marked at once, the screen follows when that is painted.
    expect(screen.getByRole('link', { name: 'Connections' }).getAttribute('aria-current')).toBe('page');
    expect(entries).toEqual(['/settings']);
    await waitFor(() => expect(entries).toEqual(['/settings', '/connections']));
    expect(screen.getByRole('link', { name: 'Connections' }).getAttribute('aria-current')).toBe('page');
    back();
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
  });

  it('follows a link in a window that is not painted', async () => {
    const { entries } = await open();
    const frames = jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
    fireEvent.click(screen.getByRole('link', { name: 'Connections' }));
    await waitFor(() => expect(entries).toEqual(['/settings', '/connections']));
    frames.mockRestore();
  });

  it('focuses the title of the new screen if the focused element is gone, and otherwise keeps the focus', async () => {
    const { app } = await open('/actions');
    const link = await within(screen.getByRole('main')).findByRole('link', { name: /Book visit/ });
    link.focus();
    fireEvent.click(link);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Book visit' })));
    const settings = within(rail()).getByRole('link', { name: 'Settings' });
    settings.focus();
    fireEvent.click(settings);
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    expect(document.activeElement).toBe(settings);
    act(() => app.navigation.go('/settings?x=1'));
    expect(document.activeElement).toBe(settings);
  });

  it('leaves clicks with a modifier key and external links to the browser', async () => {
    const { entries } = await open();
    const link = screen.getByRole('link', { name: 'Wire' });
    const left: boolean[] = [];
    const browser = (event: Event): void => {
      left.push(!event.defaultPrevented);
      // jsdom has nothing to open it with.
      event.preventDefault();
    };
    window.addEventListener('click', browser);
    fireEvent.click(link, { ctrlKey: true });
    fireEvent.click(link, { button: 1 });
    window.removeEventListener('click', browser);
    expect(left).toEqual([true, true]);
    expect(entries).toHaveLength(1);
  });

  it('adds the endpoint to a link that is opened elsewhere, except for the default connection', async () => {
    const { app } = await open();
    const docs = (): HTMLElement => screen.getByRole('link', { name: 'Docs' });
    fireEvent.pointerDown(docs());
    expect(docs().getAttribute('href')).toBe('/docs');
    act(() => {
      app.connections.save(app.connections.draft({ id: 'mine', name: 'Mine', httpEndpoint: 'https://mine.example/graphql' }));
      app.connections.select('mine');
    });
    fireEvent.pointerDown(docs());
    expect(docs().getAttribute('href')).toBe('/docs?endpoint=https%3A%2F%2Fmine.example%2Fgraphql');
  });

  it('shows where an entry belongs if another one has the same name', async () => {
    await open(
      '/settings',
      `type Query { sales: SalesQueries!  me: Customer } type SalesQueries { orders: [Order!]!  returns: [Order!]! }
       type Customer { id: ID!  orders(limit: Int, offset: Int): [Order!]! } type Order { id: ID!  number: String! }
       type Mutation { customer: CustomerMutations!  ping: String } type CustomerMutations { rename(id: ID!): String  merge(a: ID!, b: ID!): String }`,
    );
    const links = within(rail());
    await links.findByRole('link', { name: 'Rename customer' }, { timeout: 5000 });
    expect(links.getByRole('link', { name: 'Merge Customer' })).toBeTruthy();
    expect(links.getByRole('link', { name: 'Orders Sales' })).toBeTruthy();
    expect(links.getByRole('link', { name: 'Orders Me' })).toBeTruthy();
    expect(links.getByRole('link', { name: 'Returns' })).toBeTruthy();
    expect(links.getByRole('link', { name: 'Ping' })).toBeTruthy();
  });

  it('collapses a long group, keeps the current entry visible, and filters the group when it is expanded', async () => {
    const many = Array.from({ length: 30 }, (_, at) => `thing${at}Things: [Ship!]!`).join(' ');
    await open('/data/thing29Things', `type Query { ${many} } type Ship { id: ID! }`);
    await waitFor(() => expect(within(rail()).getAllByRole('link')).toHaveLength(8 + 1 + 6));
    fireEvent.click(within(rail()).getByRole('button', { name: '21 more' }));
    expect(within(rail()).getAllByRole('link')).toHaveLength(30 + 6);
    fireEvent.change(within(rail()).getByRole('searchbox', { name: 'Filter Data' }), { target: { value: 'thing 1' } });
    expect(within(rail()).getAllByRole('link').length).toBeLessThan(20);
    fireEvent.click(within(rail()).getByRole('button', { name: 'Fewer' }));
    expect(within(rail()).getAllByRole('link')).toHaveLength(8 + 1 + 6);
  });

  it('reports that the schema cannot be loaded, and tries again', async () => {
    const { server, app } = await open();
    server.intercept = () => new Response('<h1>down</h1>', { status: 502 });
    act(() => {
      app.connections.save(app.connections.draft({ id: 'down', name: 'Down', httpEndpoint: 'https://down.example/graphql' }));
      app.connections.select('down');
    });
    await within(rail()).findByText('The schema could not be loaded');
    expect(screen.getByRole('button', { name: 'Down, not reachable' })).toBeTruthy();
    server.intercept = undefined;
    fireEvent.click(within(rail()).getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: 'Down, schema loaded' });
  });
});

describe('the status line', () => {
  it('shows the last request, and whether it failed', async () => {
    const { app, server } = await open();
    await waitFor(() => expect(status().textContent).toContain('POST /graphql'));
    server.intercept = () => new Response('no', { status: 503 });
    await act(async () => {
      await app.session.get()?.schema.refresh();
    });
    expect((await within(status()).findByTitle(/status 503/)).textContent).toContain('503');
    expect(
      within(status())
        .getByTitle(/status 503/)
        .getAttribute('href'),
    ).toBe('/wire?entry=last-request');
  });

  it('counts down to the next attempt of the websocket, which the user can start at once', async () => {
    const { app } = await open();
    const reconnectNow = jest.fn();
    const session = app.session.get() as NonNullable<ReturnType<App['session']['get']>>;
    Object.assign(session.transport, { reconnectNow });
    const socket = withState<SocketStatus>(app, 'socket', { state: 'reconnecting', attempt: 3, nextAt: Date.now() + 3240 });
    act(() => app.navigation.go('/wire'));
    act(() => app.navigation.go('/settings'));
    // The line reads the transport's states when it is rendered anew.
    act(() => app.appearance.set({ density: 'roomy' }));
    await act(() => app.chooseLanguage('en').then(() => undefined));
    expect(status().textContent).toMatch(/reconnecting in \d\.\d sec/);
    fireEvent.click(within(status()).getByRole('button', { name: 'Now' }));
    expect(reconnectNow).toHaveBeenCalledTimes(1);
    act(() => socket.set({ state: 'live' }));
    expect(within(status()).queryByRole('button', { name: 'Now' })).toBeNull();
    expect(screen.getAllByRole('status').map(region => region.textContent)).toContain('The live connection is back');
    act(() => socket.set({ state: 'failed', code: 4403, reason: 'Forbidden' }));
    expect(within(status()).getByTitle('The live connection failed (4403): Forbidden')).toBeTruthy();
  });

  it('shows the progress of uploads, and that the server is working', async () => {
    const { app } = await open();
    const uploads = withState<ReadonlyMap<number, UploadProgress>>(
      app,
      'uploads',
      new Map([[1, { id: 1, name: 'a', phase: 'sending', sentBytes: 43, totalBytes: 100 }]]),
    );
    await act(() => app.chooseLanguage('en').then(() => undefined));
    expect(status().textContent).toContain('1 upload 43%');
    act(() => uploads.set(new Map([[1, { id: 1, name: 'a', phase: 'processing', sentBytes: 100, totalBytes: 100 }]])));
    expect(status().textContent).toContain('1 upload, server is working');
    act(() => uploads.set(new Map()));
    expect(status().textContent).not.toContain('upload');
  });

  it('shows whether persisted queries are off, their hit rate, and why they stopped', async () => {
    const { app } = await open();
    expect(status().textContent).toContain('persisted off');
    const persisted = withState<unknown>(app, 'persisted', { state: 'on', hits: 47, misses: 3 });
    await act(() => app.chooseLanguage('en').then(() => undefined));
    expect(status().textContent).toContain('persisted 94% hit');
    act(() => persisted.set({ state: 'stopped', reason: 'PersistedQueryNotSupported' }));
    expect(within(status()).getByTitle('Persisted queries stopped: PersistedQueryNotSupported')).toBeTruthy();
  });

  it('switches the appearance, which is set on the page', async () => {
    const { storage } = await open();
    fireEvent.click(await within(status()).findByRole('button', { name: 'Appearance: System' }));
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(storage.getItem('oriel:theme')).toBe('dark');
  });

  it('switches the language at once, and sets it on the page', async () => {
    await open();
    fireEvent.click(await within(status()).findByRole('button', { name: /^Language/ }));
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'Ƥşḗŭḓǿ ←' }));
    await waitFor(() => expect(document.documentElement.dir).toBe('rtl'));
    expect(document.documentElement.lang).toBe('ar-XB');
    expect(screen.getByRole('link', { name: /^\[Q.+\]$/ })).toBeTruthy();
  });
});

describe('signing in', () => {
  const openWindow = async (): Promise<HTMLElement> => {
    fireEvent.click(within(rail()).getByRole('button', { name: 'Sign in' }));
    return screen.findByRole('dialog', { name: 'Sign in to Harbour' });
  };

  it('stores the token that a sign-in action returns, and sends it from then on', async () => {
    const { app, server, storage } = await open();
    const dialog = await openWindow();
    const code = within(dialog).getByLabelText('Code') as HTMLInputElement;
    expect(document.activeElement).toBe(code);
    expect(code.type).toBe('password');
    fireEvent.change(code, { target: { value: '1234' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    await within(rail()).findByText('Signed in');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(storage.getItem('apollo-token')).toBe('token-of-1234');
    await act(() => app.session.get()?.schema.refresh() ?? Promise.resolve());
    expect(server.requests.at(-1)?.authorization).toBe('Bearer token-of-1234');
    fireEvent.click(within(rail()).getByRole('button', { name: 'Sign out' }));
    expect(storage.getItem('apollo-token')).toBeNull();
    expect(within(rail()).getByRole('button', { name: 'Sign in' })).toBeTruthy();
  });

  it('removes what only the user could see after signing out, and keeps the focus', async () => {
    const { app, server, back } = await open();
    server.root.secrets = (_: unknown, { authorization }: { authorization: string | null }) => {
      if (authorization === null) throw Object.assign(new Error('Who are you?'), { extensions: { code: 'UNAUTHENTICATED' } });
      return [{ id: '9', name: 'Classified' }];
    };
    act(() => app.navigation.go('/data/secrets'));
    await screen.findByText('Who are you?', { exact: false }, { timeout: 5000 });
    act(() => app.session.get()?.token.set('abc'));
    await screen.findByText('Classified');
    const out = within(rail()).getByRole('button', { name: 'Sign out' });
    out.focus();
    fireEvent.click(out);
    await screen.findByText('Who are you?', { exact: false });
    expect(screen.queryByText('Classified')).toBeNull();
    expect(document.activeElement).toBe(within(rail()).getByRole('button', { name: 'Sign in' }));
    // Nor is it shown for a moment when that address is opened again.
    act(() => app.navigation.go('/settings'));
    act(back);
    expect(screen.queryByText('Classified')).toBeNull();
  });

  it('shows more after the user has signed in', async () => {
    const { app, server } = await open('/data/ships');
    await screen.findByText('Nordlys', {}, { timeout: 5000 });
    server.root.ships = [
      { id: '1', name: 'Nordlys' },
      { id: '2', name: 'Hidden' },
    ];
    act(() => app.session.get()?.token.set('abc'));
    await screen.findByText('Hidden');
  });

  it('shows the message of the server for a wrong code, keeps the input, and sends it once', async () => {
    const { server, storage } = await open();
    const dialog = await openWindow();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    expect(within(dialog).getByText('Required')).toBeTruthy();
    fireEvent.change(within(dialog).getByLabelText('Code'), { target: { value: '9' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    await within(dialog).findByText('That code is not known');
    const code = within(dialog).getByLabelText('Code');
    expect(code.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(code));
    expect((within(dialog).getByLabelText('Code') as HTMLInputElement).value).toBe('9');
    expect(server.requests.filter(request => request.query.includes('signIn('))).toHaveLength(1);
    expect(storage.getItem('apollo-token')).toBeNull();
  });

  it('signs in where the server refuses every request with the expired token, and sends a wrong code once', async () => {
    const { app, server, storage } = await open();
    server.intercept = ({ authorization }) =>
      authorization === 'Bearer expired'
        ? Response.json({ errors: [{ message: 'JWTExpired', extensions: { code: 'invalid-jwt' } }] })
        : undefined;
    act(() => app.session.get()?.token.set('expired'));
    act(() => app.session.get()?.token.ask());
    const dialog = await screen.findByRole('dialog', { name: 'Sign in to Harbour' });
    const sign = (code: string): void => {
      fireEvent.change(within(dialog).getByLabelText('Code'), { target: { value: code } });
      fireEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    };
    const tokens = (): unknown[] =>
      server.requests.filter(({ query }) => query.includes('signIn(')).map(({ authorization }) => authorization);
    sign('9');
    await within(dialog).findByText('That code is not known');
    expect(tokens()).toEqual(['Bearer expired', null]);
    expect(storage.getItem('apollo-token')).toBe('expired');
    sign('1234');
    await waitFor(() => expect(storage.getItem('apollo-token')).toBe('token-of-1234'));
    // A refusal by the field itself has nothing to do with the token.
    server.root.signIn = () => {
      throw Object.assign(new Error('Wrong'), { extensions: { code: 'UNAUTHENTICATED' } });
    };
    act(() => app.session.get()?.token.ask());
    const again = await screen.findByRole('dialog', { name: 'Sign in to Harbour' });
    fireEvent.change(within(again).getByLabelText('Code'), { target: { value: '9' } });
    fireEvent.click(within(again).getByRole('button', { name: 'Sign in' }));
    await within(again).findByText('Wrong');
    expect(tokens().slice(4)).toEqual(['Bearer token-of-1234']);
    // A response with data shows that the sign-in has run.
    server.intercept = ({ query }) =>
      query.includes('signIn(')
        ? Response.json({ data: { signIn: 'odd' }, errors: [{ message: 'Signed out', extensions: { code: 'UNAUTHENTICATED' } }] })
        : undefined;
    fireEvent.click(within(again).getByRole('button', { name: 'Sign in' }));
    await within(again).findByText('Signed out');
    expect(tokens().slice(5)).toEqual(['Bearer token-of-1234']);
  });

  it('explains its fields with the descriptions of the schema', async () => {
    const sdl = 'type Query { ships: [String!] } type Mutation { signIn("Printed at the start." code: String!): String }';
    const { app } = await open('/settings', sdl);
    act(() => app.session.get()?.token.ask());
    const dialog = await screen.findByRole('dialog', { name: 'Sign in to Harbour' });
    expect(within(dialog).getByLabelText('Code')).toBeTruthy();
    expect(within(dialog).getByText('Printed at the start.')).toBeTruthy();
  });

  it('offers the OpenID provider beside the actions and a token, and returns to it', async () => {
    const { app } = await open();
    const session = app.session.get() as NonNullable<ReturnType<App['session']['get']>>;
    const oidc = { issuer: 'https://id.example.com/realm', clientId: 'oriel', scopes: 'openid' };
    const connection = { ...session.connection, oidc };
    Object.defineProperties(session, { openIdWorld: { value: {} }, connection: { get: () => connection } });
    const dialog = await openWindow();
    const provider = within(dialog).getByRole('radio', { name: 'id.example.com' }) as HTMLInputElement;
    expect(provider.checked).toBe(true);
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Use a token' }));
    expect(within(dialog).getByLabelText('Token')).toBeTruthy();
    fireEvent.click(provider);
    expect(provider.checked).toBe(true);
    expect(within(dialog).queryByLabelText('Token')).toBeNull();
  });

  it('works with a pasted token, without an action, and can be requested by a screen', async () => {
    const { app, storage } = await open('/settings', 'type Query { ships: [String!] }');
    act(() => app.session.get()?.token.ask());
    const dialog = await screen.findByRole('dialog', { name: 'Sign in to Harbour' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    expect(within(dialog).getByText('Enter a token')).toBeTruthy();
    fireEvent.change(within(dialog).getByLabelText('Token'), { target: { value: ' Bearer abc ' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    expect(storage.getItem('apollo-token')).toBe('abc');
    expect(document.body.textContent).not.toContain('abc');
  });

  it('leads to the connections, for an API that expects a header instead of a token', async () => {
    const { app } = await open('/settings', 'type Query { ships: [String!] }');
    act(() => app.session.get()?.token.ask());
    const dialog = await screen.findByRole('dialog', { name: 'Sign in to Harbour' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Connections' }));
    expect(app.navigation.address.get().path).toBe('/connections');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not requested again after signing out', async () => {
    const { app } = await open();
    act(() => app.session.get()?.token.ask());
    const dialog = await screen.findByRole('dialog', { name: 'Sign in to Harbour' }, { timeout: 5000 });
    act(() => app.session.get()?.token.set('abc'));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(within(rail()).getByRole('button', { name: 'Sign out' }));
    await within(rail()).findByRole('button', { name: 'Sign in' });
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => app.session.get()?.token.ask());
    await screen.findByRole('dialog', { name: 'Sign in to Harbour' });
  });

  it('reports an action that was running during sign-out as possibly executed, and sends nothing again', async () => {
    const { app, server } = await open();
    let answer = (): void => {};
    server.intercept = request =>
      /bookVisit/.test(request.query)
        ? new Promise<Response>(resolve => {
            answer = () => resolve(Response.json({ data: { bookVisit: null } }));
          })
        : undefined;
    act(() => app.session.get()?.token.set('abc'));
    act(() => app.navigation.go('/actions/bookVisit'));
    fireEvent.change(await screen.findByRole('textbox', { name: /Ship/ }, { timeout: 5000 }), { target: { value: '1' } });
    fireEvent.click(screen.getByRole('button', { name: 'Book visit' }));
    await waitFor(() => expect(server.requests.filter(request => /bookVisit/.test(request.query))).toHaveLength(1));
    // Nor is the page closed without a question, whatever screen is shown.
    act(() => app.navigation.go('/settings'));
    const closes = (): boolean => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    expect(closes()).toBe(false);
    // Nor while another connection is in use.
    act(() => app.connections.save(app.connections.draft({ id: 'other', httpEndpoint: 'http://other.test/graphql' })));
    act(() => app.connections.select('other'));
    await screen.findByRole('button', { name: /^Appearance/ });
    expect(closes()).toBe(false);
    act(() => app.connections.select('default'));
    await screen.findByRole('button', { name: /^Appearance/ });
    fireEvent.click(within(rail()).getByRole('button', { name: 'Sign out' }));
    expect(closes()).toBe(true);
    await waitFor(() =>
      expect(document.querySelector('.note')?.textContent).toContain('This was in progress and may have run: Book visit.'),
    );
    expect(app.interrupted.get()).toEqual([]);
    await act(async () => answer());
    expect(document.querySelectorAll('.note')).toHaveLength(1);
    expect(server.requests.filter(request => /bookVisit/.test(request.query))).toHaveLength(1);
  });

  it('is applied in other tabs', async () => {
    const { app, storage } = await open();
    storage.setItem('apollo-token', 'x');
    act(() => app.storageChanged('apollo-token'));
    expect(within(rail()).getByText('Token saved')).toBeTruthy();
  });
});

describe('from the keyboard', () => {
  const found = (): HTMLElement => screen.getByRole('listbox', { name: 'Find' });

  it('finds anything with Ctrl K', async () => {
    const { app } = await open();
    press('k', { ctrlKey: true });
    const line = await screen.findByRole('combobox', { name: 'Find anything' });
    fireEvent.change(line, { target: { value: 'book' } });
    expect(within(found()).getByRole('option', { selected: true }).textContent).toContain('Book visit');
    press('Enter');
    expect(app.navigation.address.get().path).toBe('/actions/bookVisit');
    expect(screen.queryByRole('combobox', { name: 'Find anything' })).toBeNull();
  });

  it('starts Find with what was typed before it was loaded, and empty the next time', async () => {
    const typed = { current: 's' };
    const { app } = await open();
    renderWithLanguage(
      <>
        <FindDialog session={app.session.get() as Session} onClose={() => undefined} typed={typed} />
        {/* A key that came between rendering and showing. */}
        <Late
          run={() => {
            typed.current = 'ships';
          }}
        />
      </>,
    );
    expect((screen.getByRole('combobox', { name: 'Find anything' }) as HTMLInputElement).value).toBe('ships');
    expect(typed.current).toBe('');
  });

  it('moves through the matches with the arrow keys', async () => {
    await open();
    press('/');
    const line = await screen.findByRole('combobox', { name: 'Find anything' });
    fireEvent.change(line, { target: { value: 'ship' } });
    press('ArrowDown');
    const active = within(found()).getByRole('option', { selected: true });
    expect(active.id).toBe(line.getAttribute('aria-activedescendant'));
    expect(within(found()).getAllByRole('option').indexOf(active)).toBe(1);
    press('ArrowUp');
    press('ArrowUp');
    expect(within(found()).getAllByRole('option')[0]?.getAttribute('aria-selected')).toBe('true');
    fireEvent.change(line, { target: { value: 'no such thing' } });
    expect(
      within(found())
        .getAllByRole('option')
        .map(option => option.textContent),
    ).toEqual(['Docs: no such thingFind']);
  });

  it('lists the shortcuts with ?, and goes to the tools with G', async () => {
    const { app } = await open();
    press('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(dialog).getByText('Run').parentElement?.textContent).toBe('RunCtrlEnter');
    expect(within(dialog).getByText('Format')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    press('g');
    press('w');
    expect(app.navigation.address.get().path).toBe('/wire');
  });

  it('ignores single keys while the user types', async () => {
    const { app } = await open();
    const field = document.createElement('textarea');
    document.body.append(field);
    field.focus();
    press('?');
    press('g');
    press('w');
    field.remove();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(app.navigation.address.get().path).toBe('/settings');
  });
});

describe('an unknown address', () => {
  it('is reported', async () => {
    await open('/nothing/here');
    expect(await screen.findByText('Page not found')).toBeTruthy();
  });
});

describe('a link to another endpoint', () => {
  it('asks before it shows anything', async () => {
    const server = schemaServer(SDL);
    const app = createApp({
      config: { name: 'Harbour' },
      history: {
        read: () => '/data?endpoint=https%3A%2F%2Fnew.example%2Fg',
        push: () => {},
        replace: () => {},
        listen: () => () => {},
      },
      pageUrl: 'http://localhost/',
      world: { fetch: server.fetch },
    });
    const { unmount } = render(<AppRoot app={app} />);
    opened.push({ app, unmount });
    const dialog = await screen.findByRole('dialog', { name: 'Open another endpoint?' });
    expect(within(dialog).getByText('https://new.example/g')).toBeTruthy();
    expect(server.requests).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Stay with Harbour' }));
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy();
  });
});

function Throwing({ fails }: { fails: boolean }): React.ReactNode {
  if (fails) throw new Error('no such luck');
  return 'fine';
}

describe('a screen that throws', () => {
  it('is reported in its place, and rendered again at another address', () => {
    const unheard = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { rerender } = renderWithLanguage(
      <ErrorBoundary resetKey="/a">
        <Throwing fails />
      </ErrorBoundary>,
    );
    expect(screen.getByText('This screen stopped working')).toBeTruthy();
    expect(screen.getByText('no such luck')).toBeTruthy();
    rerender(
      <ErrorBoundary resetKey="/b">
        <Throwing fails={false} />
      </ErrorBoundary>,
    );
    expect(screen.getByText('fine')).toBeTruthy();
    unheard.mockRestore();
  });

  it('is reported in one line if it is a part of the frame, and the page goes on', async () => {
    const unheard = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { app } = await open();
    const last = withState<unknown>(app, 'lastRequest', null);
    act(() => app.navigation.go('/connections'));
    const breaks = {
      get method(): string {
        throw new Error('no such luck');
      },
    };
    act(() => last.set(breaks));
    const alert = await screen.findByRole('alert');
    expect(alert.className).toBe('status-line');
    expect(alert.textContent).toContain('Not available');
    await screen.findByRole('heading', { name: 'Connections' }, { timeout: 5000 });
    act(() => last.set({ method: 'POST', path: '/graphql', status: 200, ms: 3 }));
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(status().textContent).toContain('/graphql');
    unheard.mockRestore();
  });

  it('is closed and reported if it is a dialog', async () => {
    const unheard = jest.spyOn(console, 'error').mockImplementation(() => {});
    const onError = jest.fn();
    const { container } = renderWithLanguage(
      <ErrorBoundary resetKey="find" onError={onError}>
        <Throwing fails />
      </ErrorBoundary>,
    );
    expect(onError).toHaveBeenCalledTimes(1);
    expect(container.textContent).not.toContain('no such luck');
    unheard.mockRestore();
  });
});
