/** Contract C24 to C31: when a subscription fails, and how it is sent again. */
import { pass, settle } from '../../support/fakeSockets';
import { collect, type Started, startTransport } from '../../support/startTransport';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const WAITS = [500, 1000, 2000, 4000, 8000];

const lastId = ({ network }: Started): string => network.latest().subscribes.at(-1)?.id ?? '';
const sends = ({ network }: Started): number => network.sockets.reduce((sum, socket) => sum + socket.subscribes.length, 0);
const fail = (started: Started): void =>
  started.network.latest().receive({ type: 'error', id: lastId(started), payload: [{ message: 'no' }] });

describe('C24 what counts as failed', () => {
  it.each([
    ['an error frame', (s: Started) => fail(s)],
    [
      'errors in a next frame',
      (s: Started) => s.network.latest().receive({ type: 'next', id: lastId(s), payload: { errors: [{ message: 'no' }] } }),
    ],
    ['a fatal close', (s: Started) => s.network.latest().lose(4500, 'boom')],
  ])('C24 %s is a failure: sent again after 500 ms', async (_, break_) => {
    const started = startTransport();
    const ticks = await collect(started.transport);
    await started.network.latest().accept();
    break_(started);
    await pass(499);
    expect(sends(started)).toBe(1);
    await pass(1);
    if (started.network.sockets.length === 2) await started.network.latest().accept();
    expect(sends(started)).toBe(2);
    expect(ticks.results).toEqual([]);
    started.transport.dispose();
  });

  it('C24 a complete of the server and an unsubscribe are no failures', async () => {
    const started = startTransport();
    const completed = await collect(started.transport);
    await started.network.latest().accept();
    started.network.latest().receive({ type: 'complete', id: lastId(started) });
    const left = await collect(started.transport, 'subscription Other { other }');
    left.unsubscribe();
    await pass(20_000);
    expect(sends(started)).toBeLessThanOrEqual(2);
    expect(completed.results.map(r => r.error)).toEqual([undefined]);
    expect(completed.ended()).toBe(true);
    started.transport.dispose();
  });
});

describe('C25 the waits', () => {
  it('C25 are 500, 1000, 2000, 4000, 8000 ms; the caller sees the failure only after the sixth attempt', async () => {
    const started = startTransport();
    const ticks = await collect(started.transport);
    await started.network.latest().accept();
    const times = [Date.now()];
    for (const wait of WAITS) {
      fail(started);
      await settle();
      expect(ticks.results).toEqual([]);
      await pass(wait - 1);
      expect(sends(started)).toBe(times.length);
      await pass(1);
      times.push(Date.now());
      expect(sends(started)).toBe(times.length);
    }
    fail(started);
    await settle();
    expect(sends(started)).toBe(6);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBe(15_500);
    expect(ticks.results).toHaveLength(1);
    expect(ticks.results[0]?.error?.graphQLErrors[0]?.message).toBe('no');
    // All attempts use one socket: it does not close as idle while a retry is pending.
    expect(started.network.sockets).toHaveLength(1);
    await pass(60_000);
    expect(sends(started)).toBe(6);
    started.transport.dispose();
  });

  it.each([0, 1, 2, 3, 8])('C25 retries: %i are respected', async retries => {
    // Without the silence timer, which would reopen the socket during the longer waits.
    const started = startTransport({ subscriptionRetries: retries, wsTimeoutMs: 0 });
    const ticks = await collect(started.transport);
    await started.network.latest().accept();
    for (let retry = 0; retry < retries; retry++) {
      fail(started);
      await pass(500 * 2 ** retry);
    }
    expect(ticks.results).toEqual([]);
    fail(started);
    await settle();
    expect(sends(started)).toBe(retries + 1);
    expect(ticks.results).toHaveLength(1);
    started.transport.dispose();
  });

  it('C25 a configured delay of 0 ms is 0, not the default', async () => {
    const started = startTransport({ subscriptionRetryDelayMs: 0 });
    await collect(started.transport);
    await started.network.latest().accept();
    fail(started);
    await pass(1);
    expect(sends(started)).toBe(2);
    started.transport.dispose();
  });

  it('C25 each wait is reported to the tap with its number', async () => {
    const started = startTransport();
    const waits: unknown[] = [];
    started.transport.tap.subscribe(event => {
      if (event.type === 'retryWait') waits.push([event.ms, event.attempt, event.of]);
    });
    await collect(started.transport);
    await started.network.latest().accept();
    for (const wait of WAITS) {
      fail(started);
      await pass(wait);
    }
    expect(waits).toEqual(WAITS.map((ms, index) => [ms, index + 1, 5]));
    started.transport.dispose();
  });
});

describe('C26 the budget', () => {
  it('C26 is restored by the first event without errors, not by a connection', async () => {
    const started = startTransport();
    const ticks = await collect(started.transport);
    await started.network.latest().accept();
    for (const wait of [500, 1000, 2000]) {
      fail(started);
      await pass(wait);
    }
    started.network.latest().receive({ type: 'next', id: lastId(started), payload: { data: { tick: 1 } } });
    for (const wait of WAITS) {
      fail(started);
      await pass(wait - 1);
      const before = sends(started);
      await pass(1);
      expect(sends(started)).toBe(before + 1);
    }
    expect(ticks.events()).toHaveLength(1);
    fail(started);
    await settle();
    expect(ticks.events()).toHaveLength(2);
    started.transport.dispose();
  });
});

describe('C27 never two upstreams', () => {
  it('C27 an upstream with errors in an open stream is ended before the wait', async () => {
    const started = startTransport();
    await collect(started.transport);
    const socket = started.network.latest();
    await socket.accept();
    const first = lastId(started);
    socket.receive({ type: 'next', id: first, payload: { errors: [{ message: 'no' }] } });
    expect(socket.sent.at(-1)).toEqual({ type: 'complete', id: first });
    await pass(500);
    expect(socket.subscribes).toHaveLength(2);
    expect(socket.subscribes[1]?.id).not.toBe(first);
    started.transport.dispose();
  });

  it('C27 later events of the ended upstream are not delivered', async () => {
    const started = startTransport();
    const ticks = await collect(started.transport);
    const socket = started.network.latest();
    await socket.accept();
    const first = lastId(started);
    socket.receive({ type: 'next', id: first, payload: { errors: [{ message: 'no' }] } });
    socket.receive({ type: 'next', id: first, payload: { data: { tick: 1 } } });
    await pass(500);
    socket.receive({ type: 'next', id: lastId(started), payload: { data: { tick: 2 } } });
    expect(ticks.results.map(r => r.data)).toEqual([{ tick: 2 }]);
    started.transport.dispose();
  });
});

describe('C28 unsubscribing during a wait', () => {
  it('C28 cancels it: nothing is sent or delivered, and no timer is left', async () => {
    const started = startTransport();
    const ticks = await collect(started.transport);
    await started.network.latest().accept();
    fail(started);
    await pass(200);
    ticks.unsubscribe();
    await settle();
    // The remaining timers are the three seconds before the idle socket closes, and its two silence timers.
    expect(jest.getTimerCount()).toBe(3);
    await pass(10_000);
    expect(sends(started)).toBe(1);
    expect(ticks.results).toEqual([]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('C28 a new subscription of the same operation starts with a full budget', async () => {
    const started = startTransport();
    const first = await collect(started.transport);
    await started.network.latest().accept();
    for (const wait of [500, 1000, 2000]) {
      fail(started);
      await pass(wait);
    }
    fail(started);
    await settle();
    first.unsubscribe();
    const again = await collect(started.transport);
    for (const wait of WAITS) {
      fail(started);
      await pass(wait);
    }
    expect(again.results).toEqual([]);
    fail(started);
    await settle();
    expect(again.results).toHaveLength(1);
    started.transport.dispose();
  });
});

describe('C29 one failure', () => {
  it('C29 next{errors} and complete count as one', async () => {
    const started = startTransport();
    const ticks = await collect(started.transport);
    const socket = started.network.latest();
    await socket.accept();
    for (const wait of WAITS) {
      const id = lastId(started);
      socket.receive({ type: 'next', id, payload: { errors: [{ message: 'no' }] } });
      socket.receive({ type: 'complete', id });
      await pass(wait);
    }
    expect(sends(started)).toBe(6);
    const id = lastId(started);
    socket.receive({ type: 'next', id, payload: { errors: [{ message: 'no' }] } });
    socket.receive({ type: 'complete', id });
    await pass(20_000);
    expect(sends(started)).toBe(6);
    expect(ticks.results).toHaveLength(1);
    started.transport.dispose();
  });

  // Node's `ws` delivers all frames of one packet in one turn.
  it.each([
    { type: 'next', payload: { errors: [{ message: 'no' }] } },
    { type: 'error', payload: [{ message: 'no' }] },
  ])('C29 $type and complete in one turn end the upstream once: a socket lost after the retry is opened again', async frame => {
    const started = startTransport();
    const ticks = await collect(started.transport);
    await started.network.latest().accept();
    const id = lastId(started);
    started.network.latest().receive({ ...frame, id });
    started.network.latest().receive({ type: 'complete', id });
    await pass(500);
    expect(sends(started)).toBe(2);
    started.network.latest().lose();
    await pass(100);
    expect(started.network.sockets).toHaveLength(2);
    await started.network.latest().accept();
    expect(sends(started)).toBe(3);
    started.network.latest().receive({ type: 'next', id: lastId(started), payload: { data: { tick: 1 } } });
    expect(ticks.results.map(r => r.data)).toEqual([{ tick: 1 }]);
    started.transport.dispose();
  });

  it.each([0, 1, 2, 3])(
    'C24 a fatal close %i promises after the acknowledgement is one failure with its code',
    async promises => {
      const started = startTransport({ subscriptionRetries: 0 });
      const ticks = await collect(started.transport);
      const socket = started.network.latest();
      socket.open();
      await settle();
      socket.receive({ type: 'connection_ack' });
      for (let promise = 0; promise < promises; promise++) await undefined;
      socket.lose(4500, 'broken');
      await settle();
      expect(ticks.results.map(r => r.error?.message)).toEqual(['[Network] The websocket closed with code 4500: broken']);
      started.transport.dispose();
    },
  );

  it('C29 the final failure has hasNext false, and a later subscriber starts anew', async () => {
    const started = startTransport({ subscriptionRetries: 0 });
    const ticks = await collect(started.transport);
    await started.network.latest().accept();
    fail(started);
    await settle();
    expect(ticks.results.map(r => r.hasNext)).toEqual([false]);
    const later = await collect(started.transport);
    expect(sends(started)).toBe(2);
    started.network.latest().receive({ type: 'next', id: lastId(started), payload: { data: { tick: 7 } } });
    expect(later.results.map(r => r.data)).toEqual([{ tick: 7 }]);
    started.transport.dispose();
  });
});

describe('C31 each event stands alone', () => {
  it('C31 nothing is read after a complete, not even in the same turn, and the other subscriptions are reconnected', async () => {
    const started = startTransport();
    const ticks = await collect(started.transport);
    await started.network.latest().accept();
    const id = lastId(started);
    await collect(started.transport, 'subscription Other { other }');
    const socket = started.network.latest();
    socket.receive({ type: 'next', id, payload: { data: { tick: 1 } } });
    socket.receive({ type: 'complete', id });
    socket.receive({ type: 'next', id, payload: { data: { tick: 2 } } });
    socket.receive({ type: 'complete', id });
    await settle();
    expect(ticks.events().map(r => r.data)).toEqual([{ tick: 1 }]);
    expect(ticks.ended()).toBe(true);
    socket.lose(1000);
    await pass(100);
    expect(started.network.sockets).toHaveLength(2);
    await started.network.latest().accept();
    expect(started.network.latest().subscribes.map(f => f.payload.operationName)).toEqual(['Other']);
    started.transport.dispose();
  });

  it('C31 nothing of an earlier event reappears in a later one', async () => {
    const started = startTransport({ subscriptionRetries: 0 });
    const ticks = await collect(started.transport);
    const socket = started.network.latest();
    await socket.accept();
    const id = lastId(started);
    socket.receive({ type: 'next', id, payload: { data: { tick: 1, list: [1, 2, 3] }, extensions: { cost: 1 } } });
    socket.receive({ type: 'next', id, payload: { data: { tick: 2 }, errors: [] } });
    socket.receive({ type: 'next', id, payload: { data: null } });
    socket.receive({ type: 'next', id, payload: { data: { tick: 4 }, extensions: { other: 2 } } });
    expect(ticks.results.map(({ data, error, extensions, hasNext }) => ({ data, error, extensions, hasNext }))).toEqual([
      { data: { tick: 1, list: [1, 2, 3] }, error: undefined, extensions: { cost: 1 }, hasNext: true },
      { data: { tick: 2 }, error: undefined, extensions: undefined, hasNext: true },
      { data: null, error: undefined, extensions: undefined, hasNext: true },
      { data: { tick: 4 }, error: undefined, extensions: { other: 2 }, hasNext: true },
    ]);
    started.transport.dispose();
  });

  it('C31 a server complete delivers no event, only the end', async () => {
    const started = startTransport();
    const ticks = await collect(started.transport);
    const socket = started.network.latest();
    await socket.accept();
    const id = lastId(started);
    socket.receive({ type: 'next', id, payload: { data: { tick: 1 } } });
    socket.receive({ type: 'complete', id });
    await settle();
    expect(ticks.events().map(r => r.data)).toEqual([{ tick: 1 }]);
    expect(ticks.results.at(-1)).toMatchObject({ data: undefined, error: undefined, hasNext: false });
    started.transport.dispose();
  });

  it('C31 a close is reported with its code and reason', async () => {
    const started = startTransport({ subscriptionRetries: 0 });
    const ticks = await collect(started.transport);
    await started.network.latest().accept();
    started.network.latest().lose(4500, 'Internal trouble');
    await settle();
    expect(ticks.results[0]?.error?.networkError).toMatchObject({ name: 'SocketError', code: 4500, reason: 'Internal trouble' });
    expect(ticks.results[0]?.error?.message).toContain('4500');
    expect(ticks.results[0]?.error?.message).not.toContain('undefined');
    started.transport.dispose();
  });

  it('C31 integers beyond 2^53 arrive without loss', async () => {
    const started = startTransport();
    const ticks = await collect(started.transport);
    const socket = started.network.latest();
    await socket.accept();
    socket.receive(`{"type":"next","id":"${lastId(started)}","payload":{"data":{"tick":90071992547409931}}}`);
    expect(ticks.results[0]?.data).toEqual({ tick: '90071992547409931' });
    started.transport.dispose();
  });
});
