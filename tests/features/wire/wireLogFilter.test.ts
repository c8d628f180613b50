/** Which entries of the log the Wire screen shows, by the filters in its address. */

import {
  findWireEntry,
  fitsWireFilter,
  isOpenFilter,
  readWireFilter,
  wireFilterQuery,
} from '../../../src/features/wire/wireLogFilter';
import { systemClock } from '../../../src/lib/clock';
import { readAddress } from '../../../src/session/navigation/navigation';
import { createWireLog } from '../../../src/session/wire/wireLog';
import type { WireEntry } from '../../../src/session/wire/wireLogEntry';
import { wireLinks } from '../../../src/session/wire/wireLogLinks';
import { createSummaries, firstField, summarise } from '../../../src/session/wire/wireLogSummary';
import { wireRequestLinks } from '../../../src/session/wire/wireRequestLinks';
import { json, scriptedFetch } from '../../support/scriptedFetch';
import { collect, startTransport } from '../../support/startTransport';

const read = (query: string) => readWireFilter(new URLSearchParams(query));

it('every filter is written to the address and read from it', () => {
  const query = 'kind=query%2Cupload&screen=data&name=ships&status=404&slower=250';
  const filter = read(query);
  expect(filter).toEqual({ kinds: new Set(['query', 'upload']), screen: 'data', name: 'ships', status: '404', slowerThan: 250 });
  expect(new URLSearchParams(Object.entries(wireFilterQuery(filter)) as [string, string][]).toString()).toBe(query);
  expect(isOpenFilter(filter)).toBe(false);
});

it('invalid filters in the address are ignored', () => {
  const filter = read('kind=cake&status=purple&slower=-3&name=');
  expect(isOpenFilter(filter)).toBe(true);
  expect(Object.values(wireFilterQuery(filter)).every(value => value === null)).toBe(true);
});

/** A miss in 'data', a cached result, an error, an upload in 'actions', a pending query, a feed. */
const someLog = async () => {
  const { fetch } = scriptedFetch(
    json({ errors: [{ message: 'PersistedQueryNotFound' }] }, 404),
    json({ data: { ships: 1 } }),
    json({ errors: [{ message: 'no' }] }, 503),
    json({ data: { send: true } }),
    () => new Promise<Response>(() => undefined),
  );
  const { transport, network } = startTransport({ persistedQueries: true, forceFetchDelayMs: 0 }, { fetch });
  const log = createWireLog({ tap: transport.tap, clock: systemClock, token: () => '' });
  const { client } = transport;
  await client.query('query Ships { ships }', {}, { screen: 'data' } as never).toPromise();
  await client.query('query Ships { ships }', {}, { screen: 'data' } as never).toPromise();
  const failed = await client.mutation('mutation Book { book }', {}, { screen: 'actions' } as never).toPromise();
  await client
    .mutation('mutation Send($f: Upload!) { send(f: $f) }', { f: new File(['1'], 'one') }, { screen: 'actions' } as never)
    .toPromise();
  const slow = client.query('query Slow { slow }', {}).subscribe(() => undefined);
  await collect(transport);
  await network.latest().accept();
  const { entries } = log.get();
  const summaryOf = createSummaries();
  const shown = (query: string, now = Date.now()) =>
    entries.filter(entry => fitsWireFilter(read(query), entry, summaryOf(entry), now)).map(entry => entry.name);
  const found = (href: string) => findWireEntry(entries, readAddress(href).query, summaryOf);
  const end = () => {
    slow.unsubscribe();
    transport.dispose();
  };
  return { entries, shown, found, failed, summaryOf, end };
};

it('filters by kind, screen, name, outcome, status, and duration', async () => {
  const { shown, end, entries } = await someLog();
  const socket = 'ws://test/graphql';
  expect(shown('')).toEqual(['Ships', 'Ships', 'Book', 'Send', 'Slow', 'Ticks', socket]);
  expect(shown('kind=mutation')).toEqual(['Book', 'Send']);
  expect(shown('kind=upload')).toEqual(['Send']);
  expect(shown('kind=subscription,socket')).toEqual(['Ticks', socket]);
  expect(shown('screen=data')).toEqual(['Ships', 'Ships']);
  expect(shown('name=SHIP')).toEqual(['Ships', 'Ships']);
  expect(shown('status=failed')).toEqual(['Book']);
  expect(shown('status=cached')).toEqual(['Ships']);
  expect(shown('status=ok')).toEqual(['Ships', 'Send']);
  expect(shown('status=open')).toEqual(['Slow', 'Ticks', socket]);
  expect(shown('status=503')).toEqual(['Book']);
  // A status of an earlier attempt matches, too.
  expect(shown('status=404')).toEqual(['Ships']);
  const later = (entries[4] as WireEntry).startedAt + 5000;
  expect(shown('slower=4000', later)).toEqual(['Slow', 'Ticks', socket]);
  expect(shown('kind=query&status=open&slower=1000', later)).toEqual(['Slow']);
  end();
});

it('the links of errors and of the status line lead to their rows', async () => {
  const { found, failed, entries, end } = await someLog();
  expect(found(wireRequestLinks.operation(failed.operation.key))?.name).toBe('Book');
  expect(found(wireLinks.entry(entries[3]?.id ?? ''))?.name).toBe('Send');
  expect(found(wireLinks.entry(4))?.name).toBe('Send');
  expect(found(wireLinks.lastRequest())?.name).toBe('Send');
  expect(found(wireLinks.persisted())).toBe(entries[0]);
  expect(found(wireLinks.socket())?.kind).toBe('socket');
  expect(found(wireLinks.upload())?.name).toBe('Send');
  expect(found(wireLinks.failed())?.name).toBe('Book');
  expect(found(wireRequestLinks.schema())).toBeUndefined();
  expect(found(wireLinks.entry('none'))).toBeUndefined();
  expect(found(wireRequestLinks.operation(12345))).toBeUndefined();
  expect(found(wireLinks.all())).toBeUndefined();
  end();
});

it('summaries are computed once for each change', async () => {
  const { entries, summaryOf, end } = await someLog();
  const [entry] = entries as [WireEntry];
  expect(summaryOf(entry)).toBe(summaryOf(entry));
  entry.revision++;
  expect(summaryOf(entry)).toEqual(summarise(entry));
  end();
});

it.each([
  ['{ ships { name } }', 'ships'],
  ['query { all: ships(where: {name: "{x"}) { name } }', 'ships'],
  ['query ($n: Int = 3, $w: [W!] = [{a: 1}]) @live { ships(n: $n) }', 'ships'],
  ['# { no }\nmutation { book }', 'book'],
  ['', ''],
])('the first field of %s is %s', (query, field) => {
  expect(firstField(query)).toBe(field);
});
