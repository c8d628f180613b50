/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The frame: the rail, example data, unknown addresses, and links to other endpoints. */
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { AppRoot } from '../../src/app/AppRoot';
import { configuredConnection } from '../../src/app/configuredConnection';
import { createApp } from '../../src/app/createApp';
import { memoryStorage } from '../../src/lib/storage';
import { createConnections } from '../../src/session/connections/connections';
import { schemaServer } from '../support/schemaServer';
import { openApp, opened, rail, SDL, status } from './openApp';

it('shows example data of a schema, marked as such on every screen, without sending a request', async () => {
  const { app, server } = await openApp('/connections');
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
    await openApp();
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
    const { entries, back } = await openApp();
    fireEvent.click(screen.getByRole('link', { name: 'Connections' }));
    // The link is marked at once; the screen is rendered after the paint.
    expect(screen.getByRole('link', { name: 'Connections' }).getAttribute('aria-current')).toBe('page');
    expect(entries).toEqual(['/settings']);
    await waitFor(() => expect(entries).toEqual(['/settings', '/connections']));
    expect(screen.getByRole('link', { name: 'Connections' }).getAttribute('aria-current')).toBe('page');
    back();
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
  });

  it('follows a link in a window that is not painted', async () => {
    const { entries } = await openApp();
    const frames = jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
    fireEvent.click(screen.getByRole('link', { name: 'Connections' }));
    await waitFor(() => expect(entries).toEqual(['/settings', '/connections']));
    frames.mockRestore();
  });

  it('focuses the title of the new screen if the focused element is gone, and otherwise keeps the focus', async () => {
    const { app } = await openApp('/actions');
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
    const { entries } = await openApp();
    const link = screen.getByRole('link', { name: 'Wire' });
    const left: boolean[] = [];
    const browser = (event: Event): void => {
      left.push(!event.defaultPrevented);
      // jsdom cannot open it.
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
    const { app } = await openApp();
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
    await openApp(
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
    await openApp('/data/thing29Things', `type Query { ${many} } type Ship { id: ID! }`);
    await waitFor(() => expect(within(rail()).getAllByRole('link')).toHaveLength(8 + 1 + 6));
    fireEvent.click(within(rail()).getByRole('button', { name: '21 more' }));
    expect(within(rail()).getAllByRole('link')).toHaveLength(30 + 6);
    fireEvent.change(within(rail()).getByRole('searchbox', { name: 'Filter Data' }), { target: { value: 'thing 1' } });
    expect(within(rail()).getAllByRole('link').length).toBeLessThan(20);
    fireEvent.click(within(rail()).getByRole('button', { name: 'Fewer' }));
    expect(within(rail()).getAllByRole('link')).toHaveLength(8 + 1 + 6);
  });

  it('shows a very long group in parts, the current entry with them, and finds the others by the filter', async () => {
    const many = Array.from({ length: 1000 }, (_, at) => `thing${at}Things: [Ship!]!`).join(' ');
    await openApp('/data/thing999Things', `type Query { ${many} } type Ship { id: ID! }`);
    const links = within(rail());
    await waitFor(() => expect(links.getAllByRole('link')).toHaveLength(8 + 1 + 6));
    fireEvent.click(links.getByRole('button', { name: '991 more' }));
    expect(links.getAllByRole('link')).toHaveLength(200 + 1 + 6);
    expect(links.getByRole('link', { current: 'page' }).title).toBe('thing999Things');
    fireEvent.click(links.getByRole('button', { name: '799 more' }));
    expect(links.getAllByRole('link')).toHaveLength(400 + 1 + 6);
    fireEvent.change(links.getByRole('searchbox', { name: 'Filter Data' }), { target: { value: 'thing 777' } });
    expect(links.getAllByRole('link')).toHaveLength(1 + 6);
    fireEvent.click(links.getByRole('button', { name: 'Fewer' }));
    expect(links.getAllByRole('link')).toHaveLength(8 + 1 + 6);
  });

  it('scrolls to the current entry once, when it becomes the current one', async () => {
    const scrolledTo: string[] = [];
    Element.prototype.scrollIntoView = function (this: Element) {
      if (this.matches('.rail-link')) scrolledTo.push(this.textContent ?? '');
    };
    try {
      const { app } = await openApp('/data/secrets');
      await waitFor(() => expect(scrolledTo).toEqual(['Secrets']));
      act(() => app.navigation.go('/data/ships'));
      await waitFor(() => expect(scrolledTo).toEqual(['Secrets', 'Ships']));
      act(() => app.navigation.go('/data/ships?size=10'));
      await new Promise(requestAnimationFrame);
      expect(scrolledTo).toEqual(['Secrets', 'Ships']);
      act(() => app.navigation.go('/wire'));
      await waitFor(() => expect(scrolledTo).toEqual(['Secrets', 'Ships', 'Wire']));
    } finally {
      // @ts-expect-error jsdom has no such function
      delete Element.prototype.scrollIntoView;
    }
  });

  it('reports that the schema cannot be loaded, and tries again', async () => {
    const { server, app } = await openApp();
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

describe('an unknown address', () => {
  it('is reported', async () => {
    await openApp('/nothing/here');
    expect(await screen.findByText('Page not found')).toBeTruthy();
  });
});

describe('a link to another endpoint', () => {
  const follow = async (endpoint: string, storage = memoryStorage()) => {
    const server = schemaServer(SDL);
    const app = createApp({
      config: { name: 'Harbour' },
      history: {
        read: () => `/data?endpoint=${encodeURIComponent(endpoint)}`,
        push: () => {},
        replace: () => {},
        listen: () => () => {},
      },
      pageUrl: 'http://localhost/',
      storage,
      world: { fetch: server.fetch },
    });
    const { unmount } = render(<AppRoot app={app} />);
    opened.push({ app, unmount });
    return { server, dialog: await screen.findByRole('dialog', { name: 'Open another endpoint?' }) };
  };

  it('asks before it shows anything', async () => {
    const { server, dialog } = await follow('https://new.example/g');
    expect(within(dialog).getByText('https://new.example/g')).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Open' })).toBeTruthy();
    expect(server.requests).toEqual([]);
    expect(within(dialog).getByText(/none of your tokens/)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Stay with Harbour' }));
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy();
  });

  it('names the connection that has the endpoint, and does not say that it gets no token', async () => {
    const storage = memoryStorage();
    const connections = createConnections({ storage, defaultConnection: configuredConnection({}, 'http://localhost/') });
    connections.save(connections.draft({ name: 'Orders', httpEndpoint: 'https://orders.example/g' }), 'token-of-orders');
    const { dialog } = await follow('https://orders.example/g', storage);
    expect(within(dialog).getByText('Orders')).toBeTruthy();
    expect(within(dialog).getByText('https://orders.example/g')).toBeTruthy();
    expect(within(dialog).queryByText(/none of your tokens/)).toBeNull();
  });

  it.each(['javascript:alert(1)', 'https://me:word@new.example/g', 'http://[::1', 'wss://new.example/g'])(
    'offers no way to open %s, which is no address of an endpoint',
    async endpoint => {
      const { dialog } = await follow(endpoint);
      expect(within(dialog).queryByRole('button', { name: 'Open' })).toBeNull();
      expect(within(dialog).getByRole('button', { name: 'Stay with Harbour' })).toBeTruthy();
    },
  );
});
