/** Truncated large events, and the worker that truncates them. */
import { cutFrame } from '../../../../../src/features/query/result/large/cutFrame';
import { createFrameCutter } from '../../../../../src/features/query/result/large/frameCutter';
import type { ResultWorker } from '../../../../../src/features/query/result/large/largeData';
import { serveResult, type WorkerOrder } from '../../../../../src/features/query/result/large/resultWorker';

const cut = (payload: unknown) =>
  JSON.parse(cutFrame(JSON.stringify({ id: '1', type: 'next', payload }))) as { payload: Payload };
interface Payload {
  data: Record<string, unknown>;
  errors?: { message: string }[];
  extensions: Record<string, unknown>;
}

describe('a large event', () => {
  it('loses the end of long texts, lists and objects, and has its original size', () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`key${at}`, at]));
    const { payload } = cut({ data: { text: 'é'.repeat(5000), list: Array(101).fill(1), many, small: [1, 'two', null, true] } });
    expect(payload.data.text).toBe(`${'é'.repeat(1000)}…`);
    expect(payload.data.list).toEqual([...Array(100).fill(1), '…']);
    expect(Object.keys(payload.data.many as object)).toHaveLength(201);
    expect(payload.data.small).toEqual([1, 'two', null, true]);
    expect(payload.extensions.cut).toBeGreaterThan(10_000);
  });

  it('stays below 2 MB, whatever it contains and however deep', () => {
    const wide = Array.from({ length: 60 }, () => Array.from({ length: 120 }, () => Array(120).fill('x'.repeat(20))));
    expect(JSON.stringify(cut({ data: { wide } })).length).toBeLessThan(2_000_000);
    const deep = `${'['.repeat(3000)}${']'.repeat(3000)}`;
    expect(cutFrame(`{"id":"1","type":"next","payload":{"data":${deep}}}`).length).toBeLessThan(1000);
  });

  it('may be the complete message, or be beside an id only, as in streams over HTTP', () => {
    const data = { text: 'x'.repeat(2000) };
    expect(JSON.parse(cutFrame(JSON.stringify({ data })))).toEqual({
      data: { text: `${'x'.repeat(1000)}…` },
      extensions: { cut: 2020 },
    });
    expect(JSON.parse(cutFrame(JSON.stringify({ id: '7', payload: { data } })))).toMatchObject({
      id: '7',
      payload: { extensions: { cut: 2041 } },
    });
  });

  it('keeps its errors as objects, its integers exact, and names such as __proto__ as plain keys', () => {
    const text =
      '{"type":"next","payload":{"data":{"n":12345678901234567890,"__proto__":{"polluted":1}},"errors":[{"message":"no"}],"extensions":{"a":1}},"id":"1"}';
    const { payload } = JSON.parse(cutFrame(text)) as { payload: Payload };
    expect(payload.data.n).toBe('12345678901234567890');
    expect(Object.hasOwn(payload.data, '__proto__')).toBe(true);
    expect(payload.errors).toEqual([{ message: 'no' }]);
    expect(payload.extensions).toEqual({ a: 1, cut: text.length });
  });
});

describe('the worker that truncates events', () => {
  /** Workers that run here; `ended` counts those that were ended. */
  function workers() {
    const counts = { started: 0, ended: 0 };
    const start = (): ResultWorker => {
      counts.started++;
      const worker: ResultWorker = {
        postMessage: (order: WorkerOrder) => void Promise.resolve().then(() => port.onmessage?.({ data: order })),
        onmessage: null,
        onerror: null,
        terminate: () => void counts.ended++,
      };
      const port: Parameters<typeof serveResult>[0] = {
        onmessage: null,
        postMessage: reply => void Promise.resolve().then(() => worker.onmessage?.({ data: reply })),
      };
      serveResult(port);
      return worker;
    };
    return { start, counts };
  }

  it('handles all waiting events, then ends', async () => {
    const { start, counts } = workers();
    const cutter = createFrameCutter(start);
    const frame = (n: number): string => `{"id":"1","type":"next","payload":{"data":{"n":${n}}}}`;
    const [one, two] = await Promise.all([cutter(frame(1)), cutter(frame(2))]);
    expect([one, two].map(text => (JSON.parse(text) as { payload: Payload }).payload.data)).toEqual([{ n: 1 }, { n: 2 }]);
    expect(counts).toEqual({ started: 1, ended: 1 });
    await cutter(frame(3));
    expect(counts).toEqual({ started: 2, ended: 2 });
  });

  it('rejects invalid JSON', async () => {
    const { start } = workers();
    await expect(createFrameCutter(start)('{"id":')).rejects.toThrow();
  });
});
