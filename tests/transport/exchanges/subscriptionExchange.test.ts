/** The subscriptionExchange, driven directly: C24, C27, C29, C31 and the mismatches M2 to M5, M18, M27, M42 of the stock exchange. */
import { type Exchange, subscriptionExchange as stockSubscriptionExchange } from '@urql/core';
import { subscriptionExchange } from '../../../src/transport/exchanges/subscriptionExchange';
import { SocketError } from '../../../src/transport/observe/failure';
import type { SubscribePayload, SubscribeSink } from '../../../src/transport/socket/socket';
import { type DrivenExchange, driveExchange, operationOf } from '../../support/driveExchange';
import { settle } from '../../support/fakeSockets';

/** The upstream subscriptions. */
interface Upstream {
  payload: SubscribePayload;
  sink: SubscribeSink;
  stopped: boolean;
}

function drive(): DrivenExchange & { upstreams: Upstream[] } {
  const upstreams: Upstream[] = [];
  const exchange = subscriptionExchange({
    subscribe(payload, sink) {
      const upstream = { payload, sink, stopped: false };
      upstreams.push(upstream);
      return () => {
        upstream.stopped = true;
      };
    },
  });
  return { ...driveExchange(exchange), upstreams };
}

async function subscribed() {
  const driven = drive();
  const operation = operationOf('subscription', 'subscription Ticks($of: Int) { tick(of: $of) }', { of: 2 });
  driven.send(operation);
  await settle();
  const upstream = driven.upstreams[0] as Upstream;
  return { ...driven, operation, upstream };
}

const shown = ({ results }: DrivenExchange) =>
  results.map(({ data, error, extensions, hasNext }) => ({ data, error: error?.message, extensions, hasNext }));
const END = { data: undefined, error: undefined, extensions: undefined, hasNext: false };

it('C6 a subscription goes to the socket with name, text and variables; other operations are forwarded', async () => {
  const driven = await subscribed();
  expect(driven.upstream.payload).toEqual({
    operationName: 'Ticks',
    query: expect.stringContaining('tick(of: $of)'),
    variables: { of: 2 },
  });
  expect(driven.forwarded).toEqual([]);
  const query = operationOf('query', '{ a }');
  driven.send(query);
  driven.answer(query, { data: { a: 1 } });
  expect(driven.forwarded).toEqual([query]);
  expect(driven.results.map(({ data }) => data)).toEqual([{ a: 1 }]);
});

it('changes of the request by the caller are applied', async () => {
  const driven = drive();
  const rewrite = (body: object) => ({ ...body, onError: 'NULL' });
  driven.send(operationOf('subscription', 'subscription { tick }', {}, { rewrite }));
  await settle();
  expect(driven.upstreams[0]?.payload).toMatchObject({ onError: 'NULL', query: expect.stringContaining('tick') });
});

it('C31 M5 each event is a separate result, with only its own data, errors and extensions', async () => {
  const driven = await subscribed();
  const { next } = driven.upstream.sink;
  next({ data: { tick: 1, list: [1, 2] }, extensions: { cost: 1 } });
  next({ data: { tick: 2 }, errors: [] });
  next({ data: null });
  next({ data: { tick: 4 }, extensions: { other: 2 } });
  expect(shown(driven)).toEqual([
    { data: { tick: 1, list: [1, 2] }, error: undefined, extensions: { cost: 1 }, hasNext: true },
    { data: { tick: 2 }, error: undefined, extensions: undefined, hasNext: true },
    { data: null, error: undefined, extensions: undefined, hasNext: true },
    { data: { tick: 4 }, error: undefined, extensions: { other: 2 }, hasNext: true },
  ]);
});

it('C31 C51 an event that looks like an incremental patch is an ordinary event', async () => {
  const driven = await subscribed();
  const { next } = driven.upstream.sink;
  next({ data: { tick: 1 } });
  next({ data: { tick: 2 }, path: ['__proto__'], incremental: [{ path: ['__proto__'], data: { polluted: true } }] } as never);
  expect(shown(driven).map(({ data }) => data)).toEqual([{ tick: 1 }, { tick: 2 }]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

it.each([0, 1, 3])('C31 M42 M18 the end after %i events is one result without data, and no teardown', async events => {
  const driven = await subscribed();
  for (let event = 0; event < events; event++) driven.upstream.sink.next({ data: { tick: event }, extensions: { cost: 1 } });
  driven.upstream.sink.complete();
  driven.upstream.sink.complete();
  expect(shown(driven).slice(events)).toEqual([END]);
  expect(driven.reexecuted).toEqual([]);
});

it('C24 C29 M2 errors in an event and the end after them are one failure with hasNext false', async () => {
  const driven = await subscribed();
  driven.upstream.sink.next({ data: { tick: 1 } });
  driven.upstream.sink.next({ data: null, errors: [{ message: 'no' }] as never, extensions: { cost: 2 } });
  driven.upstream.sink.complete();
  driven.upstream.sink.next({ data: { tick: 2 } });
  expect(shown(driven).slice(1)).toEqual([{ data: null, error: '[GraphQL] no', extensions: { cost: 2 }, hasNext: false }]);
  expect(driven.reexecuted).toEqual([]);
});

it.each([
  ['in an event', (sink: SubscribeSink, errors: unknown[]) => sink.next({ errors: errors as never })],
  ['in an error frame', (sink: SubscribeSink, errors: unknown[]) => sink.error(errors)],
])('C24 errors %s that are not GraphQL errors are a failure like any other', async (_, fail) => {
  const driven = await subscribed();
  fail(driven.upstream.sink, [null, 'text', { code: 1 }]);
  const message = '[GraphQL] null\n[GraphQL] text\n[GraphQL] {"code":1}';
  expect(shown(driven)).toEqual([{ data: undefined, error: message, extensions: undefined, hasNext: false }]);
  expect(driven.upstream.stopped).toBe(true);
});

it('C27 M3 the upstream of a failed subscription is ended before the failure is reported', async () => {
  const stoppedAtResult: boolean[] = [];
  const driven = await subscribed();
  const push = driven.results.push.bind(driven.results);
  driven.results.push = (...results) => {
    stoppedAtResult.push(driven.upstream.stopped);
    return push(...results);
  };
  driven.upstream.sink.next({ errors: [{ message: 'no' }] as never });
  expect(stoppedAtResult).toEqual([true]);
});

it('C24 M4 an error frame is one failure with hasNext false', async () => {
  const driven = await subscribed();
  driven.upstream.sink.next({ data: { tick: 1 } });
  driven.upstream.sink.error([{ message: 'no' }]);
  expect(shown(driven).slice(1)).toEqual([{ data: undefined, error: '[GraphQL] no', extensions: undefined, hasNext: false }]);
});

it('C31 M27 a close is a failure that names code and reason', async () => {
  const driven = await subscribed();
  driven.upstream.sink.error(new SocketError('The websocket closed with code 4500: boom', 4500, 'boom'));
  expect(driven.results[0]?.error?.networkError).toMatchObject({ code: 4500, reason: 'boom' });
  expect(shown(driven)).toHaveLength(1);
});

it('C27 the same operation sent again after a failure opens a new upstream', async () => {
  const driven = await subscribed();
  driven.upstream.sink.error([{ message: 'no' }]);
  driven.send(driven.operation);
  await settle();
  driven.upstreams[1]?.sink.next({ data: { tick: 7 } });
  driven.upstream.sink.next({ data: { tick: 0 } });
  expect(driven.upstreams).toHaveLength(2);
  expect(shown(driven).at(-1)).toMatchObject({ data: { tick: 7 }, hasNext: true });
});

it('C28 a teardown ends the upstream, and its later events are not delivered', async () => {
  const driven = await subscribed();
  driven.teardown(driven.operation);
  expect(driven.upstream.stopped).toBe(true);
  driven.upstream.sink.next({ data: { tick: 1 } });
  driven.upstream.sink.complete();
  expect(driven.results).toEqual([]);
});

it('C28 a teardown in the same turn as the subscription opens no upstream', async () => {
  const driven = drive();
  const operation = operationOf('subscription', 'subscription { tick }');
  driven.send(operation);
  driven.teardown(operation);
  await settle();
  expect(driven.upstreams).toEqual([]);
});

it('C24 an upstream that fails while it subscribes is one failure', async () => {
  let stops = 0;
  const driven = driveExchange(
    subscriptionExchange({
      subscribe(_payload, sink) {
        sink.error(new SocketError('refused'));
        return () => {
          stops += 1;
        };
      },
    }),
  );
  driven.send(operationOf('subscription', 'subscription { tick }'));
  await settle();
  expect(shown(driven)).toEqual([{ data: undefined, error: '[Network] refused', extensions: undefined, hasNext: false }]);
  expect(stops).toBe(1);
});

describe('the stock exchange alone', () => {
  async function stock(act: (sink: { next(value: object): void; error(cause: unknown): void; complete(): void }) => void) {
    const unsubscribe = jest.fn();
    const exchange: Exchange = stockSubscriptionExchange({
      forwardSubscription: () => ({
        subscribe(sink) {
          act(sink as never);
          return { unsubscribe };
        },
      }),
    });
    const driven = driveExchange(exchange);
    driven.send(operationOf('subscription', 'subscription { tick }'));
    await settle();
    return { ...driven, unsubscribe };
  }

  it('M5 M42 it merges events and repeats the last one at the end', async () => {
    const driven = await stock(sink => {
      sink.next({ data: { tick: 1 } });
      sink.next({ data: null });
      sink.complete();
    });
    expect(shown(driven).map(({ data }) => data)).toEqual([{ tick: 1 }, { tick: 1 }, { tick: 1 }]);
  });

  it('M2 M3 M4 it reports errors with its upstream open, and the end after them is a second failure', async () => {
    const driven = await stock(sink => {
      sink.next({ errors: [{ message: 'no' }] });
      sink.complete();
    });
    expect(shown(driven).map(({ error, hasNext }) => [error, hasNext])).toEqual([
      ['[GraphQL] no', true],
      ['[GraphQL] no', false],
    ]);
    expect(driven.unsubscribe).not.toHaveBeenCalled();
  });

  it('M27 its error for a close has no text', async () => {
    const driven = await stock(sink => sink.error({ code: 4500, reason: 'Internal' }));
    expect(shown(driven).map(({ error }) => error)).toEqual(['[Network] undefined']);
  });

  it('M18 it ends a stream without events by a teardown, which would cancel a pending retry', async () => {
    const driven = await stock(sink => sink.complete());
    expect(driven.results).toEqual([]);
    expect(driven.reexecuted.map(({ kind }) => kind)).toEqual(['teardown']);
  });
});
