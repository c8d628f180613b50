/**
 * The cost of the tap without a listener: compares the transport with a copy of it that does not call the tap. The difference is small, so the result
 * is the median of the ratios within many short rounds.
 */
import type { createTransport } from '../../src/transport/createTransport';
import { median, printTable } from './support/measure';
import {
  fakeSockets,
  memoryFetch,
  microseconds,
  microsecondsPerEvent,
  QUERY,
  SUBSCRIPTION,
  TOKEN,
  untilSubscribed,
} from './support/memoryServer';
import { createTapped } from './tapped';
import { createUntapped } from './untapped';

const ROUNDS = 200;
const OPERATIONS = 400;
const EVENTS = 10_000;

type Create = typeof createTransport;

function queries(create: Create, inFlight: number): () => Promise<number> {
  const { client } = create(
    { httpEndpoint: 'http://memory/graphql', forceFetchDelayMs: 0 },
    { fetch: memoryFetch, storage: { getItem: () => TOKEN } },
  );
  const operate = (n: number) => client.query(QUERY, { n: n % 500 }, { requestPolicy: 'network-only' }).toPromise();
  return () => microseconds(operate, OPERATIONS, inFlight);
}

async function events(create: Create): Promise<() => Promise<number>> {
  const { WebSocket, sockets } = fakeSockets();
  const { client } = create({ httpEndpoint: 'http://memory/graphql' }, { WebSocket, fetch: memoryFetch, storage: null });
  let seen = 0;
  client.subscription(SUBSCRIPTION, {}).subscribe(() => seen++);
  const socket = await untilSubscribed(sockets);
  return async () => microsecondsPerEvent({ socket, seen: () => seen }, EVENTS);
}

/** The number of events that the tap reports for one query. */
async function stepsOf(create: Create): Promise<number> {
  const { client, tap } = create({ httpEndpoint: 'http://memory/graphql' }, { fetch: memoryFetch, storage: null });
  let steps = 0;
  const stop = tap.subscribe(() => steps++);
  await client.query(QUERY, {}).toPromise();
  stop();
  return steps;
}

/** Measures and prints. @throws Error if one of the two copies is not what it should be */
export async function tapCost(): Promise<void> {
  if ((await stepsOf(createTapped)) === 0 || (await stepsOf(createUntapped)) > 0)
    throw new Error('The copy without the tap calls it, or the copy with the tap does not: see untappedLoader.cjs');
  const pairs = {
    'a query, one at a time': [queries(createTapped, 1), queries(createUntapped, 1)],
    'a query, 100 in flight': [queries(createTapped, 100), queries(createUntapped, 100)],
    'a subscription event': [await events(createTapped), await events(createUntapped)],
  } as const;
  const rows: string[][] = [];
  for (const [name, [tapped, untapped]] of Object.entries(pairs)) {
    const ratios: number[] = [];
    for (let round = -10; round < ROUNDS; round++) {
      // The order alternates: the second run finds warmer code and a fuller heap.
      const first = round % 2 === 0 ? await tapped() : await untapped();
      const second = round % 2 === 0 ? await untapped() : await tapped();
      if (round >= 0) ratios.push(round % 2 === 0 ? first / second : second / first);
    }
    rows.push([name, `${((median(ratios) - 1) * 100).toFixed(1)} %`]);
  }
  printTable('Cost of the tap without a listener, against the same code without it (with the fetch from memory)', ['', ''], rows);
}
