/**
 * `npm run bench transport`: the cost of one operation and of one subscription event in our pipeline, compared with urql with fetchExchange alone,
 * urql with the stock exchanges, and Apollo Client with equivalent links. HTTP is an in-memory fetch, whose own cost is subtracted, so only the
 * client is measured. Medians of interleaved rounds; compare the ratios, not the microseconds. tapCost.ts measures the cost of the tap without a
 * listener.
 */
import { Client, cacheExchange, type Exchange, fetchExchange, ssrExchange, subscriptionExchange } from '@urql/core';
import { authExchange } from '@urql/exchange-auth';
import { multipartFetchExchange } from '@urql/exchange-multipart-fetch';
import { persistedExchange } from '@urql/exchange-persisted';
import { retryExchange } from '@urql/exchange-retry';
import { createClient as createWsClient } from 'graphql-ws';
import { createTransport } from '../../src/transport/createTransport';
import { feedHook } from './feedHook';
import { interleave, median, printTable } from './support/measure';
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
import { importPeer } from './support/peers';
import { tapCost } from './tapCost';

const ROUNDS = 5;
const OPERATIONS = 4000;
const EVENTS = 100_000;

const stockList = (subscribe?: ReturnType<typeof createWsClient>): Exchange[] => [
  cacheExchange,
  ssrExchange({ isClient: true }),
  authExchange(async utils => ({
    addAuthToOperation: operation => utils.appendHeaders(operation, { Authorization: `Bearer ${TOKEN}` }),
    didAuthError: () => false,
    refreshAuth: async () => {},
  })),
  persistedExchange({ preferGetForPersistedQueries: false, enableForMutation: false }),
  retryExchange({ maxNumberAttempts: 5 }),
  multipartFetchExchange,
  subscriptionExchange({
    forwardSubscription: request => ({
      subscribe: sink => ({
        unsubscribe: subscribe?.subscribe({ ...request, query: request.query ?? '' }, sink as never) ?? (() => {}),
      }),
    }),
  }),
];

const urqlClient = (exchanges: Exchange[]): Client =>
  new Client({ url: 'http://memory/graphql', exchanges, fetch: memoryFetch, preferGetMethod: false });

const urqlQuery = (client: Client) => (n: number) =>
  client.query(QUERY, { n: n % 500 }, { requestPolicy: 'network-only' }).toPromise();

const ours = (persistedQueries: boolean) =>
  createTransport(
    { httpEndpoint: 'http://memory/graphql', forceFetchDelayMs: 0, persistedQueries },
    { fetch: memoryFetch, storage: { getItem: () => TOKEN } },
  );

/** A module of a peer, whose types are not installed here. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the peer exports
type AnyModule = Record<string, any>;

/** Apollo Client with equivalent links: auth, persisted queries, retry, upload, split to graphql-ws. */
async function apollo(wsClient?: ReturnType<typeof createWsClient>) {
  const core = (await importPeer('@apollo/client')) as AnyModule;
  const { SetContextLink } = (await importPeer('@apollo/client/link/context')) as AnyModule;
  const { PersistedQueryLink } = (await importPeer('@apollo/client/link/persisted-queries')) as AnyModule;
  const { RetryLink } = (await importPeer('@apollo/client/link/retry')) as AnyModule;
  const { GraphQLWsLink } = (await importPeer('@apollo/client/link/subscriptions')) as AnyModule;
  const { default: UploadHttpLink } = (await importPeer('apollo-upload-client/UploadHttpLink.mjs')) as AnyModule;
  const http = core.ApolloLink.from([
    new SetContextLink((context: { headers?: object }) => ({
      headers: { ...context.headers, Authorization: `Bearer ${TOKEN}` },
    })),
    new PersistedQueryLink({ sha256: async () => 'a'.repeat(64) }),
    new RetryLink({ attempts: { max: 1 } }),
    new UploadHttpLink({ uri: 'http://memory/graphql', fetch: memoryFetch }),
  ]);
  const link = wsClient
    ? core.ApolloLink.split(
        (o: { operationType: string }) => o.operationType === 'subscription',
        new GraphQLWsLink(wsClient),
        http,
      )
    : http;
  return { core, client: new core.ApolloClient({ link, cache: new core.InMemoryCache() }) };
}

async function operations(): Promise<void> {
  const { core, client: apolloClient } = await apollo();
  const document = core.gql(QUERY);
  const clients: Record<string, (n: number) => Promise<unknown>> = {
    'bare fetch': async n => {
      const body = JSON.stringify({ operationName: 'Ships', variables: { n }, query: QUERY });
      const response = await memoryFetch('http://memory/graphql', { method: 'POST', body });
      return JSON.parse(await response.text());
    },
    'urql, fetchExchange only': urqlQuery(urqlClient([fetchExchange])),
    'urql, stock exchanges': urqlQuery(urqlClient(stockList())),
    Oriel: urqlQuery(ours(false).client),
    'Oriel, persisted': urqlQuery(ours(true).client),
    'Apollo Client': n => apolloClient.query({ query: document, variables: { n: n % 500 }, fetchPolicy: 'network-only' }),
  };
  const tapped = ours(false);
  tapped.tap.subscribe(() => {});
  clients['Oriel, tap listened to'] = urqlQuery(tapped.client);

  const figures: Record<string, number[]> = {};
  for (const inFlight of [1, 100]) {
    const medians = await interleave(
      Object.entries(clients).map(([name, operate]) => ({ name, round: () => microseconds(operate, OPERATIONS, inFlight) })),
      ROUNDS,
    );
    const bare = medians['bare fetch'] ?? 0;
    for (const name of Object.keys(clients)) figures[name] = [...(figures[name] ?? []), (medians[name] ?? Number.NaN) - bare];
  }
  const stock = figures['urql, stock exchanges'] ?? [];
  printTable(
    'Cost of one query over bare fetch, µs (ratio to the stock exchanges)',
    ['', 'one at a time', '', '100 in flight', ''],
    Object.entries(figures)
      .filter(([name]) => name !== 'bare fetch')
      .map(([name, [one = 0, many = 0]]) => [
        name,
        one.toFixed(1),
        (one / (stock[0] ?? 1)).toFixed(2),
        many.toFixed(1),
        (many / (stock[1] ?? 1)).toFixed(2),
      ]),
  );
}

/** µs per event, from the websocket message to the subscriber. */
async function events(): Promise<void> {
  const oriel = async () => {
    const { WebSocket, sockets } = fakeSockets();
    let seen = 0;
    const { client } = createTransport(
      { httpEndpoint: 'http://memory/graphql' },
      { WebSocket, fetch: memoryFetch, storage: null },
    );
    client.subscription(SUBSCRIPTION, {}).subscribe(() => seen++);
    return { socket: await untilSubscribed(sockets), seen: () => seen };
  };
  const candidates = {
    'graphql-ws alone': async () => {
      const { WebSocket, sockets } = fakeSockets();
      let seen = 0;
      createWsClient({ url: 'ws://memory', webSocketImpl: WebSocket }).subscribe(
        { query: SUBSCRIPTION },
        { next: () => seen++, error() {}, complete() {} },
      );
      return { socket: await untilSubscribed(sockets), seen: () => seen };
    },
    'urql, stock exchanges': async () => {
      const { WebSocket, sockets } = fakeSockets();
      let seen = 0;
      const client = urqlClient(stockList(createWsClient({ url: 'ws://memory', webSocketImpl: WebSocket })));
      client.subscription(SUBSCRIPTION, {}).subscribe(() => seen++);
      return { socket: await untilSubscribed(sockets), seen: () => seen };
    },
    Oriel: oriel,
    'Apollo Client': async () => {
      const { WebSocket, sockets } = fakeSockets();
      let seen = 0;
      const { core, client } = await apollo(createWsClient({ url: 'ws://memory', webSocketImpl: WebSocket }));
      client.subscribe({ query: core.gql(SUBSCRIPTION), fetchPolicy: 'no-cache' }).subscribe(() => seen++);
      return { socket: await untilSubscribed(sockets), seen: () => seen };
    },
  };
  const ready = [];
  for (const [name, start] of Object.entries(candidates)) {
    const feed = await start();
    ready.push({ name, round: async () => microsecondsPerEvent(feed, EVENTS) });
  }
  const medians = await interleave(ready, ROUNDS);
  const stock = medians['urql, stock exchanges'] ?? 1;
  printTable(
    'Cost of one subscription event, µs (ratio to the stock exchanges)',
    ['', 'µs', ''],
    Object.entries(medians).map(([name, value]) => [name, value.toFixed(2), (value / stock).toFixed(2)]),
  );
}

/** Bytes retained per operation if nothing is cached: measured with mutations, which are never cached. */
async function memory(): Promise<void> {
  const { client } = ours(false);
  const mutate = () => client.mutation('mutation Add { add }', {}).toPromise();
  const settle = async (): Promise<number> => {
    for (let i = 0; i < 5; i++) {
      globalThis.gc?.();
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    return process.memoryUsage().heapUsed;
  };
  if (!globalThis.gc) {
    const v8 = await import('node:v8');
    const vm = await import('node:vm');
    v8.setFlagsFromString('--expose-gc');
    globalThis.gc = vm.runInNewContext('gc');
  }
  const kept: number[] = [];
  await microseconds(mutate, 20_000, 10);
  for (let round = 0; round < ROUNDS; round++) {
    const before = await settle();
    await microseconds(mutate, 20_000, 10);
    kept.push(((await settle()) - before) / 20_000);
  }
  printTable('Memory kept per operation without a cache', ['', 'bytes'], [['Oriel', Math.max(0, median(kept)).toFixed(1)]]);
}

/** Runs all five parts, or only those named: `npm run bench transport events memory`. */
export async function run(names: string[]): Promise<void> {
  const parts = { operations, events, feed: feedHook, memory, tap: tapCost };
  for (const [name, part] of Object.entries(parts)) if (names.length === 0 || names.includes(name)) await part();
}
