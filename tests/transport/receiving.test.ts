/** The tap reports the progress of a slow response to its listeners, and reports none for a fast one. */
import type { TapEvent } from '../../src/transport/observe/tap';
import { scriptedFetch } from '../support/scriptedFetch';
import { startTransport } from '../support/startTransport';

beforeEach(() => void jest.useFakeTimers({ now: 1_700_000_000_000 }));
afterEach(() => void jest.useRealTimers());

/** A body whose chunks the test sends. */
const slow = (headers: Record<string, string> = {}) => {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
  });
  return {
    response: new Response(body, { headers: { 'content-type': 'application/json', ...headers } }),
    send: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
  };
};

const ask = ({ response }: ReturnType<typeof slow>, { isWatched = true, from = -1 } = {}) => {
  const { transport } = startTransport(
    { forceFetchDelayMs: 0, requestTimeoutMs: 0 },
    { fetch: scriptedFetch(() => response).fetch },
  );
  const events: TapEvent[] = [];
  const stop = transport.tap.subscribe(event => events.push(event));
  if (!isWatched) stop();
  const pieces: Uint8Array[] = [];
  const open = () => ({
    push: (piece: Uint8Array) => void pieces.push(piece),
    end: async () => JSON.parse(Buffer.concat(pieces).toString()) as unknown,
    cancel: () => undefined,
  });
  const context = from < 0 ? {} : { large: { from, open } };
  const asked = transport.client.query('{ a }', {}, context).toPromise();
  return { asked, progress: () => events.filter(event => event.type === 'receiving'), events };
};

it.each([
  ['an ordinary response', -1],
  ['a response that a sink reads', 5],
])('%s: the status is reported first, then the bytes received', async (_, from) => {
  const response = slow({ 'content-length': '14', 'x-trace': 'secret', etag: 'e1' });
  const { asked, progress, events } = ask(response, { from });
  await jest.advanceTimersByTimeAsync(150);
  expect(progress()).toMatchObject([
    {
      status: 200,
      contentType: 'application/json',
      bytes: 0,
      total: 14,
      firstByteMs: 0,
      headers: { etag: 'e1', 'x-trace': '•••' },
    },
  ]);
  response.send('{"data":');
  await jest.advanceTimersByTimeAsync(50);
  response.send('{"a"');
  await jest.advanceTimersByTimeAsync(100);
  expect(progress().map(step => 'bytes' in step && step.bytes)).toEqual([0, 12]);
  // No bytes arrive: nothing is reported.
  await jest.advanceTimersByTimeAsync(5000);
  expect(progress()).toHaveLength(2);
  response.send(':1}}');
  response.end();
  await jest.advanceTimersByTimeAsync(500);
  expect((await asked).data).toEqual({ a: 1 });
  expect(progress()).toHaveLength(2);
  expect(events.find(event => event.type === 'response')).toMatchObject({ bytes: 16 });
  expect(jest.getTimerCount()).toBe(0);
});

it('the total of a compressed response is unknown', async () => {
  const response = slow({ 'content-length': '14', 'content-encoding': 'gzip' });
  const { progress } = ask(response);
  await jest.advanceTimersByTimeAsync(150);
  expect(progress()).toMatchObject([{ total: null }]);
});

it('a response that arrives at once is reported only at its end', async () => {
  const response = slow();
  response.send('{"data":{"a":1}}');
  response.end();
  const { asked, progress } = ask(response);
  await asked;
  await jest.advanceTimersByTimeAsync(500);
  expect(progress()).toEqual([]);
});

it('starts no timer without a listener', async () => {
  const { asked } = ask(slow(), { isWatched: false });
  await jest.advanceTimersByTimeAsync(20);
  expect(jest.getTimerCount()).toBe(0);
  void asked;
});
