/** Large bodies are passed on as they arrive, and interpreted like any other. */

import type { LargeResponses, ResponseSink } from '../../../../src/transport/http/body/largeResponses';
import { failureOf } from '../../../../src/transport/observe/failure';
import type { TapEvent } from '../../../../src/transport/observe/tap';
import { scriptedFetch } from '../../../support/scriptedFetch';
import { startTransport } from '../../../support/startTransport';

const LARGE = JSON.stringify({ data: { rows: 'ä'.repeat(40) }, errors: [{ message: 'half' }] });

const inPieces = (text: string, size: number, fails = false): Response => {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, at + size));
      else if (fails) controller.error(new TypeError('network error'));
      else controller.close();
      at += size;
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/json', 'content-length': String(bytes.length) } });
};

const sink = () => {
  const pieces: Uint8Array[] = [];
  const calls: (string | number | null)[] = [];
  const large: LargeResponses = {
    from: 50,
    open(size): ResponseSink {
      calls.push(size);
      return {
        push: piece => void pieces.push(piece),
        async end() {
          calls.push('end');
          return JSON.parse(Buffer.concat(pieces).toString()) as unknown;
        },
        text: async bytes => Buffer.concat(pieces).subarray(0, bytes).toString(),
        cancel: () => void calls.push('cancel'),
      };
    },
  };
  return { large, pieces, calls };
};

const ask = async (response: Response) => {
  const { fetch } = scriptedFetch(() => response);
  const { transport } = startTransport({ forceFetchDelayMs: 0 }, { fetch });
  const { large, pieces, calls } = sink();
  const steps: TapEvent[] = [];
  transport.tap.subscribe(event => steps.push(event));
  const context = { requestPolicy: 'network-only' as const, uncached: true, large };
  const result = await transport.client.query('{ rows }', {}, context).toPromise();
  transport.dispose();
  return { result, pieces, calls, response: steps.find(step => step.type === 'response') };
};

it('a large body is passed to the sink unchanged, and its result is interpreted', async () => {
  const { result, pieces, calls, response } = await ask(inPieces(LARGE, 7));
  expect(Buffer.concat(pieces).toString()).toBe(LARGE);
  expect(calls).toEqual([Buffer.byteLength(LARGE), 'end']);
  expect(result.data).toEqual({ rows: 'ä'.repeat(40) });
  expect(result.error?.graphQLErrors[0]?.message).toBe('half');
  expect(response).toMatchObject({ bytes: Buffer.byteLength(LARGE) });
  expect(response).not.toHaveProperty('body');
  expect(response?.type === 'response' && (await response.laterBody?.(16))).toBe(LARGE.slice(0, 16));
});

it.each([429, 503])('a large response of status %i reports its wait like a small one', async status => {
  const { headers, body } = inPieces(LARGE, 7);
  headers.set('retry-after', '30');
  const { result } = await ask(new Response(body, { status, headers }));
  expect(failureOf(result.error)).toMatchObject({ tag: 'http', status, wait: { ms: 30_000, times: 1 } });
});

it('a small body is not passed to the sink', async () => {
  const { result, calls, response } = await ask(inPieces('{"data":{"rows":"ä"}}', 3));
  expect(calls).toEqual([]);
  expect(result.data).toEqual({ rows: 'ä' });
  expect(response?.type === 'response' && response.body?.()).toBe('{"data":{"rows":"ä"}}');
});

it('a large body that is not JSON is reported with its beginning', async () => {
  const { result, calls, response } = await ask(inPieces(LARGE.slice(0, -5), 60));
  expect(calls.at(-1)).toBe('cancel');
  expect(failureOf(result.error)).toMatchObject({ tag: 'parse', status: 200, bodyText: expect.stringContaining('{"data"') });
  expect(response?.type === 'response' && (await response.laterBody?.(16))).toBe(LARGE.slice(0, 16));
});

it('a large body whose connection breaks is a network failure', async () => {
  const { result, calls, response } = await ask(inPieces(LARGE, 60, true));
  expect(calls).toContain('cancel');
  expect(failureOf(result.error)).toMatchObject({ tag: 'network' });
  expect(response?.type === 'response' && (await response.laterBody?.(16))).toBe(LARGE.slice(0, 16));
});
