/** Traces in the extensions of responses: ftv1 of a real Apollo Server, others as in their documentation, and hostile ones. */
import { MOST_SPANS, serverTraces } from '../../../src/features/wire/trace/serverTraces';
import fc from '../../support/fastCheck';
import { tracedResponse } from '../../support/servers/tracedResponse';

const jsonValue = fc.jsonValue();
const respond = (extensions: unknown): string => JSON.stringify({ data: null, extensions });

it('ftv1 of Apollo Server: each field with its path, type and time, and failed fields are marked', async () => {
  const text = await tracedResponse();
  const [trace] = serverTraces(text);
  expect(trace?.kind).toBe('resolvers');
  expect(trace?.spans.map(({ label, detail, depth, failed }) => [label, detail, depth, failed])).toEqual([
    ['all', 'Query.ships: [Ship!]!', 0, false],
    ['all.0.name', 'Ship.name: String', 2, false],
    ['all.1.name', 'Ship.name: String', 2, false],
    ['broken', 'Query.broken: Int', 0, true],
  ]);
  const [first] = trace?.spans ?? [];
  expect(first?.ms).toBeGreaterThanOrEqual(0);
  expect(trace?.total).toBeGreaterThan(0);
});

it('tracing of Apollo: parsing, validation and each resolver, in ms', () => {
  const [trace] = serverTraces(
    respond({
      tracing: {
        version: 1,
        duration: 9_000_000,
        parsing: { startOffset: 1000, duration: 2_000_000 },
        validation: { startOffset: 2_001_000, duration: 500_000 },
        execution: {
          resolvers: [
            {
              path: ['ships', 0, 'name'],
              parentType: 'Ship',
              fieldName: 'name',
              returnType: 'String',
              startOffset: 3e6,
              duration: 4e6,
            },
          ],
        },
      },
    }),
  );
  expect(trace).toMatchObject({ kind: 'resolvers', total: 7 });
  expect(trace?.spans.map(({ label, ms }) => [label, ms])).toEqual([
    ['parsing', 2],
    ['validation', 0.5],
    ['ships.0.name', 4],
  ]);
});

it.each([['apolloQueryPlan'], ['queryPlan']])('a query plan as a tree: %s', key => {
  const plan = {
    kind: 'QueryPlan',
    node: {
      kind: 'Sequence',
      nodes: [
        { kind: 'Fetch', serviceName: 'products', operation: 'query {\n  top { id } }' },
        { kind: 'Parallel', nodes: [{ kind: 'Flatten', path: ['top', '@'], node: { kind: 'Fetch', serviceName: 'reviews' } }] },
      ],
    },
  };
  const [trace] = serverTraces(respond({ [key]: key === 'queryPlan' ? plan : { object: plan, text: 'QueryPlan {}' } }));
  expect(trace?.kind).toBe('plan');
  expect(trace?.spans.map(({ label, depth }) => [depth, label])).toEqual([
    [0, 'Sequence'],
    [1, 'Fetch products'],
    [1, 'Parallel'],
    [2, 'Flatten top.@'],
    [3, 'Fetch reviews'],
  ]);
  expect(trace?.spans[1]?.detail).toBe('query { top { id } }');
});

it('requests of Hive Gateway: target, start, duration and failure of each', () => {
  const request = (timestamp: number) => ({ timestamp, url: 'http://reviews/graphql', method: 'POST', headers: {} });
  const [trace] = serverTraces(
    respond({
      httpDetails: [
        { sourceName: 'Products', request: request(1000), response: { status: 200 }, responseTime: 12 },
        { sourceName: 'Reviews', request: request(1010), response: { status: 503 }, responseTime: 30 },
      ],
    }),
  );
  expect(trace).toMatchObject({ kind: 'requests', total: 40 });
  expect(trace?.spans).toMatchObject([
    { label: 'Products', start: 0, ms: 12, failed: false },
    { label: 'Reviews', start: 10, ms: 30, failed: true, detail: 'POST http://reviews/graphql 503' },
  ]);
});

describe('hostile', () => {
  it('deep and wide plans, and very long labels, are bounded', () => {
    let deep: unknown = { kind: 'Fetch' };
    for (let at = 0; at < 3000; at++) deep = { kind: 'Flatten', node: deep };
    expect(serverTraces(respond({ queryPlan: { node: deep } }))[0]?.spans.length).toBeLessThan(100);
    const wide = { kind: 'Parallel', nodes: Array.from({ length: 10_000 }, () => ({ kind: 'Fetch', serviceName: 's' })) };
    expect(serverTraces(respond({ queryPlan: { node: wide } }))[0]?.spans.length).toBeLessThanOrEqual(MOST_SPANS);
    const [trace] = serverTraces(respond({ httpDetails: [{ sourceName: 'x'.repeat(100_000), responseTime: 1e300 }] }));
    expect(trace?.spans[0]?.label.length).toBeLessThan(1000);
    expect(trace?.spans[0]?.ms).toBeNull();
  });

  it('any extensions are read or ignored, and change no prototype', () => {
    const keys = ['tracing', 'ftv1', 'apolloQueryPlan', 'queryPlan', 'httpDetails', '__proto__'];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), jsonValue), extensions => {
        const traces = serverTraces(respond(extensions));
        for (const { spans } of traces) expect(spans.every(({ label }) => typeof label === 'string')).toBe(true);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
    );
  });

  it('bytes that are not a trace are ignored', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
        expect(serverTraces(respond({ ftv1: Buffer.from(bytes).toString('base64') })).length).toBeLessThan(2);
      }),
    );
    expect(serverTraces(respond({ ftv1: '💥' }))).toEqual([]);
    // Messages within messages, as deep as the length allows.
    let nested: Buffer = Buffer.alloc(0);
    for (let at = 0; at < 100; at++) nested = Buffer.concat([Buffer.from([0x62]), lengthOf(nested), nested]);
    const root = Buffer.concat([Buffer.from([0x72]), lengthOf(nested), nested]);
    expect(serverTraces(respond({ ftv1: root.toString('base64') }))[0]?.spans.length).toBeLessThan(100);
  });
});

function lengthOf(bytes: Buffer): Buffer {
  const digits: number[] = [];
  let left = bytes.length;
  do {
    digits.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
    left >>>= 7;
  } while (left > 0);
  return Buffer.from(digits);
}

it('extensions that are nested too deeply, and paths of objects with their own toString, do not throw', () => {
  const nested = (open: string, close: string): string => open.repeat(100_000) + close.repeat(100_000);
  const bodies = [
    `{"queryPlan":${nested('[', ']')}}`,
    `{"queryPlan":${nested('{"node":[', ']}')}}`,
    `{"queryPlan":{"kind":"Fetch","path":[${nested('[', ']')}]}}`,
    `{"tracing":{"execution":{"resolvers":[{"path":[${nested('[', ']')}]}]}}}`,
  ];
  for (const body of bodies) expect(() => serverTraces(`{"extensions":${body}}`)).not.toThrow();
  const path = [{ toString: 1, valueOf: 1 }, null, ['a']];
  const [trace] = serverTraces(respond({ tracing: { execution: { resolvers: [{ path }] } } }));
  expect(trace?.spans[0]?.label).toBe('{"toString":1,"valueOf":1}.null.["a"]');
});
