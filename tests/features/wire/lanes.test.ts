/** The lanes of the wire log: which items a log entry has, in which lane, with which length and position. */

import { outcomeWord } from '../../../src/features/wire/details/outcomeWords';
import { type LaneItem, laneItems } from '../../../src/features/wire/lanes/laneItems';
import { labelPlace, laneLayout, type PlacedItem, pillWidth, STEP_ROOM } from '../../../src/features/wire/lanes/laneLayout';
import { plainLine } from '../../../src/features/wire/plainLine';
import type { WireEntry, WireStep } from '../../../src/session/wire/wireLogEntry';
import { summarise } from '../../../src/session/wire/wireLogSummary';
import fc from '../../support/fastCheck';
import { testLanguage } from '../../support/testLanguage';

const language = testLanguage();
const words = { text: language.text, formats: language.formats };
const BEGIN = 1_700_000_000_000;
const body = { bytes: 0, read: () => '{}' };
const ask = { query: { bytes: 0, read: () => '{ ships }' }, variables: { bytes: 0, read: () => '{}' } };

/** A step without its time `at`, which is given separately. */
type Timeless = WireStep extends infer Step ? (Step extends { at: number } ? Omit<Step, 'at'> : never) : never;

const entryOf = (kind: WireEntry['kind'], steps: [number, Timeless][], endedAt: number | null = null): WireEntry => ({
  id: '1',
  kind,
  key: 1,
  name: 'Ships',
  screen: null,
  startedAt: BEGIN,
  endedAt: endedAt === null ? null : BEGIN + endedAt,
  steps: steps.map(([at, step]) => ({ ...step, at: BEGIN + at }) as WireStep),
  letGo: 0,
  traffic: { framesIn: 0, framesOut: 0, bytesIn: 0, bytesOut: 0, events: 0 },
  connection: null,
  leftScreen: false,
  partial: false,
  revision: 0,
});
const itemsOf = (entry: WireEntry, now = 10_000): LaneItem[] => laneItems(words, entry, summarise(entry), BEGIN + now);
/** Lane, start, length, title. */
const brief = (items: readonly LaneItem[]) => items.map(({ lane, from, to, title }) => [lane, from - BEGIN, to - from, title]);

const started: Timeless = { type: 'started', requestPolicy: 'cache-first', ...ask };
const request = (bytes = 100): Timeless => ({
  type: 'request',
  method: 'POST',
  url: 'http://x/graphql?a=1',
  via: 'xhr',
  headers: {},
  bytes,
  body,
});
const response = (status: number, firstByteMs: number, ms: number): Timeless => ({
  type: 'response',
  status,
  contentType: 'application/json; charset=utf-8',
  bytes: 2000,
  firstByteMs,
  ms,
  headers: {},
  body,
});
const frame = (direction: 'in' | 'out', name: string): Timeless => ({ type: 'frame', direction, frame: name, bytes: 100, body });

const receiving = (bytes: number, total: number | null): Timeless => ({
  type: 'receiving',
  status: 200,
  contentType: 'application/json',
  bytes,
  total,
  firstByteMs: 40,
  headers: {},
});

describe('items', () => {
  it('of a response that is being received: the wait has ended, and receiving is open', () => {
    const entry = entryOf('query', [
      [0, started],
      [2, request()],
      [200, receiving(2_000_000, 50_000_000)],
    ]);
    const items = itemsOf(entry, 500);
    expect(brief(items.slice(1))).toEqual([
      ['http', 2, 40, 'POST /graphql, 100 bytes'],
      ['http', 42, 458, 'The response is arriving: 2 MB of 50 MB.'],
    ]);
    expect(items.at(-1)).toMatchObject({ open: true, tone: 'busy', short: '200' });
    expect(plainLine(words, entry, summarise(entry))).toBe('The response is arriving: 2 MB of 50 MB.');
    expect(outcomeWord(words.text, summarise(entry))).toBe('200');
    const ended = entryOf(
      'query',
      [
        [0, started],
        [2, request()],
        [200, receiving(2_000_000, null)],
        [300, { type: 'cancelled' }],
      ],
      300,
    );
    expect(brief(itemsOf(ended).slice(2))).toEqual([
      ['http', 42, 258, 'The response is arriving: 2 MB so far.'],
      ['result', 300, 0, 'Cancelled'],
    ]);
  });

  it('of a failed request: the last one is "Ended", not "Done"', () => {
    const failure = { tag: 'cancelled', message: 'stopped' } as const;
    const items = itemsOf(
      entryOf(
        'mutation',
        [
          [0, started],
          [1, request()],
          [80, { type: 'failed', failure }],
          [81, { type: 'ended' }],
        ],
        81,
      ),
    );
    expect(items.at(-1)?.title).toBe('Ended');
  });

  it('of a persisted query miss: two requests with their waits, and the reason between them', () => {
    const items = itemsOf(
      entryOf(
        'query',
        [
          [0, started],
          [1, { type: 'hashSent', hash: 'abcdef0123456789' }],
          [2, { type: 'token', attached: true }],
          [2, request()],
          [40, response(404, 38, 38)],
          [40, { type: 'parsed', ms: 0, hasData: false, errors: 1 }],
          [41, { type: 'persistedMiss', status: 404 }],
          [41, { type: 'resend', form: 'text+hash' }],
          [42, { type: 'token', attached: true }],
          [42, request()],
          [142, response(200, 60, 100)],
          [142, { type: 'parsed', ms: 5, hasData: true, errors: 0 }],
          [143, { type: 'ended' }],
        ],
        143,
      ),
    );
    expect(brief(items)).toEqual([
      ['cache', 0, 0, 'Not in the cache'],
      ['persisted', 1, 0, 'Hash abcdef01… instead of the text'],
      ['auth', 2, 0, 'Token attached'],
      ['http', 2, 38, 'POST /graphql, 100 bytes'],
      ['http', 40, 0, '404 application/json, 2 kB in 38 ms'],
      ['persisted', 41, 0, 'Hash not known (status 404)'],
      ['persisted', 41, 0, 'Sent again in full, with the hash'],
      ['auth', 42, 0, 'Token attached'],
      ['http', 42, 60, 'POST /graphql, 100 bytes'],
      ['http', 102, 40, 'Receiving: 40 ms'],
      ['http', 142, 0, '200 application/json, 2 kB in 100 ms'],
      ['result', 143, 0, 'Done'],
    ]);
    expect(items.map(({ tone }) => tone)).toEqual(
      'neutral neutral neutral neutral danger warning neutral neutral neutral neutral ok ok'.split(' '),
    );
    expect(items[10]?.help).toBe('Read: data · Reading the body took 5 ms.');
  });

  const parts = [
    { name: 'operations', bytes: 100_000 },
    { name: 'map', bytes: 0 },
    { name: '1', fileName: 'photo.png', bytes: 20_000_000 },
  ];
  const upload: [number, Timeless][] = [
    [0, { ...started, requestPolicy: 'network-only' } as Timeless],
    [1, { type: 'multipart', parts, bytes: 20_100_000 }],
    [1, request(20_100_000)],
    [2501, { type: 'uploading', sent: 10_000_000, total: 20_100_000 }],
    [5026, { type: 'processing' }],
  ];

  it('of an upload: the speed of sending, then the time of the server', () => {
    const entry = entryOf('mutation', [...upload, [6226, response(200, 6225, 6225)], [6227, { type: 'ended' }]], 6227);
    expect(brief(itemsOf(entry))).toEqual([
      ['cache', 0, 0, 'Not cacheable'],
      ['http', 1, 0, 'Multipart of 3 parts, 20.1 MB'],
      ['http', 1, 5025, 'Sending 20.1 MB at 4 MB a second'],
      ['http', 5026, 1200, 'Server working: 1.2 sec'],
      ['http', 6226, 0, '200 application/json, 2 kB in 6.2 sec'],
      ['result', 6227, 0, 'Done'],
    ]);
    expect(plainLine(words, entry, summarise(entry))).toBe(
      'Sent 1 file, 20.1 MB, in 5 sec (4 MB a second). Then the server worked for 1.2 sec.',
    );
  });

  it('of an upload in progress: the current step is open', () => {
    const sending = itemsOf(entryOf('mutation', upload.slice(0, 4)), 3000).at(-1);
    expect(sending).toMatchObject({ lane: 'http', open: true, tone: 'busy', to: BEGIN + 3000 });
    const working = itemsOf(entryOf('mutation', upload), 6000);
    expect(working.at(-1)).toMatchObject({ title: 'Server working: 974 ms', open: true });
    expect(working.filter(({ open }) => open)).toHaveLength(1);
  });

  it('of a retried subscription: each wait with its length, and the event with errors is marked', () => {
    const items = itemsOf(
      entryOf('subscription', [
        [0, started],
        [10, frame('out', 'subscribe')],
        [20, frame('in', 'next')],
        [20, frame('out', 'complete')],
        [20, { type: 'retryWait', ms: 500, attempt: 1, of: 5 }],
        [520, frame('out', 'subscribe')],
        [530, { type: 'retryWait', ms: 1000, attempt: 2, of: 5 }],
      ]),
      1000,
    );
    expect(
      items.filter(({ lane }) => lane === 'retry').map(({ from, to, open, title }) => [from - BEGIN, to - BEGIN, open, title]),
    ).toEqual([
      [20, 520, false, 'Waiting 500 ms (1 of 5)'],
      [530, 1000, true, 'Waiting 1 sec (2 of 5)'],
    ]);
    expect(items.find(({ title }) => title.startsWith('In: next'))?.tone).toBe('danger');
  });

  it('of a busy feed: consecutive events are one item with their number and size', () => {
    const events = Array.from({ length: 50 }, (_, at): [number, Timeless] => [100 + at * 10, frame('in', 'next')]);
    const items = itemsOf(entryOf('subscription', [[0, started], [90, frame('out', 'subscribe')], ...events]));
    expect(brief(items).at(-1)).toEqual(['subscription', 100, 490, '50 frames in: next, 5 kB']);
    expect(items).toHaveLength(3);
    // The same item after further events.
    const more = itemsOf(
      entryOf('subscription', [[0, started], [90, frame('out', 'subscribe')], ...events, [700, frame('in', 'next')]]),
    );
    expect(more.at(-1)?.id).toBe(items.at(-1)?.id);
  });

  it('of a connection: its states, and its frames by direction', () => {
    const entry = entryOf(
      'socket',
      [
        [0, { type: 'socketOpening', url: 'ws://x', attempt: 2 }],
        [30, { type: 'socketOpened' }],
        [31, frame('out', 'connection_init')],
        [40, frame('in', 'connection_ack')],
        [40, { type: 'socketAcknowledged', ms: 40 }],
        [41, frame('out', 'subscribe')],
        [5000, { type: 'socketClosed', code: 1006, reason: '', byUs: false }],
        [5000, { type: 'reconnectWait', ms: 400, attempt: 1 }],
      ],
      5000,
    );
    expect(brief(itemsOf(entry))).toEqual([
      ['connection', 0, 30, 'Connecting, attempt 2'],
      ['connection', 30, 0, 'Open'],
      ['out', 31, 0, 'Out: connection_init, 100 bytes'],
      ['in', 40, 0, 'In: connection_ack, 100 bytes'],
      ['connection', 40, 0, 'Accepted after 40 ms'],
      ['out', 41, 0, 'Out: subscribe, 100 bytes'],
      ['connection', 5000, 0, 'Closed with 1006'],
      ['connection', 5000, 400, 'Next attempt in 400 ms (number 1)'],
    ]);
    expect(plainLine(words, entry, summarise(entry))).toBe('Lost after 5 sec (1006). The next attempt came after 400 ms.');
  });

  it('of a feed whose connection was lost once: failed reconnects do not count as further losses', () => {
    const opening: Timeless = { type: 'socketOpening', url: 'ws://x', attempt: 1 };
    const closed: Timeless = { type: 'socketClosed', code: 1006, reason: '', byUs: false };
    const entry = entryOf('subscription', [
      [0, started],
      [10, frame('out', 'subscribe')],
      [20, frame('in', 'next')],
      [30, closed],
      [30, { type: 'reconnectWait', ms: 100, attempt: 1 }],
      [130, opening],
      [131, closed],
      [131, { type: 'reconnectWait', ms: 200, attempt: 2 }],
      [331, opening],
      [340, { type: 'socketAcknowledged', ms: 9 }],
      [341, frame('out', 'subscribe')],
      [350, frame('in', 'next')],
    ]);
    entry.traffic.events = 2;
    expect(plainLine(words, entry, summarise(entry))).toBe(
      'Listening: 2 messages so far. The connection was lost once and came back.',
    );
  });

  it('of a feed that ended while its connection was lost: it is not said to have come back', () => {
    const entry = entryOf(
      'subscription',
      [
        [0, started],
        [10, frame('out', 'subscribe')],
        [20, frame('in', 'next')],
        [30, { type: 'reconnectWait', ms: 100, attempt: 1 }],
        [40, { type: 'cancelled' }],
      ],
      40,
    );
    entry.traffic.events = 1;
    const summary = summarise(entry);
    expect(plainLine(words, entry, summary)).toBe('Stopped listening after 1 message.');
    expect(summary.stages.subscription).toBe('warning');
  });

  it('of a response in JSON that is not GraphQL, and of a redirect: neither is called a refusal', () => {
    const failed = (status: number): Timeless => ({ type: 'failed', failure: { tag: 'http', message: 'm', status, errors: [] } });
    const lineOf = (status: number): string => {
      const entry = entryOf(
        'query',
        [
          [0, started],
          [1, request()],
          [9, response(status, 8, 8)],
          [9, failed(status)],
        ],
        9,
      );
      return plainLine(words, entry, summarise(entry));
    };
    expect(lineOf(200)).toBe('The response is not from a GraphQL server (status 200).');
    expect(lineOf(404)).toBe('The server refused it with status 404.');
    expect(lineOf(0)).toBe('The endpoint redirects to another address, which Oriel does not follow.');
    const redirect = entryOf(
      'query',
      [
        [0, started],
        [1, request()],
        [9, response(0, 8, 8)],
        [9, failed(0)],
      ],
      9,
    );
    expect(itemsOf(redirect).some(({ title, short }) => title.startsWith('0') || short === '0')).toBe(false);
    expect(outcomeWord(language.text, summarise(redirect))).toBe('failed');
  });

  it('of a cancelled query: the request ends there', () => {
    const items = itemsOf(
      entryOf(
        'query',
        [
          [0, started],
          [1, request()],
          [81, { type: 'cancelled' }],
        ],
        81,
      ),
    );
    expect(brief(items).slice(1)).toEqual([
      ['http', 1, 80, 'POST /graphql, 100 bytes'],
      ['result', 81, 0, 'Cancelled'],
    ]);
    expect(items.some(({ open }) => open)).toBe(false);
  });
});

describe('layout', () => {
  const lanes = ['cache', 'auth', 'http', 'result'] as const;
  const item = (from: number, length: number, lane: number, short: string | null, at: number): LaneItem => ({
    id: String(at),
    lane: lanes[lane % lanes.length] ?? 'cache',
    from,
    to: from + length,
    open: false,
    tone: 'neutral',
    title: 'x',
    short,
    help: null,
  });
  const anyItems = fc
    .array(fc.tuple(fc.nat(100_000), fc.oneof(fc.constant(0), fc.nat(50_000)), fc.nat(3), fc.constantFrom(null, '200', '404')), {
      minLength: 1,
      maxLength: 60,
    })
    .map(all => all.sort((a, b) => a[0] - b[0]).map(([from, length, lane, short], at) => item(from, length, lane, short, at)));

  it('keeps the order of the steps, leaves room for each, and stays within the width', () => {
    fc.assert(
      fc.property(anyItems, fc.integer({ min: 200, max: 2000 }), (items, width) => {
        const { placed, marks, width: full } = laneLayout(items, width);
        expect(full).toBeGreaterThanOrEqual(width);
        expect(placed.map(place => place.item)).toEqual(items);
        const starts = placed.map(place => place.start);
        starts.forEach((start, at) => {
          if (at > 0) expect(start - (starts[at - 1] as number)).toBeGreaterThanOrEqual(STEP_ROOM - 0.001);
        });
        for (const place of placed) {
          const drawnTo = Math.max(place.end, place.start + (pillWidth(place.item) ?? 0));
          expect(place.end).toBeGreaterThanOrEqual(place.start);
          expect(drawnTo).toBeLessThanOrEqual(full + 0.001);
        }
        marks.forEach((mark, at) => {
          if (at > 0) {
            expect(mark.ms).toBeGreaterThan(marks[at - 1]?.ms ?? 0);
            // The text of the last mark is before it, so two texts have to fit between it and its neighbour.
            const isEnd = at === marks.length - 1 && mark.at === Math.max(...placed.map(({ end }) => end));
            expect(mark.at - (marks[at - 1]?.at ?? 0)).toBeGreaterThanOrEqual((isEnd ? 144 : 72) - 0.001);
          }
        });
      }),
      { numRuns: 300 },
    );
  });

  it('a longer item is drawn longer', () => {
    const { placed } = laneLayout([item(0, 1000, 2, null, 0), item(1000, 100, 2, null, 1), item(1100, 0, 3, null, 2)], 800);
    const [long, short] = placed.map(({ start, end }) => end - start) as [number, number, number];
    expect(long).toBeGreaterThan(short * 3);
    // A bar ends where the item that follows it starts.
    expect(placed[0]?.end).toBe(placed[1]?.start);
  });

  it('the label of a bar covers no item that starts within it, and a pill does not cover the next dot', () => {
    const title = 'Receiving: 165 ms';
    const all = [
      { ...item(0, 20, 2, '20 ms', 0), title: 'POST /graphql' },
      { ...item(20, 165, 2, '165 ms', 1), title },
      item(22, 0, 2, '200', 2),
      ...[147, 184, 185].map((from, at) => item(from, 0, 2, null, at + 3)),
    ];
    const { placed } = laneLayout(all, 250);
    const [, bar, pill, dot] = placed as [PlacedItem, PlacedItem, PlacedItem, PlacedItem];
    expect(dot.start - 8).toBeGreaterThanOrEqual(pill.start + (pillWidth(pill.item) ?? 0));
    expect(labelPlace(bar, 250)).toBe('none');
    // A bar with room before the item within it keeps its label.
    const [wide] = laneLayout([{ ...item(0, 200, 2, '200 ms', 0), title }, item(190, 0, 2, null, 1)], 600).placed;
    expect(labelPlace(wide as PlacedItem, 600)).toBe('inside');
  });

  it('an empty list has an empty layout', () => {
    expect(laneLayout([], 500)).toMatchObject({ placed: [], marks: [], width: 500 });
  });
});
