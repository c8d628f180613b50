/** A transport with fake dependencies, and a subscription that collects its results. */
import type { OperationResult } from '@urql/core';
import type { TransportConfig } from '../../src/transport/config';
import { createTransport } from '../../src/transport/createTransport';
import type { Transport, World } from '../../src/transport/transport';
import { type FakeNetwork, fakeNetwork, settle } from './fakeSockets';
import { type MemoryStorage, memoryStorage } from './memoryStorage';

export interface Started {
  transport: Transport;
  network: FakeNetwork;
  storage: MemoryStorage;
}

/** Starts a transport whose websocket is `ws://test/graphql` on a fake network. */
export function startTransport(config: TransportConfig = {}, world: World = {}, network = fakeNetwork()): Started {
  const storage = memoryStorage();
  const transport = createTransport(
    { httpEndpoint: 'http://test/graphql', ...config },
    { WebSocket: network.WebSocket, storage, fetch: () => Promise.reject(new TypeError('no HTTP here')), ...world },
  );
  return { transport, network, storage };
}

/** A subscription and all it delivered. */
export interface Collected {
  results: OperationResult[];
  /** Results that carry an event or an error. */
  events(): OperationResult[];
  ended(): boolean;
  unsubscribe(): void;
}

/** Subscribes, and waits until the transport has done everything that does not depend on time. */
export async function collect(
  transport: Transport,
  query = 'subscription Ticks { tick }',
  variables: object = {},
  context: object = {},
): Promise<Collected> {
  const results: OperationResult[] = [];
  const source = transport.client.subscription(query, variables as never, context);
  const { unsubscribe } = source.subscribe(result => results.push(result));
  await settle();
  return {
    results,
    events: () => results.filter(result => result.data !== undefined || result.error !== undefined),
    ended: () => results.some(result => !result.hasNext),
    unsubscribe,
  };
}
