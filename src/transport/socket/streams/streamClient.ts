/**
 * Subscriptions over HTTP with one request and one streamed response each (GraphQL over SSE in distinct connections mode, or Apollo's
 * multipart subscriptions). httpStream.ts keeps each stream open. The status combines all streams.
 */
import { createStore } from '../../../lib/store';
import type { SocketStatus } from '../../observe/status';
import type { TapOperation } from '../../observe/tap';
import { combinedStatus } from '../combinedStatus';
import type { SubscriptionProtocol } from '../learned';
import { sendRequest } from '../sendRequest';
import type { Socket, SocketOptions, SubscribePayload, SubscribeSink } from '../socket';
import { type HttpStream, openHttpStream } from './httpStream';
import { tapPiece } from './streamTap';

const EVENT_STREAM = 'text/event-stream';
const MULTIPART = 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0';
const ONE_RESULT = 'application/graphql-response+json, application/json';

/**
 * Accept headers; `any`: whatever the server supports. Servers built on graphql-sse require exactly the `sse` value. With quotes, or more
 * than 128 bytes, a server at another origin would have to allow the header (CORS).
 */
const ACCEPT = {
  sse: EVENT_STREAM,
  multipart: `${MULTIPART}, ${ONE_RESULT}`,
  any: `${EVENT_STREAM}, ${MULTIPART}, ${ONE_RESULT}`,
};

/** A stream and its state. */
interface Entry {
  stream: HttpStream;
  status: SocketStatus;
  /** The token in its request. */
  token: string;
}

/** Creates the client. `onProtocol` is called with the protocol of the server's response. */
export function createStreamClient(
  options: SocketOptions,
  accepted: keyof typeof ACCEPT,
  onProtocol: (protocol: SubscriptionProtocol) => void = () => {},
): Socket {
  const status = createStore<SocketStatus>({ state: 'idle' });
  const entries = new Set<Entry>();
  const showStatus = (otherwise: SocketStatus): void =>
    status.set(combinedStatus([...entries].map(entry => entry.status)) ?? otherwise);

  const subscribe = (payload: SubscribePayload, sink: SubscribeSink, operation?: TapOperation): (() => void) => {
    const body = JSON.stringify(payload);
    let errors = 0;
    let messages = 0;
    const leave = (last: SocketStatus): void => {
      entry.stream.stop();
      entries.delete(entry);
      showStatus(last);
    };
    const end = (cause: unknown): void => {
      leave(entry.status.state === 'failed' ? entry.status : { state: 'idle' });
      if (cause === undefined) sink.complete();
      else sink.error(cause);
    };
    const stream = openHttpStream({
      socket: options,
      open(signal) {
        entry.token = options.readToken();
        const request = { method: 'POST', accept: ACCEPT[accepted], body, token: entry.token, signal } as const;
        return sendRequest(options, request, operation);
      },
      onStatus(next) {
        entry.status = next;
        showStatus(next);
      },
      onOpen(response) {
        onProtocol(/event-stream/i.test(response.headers.get('content-type') ?? '') ? 'sse' : 'multipart');
        sink.connection?.({ state: 'live' });
      },
      onMessage(message) {
        if (message.type === 'complete') end(undefined);
        if (message.type !== 'next') return;
        messages++;
        errors += message.payload.errors?.length ?? 0;
        sink.next(message.payload);
      },
      onRead(text, bytes) {
        tapPiece(options.tap, operation, { text, bytes, errors, messages, token: entry.token });
        errors = 0;
        messages = 0;
      },
      onLost: since => sink.connection?.({ state: 'lost', since }),
      onEnd: end,
    });
    const entry: Entry = { stream, status: { state: 'idle' }, token: '' };
    entries.add(entry);
    return () => leave({ state: 'idle' });
  };

  return {
    status,
    subscribe,
    hold: () => {},
    release: () => {},
    tokenChanged() {
      const token = options.readToken();
      for (const entry of entries) if (entry.token !== token) entry.stream.restart();
    },
    reconnectNow() {
      for (const { stream } of entries) stream.skipWait();
    },
    wake() {
      for (const { stream } of entries) stream.wake();
    },
    sleep() {
      for (const { stream } of entries) stream.sleep();
    },
    dispose() {
      for (const { stream } of entries) stream.stop();
      entries.clear();
      status.set({ state: 'idle' });
    },
  };
}
