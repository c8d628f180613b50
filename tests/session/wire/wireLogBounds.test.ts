import { systemClock } from '../../../src/lib/clock';
import { createWireLog, type WireLog } from '../../../src/session/wire/wireLog';
import { WIRE_LIMITS } from '../../../src/session/wire/wireLogLimits';
import { summarise } from '../../../src/session/wire/wireLogSummary';
import { pass } from '../../support/fakeSockets';
import { bare, begin, frame, nothing, query } from './loggedTransport';

beforeEach(() => {
  jest.useFakeTimers({ now: 1_700_000_000_000 });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('bounds', () => {
  it('keeps the latest 2,000 entries and counts the dropped ones', async () => {
    const { tap, log } = bare();
    for (let n = 0; n < WIRE_LIMITS.entries + 50; n++) query(tap, `Q${n}`);
    expect(log.get().entries).toHaveLength(WIRE_LIMITS.entries);
    expect(log.get().entries[0]?.name).toBe('Q50');
    expect(log.get().dropped).toBe(50);
  });

  it('drops finished entries before a running feed', () => {
    const { tap, log } = bare();
    const feed = { id: tap.nextId(), key: 1, kind: 'subscription' as const, name: 'Feed' };
    tap.emit({ type: 'started', requestPolicy: 'cache-first', ...nothing }, feed);
    for (let n = 0; n < WIRE_LIMITS.entries + 10; n++) query(tap, `Q${n}`);
    expect(log.get().entries[0]?.name).toBe('Feed');
    expect(log.get().entries).toHaveLength(WIRE_LIMITS.entries);
  });

  it('keeps the first and the latest steps of a busy feed, and counts all', () => {
    const { tap, log } = bare();
    const feed = { id: tap.nextId(), key: 1, kind: 'subscription' as const, name: 'Feed' };
    tap.emit({ type: 'started', requestPolicy: 'cache-first', ...nothing }, feed);
    for (let n = 0; n < 10_000; n++) frame(tap, feed, `{"n":${n}}`);
    const entry = log.find(String(feed.id));
    expect(entry?.traffic).toMatchObject({ events: 10_000 });
    expect(entry?.steps.length).toBeLessThan(WIRE_LIMITS.stepsOfEntry + 100);
    expect((entry?.steps.length ?? 0) + (entry?.letGo ?? 0)).toBe(10_001);
    expect(entry?.steps[0]?.type).toBe('started');
    const last = entry?.steps.at(-1);
    expect(last?.type === 'frame' && last.body?.read()).toBe('{"n":9999}');
  });

  it('keeps at most 40,000 steps of all', () => {
    const { tap, log } = bare();
    for (let n = 0; n < 150; n++) {
      const feed = { id: tap.nextId(), key: n, kind: 'subscription' as const, name: `Feed${n}` };
      tap.emit({ type: 'started', requestPolicy: 'cache-first', ...nothing }, feed);
      for (let m = 0; m < 400; m++) frame(tap, feed, '{}');
      tap.emit({ type: 'ended' }, feed);
    }
    const { entries } = log.get();
    expect(entries.reduce((sum, { steps }) => sum + steps.length, 0)).toBeLessThanOrEqual(WIRE_LIMITS.steps);
    expect(entries.at(-1)?.name).toBe('Feed149');
    expect(entries.length).toBeGreaterThan(80);
  });

  it('keeps 24 MB of bodies, the latest, none above 8 MB unless asked to', () => {
    const { tap, log } = bare();
    for (let n = 0; n < 10; n++) query(tap, `Q${n}`, 5_000_000);
    const texts = () => log.get().entries.map(entry => summarise(entry).attempts[0]?.response?.body?.read()?.length ?? null);
    expect(texts().filter(length => length !== null)).toHaveLength(4);
    expect(texts().at(-1)).toBe(5_000_000);
    query(tap, 'TooLarge', 9_000_000);
    expect(texts().at(-1)).toBeNull();
    expect(summarise(log.get().entries.at(-1) as never).bytesDown).toBe(9_000_000);
    log.keepLarge(true);
    query(tap, 'Large', 60_000_000);
    expect(texts().at(-1)).toBe(60_000_000);
    log.keepLarge(false);
    expect(texts().every(length => length === null)).toBe(true);
  });

  it('builds a body only when it is read', () => {
    const { tap, log } = bare();
    let made = 0;
    query(tap, 'Q', 100, () => {
      made++;
      return 'text';
    });
    expect(log.get().entries.map(summarise)[0]?.bytesDown).toBe(100);
    expect(made).toBe(0);
  });

  it('calls its listeners at most every 100 ms, and works without any', async () => {
    const { tap, log } = bare();
    let calls = 0;
    const stop = log.subscribe(() => {
      calls++;
    });
    for (let n = 0; n < 50; n++) query(tap, 'Q');
    expect(calls).toBe(0);
    const before = log.get();
    await pass(100);
    expect(calls).toBe(1);
    expect(log.get()).not.toBe(before);
    expect(log.get()).toBe(log.get());
    stop();
    query(tap, 'Q');
    expect(jest.getTimerCount()).toBe(0);
    expect(log.get().entries).toHaveLength(51);
  });
});

describe('pause and clear', () => {
  it('while paused, nothing new is recorded, and requests in flight are recorded to their end', () => {
    const { tap, log } = bare();
    const first = begin(tap, 'First');
    log.pause(true);
    expect(log.get().paused).toBe(true);
    query(tap, 'Second');
    tap.emit({ type: 'ended' }, first);
    expect(log.get().entries.map(({ name, endedAt }) => [name, endedAt !== null])).toEqual([['First', true]]);
    log.pause(false);
    query(tap, 'Third');
    expect(log.get().entries.map(({ name }) => name)).toEqual(['First', 'Third']);
  });

  it('an operation that started while paused and continues gets an entry that says so', () => {
    const { tap, log } = bare();
    log.pause(true);
    const feed = { id: tap.nextId(), key: 1, kind: 'subscription' as const, name: 'Feed' };
    tap.emit({ type: 'started', requestPolicy: 'cache-first', ...nothing }, feed);
    tap.emit({ type: 'socketOpening', url: 'ws://test/graphql', attempt: 1 });
    frame(tap, feed, '{}');
    expect(log.get().entries).toEqual([]);
    log.pause(false);
    frame(tap, feed, '{}');
    expect(log.get().entries.map(({ kind, partial }) => [kind, partial])).toEqual([
      ['subscription', true],
      ['socket', true],
    ]);
    expect(
      log
        .get()
        .entries.map(summarise)
        .map(({ outcome }) => outcome),
    ).toEqual(['live', 'live']);
  });

  it('clear removes finished entries and keeps running ones', () => {
    const { tap, log } = bare();
    query(tap, 'Over');
    const open = begin(tap, 'Open');
    log.clear();
    expect(log.get().entries.map(({ name }) => name)).toEqual(['Open']);
    tap.emit({ type: 'ended' }, open);
    expect(log.get().entries[0]?.endedAt).not.toBeNull();
  });

  it('hydration shows no entries, although requests were sent before it', () => {
    const { tap, log } = bare();
    query(tap, 'Early');
    expect(log.get().entries).toHaveLength(1);
    expect(log.rendered?.().entries).toEqual([]);
  });

  it('nothing is recorded without a tap, and nothing more after dispose', () => {
    expect(createWireLog({ tap: undefined, clock: systemClock, token: () => '' }).get().entries).toEqual([]);
    const { tap, log } = bare();
    log.dispose();
    query(tap, 'Late');
    expect(log.get().entries).toEqual([]);
    expect(tap.active).toBe(false);
  });
});

describe('a body that is stored outside the log', () => {
  const got = { status: 200, contentType: 'application/json', firstByteMs: 1, ms: 1, headers: {} };
  const bodyOf = (log: WireLog) => {
    const step = log.get().entries[0]?.steps.find(each => each.type === 'response');
    return step?.type === 'response' ? step.body : undefined;
  };

  it('is read when it is shown, without secrets, even if one is split', async () => {
    const { tap, log } = bare();
    log.hide('opaque-secret');
    const text = `${'x'.repeat(95)}opaque-secret${'y'.repeat(30_000)}`;
    const operation = begin(tap, 'Large');
    const laterBody = async (bytes: number) => text.slice(0, bytes);
    tap.emit({ type: 'response', ...got, bytes: text.length, laterBody }, operation);
    const body = bodyOf(log);
    expect(body?.bytes).toBe(text.length);
    expect(body?.read()).toBeNull();
    const whole = await body?.later?.(text.length);
    expect(whole).toContain('y'.repeat(30_000));
    expect(whole).not.toContain('opaque-secret');
    for (let length = 90; length < 120; length++) expect(await body?.later?.(length)).not.toMatch(/xo/);
  });

  it('does not count towards the limit of the log, and is removed once it is released', async () => {
    const { tap, log } = bare();
    query(tap, 'Kept', 1000);
    for (let turn = 0; turn < 10; turn++)
      tap.emit({ type: 'response', ...got, bytes: 50_000_000, laterBody: async () => null }, begin(tap, `Large${turn}`));
    expect(bodyOf(log)?.read()).toHaveLength(1000);
    const last = log.get().entries.at(-1)?.steps.at(-1);
    expect(last?.type === 'response' && (await last.body?.later?.(1000))).toBeNull();
  });
});
