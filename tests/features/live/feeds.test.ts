/** Running feeds: their events, states and gaps, over the real transport with sockets that the test controls. */

import type { FeedRequest } from '../../../src/features/live/createFeed';
import { createFeeds, feedId } from '../../../src/features/live/feeds';
import { systemClock } from '../../../src/lib/clock';
import { fakeNetwork, pass, settle } from '../../support/fakeSockets';
import { startTransport } from '../../support/startTransport';

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  jest.useRealTimers();
});

const TICKS: FeedRequest = { name: 'tick', query: 'subscription Tick { tick { n } }', variables: {}, path: ['tick'] };

/** Feeds whose animation frames the test triggers. */
function start(options: { capacity?: number } = {}) {
  const { transport, network } = startTransport({}, {}, fakeNetwork());
  const frames: (() => void)[] = [];
  const feeds = createFeeds({
    client: transport.client,
    clock: systemClock,
    onFrame: action => frames.push(action),
    ...options,
  });
  const ids = (): string[] => network.latest().subscribes.map(frame => frame.id ?? '');
  return {
    transport,
    network,
    feeds,
    frames,
    drawFrame: () => {
      for (const action of frames.splice(0)) action();
    },
    send: (n: number, id = ids().at(-1)) =>
      network.latest().receive({ type: 'next', id: id ?? '', payload: { data: { tick: { n } } } }),
    frame: (type: string, payload?: unknown) => network.latest().receive({ type, id: ids().at(-1) ?? '', payload }),
  };
}

describe('events', () => {
  it('are stored as the value at the path of the feed, with the time of arrival', async () => {
    const { feeds, network, send } = start();
    const feed = feeds.open(TICKS);
    await settle();
    expect(feed.state.get()).toEqual({ status: 'starting' });
    await network.latest().accept();
    expect(feed.state.get()).toEqual({ status: 'starting', connected: true });
    await pass(2000);
    send(7);
    expect(feed.state.get()).toEqual({ status: 'live' });
    expect([feed.events.first, feed.events.next, feed.events.total, feed.events.dropped]).toEqual([0, 1, 1, 0]);
    expect(feed.events.valueAt(0)).toEqual({ n: 7 });
    expect(feed.events.timeAt(0)).toBe(1_002_000);
  });

  it('are all counted, although only the newest are kept', async () => {
    const { feeds, network, send } = start({ capacity: 10 });
    const feed = feeds.open(TICKS);
    await settle();
    await network.latest().accept();
    for (let n = 1; n <= 37; n++) send(n);
    const { events } = feed;
    expect([events.total, events.dropped, events.next - events.first]).toEqual([37, 27, 10]);
    expect(events.valueAt(events.first)).toEqual({ n: 28 });
    expect(events.valueAt(events.next - 1)).toEqual({ n: 37 });
    expect(events.numberOf(events.next - 1)).toBe(37);
  });

  it('notify a listener once per frame, however many arrived, and request no frame without a listener', async () => {
    const { feeds, network, send, frames, drawFrame } = start();
    const feed = feeds.open(TICKS);
    await settle();
    await network.latest().accept();
    send(1);
    expect(frames).toHaveLength(0);
    let notified = 0;
    const end = feed.changed.subscribe(() => notified++);
    expect(frames).toHaveLength(1);
    drawFrame();
    for (let n = 0; n < 500; n++) send(n);
    expect(frames).toHaveLength(1);
    expect(notified).toBe(1);
    drawFrame();
    expect(notified).toBe(2);
    end();
    send(2);
    expect(frames).toHaveLength(0);
    expect(feed.events.total).toBe(502);
  });

  it('of a snapshot stay the same when further events arrive', async () => {
    const { feeds, network, send } = start({ capacity: 3 });
    const feed = feeds.open(TICKS);
    await settle();
    await network.latest().accept();
    for (let n = 1; n <= 4; n++) send(n);
    const still = feed.still();
    for (let n = 5; n <= 9; n++) send(n);
    expect([1, 2, 3].map(sequence => still.valueAt(sequence))).toEqual([{ n: 2 }, { n: 3 }, { n: 4 }]);
    expect(still.total).toBe(4);
    expect(feed.events.valueAt(3)).toBeUndefined();
  });

  it('are dropped and counted from 0 after clear(), while the feed continues', async () => {
    const { feeds, network, send } = start();
    const feed = feeds.open(TICKS);
    await settle();
    await network.latest().accept();
    send(1);
    send(2);
    feed.clear();
    send(3);
    expect(feed.events.total).toBe(1);
    expect(feed.events.dropped).toBe(0);
    expect(feed.events.numberOf(feed.events.next - 1)).toBe(1);
    expect(feed.events.valueAt(feed.events.next - 1)).toEqual({ n: 3 });
  });

  it('that were cleared are restored by undo, before those that have arrived since', async () => {
    const { feeds, network, send } = start({ capacity: 4 });
    const feed = feeds.open(TICKS);
    await settle();
    await network.latest().accept();
    for (let n = 1; n <= 4; n++) send(n);
    const takeBack = feed.clear();
    send(5);
    takeBack();
    const { events } = feed;
    expect([events.total, events.dropped]).toEqual([5, 1]);
    expect(
      [events.first, events.first + 1, events.first + 2, events.first + 3].map(sequence => events.valueAt(sequence)),
    ).toEqual([{ n: 2 }, { n: 3 }, { n: 4 }, { n: 5 }]);
    takeBack();
    expect(events.total).toBe(5);
  });
});

describe('several feeds', () => {
  it('run at the same time; a request with the same variables in another order is the same feed', async () => {
    const { feeds, network, send } = start();
    const one = feeds.open({ ...TICKS, variables: { a: 1, b: { c: 2, d: 3 } } });
    const two = feeds.open({ ...TICKS, variables: { a: 2 } });
    const again = feeds.open({ ...TICKS, variables: { b: { d: 3, c: 2 }, a: 1 } });
    expect(again).toBe(one);
    expect(feeds.find(two.id)).toBe(two);
    expect(feeds.list.get()).toEqual([one, two]);
    await settle();
    await network.latest().accept();
    const [first, second] = network.latest().subscribes;
    expect(network.latest().subscribes).toHaveLength(2);
    send(1, first?.id);
    send(2, second?.id);
    send(3, second?.id);
    expect([one.events.total, two.events.total]).toEqual([1, 2]);
    feeds.close(one.id);
    expect(feeds.list.get()).toEqual([two]);
    expect(network.latest().sent.filter(f => f.type === 'complete')).toEqual([{ type: 'complete', id: first?.id }]);
  });

  it('are distinguished by values and their types, such as 1 and "1"', () => {
    expect(feedId({ ...TICKS, variables: { a: 1 } })).not.toBe(feedId({ ...TICKS, variables: { a: '1' } }));
  });

  it('are unsubscribed when the session ends', async () => {
    const { feeds, network } = start();
    feeds.open(TICKS);
    feeds.open({ ...TICKS, variables: { a: 2 } });
    await settle();
    await network.latest().accept();
    feeds.dispose();
    expect(network.latest().sent.filter(f => f.type === 'complete')).toHaveLength(2);
    expect(feeds.list.get()).toEqual([]);
  });
});

describe('gaps', () => {
  it('a reconnect leaves a gap between the events before and after it', async () => {
    const { feeds, network, send } = start();
    const feed = feeds.open(TICKS);
    await settle();
    await network.latest().accept();
    send(1);
    await pass(1000);
    network.latest().lose(1012, 'Restart');
    expect(feed.state.get()).toEqual({ status: 'waiting' });
    expect(feed.events.gaps).toEqual([{ before: 1, from: 1_001_000, to: null, reason: 'connection' }]);
    await pass(100);
    await pass(400);
    await network.latest().accept();
    expect(feed.state.get()).toEqual({ status: 'live' });
    send(2);
    expect(feed.events.gaps).toEqual([{ before: 1, from: 1_001_000, to: 1_001_500, reason: 'connection' }]);
    expect(feed.events.total).toBe(2);
  });

  it('the gap of a connection that became silent, or ended without a close frame, begins at the last received frame', async () => {
    const { feeds, network, send } = start();
    const feed = feeds.open(TICKS);
    await settle();
    await network.latest().accept();
    send(1);
    await pass(4000);
    network.latest().receive({ type: 'ping' });
    await pass(30_000);
    expect(feed.state.get()).toEqual({ status: 'waiting' });
    expect(feed.events.gaps).toEqual([{ before: 1, from: 1_004_000, to: null, reason: 'connection' }]);
    await pass(100);
    await network.latest().accept();
    expect(feed.events.gaps).toMatchObject([{ from: 1_004_000, to: 1_034_100 }]);
    send(2);
    await pass(5000);
    network.latest().lose(1006);
    expect(feed.events.gaps.at(-1)).toMatchObject({ before: 2, from: 1_034_100, to: null });
  });

  it('the gap of a page that was suspended begins at the last received frame, however late the close event is', async () => {
    const { feeds, network, send } = start();
    const feed = feeds.open(TICKS);
    await settle();
    await network.latest().accept();
    send(1);
    jest.setSystemTime(1_004_200);
    network.latest().lose(1006);
    expect(feed.events.gaps).toEqual([{ before: 1, from: 1_000_000, to: null, reason: 'connection' }]);
  });

  it('a connection that was never established leaves no gap', async () => {
    const { feeds, network, send } = start();
    const feed = feeds.open(TICKS);
    await settle();
    network.latest().lose();
    await pass(100);
    await network.latest().accept();
    send(1);
    expect(feed.events.gaps).toEqual([]);
  });

  it('several reconnects without an event in between leave one gap', async () => {
    const { feeds, network, send } = start();
    const feed = feeds.open(TICKS);
    await settle();
    await network.latest().accept();
    send(1);
    for (let turn = 0; turn < 3; turn++) {
      network.latest().lose();
      await pass(100);
      await network.latest().accept();
    }
    send(2);
    expect(feed.events.gaps).toHaveLength(1);
    expect(feed.events.gaps[0]).toMatchObject({ before: 1, from: 1_000_000, to: 1_000_300 });
  });

  it('a gap is removed with the last event before it', async () => {
    const { feeds, network, send } = start({ capacity: 2 });
    const feed = feeds.open(TICKS);
    await settle();
    await network.latest().accept();
    send(1);
    network.latest().lose();
    await pass(100);
    await network.latest().accept();
    send(2);
    expect(feed.events.gaps).toHaveLength(1);
    send(3);
    expect(feed.events.gaps).toEqual([]);
  });
});

describe('ends', () => {
  it('a complete from the server ends the feed; a restart keeps the events and adds a gap', async () => {
    const { feeds, network, send, frame } = start();
    const feed = feeds.open(TICKS);
    await settle();
    await network.latest().accept();
    send(1);
    frame('complete');
    await settle();
    expect(feed.state.get()).toEqual({ status: 'ended' });
    expect(feed.events.total).toBe(1);
    await pass(500);
    feed.start();
    await settle();
    expect(network.latest().subscribes).toHaveLength(2);
    send(2);
    expect(feed.state.get()).toEqual({ status: 'live' });
    expect(feed.events.gaps).toEqual([{ before: 1, from: 1_000_000, to: 1_000_500, reason: 'ended' }]);
  });

  it('a refused feed reports the time of its next retry, and fails after the last one', async () => {
    const { feeds, network, frame } = start();
    const feed = feeds.open(TICKS);
    await settle();
    await network.latest().accept();
    const states: unknown[] = [];
    for (const wait of [500, 1000, 2000, 4000, 8000]) {
      frame('error', [{ message: 'no' }]);
      await settle();
      states.push(feed.state.get());
      await pass(wait);
      expect(feed.state.get()).toEqual({ status: 'starting', connected: true });
    }
    expect(states[0]).toEqual({ status: 'retrying', at: 1_000_500, attempt: 1, of: 5, message: 'no' });
    expect(states[4]).toMatchObject({ status: 'retrying', attempt: 5 });
    frame('error', [{ message: 'no' }]);
    await settle();
    expect(feed.state.get()).toMatchObject({ status: 'failed', failure: { tag: 'graphql', message: 'no' } });
    expect(network.latest().subscribes).toHaveLength(6);
  });

  it('an event with errors leaves a gap with the error message of the server', async () => {
    const { feeds, network, send, frame } = start();
    const feed = feeds.open(TICKS);
    await settle();
    await network.latest().accept();
    send(1);
    await settle();
    frame('next', { data: { ticks: null }, errors: [{ message: 'Sensor 3 gave no value' }] });
    await settle();
    expect(feed.events.gaps).toEqual([
      { before: 1, from: 1_000_000, to: null, reason: 'failed', message: 'Sensor 3 gave no value' },
    ]);
    await pass(500);
    send(2);
    await settle();
    expect(feed.events.gaps).toMatchObject([{ to: 1_000_500, message: 'Sensor 3 gave no value' }]);
  });

  it('a feed without a websocket address fails at once, and can be restarted', async () => {
    const { transport } = startTransport({ wsEndpoint: null });
    const feeds = createFeeds({ client: transport.client, clock: systemClock });
    const feed = feeds.open(TICKS);
    await settle();
    expect(feed.state.get()).toMatchObject({ status: 'failed', failure: { tag: 'socket' } });
    feed.start();
    expect(feed.state.get().status === 'starting' || feed.state.get().status === 'failed').toBe(true);
    await settle();
    expect(feed.state.get()).toMatchObject({ status: 'failed' });
  });

  it('stopping unsubscribes and keeps the events; later ones are ignored', async () => {
    const { feeds, network, send } = start();
    const feed = feeds.open(TICKS);
    await settle();
    await network.latest().accept();
    send(1);
    feed.stop();
    expect(feed.state.get()).toEqual({ status: 'stopped' });
    send(2);
    expect(feed.events.total).toBe(1);
    feed.start();
    await settle();
    send(3);
    expect(feed.events.total).toBe(2);
    expect(feed.events.gaps).toMatchObject([{ before: 1, reason: 'stopped' }]);
  });
});
