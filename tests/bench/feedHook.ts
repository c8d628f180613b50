/**
 * `npm run bench transport feed`: the cost of one event of a live feed, from the websocket message to the feed's ring buffer: with
 * `client.subscription`, as in features/live/createFeed.ts, and with urql's `useSubscription` in a mounted component. Each event arrives in its own
 * task, as in a browser. The cost of the empty tasks is subtracted.
 */
import { JSDOM } from 'jsdom';
import { createElement } from 'react';
import { Provider, useSubscription } from 'urql';
import type { FeedRequest } from '../../src/features/live/createFeed';
import { createEventRing } from '../../src/features/live/eventRing';
import { createFeeds } from '../../src/features/live/feeds';
import { createRateMeter } from '../../src/features/live/rateMeter';
import { systemClock } from '../../src/lib/clock';
import { createTransport } from '../../src/transport/createTransport';
import { interleave, printTable } from './support/measure';
import { type Feed, fakeSockets, memoryFetch, SUBSCRIPTION, untilSubscribed } from './support/memoryServer';

const EVENTS = 20_000;
const ROUNDS = 7;
const POSITIONS: FeedRequest = { name: 'position', query: SUBSCRIPTION, variables: {}, path: ['position'] };

/** A transport whose websocket answers from memory. */
function start() {
  const { WebSocket, sockets } = fakeSockets();
  const { client } = createTransport({ httpEndpoint: 'http://memory/graphql' }, { WebSocket, fetch: memoryFetch, storage: null });
  return { client, sockets };
}

async function overClient(): Promise<Feed> {
  const { client, sockets } = start();
  const feed = createFeeds({ client, clock: systemClock }).open(POSITIONS);
  return { socket: await untilSubscribed(sockets), seen: () => feed.events.total };
}

/** A component that uses `useSubscription`. */
function Subscription({ onEvent }: { onEvent: (value: unknown) => void }): null {
  useSubscription<{ position: unknown }>({ query: SUBSCRIPTION }, (_before, data) => {
    onEvent(data.position);
    return data;
  });
  return null;
}

/** The same ring buffer, filled by the hook's handler. */
async function overHook(): Promise<Feed> {
  const { client, sockets } = start();
  const { window } = new JSDOM('<div id="root"></div>');
  Object.assign(globalThis, { window, document: window.document });
  // React reads `document` while it is imported.
  const { createRoot } = await import('react-dom/client');
  const ring = createEventRing(10_000);
  const rate = createRateMeter();
  const onEvent = (value: unknown): void => {
    const now = systemClock.now();
    ring.push(value, now);
    rate.add(now);
  };
  const root = window.document.getElementById('root') as unknown as Element;
  createRoot(root).render(createElement(Provider, { value: client }, createElement(Subscription, { onEvent })));
  return { socket: await untilSubscribed(sockets), seen: () => ring.total };
}

/** Sends `EVENTS` events, each in its own task. Returns the processor time per event in µs. */
async function perEvent({ socket, seen }: Feed): Promise<number> {
  const before = seen();
  const begin = process.cpuUsage();
  for (let n = 0; n < EVENTS; n++) {
    const data = `{"type":"next","id":"${socket.id}","payload":{"data":{"position":{"id":"${n}","lat":60.39,"lon":5.32}}}}`;
    socket.onmessage?.({ data });
    await new Promise(resolve => setImmediate(resolve));
  }
  // Waits for renders that are still scheduled.
  await new Promise(resolve => setTimeout(resolve, 50));
  const { user, system } = process.cpuUsage(begin);
  if (seen() - before !== EVENTS) throw new Error(`${seen() - before} of ${EVENTS} events arrived`);
  return (user + system) / EVENTS;
}

/** Runs the benchmark. */
export async function feedHook(): Promise<void> {
  const [client, hook] = [await overClient(), await overHook()];
  let passed = 0;
  const nothing: Feed = { socket: { id: '', onmessage: () => void passed++ }, seen: () => passed };
  const medians = await interleave(
    [
      { name: 'nothing', round: () => perEvent(nothing) },
      { name: 'client.subscription', round: () => perEvent(client) },
      { name: 'useSubscription', round: () => perEvent(hook) },
    ],
    ROUNDS,
  );
  const cost = (name: string): number => (medians[name] ?? Number.NaN) - (medians.nothing ?? 0);
  printTable(
    'Cost of one event of a feed, µs (ratio to client.subscription)',
    ['', 'µs', ''],
    ['client.subscription', 'useSubscription'].map(name => [
      name,
      cost(name).toFixed(2),
      (cost(name) / cost('client.subscription')).toFixed(2),
    ]),
  );
}
