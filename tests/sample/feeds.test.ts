/** Subscriptions over real websockets. */
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { type Client, createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { type RunningHarbour, startHarbour } from '../support/harbour/startHarbour';

// Real servers on a machine that may be busy; a hang still fails.

let harbour: RunningHarbour;
let token: string;
const clients: Client[] = [];
beforeAll(async () => {
  harbour = await startHarbour();
  token = await harbour.signIn();
}, 60_000);
afterEach(async () => {
  for (const client of clients.splice(0)) await client.dispose();
});
afterAll(() => harbour.close());

const connect = (connectionParams: Record<string, unknown> = {}, at = harbour): Client => {
  const client = createClient({ url: at.wsUrl, webSocketImpl: WebSocket, connectionParams, retryAttempts: 0, lazy: true });
  clients.push(client);
  return client;
};
type Result<Data> = { data?: Data | null; errors?: readonly { message: string; extensions?: Record<string, unknown> }[] };
const run = <Data>(client: Client, query: string, variables: Record<string, unknown> = {}) =>
  client.iterate<Data>({ query, variables }) as AsyncIterableIterator<Result<Data>>;
const first = async <Data>(client: Client, query: string, variables: Record<string, unknown> = {}): Promise<Result<Data>> => {
  const feed = run<Data>(client, query, variables);
  const { value } = await feed.next();
  await feed.return?.();
  return value;
};
const changeNotes = (id: string, notes: string) =>
  harbour.ask(
    'mutation ($id: ID!, $notes: String) { changeVisit(id: $id, patch: { notes: $notes }) { id } }',
    { id, notes },
    token,
  );

const CHANGES =
  'subscription ($berthId: ID) { visitChanged(berthId: $berthId) { kind at visit { id notes berth { id } ship { name } documents { filename } } } }';
interface Change {
  visitChanged: {
    kind: string;
    at: string;
    visit: { id: string; notes: string | null; berth: { id: string }; documents: { filename: string }[] };
  };
}

/** Resolves when the feed is open on the server: an operation that was sent after it on the same socket has a result. */
const opened = (client: Client) => first(client, '{ __typename }');

test('visitChanged reports every kind of change, with the visit after the change', async () => {
  const client = connect();
  const feed = run<Change>(client, CHANGES);
  const next = async () => (await feed.next()).value.data.visitChanged as Change['visitChanged'];
  let event = next();
  await opened(client);
  const eta = new Date(Date.now() + 86_400_000).toISOString();
  const { data } = await harbour.ask<{ bookVisit: { id: string } }>(
    'mutation ($eta: DateTime!) { bookVisit(input: { shipId: "ship-3", berthId: "berth-7", eta: $eta }) { id } }',
    { eta },
    token,
  );
  const { id } = data.bookVisit;
  expect(await event).toMatchObject({ kind: 'BOOKED', visit: { id, notes: null, berth: { id: 'berth-7' } } });
  event = next();
  await changeNotes(id, 'changed');
  expect(await event).toMatchObject({ kind: 'CHANGED', visit: { id, notes: 'changed' } });
  event = next();
  const body = new FormData();
  body.set(
    'operations',
    JSON.stringify({
      query: 'mutation ($id: ID!, $file: Upload!) { attachDocument(visitId: $id, file: $file) { id } }',
      variables: { id, file: null },
    }),
  );
  body.set('map', '{"1":["variables.file"]}');
  body.set('1', new File(['x'], 'paper.txt'));
  await fetch(harbour.url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
  expect(await event).toMatchObject({ kind: 'DOCUMENT_ATTACHED', visit: { id, documents: [{ filename: 'paper.txt' }] } });
  event = next();
  await harbour.ask('mutation ($id: ID!) { cancelVisit(id: $id, reason: "Enough.") { id } }', { id }, token);
  expect(await event).toMatchObject({ kind: 'CANCELLED', visit: { id } });
});

test('a refused change is not published', async () => {
  const client = connect();
  const feed = run<Change>(client, CHANGES);
  const event = feed.next();
  await opened(client);
  await changeNotes('visit-11500', 'x'.repeat(10_001));
  await changeNotes('visit-11500', 'marker');
  expect((await event).value.data.visitChanged.visit.notes).toBe('marker');
});

test('visitChanged of one berth reports visits that are moved to it or away from it, and no others', async () => {
  const client = connect();
  const feed = run<Change>(client, CHANGES, { berthId: 'berth-8' });
  const next = async () => (await feed.next()).value.data.visitChanged.visit as Change['visitChanged']['visit'];
  const { data } = await harbour.ask<{ visits: { id: string }[] }>(
    '{ visits(limit: 1, where: { berthId: { eq: "berth-7" }, status: { eq: EXPECTED }, shipId: { ne: "ship-3" } }) { id } }',
  );
  const id = data.visits[0]?.id;
  const move = (berthId: string) =>
    harbour.ask('mutation ($id: ID!, $b: ID) { changeVisit(id: $id, patch: { berthId: $b }) { id } }', { id, b: berthId }, token);
  let event = next();
  await opened(client);
  await changeNotes(id as string, 'elsewhere');
  expect((await move('berth-8')).errors).toBeUndefined();
  expect(await event).toMatchObject({ id, notes: 'elsewhere', berth: { id: 'berth-8' } });
  event = next();
  await move('berth-7');
  expect(await event).toMatchObject({ id, berth: { id: 'berth-7' } });
});

test('shipPositions numbers its reports, covers all ships, and keeps the requested rate', async () => {
  const client = connect();
  interface Report {
    shipPositions: {
      sequence: number;
      name: string;
      latitude: number;
      longitude: number;
      courseDegrees: number;
      speedKnots: number;
      at: string;
      ship: { id: string };
    };
  }
  const feed = run<Report>(
    client,
    'subscription ($n: Int) { shipPositions(perSecond: $n) { sequence name latitude longitude courseDegrees speedKnots at ship { id } } }',
    // A low rate for a busy machine: reports are skipped if the reader is late.
    { n: 500 },
  );
  const started = performance.now();
  const reports: Report['shipPositions'][] = [];
  while (reports.length < 600) reports.push((await feed.next()).value.data.shipPositions);
  const took = performance.now() - started;
  await feed.return?.();
  expect(took).toBeGreaterThan(1100);
  expect(reports.map(report => report.sequence)).toEqual(reports.map((_, index) => index));
  expect(new Set(reports.slice(0, 400).map(report => report.ship.id)).size).toBe(400);
  expect(reports[400]?.ship.id).toBe(reports[0]?.ship.id);
  // When a ship turns, one coordinate can stay the same.
  const place = (at: number) => [reports[at]?.latitude, reports[at]?.longitude];
  expect(place(400)).not.toEqual(place(0));
  const odd = reports.filter(
    ({ latitude, longitude, courseDegrees, speedKnots }) =>
      !(
        Math.abs(latitude - 53.86) < 0.3 &&
        Math.abs(longitude + 5.72) < 0.5 &&
        courseDegrees >= 0 &&
        courseDegrees < 360 &&
        speedKnots > 1 &&
        speedKnots < 25
      ),
  );
  expect(odd).toEqual([]);
  expect(Date.parse(reports[599]?.at as string) - Date.parse(reports[0]?.at as string)).toBeCloseTo(1198, -1);
});

test('shipPositions reports the changed name of a ship', async () => {
  const feed = run<{ shipPositions: { name: string; ship: { id: string } } }>(
    connect(),
    'subscription { shipPositions(perSecond: 2000) { name ship { id } } }',
  );
  const nextName = async (): Promise<string> => {
    for (;;) {
      const { name, ship } = (await feed.next()).value.data.shipPositions;
      if (ship.id === 'ship-7') return name;
    }
  };
  const before = await nextName();
  const rename = (name: string) =>
    harbour.ask('mutation ($name: String) { updateShip(id: "ship-7", patch: { name: $name }) { id } }', { name }, token);
  await rename('Renamed');
  while ((await nextName()) !== 'Renamed');
  await feed.return?.();
  await rename(before);
});

test.each([0, 10_001, -1])('shipPositions refuses %i a second at its argument', async perSecond => {
  const { data, errors } = await first(connect(), 'subscription ($n: Int) { shipPositions(perSecond: $n) { sequence } }', {
    n: perSecond,
  });
  expect(data ?? null).toBeNull();
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argumentPath: ['perSecond'] } }]);
});

test('clock sends the time at once, and then repeatedly', async () => {
  const feed = run<{ clock: string }>(connect(), 'subscription { clock }');
  const one = Date.parse((await feed.next()).value.data.clock);
  const two = Date.parse((await feed.next()).value.data.clock);
  await feed.return?.();
  expect(Math.abs(one - Date.now())).toBeLessThan(5000);
  expect(two - one).toBe(1000);
});

describe('operations on a websocket', () => {
  test.each([
    ['Authorization at the top', (t: string) => ({ Authorization: `Bearer ${t}` })],
    ['authorization at the top', (t: string) => ({ authorization: `Bearer ${t}` })],
    ['Authorization under headers', (t: string) => ({ headers: { Authorization: `Bearer ${t}` } })],
  ])('the token is taken from %s', async (_, params) => {
    const { data } = await first<{ me: { name: string } }>(connect(params(token)), '{ me { name } }');
    expect(data).toEqual({ me: { name: 'Harbour office' } });
  });

  test('without a token, queries work, me is null, and mutations are refused', async () => {
    const client = connect();
    expect(await first(client, '{ me { name } ships(first: 1) { totalCount } }')).toEqual({
      data: { me: null, ships: { totalCount: 400 } },
    });
    expect(await first(client, 'mutation { cancelVisit(id: "visit-1", reason: "none") { id } }')).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
  });

  test('an invalid token does not close the socket; only me is refused', async () => {
    expect(await first(connect({ Authorization: 'Bearer nonsense' }), '{ me { name } __typename }')).toMatchObject({
      data: { me: null, __typename: 'Query' },
      errors: [{ extensions: { code: 'UNAUTHENTICATED', reason: 'TOKEN_INVALID' } }],
    });
  });

  test('syntax errors, invalid documents and limits end the operation, not the socket', async () => {
    const client = connect();
    const healthy = run<{ clock: string }>(client, 'subscription { clock }');
    await healthy.next();
    const failing = async (query: string) => {
      try {
        return (await first(client, query)).errors?.[0]?.message;
      } catch (errors) {
        return (errors as { message: string }[])[0]?.message;
      }
    };
    expect(await failing('{')).toMatch(/^Syntax Error/);
    expect(await failing('{ nothing }')).toMatch(/^Cannot query field "nothing"/);
    expect(await failing('{ ships(first: 500) { nodes { visits(first: 500) { nodes { id eta } } } } }')).toMatch(
      /more than 50000 values/,
    );
    expect(await failing('query ($f: ShipFilter!) { ships(filter: $f) { totalCount } }')).toMatch(
      /\$f of type ShipFilter! is required/,
    );
    expect((await healthy.next()).value.data.clock).toEqual(expect.any(String));
  });

  test('integers beyond 2^53 keep their digits on the wire', async () => {
    const [row] = await harbour.database.query<{ id: number; value: bigint }>(
      'select id, value from harbour.visits where value > 9007199254740993 and value % 2 = 1 limit 1',
    );
    const { id, value } = row as { id: number; value: bigint };
    const socket = new WebSocket(harbour.wsUrl, 'graphql-transport-ws');
    const frames: string[] = [];
    const done = new Promise<void>(resolve => {
      socket.on('message', data => {
        frames.push(String(data));
        if (frames.length === 1)
          socket.send(
            JSON.stringify({ id: '1', type: 'subscribe', payload: { query: `{ visit(id: "visit-${id}") { value } }` } }),
          );
        if (frames.length === 2) resolve();
      });
    });
    socket.on('open', () => socket.send('{"type":"connection_init"}'));
    await done;
    socket.close();
    expect(frames[1]).toBe(`{"id":"1","type":"next","payload":{"data":{"visit":{"value":${value}}}}}`);
  });

  test('an upgrade of another path is refused with 404, and an invalid message closes the socket with 4400', async () => {
    const wrong = new WebSocket(harbour.wsUrl.replace('/graphql', '/other'), 'graphql-transport-ws');
    const status = await new Promise(resolve => wrong.on('unexpected-response', (_, response) => resolve(response.statusCode)));
    expect(status).toBe(404);
    wrong.on('error', () => {});
    wrong.terminate();
    const socket = new WebSocket(harbour.wsUrl, 'graphql-transport-ws');
    socket.on('open', () => socket.send('nonsense'));
    const code = await new Promise(resolve => socket.on('close', resolve));
    expect(code).toBe(4400);
  });
});

test('closing the harbour ends the feeds, closes sockets with 1001, and leaves nothing running', async () => {
  const other = await startHarbour();
  const client = connect({}, other);
  const closed = new Promise<{ code: number }>(resolve => client.on('closed', event => resolve(event as { code: number })));
  const feeds = ['subscription { clock }', CHANGES, 'subscription { shipPositions(perSecond: 10) { sequence } }'].map(query =>
    run(client, query),
  );
  const ends = feeds.map(async feed => {
    try {
      while (!(await feed.next()).done);
      return 'completed';
    } catch {
      return 'cut';
    }
  });
  await opened(client);
  const stream = await fetch(other.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: 'subscription { clock }' }),
  });
  const text = stream.text().catch(() => 'cut');
  await other.close();
  expect((await closed).code).toBe(1001);
  expect(await Promise.all(ends)).toHaveLength(3);
  expect(await text).toMatch(/event: complete|cut/);
});

test('an upgrade without a key is refused by the handler of its server', async () => {
  const refusal = await new Promise<[number, string]>(resolve => {
    const request = { method: 'GET', url: '/graphql', headers: { upgrade: 'websocket' } } as IncomingMessage;
    const refuse = (status: number, message: string) => resolve([status, message]);
    harbour.harbour.handleUpgrade(request, new PassThrough(), Buffer.alloc(0), '192.0.2.1', refuse);
  });
  expect(refusal).toEqual([400, expect.stringContaining('Sec-WebSocket-Key')]);
});
