/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The Live screen, over the real transport with sockets that the test controls. */

import { act, fireEvent, screen, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { feedsOf } from '../../../src/features/live/feeds';
import { LiveScreen } from '../../../src/features/live/LiveScreen';
import type { Session } from '../../../src/session/connections/session';
import { useReadable } from '../../../src/ui/useReadable';
import { schemaOf } from '../../schema/modelOf';
import { endingScreens, renderScreen } from '../../support/renderScreen';
import { savedFiles } from '../../support/savedFiles';

const SCHEMA = introspectionFromSchema(
  schemaOf(`
    enum Kind { GENERAL_CARGO TANKER }
    type Position { name: String!, kind: Kind!, speedKnots: Float!, berth: String }
    type Query { x: Int, board: [Position!]! }
    type Subscription {
      "Where the ships are."
      positions(perSecond: Int = 1): Position!
      clock: String!
      berth(id: ID!): Position!
      arrivals(limit: Int, offset: Int, where: String): [Position!]!
      newest(count: Int): [Position!]!
      board: [Position!]!
    }
  `),
);

const saved = savedFiles();
const shown = endingScreens();
beforeEach(() => {
  jest.useFakeTimers({ now: Date.UTC(2026, 5, 1, 12) });
});
afterEach(() => {
  jest.useRealTimers();
});

/** The screen of the feed in the address, as the shell shows it. */
function At({ session }: { session: Session }) {
  const { path } = useReadable(session.navigation.address);
  const feed = path.split('/')[2];
  return <LiveScreen session={session} {...(feed ? { feed } : {})} />;
}

async function open(address: string) {
  const page = renderScreen(session => <At session={session} />, { introspection: SCHEMA, address });
  shown.push(page);
  await page.pass();
  const ids = () => page.network.latest().subscribes.map(frame => frame.id ?? '');
  return {
    ...page,
    /** Opens the socket and starts the feed. */
    connect: () => act(async () => page.network.latest().accept()),
    /** Sends events to a feed and triggers an animation frame. */
    async send(events: readonly object[], feed = 0, key = 'positions') {
      await act(async () => {
        for (const event of events)
          page.network.latest().receive({ type: 'next', id: ids()[feed] ?? '', payload: { data: { [key]: event } } });
      });
      await page.pass(20);
    },
  };
}

const ship = (n: number) => ({ name: `Ship ${n}`, kind: n % 2 ? 'TANKER' : 'GENERAL_CARGO', speedKnots: n / 10, berth: null });
/** The text of the visible rows, from the top. */
function rows(): string[] {
  const found = [...document.querySelectorAll<HTMLElement>('.live-row:not([hidden])')];
  return found
    .sort((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')))
    .map(row =>
      row.classList.contains('live-row-gap')
        ? (row.querySelector('.live-gap-words')?.textContent ?? '')
        : [...row.querySelectorAll('.live-cell')].map(cell => cell.textContent).join(' | '),
    );
}

it('a feed without required arguments starts when its address is opened, with the arguments in it', async () => {
  const { connect, send, network } = await open('/live/positions?perSecond=5');
  await connect();
  expect(network.latest().subscribes[0]?.payload.variables).toEqual({ perSecond: 5 });
  expect(screen.getByText('Connected, no events yet')).toBeTruthy();
  await send([ship(1), ship(2)]);
  expect(rows()).toEqual(['2 | 12:00:00 PM | Ship 2 | General cargo | 0.2 | –', '1 | 12:00:00 PM | Ship 1 | Tanker | 0.1 | –']);
  expect(screen.getByText('Live', { selector: '.feed-status-words' })).toBeTruthy();
});

it('a live query requests the first page, unless the address has other arguments', async () => {
  const requestsOf = async (address: string) => {
    const { connect, network } = await open(address);
    await connect();
    return network.latest().subscribes[0]?.payload.variables;
  };
  expect(await requestsOf('/live/arrivals')).toEqual({ limit: 50, offset: 0 });
  expect(await requestsOf('/live/arrivals?limit=5')).toEqual({ limit: 5 });
  expect(await requestsOf('/live/newest')).toEqual({});
});

it('a live query requests all rows after the user has removed the page arguments, also beside other feeds', async () => {
  const { connect, session, address, pass } = await open('/live/arrivals');
  await connect();
  const apply = async (limit: string, offset: string, button: string) => {
    fireEvent.click(screen.getByRole('button', { name: /^Arguments$|: / }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Limit' }), { target: { value: limit } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Offset' }), { target: { value: offset } });
    fireEvent.click(screen.getByRole('button', { name: button }));
    await pass();
  };
  const running = () =>
    feedsOf(session)
      .list.get()
      .map(feed => feed.request.variables);
  await apply('', '', 'Apply');
  expect([address(), running()]).toEqual(['/live/arrivals', [{}]]);
  await apply('5', '', 'Start another');
  expect([address(), running()]).toEqual(['/live/arrivals?limit=5', [{}, { limit: 5 }]]);
  act(() => session.navigation.go('/live/arrivals'));
  await pass();
  expect([address(), running()]).toEqual(['/live/arrivals', [{}, { limit: 5 }]]);
});

it('a feed without recent events says for how long, until the next event', async () => {
  const { connect, send, pass } = await open('/live/positions');
  await connect();
  await send([ship(1)]);
  const words = () => document.querySelector('.feed-status-words')?.textContent;
  await pass(5000);
  expect(words()).toBe('Live');
  await pass(20_000);
  expect(words()).toMatch(/^Live, no events for 2[45] sec$/);
  await send([ship(2)]);
  await pass(1000);
  expect(words()).toBe('Live');
});

it('a feed with a required argument asks for it before it starts', async () => {
  const { connect, network, address, pass } = await open('/live/berth');
  expect(network.sockets).toHaveLength(0);
  fireEvent.click(screen.getByRole('button', { name: 'Start' }));
  expect(screen.getByText('Required')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('ID'), { target: { value: 'b1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Start' }));
  await pass();
  expect(address()).toBe('/live/berth?id=b1');
  await connect();
  expect(network.latest().subscribes[0]?.payload.variables).toEqual({ id: 'b1' });
});

it('values that are not objects are a table with one column', async () => {
  const { connect, send } = await open('/live/clock');
  await connect();
  await send(['noon' as never], 0, 'clock');
  expect(rows()).toEqual(['1 | 12:00:00 PM | noon']);
});

it('a first connection that fails shows a countdown to the next attempt', async () => {
  const { network, pass } = await open('/live/positions');
  for (let turn = 0; turn < 6; turn++) {
    // The websocket, then the legacy protocol; HTTP does not respond either.
    await act(async () => network.latest().lose());
    await pass();
    await act(async () => network.latest().lose());
    await pass();
    if (turn < 5) await pass(100 * 2 ** turn);
  }
  await pass(200);
  expect(screen.getByText('Reconnecting in 3.0 sec')).toBeTruthy();
  await pass(1000);
  expect(screen.getByText('Reconnecting in 2.0 sec')).toBeTruthy();
});

it('a lost connection shows a countdown, reconnects at once on request, and leaves a gap between the rows', async () => {
  const { connect, send, network, pass } = await open('/live/positions');
  await connect();
  await send([ship(1)]);
  for (let turn = 0; turn < 6; turn++) {
    await act(async () => network.latest().lose(1013, 'Overloaded'));
    if (turn < 5) await pass(100 * 2 ** turn);
  }
  await pass(200);
  expect(screen.getByText('Reconnecting in 3.0 sec · 1013 Overloaded')).toBeTruthy();
  expect(rows()[0]).toMatch(/^No connection since 12:00:00 PM/);
  const before = network.sockets.length;
  fireEvent.click(screen.getByRole('button', { name: 'Now' }));
  await pass();
  expect(network.sockets).toHaveLength(before + 1);
  await connect();
  await send([ship(2)]);
  expect(rows()).toEqual([
    expect.stringMatching(/^2 \|/),
    'Gap of 3.3 sec: the connection was lost from 12:00:00 PM to 12:00:03 PM. Events of that time may be missing.',
    expect.stringMatching(/^1 \|/),
  ]);
});

it('a paused list does not change while events are collected; they are shown when it continues', async () => {
  const { connect, send, pass } = await open('/live/positions');
  await connect();
  await send([ship(1)]);
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  await send([ship(2), ship(3)]);
  await pass(300);
  expect(rows()).toHaveLength(1);
  expect(screen.getByText(/Paused\. Events are still collected\. 2 new events/)).toBeTruthy();
  expect(screen.getByText('3 events')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Resume' }));
  expect(rows()).toHaveLength(3);
});

it('finds events by their values, including later ones', async () => {
  const { connect, send, address, pass } = await open('/live/positions');
  await connect();
  await send([ship(1), ship(2), ship(11)]);
  fireEvent.change(screen.getByLabelText('Filter events'), { target: { value: 'ship 1' } });
  await pass(200);
  expect(address()).toBe('/live/positions?-filter=ship+1');
  expect(rows().map(row => row.split(' | ')[2])).toEqual(['Ship 11', 'Ship 1']);
  await send([ship(12), ship(3)]);
  expect(rows().map(row => row.split(' | ')[2])).toEqual(['Ship 12', 'Ship 11', 'Ship 1']);
  await pass(300);
  expect(screen.getByText('3 found among 5 events')).toBeTruthy();
});

it('the list is cleared, and that can be undone', async () => {
  const { connect, send } = await open('/live/positions');
  await connect();
  await send([ship(1), ship(2)]);
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  await send([]);
  expect(screen.getByText('No events yet')).toBeTruthy();
  await send([ship(3)]);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await send([]);
  expect(rows().map(row => row.split(' | ')[0])).toEqual(['3', '2', '1']);
});

it('events can be shown as JSON, and a click on a row opens the complete event', async () => {
  const { connect, send, address, pass } = await open('/live/positions');
  await connect();
  await send([ship(1), ship(2)]);
  fireEvent.click(screen.getByLabelText('JSON'));
  await pass(20);
  expect(address()).toBe('/live/positions?-view=json');
  expect(rows()[0]).toContain('{"name":"Ship 2","kind":"GENERAL_CARGO","speedKnots":0.2,"berth":null}');
  const row = document.querySelector('.live-row') as HTMLElement;
  fireEvent.pointerDown(row);
  fireEvent.click(row);
  expect(screen.getByRole('heading', { name: /^Event/ })).toBeTruthy();
});

it('a click opens the event that was under the pointer, even if the list has moved since', async () => {
  const { connect, send } = await open('/live/positions');
  await connect();
  await send([ship(1)]);
  const row = document.querySelector('.live-row') as HTMLElement;
  fireEvent.pointerDown(row);
  await send([ship(2), ship(3)]);
  fireEvent.click(screen.getByRole('grid'));
  expect(screen.getByRole('heading', { name: 'Event 1' })).toBeTruthy();
});

it('the arrow keys select an event and pause the list; Enter opens it', async () => {
  const { connect, send } = await open('/live/positions');
  await connect();
  await send([ship(1), ship(2), ship(3)]);
  const grid = screen.getByRole('grid');
  fireEvent.keyDown(grid, { key: 'ArrowDown' });
  fireEvent.keyDown(grid, { key: 'ArrowDown' });
  await send([ship(4)]);
  const active = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
  expect(active?.textContent).toContain('Ship 2');
  expect(screen.getByRole('button', { name: 'Resume' })).toBeTruthy();
  fireEvent.keyDown(grid, { key: 'Enter' });
  expect(screen.getByRole('heading', { name: 'Event 2' })).toBeTruthy();
});

it('the stored events are exported as NDJSON', async () => {
  const { connect, send } = await open('/live/positions');
  await connect();
  await send([ship(1), ship(2)]);
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  expect(saved[0]?.name).toBe('positions 2026-06-01T12-00-00.ndjson');
  const lines = ((await saved[0]?.text) ?? '').trim().split('\n');
  expect(JSON.parse(lines[1] ?? '')).toEqual({ number: 2, received: '2026-06-01T12:00:00.000Z', data: ship(2) });
});

it('feeds continue while another one is shown, which links to them', async () => {
  const { connect, send, session, pass } = await open('/live/positions?perSecond=5');
  await connect();
  await send([ship(1)]);
  act(() => session.navigation.go('/live/clock'));
  await pass(300);
  const running = screen.getByRole('navigation', { name: 'Running feeds' });
  expect(within(running).getAllByRole('link')).toHaveLength(2);
  await send([ship(2), ship(3)]);
  act(() => session.navigation.go('/live/positions?perSecond=5'));
  await pass(20);
  expect(rows()).toHaveLength(3);
  fireEvent.click(screen.getByRole('button', { name: 'Stop and close Positions, Per second: 5' }));
  await pass();
  expect(
    feedsOf(session)
      .list.get()
      .map(feed => feed.request.name),
  ).toEqual(['clock']);
});

it('an address without arguments opens the running feed with its arguments', async () => {
  const { connect, session, address, pass } = await open('/live/positions?perSecond=5');
  await connect();
  act(() => session.navigation.go('/live/clock'));
  await pass();
  act(() => session.navigation.go('/live/positions'));
  await pass();
  expect(address()).toBe('/live/positions?perSecond=5');
  expect(feedsOf(session).list.get()).toHaveLength(2);
});

it('an address without arguments shows a feed, also if a feed runs whose argument is null, which an address cannot contain', async () => {
  const { connect, session, pass } = await open('/live');
  const query = 'subscription P($perSecond: Int) { positions(perSecond: $perSecond) { name } }';
  act(() => {
    feedsOf(session).open({ name: 'positions', query, variables: { perSecond: null }, path: ['positions'] });
    session.navigation.go('/live/positions');
  });
  await pass();
  await connect();
  expect(screen.getByText('Connected, no events yet')).toBeTruthy();
});

it('other arguments replace the feed, or start another one beside it', async () => {
  const { connect, session, address, pass } = await open('/live/positions?perSecond=5');
  await connect();
  const apply = async (value: string, button: string) => {
    fireEvent.click(screen.getByRole('button', { name: /^Per second: / }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Per second' }), { target: { value } });
    fireEvent.click(screen.getByRole('button', { name: button }));
    await pass();
  };
  const running = () =>
    feedsOf(session)
      .list.get()
      .map(feed => feed.request.variables.perSecond);
  await apply('7', 'Apply');
  expect([address(), running()]).toEqual(['/live/positions?perSecond=7', [7]]);
  await apply('9', 'Start another');
  expect([address(), running()]).toEqual(['/live/positions?perSecond=9', [7, 9]]);
  await apply('', 'Start another');
  expect([address(), running()]).toEqual(['/live/positions', [7, 9, undefined]]);
  act(() => feedsOf(session).close(feedsOf(session).list.get().at(-1)?.id ?? ''));
  act(() => session.navigation.go('/live/positions?perSecond=9'));
  await pass();
  await apply('', 'Apply');
  expect([address(), running()]).toEqual(['/live/positions', [7, undefined]]);
});

it('a feed that the server refuses says so and can be restarted', async () => {
  const { connect, network, pass } = await open('/live/positions');
  await connect();
  for (const wait of [500, 1000, 2000, 4000, 8000, 0]) {
    const id = network.latest().subscribes.at(-1)?.id ?? '';
    await act(async () => network.latest().receive({ type: 'error', id, payload: [{ message: 'too many feeds' }] }));
    await pass();
    if (wait) expect(screen.getByText(/Refused\. Retrying in/)).toBeTruthy();
    await pass(wait);
  }
  expect(screen.getByText('too many feeds')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await pass();
  expect(network.latest().subscribes).toHaveLength(7);
});

it('names and values of the server are shown as text, whatever they contain', async () => {
  const { connect, send } = await open('/live/positions');
  await connect();
  await send([{ name: '<img src=x onerror=alert(1)>', kind: 'TANKER', speedKnots: 1, berth: 'javascript:alert(1)' }]);
  expect(rows()[0]).toContain('<img src=x onerror=alert(1)> | Tanker | 1 | javascript:alert(1)');
  expect(document.querySelector('.live-table img, .live-body a')).toBeNull();
});

it('the list of feeds shows which ones are running', async () => {
  const { session, pass } = await open('/live');
  expect(screen.getAllByRole('heading', { level: 2 }).map(heading => heading.textContent)).toEqual([
    'Positions',
    'Clock',
    'Berth',
    'Arrivals',
    'Newest',
    'Board',
  ]);
  act(() => session.navigation.go('/live/clock'));
  await pass();
  act(() => session.navigation.go('/live'));
  await pass();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(feedsOf(session).list.get()).toEqual([]);
});

it('a feed whose sign-in at the gateway has expired says so and offers to sign in, until it is connected again', async () => {
  const account: { name: string | null } = { name: 'Anna Larsen' };
  const requests: string[] = [];
  const page = renderScreen(session => <At session={session} />, {
    introspection: SCHEMA,
    address: '/live/clock',
    connection: { signIn: 'gateway' },
  });
  shown.push(page);
  Object.assign(page.session, {
    openIdWorld: {
      fetch: async (url: string) => {
        requests.push(url);
        return Response.json(account);
      },
      here: () => '/live/clock',
    },
  });
  const ask = jest.spyOn(page.session.token, 'ask').mockImplementation(() => {});
  await page.pass();
  await act(async () => page.session.token.noteAccount('Anna Larsen'));
  await page.pass();
  await act(async () => page.network.latest().accept());
  account.name = null;
  await act(async () => page.network.latest().lose(1006));
  await page.pass();
  expect(await screen.findByText('Your sign-in has ended')).toBeTruthy();
  expect(screen.queryByText(/Reconnecting/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(ask).toHaveBeenCalledTimes(1);
  expect(requests[0]).toMatch(/sign-in\/account$/);
});

it('a feed that is connected again no longer says that the sign-in has expired, even if the network is lost later', async () => {
  let respond = async () => Response.json({ name: null });
  const page = renderScreen(session => <At session={session} />, {
    introspection: SCHEMA,
    address: '/live/clock',
    connection: { signIn: 'gateway' },
  });
  shown.push(page);
  Object.assign(page.session, { openIdWorld: { fetch: () => respond(), here: () => '/live/clock' } });
  await page.pass();
  await act(async () => page.session.token.noteAccount('Anna Larsen'));
  await page.pass();
  await act(async () => page.network.latest().accept());
  await act(async () => page.network.latest().lose(1006));
  await page.pass();
  expect(await screen.findByText('Your sign-in has ended')).toBeTruthy();
  // Signed in again in another tab: the socket is open before any event, and before a request to the gateway.
  const lost = page.network.latest();
  respond = () => new Promise(() => undefined);
  await act(async () => page.session.transport.reconnectNow());
  await page.pass();
  expect(page.network.latest()).not.toBe(lost);
  await act(async () => page.network.latest().accept());
  await page.pass();
  expect(screen.queryByText('Your sign-in has ended')).toBeNull();
  respond = async () => {
    throw new TypeError('Failed to fetch');
  };
  await act(async () => page.network.latest().lose(1006));
  await page.pass();
  expect(screen.queryByText('Your sign-in has ended')).toBeNull();
});

test('the rows of a live query are those of its newest event, in their order', async () => {
  const page = await open('/live/board');
  await page.connect();
  const send = async (...ships: number[]) => {
    await page.send([ships.map(ship)], 0, 'board');
    await page.pass(400);
  };
  await send(1, 2);
  const names = () => rows().map(row => row.split(' | ').filter((_, at) => at !== 1 && at < 4));
  expect(names()).toEqual([
    ['1', 'Ship 1', 'Tanker'],
    ['2', 'Ship 2', 'General cargo'],
  ]);
  await send(3, 2, 1);
  expect(names().map(([, name]) => name)).toEqual(['Ship 3', 'Ship 2', 'Ship 1']);
  fireEvent.change(screen.getByRole('searchbox', { name: 'Filter events' }), { target: { value: 'ship 2' } });
  await page.pass(400);
  expect(names().map(([, name]) => name)).toEqual(['Ship 2']);
  await send(2, 22);
  expect(names().map(([, name]) => name)).toEqual(['Ship 2', 'Ship 22']);
  await send();
  expect(rows()).toEqual([]);
});
