/**
 * A program that uses a transport and disposes it at a given moment. If nothing is left, it ends
 * by itself. Arguments: the name of a moment and the address of a server. It writes "disposed" after disposing.
 */
import { pipe, subscribe } from 'wonka';
import { WebSocket } from 'ws';
import { createTransport } from '../../src/transport/createTransport';
import type { TapEvent } from '../../src/transport/observe/tap';
import type { Transport } from '../../src/transport/transport';

const TOO_LONG_MS = 600_000;

const stepOf = (transport: Transport, type: TapEvent['type']): Promise<TapEvent> =>
  new Promise(resolve => {
    transport.tap.subscribe(event => event.type === type && resolve(event));
  });

const listen = (transport: Transport, query: string): Promise<unknown> =>
  new Promise(resolve => {
    pipe(transport.client.subscription(query, {}), subscribe(resolve));
  });

const FEED = 'subscription { feed(topic: "exit") }';
const TICKS = 'subscription { ticks(everyMs: 5) }';

/** What happens before the transport is disposed, by the name of the moment. */
const MOMENTS: Record<string, (transport: Transport) => Promise<unknown> | undefined> = {
  'before anything was sent': () => undefined,
  'after a query': transport => transport.client.query('{ hello }', {}).toPromise(),
  'while a subscription is live': transport => listen(transport, TICKS),
  'while the unused socket lingers': async transport => {
    const ended = stepOf(transport, 'ended');
    await listen(transport, 'subscription { count(to: 1) }');
    await ended;
  },
  'in the same moment as it subscribes': transport => {
    listen(transport, FEED);
    return undefined;
  },
  'while the socket connects': async transport => {
    const opening = stepOf(transport, 'socketOpening');
    listen(transport, FEED);
    await opening;
  },
  'when the socket is open but not acknowledged': async transport => {
    const opened = stepOf(transport, 'socketOpened');
    listen(transport, FEED);
    await opened;
  },
  'while it waits to reconnect': async transport => {
    const waiting = stepOf(transport, 'reconnectWait');
    listen(transport, FEED);
    await waiting;
  },
  'as soon as the socket is lost': async transport => {
    const closed = stepOf(transport, 'socketClosed');
    listen(transport, FEED);
    await closed;
  },
  'while a subscription waits for its retry': async transport => {
    const waiting = stepOf(transport, 'retryWait');
    listen(transport, 'subscription { refused }');
    await waiting;
  },
};

const [moment = '', httpEndpoint = '', wsEndpoint = httpEndpoint] = process.argv.slice(2);

const transport = createTransport(
  { httpEndpoint, wsEndpoint, reconnectMinMs: TOO_LONG_MS, reconnectMaxMs: TOO_LONG_MS, subscriptionRetryDelayMs: TOO_LONG_MS },
  { WebSocket: WebSocket as unknown as typeof globalThis.WebSocket, storage: null },
);
// No failure may end with exit code 0.
process.on('unhandledRejection', cause => {
  throw cause;
});
await MOMENTS[moment]?.(transport);
transport.dispose();
console.log('disposed');
