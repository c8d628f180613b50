import { systemClock } from '../../../src/lib/clock';
import { createNavigation } from '../../../src/session/navigation/navigation';
import { createWireLog, type WireLog } from '../../../src/session/wire/wireLog';
import { summarise, type WireSummary } from '../../../src/session/wire/wireLogSummary';
import type { TransportConfig } from '../../../src/transport/config';
import { createTap } from '../../../src/transport/observe/tap';
import type { Transport, World } from '../../../src/transport/transport';
import type { FakeNetwork } from '../../support/fakeSockets';
import { type Answer, scriptedFetch } from '../../support/scriptedFetch';
import { startTransport } from '../../support/startTransport';

/** A transport whose operations are logged. */
export interface Logged {
  transport: Transport;
  network: FakeNetwork;
  log: WireLog;
  storage: { values: Map<string, string> };
  go(href: string): void;
  /** Summaries of all entries. */
  read(): WireSummary[];
}

/** Starts a transport with a log, on the screen `/data/ships`. */
export const start = (config: TransportConfig = {}, world: World = {}): Logged => {
  const started = startTransport({ forceFetchDelayMs: 0, ...config }, world);
  let address = '/data/ships';
  const navigation = createNavigation({
    read: () => address,
    push: to => {
      address = to;
    },
    replace: to => {
      address = to;
    },
    listen: () => () => undefined,
  });
  const log = createWireLog({
    tap: started.transport.tap,
    clock: systemClock,
    token: () => started.storage.getItem('apollo-token') ?? '',
    place: () => navigation.address.get().path,
  });
  return { ...started, log, go: href => navigation.go(href), read: () => log.get().entries.map(summarise) };
};
/** A world that returns these HTTP responses. */
export const withAnswers = (...answers: Answer[]): World => ({ fetch: scriptedFetch(...answers).fetch });
/** The types of the steps of an entry, by default the last one. */
export const types = (log: WireLog, at = -1): string[] =>
  log
    .get()
    .entries.at(at)
    ?.steps.map(step => step.type) ?? [];

/** An empty request. */
export const nothing = { query: () => '', variables: () => '{}' };

/** A log with its own tap, for tests without a transport. */
export function bare() {
  const tap = createTap();
  return { tap, log: createWireLog({ tap, clock: systemClock, token: () => '' }) };
}

/** A tap without a transport. */
export type BareTap = ReturnType<typeof createTap>;

/** Begins a query. */
export function begin(tap: BareTap, name: string) {
  const operation = { id: tap.nextId(), key: 1, kind: 'query' as const, name };
  tap.emit({ type: 'started', requestPolicy: 'network-only', ...nothing }, operation);
  return operation;
}

/** A query that is sent and gets a response. */
export function query(tap: BareTap, name: string, bytes = 10, body = () => 'x'.repeat(bytes)): void {
  const operation = begin(tap, name);
  const sent = { method: 'POST', url: '/graphql', via: 'fetch' as const, headers: {} };
  tap.emit({ type: 'request', ...sent, bytes: 2, body: () => '{}' }, operation);
  const got = { status: 200, contentType: 'application/json', firstByteMs: 1, ms: 1, headers: {} };
  tap.emit({ type: 'response', ...got, bytes, body }, operation);
  tap.emit({ type: 'ended' }, operation);
}

/** An incoming frame. */
export function frame(tap: BareTap, operation: Parameters<BareTap['emit']>[1], text: string): void {
  tap.emit({ type: 'frame', direction: 'in', frame: 'next', bytes: text.length, body: () => text }, operation);
}
