/** Several harbours on one PostgreSQL share their data, their tokens and the stream of changes. */
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { createHarbour } from '../../src/sample/createHarbour';
import { eventually } from '../support/eventually';
import { type HarbourProcess, startHarbourProcess } from '../support/harbour/harbourProcess';
import { startPostgres, type TestPostgres } from '../support/harbour/postgresServer';
import { type RunningHarbour, startHarbour } from '../support/harbour/startHarbour';

// Real servers on a machine that may be busy; a hang still fails.

let postgres: TestPostgres;
let here: RunningHarbour;
let there: RunningHarbour;
beforeAll(async () => {
  postgres = await startPostgres();
  // At the same time, on an empty database: only one of them must fill it.
  [here, there] = await Promise.all([startHarbour({ databaseUrl: postgres.url }), startHarbour({ databaseUrl: postgres.url })]);
}, 90_000);
afterAll(async () => {
  await Promise.all([here?.close(), there?.close()]);
  await postgres?.dispose();
});

const changes = (at: { wsUrl: string }) => {
  const client = createClient({ url: at.wsUrl, webSocketImpl: WebSocket, retryAttempts: 0 });
  const feed = client.iterate<{ visitChanged: { kind: string; visit: { id: string; notes: string | null } } }>({
    query: 'subscription { visitChanged { kind visit { id notes } } }',
  });
  return {
    client,
    next: async () => (await feed.next()).value.data.visitChanged,
    /** Resolves when the feed is open: a request that was sent after it on the same socket has a result. */
    async opened() {
      const probe = client.iterate({ query: '{ __typename }' });
      await probe.next();
      await probe.return?.();
    },
  };
};
const change = (at: RunningHarbour, token: string, notes: string) =>
  at.ask('mutation ($notes: String) { changeVisit(id: "visit-11900", patch: { notes: $notes }) { id } }', { notes }, token);

test('instances that start together on an empty database fill it once', async () => {
  const count = '{ ships(first: 1) { totalCount } berths { id } visits(limit: 500, offset: 11900) { id } }';
  const [a, b] = await Promise.all([here.ask(count), there.ask(count)]);
  expect(a).toEqual(b);
  expect((a.data.ships as { totalCount: number }).totalCount).toBe(400);
  expect(a.data.berths).toHaveLength(24);
  expect(a.data.visits).toHaveLength(100);
});

test('the rows are the same as in the embedded database, in the same order and with the same digits', async () => {
  const embedded = await startHarbour();
  const query = `{
    ships(first: 100, order: { field: NAME }) { nodes { id imo name flag lengthMetres builtOn visits(first: 2) { nodes { id } } } pageInfo { endCursor } }
    visits(limit: 200, orderBy: [{ field: VALUE, direction: DESC }]) { id eta arrivedAt departedAt value cargoTonnes notes metadata documents { id sha256 sizeBytes } }
    search(text: "nord") { ... on Node { id } } berths { id visits(limit: 2, offset: 1) { id } }
  }`;
  const raw = async (at: RunningHarbour) =>
    (
      await fetch(at.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query }) })
    ).text();
  expect(await raw(here)).toBe(await raw(embedded));
  await embedded.close();
});

test('the access code and the tokens of one instance are valid on the other', async () => {
  expect(here.accessCode).toBe(there.accessCode);
  const token = await here.signIn();
  expect((await there.ask('{ me { name } }', {}, token)).data).toEqual({ me: { name: 'Harbour office' } });
});

test('a berth that gets deeper in the meantime does not get shallower again', async () => {
  const token = await here.signIn();
  const created = await here.ask<{ createBerth: { id: string } }>(
    'mutation { createBerth(input: { code: "Z9", name: "Deep Quay", kind: BULK, maxLengthMetres: 99, depthMetres: 10, cranes: 0 }) { id } }',
    {},
    token,
  );
  const { id } = created.data.createBerth;
  const dredge = (at: RunningHarbour, depthMetres: number) =>
    at.ask(
      'mutation ($id: ID!, $depthMetres: Float!) { dredgeBerth(berthId: $id, depthMetres: $depthMetres) { __typename } }',
      { id, depthMetres },
      token,
    );
  const { late } = await here.database.transaction(async tx => {
    await tx.query("update harbour.berths set depth_metres = 30, version = version + 1 where code = 'Z9'");
    const late = dredge(there, 20);
    await eventually(
      () =>
        here.database.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'update harbour.berths%'",
        ),
      waiting => waiting.length === 1,
    );
    return { late };
  });
  expect((await late).errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', argumentPath: ['berthId'] });
  expect(await here.database.query("select depth_metres from harbour.berths where code = 'Z9'")).toEqual([{ depth_metres: 30 }]);
});

test('they stay valid after another instance starts, even one with its own access code', async () => {
  const later = await startHarbour({ databaseUrl: postgres.url });
  const other = await startHarbour({ databaseUrl: postgres.url, accessCode: 'open sesame' });
  try {
    expect(later.accessCode).toBe(here.accessCode);
    expect(other.accessCode).toBe('open sesame');
    await expect(here.signIn()).resolves.toEqual(expect.any(String));
  } finally {
    await Promise.all([later.close(), other.close()]);
  }
});

test('a change made on one instance is published on the other', async () => {
  const token = await here.signIn();
  const feed = changes(there);
  const event = feed.next();
  await feed.opened();
  await change(here, token, 'told across');
  expect(await event).toEqual({ kind: 'CHANGED', visit: { id: 'visit-11900', notes: 'told across' } });
  await feed.client.dispose();
});

test('a file uploaded to one instance is served by the other, byte for byte', async () => {
  const token = await here.signIn();
  const bytes = Buffer.alloc(1_500_000, 'harbour');
  const body = new FormData();
  body.set(
    'operations',
    JSON.stringify({
      query: 'mutation ($f: Upload!) { attachDocument(visitId: "visit-11900", file: $f) { url } }',
      variables: { f: null },
    }),
  );
  body.set('map', '{"1":["variables.f"]}');
  body.set('1', new File([bytes], 'shared.bin'));
  const serverResponse = await fetch(here.url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
  const { data } = await serverResponse.json();
  const response = await fetch(new URL(data.attachDocument.url, there.url));
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
});

test('after the connections to the database are lost, queries and feeds recover automatically', async () => {
  const token = await here.signIn();
  const feed = changes(there);
  const event = feed.next();
  await feed.opened();
  const back = there.logged.length;
  await postgres.cutConnections();
  // Operators see this only in the log.
  await until(
    () => there.logged.slice(back).includes('notifications are back') && here.logged.includes('notifications are back'),
  );
  await until(async () => (await change(here, token, 'after the cut')).errors === undefined);
  expect((await event).visit).toEqual({ id: 'visit-11900', notes: 'after the cut' });
  expect([...here.logged, ...there.logged].join('\n')).not.toContain(postgres.url);
  await feed.client.dispose();
});

test('an instance in its own process gets changes again after it is killed and restarted', async () => {
  let third: HarbourProcess | undefined;
  try {
    third = await startHarbourProcess({ databaseUrl: postgres.url });
    await third.kill();
    await third.startAgain();
    const feed = changes(third);
    const event = feed.next();
    await feed.opened();
    await change(here, await here.signIn(), 'after the restart');
    expect((await event).visit.notes).toBe('after the restart');
    await feed.client.dispose();
  } finally {
    await third?.dispose();
  }
});

test('a database that cannot be reached is reported at start, without the password', async () => {
  const start = createHarbour({ dataDir: ':memory:', databaseUrl: 'postgres://someone:secret@127.0.0.1:1/nothing' });
  await expect(start).rejects.toThrow(/^The database cannot be reached: /);
  await expect(start).rejects.not.toThrow('secret');
});

test('a database with a newer schema is refused', async () => {
  await here.database.query('insert into harbour.migrations (version) values (999)');
  await expect(createHarbour({ dataDir: ':memory:', databaseUrl: postgres.url })).rejects.toThrow(
    'The database has schema version 999. This version of Oriel supports versions up to 3.',
  );
  await here.database.query('delete from harbour.migrations where version = 999');
});

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise(done => setTimeout(done, 20));
}
