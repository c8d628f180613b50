/** Incremental responses in the format of the current draft, with ids of pending paths. */
import { createTransport } from '../../../../src/transport/createTransport';

const LIST = [
  { data: { list: [{ n: 0 }], user: { id: 'u' } }, pending: [{ id: '0', path: ['list'] }], hasNext: true },
  { incremental: [{ id: '0', items: [{ n: 1 }, { n: 2 }] }], hasNext: true },
  { incremental: [{ id: '0', items: [{ n: 12345678901234567890n }] }], completed: [{ id: '0' }], hasNext: false },
];
const NESTED = [
  { data: { user: { id: 'u' } }, pending: [{ id: '0', path: ['user'], label: 'a' }], hasNext: true },
  {
    pending: [{ id: '1', path: ['user', 'ships'] }],
    incremental: [{ id: '0', data: { name: 'Ann', ships: [{ id: 's0', port: { id: 'p' } }] } }],
    completed: [{ id: '0' }],
    hasNext: true,
  },
  { incremental: [{ id: '1', items: [{ id: 's1' }] }], pending: [{ id: '2', path: ['user'] }], hasNext: true },
  { incremental: [{ id: '2', subPath: ['ships', 0, 'port'], data: { name: 'Oslo' } }], hasNext: true },
  { incremental: [{ id: '1', items: [{ id: 's2' }] }], completed: [{ id: '1' }, { id: '2' }], hasNext: false },
];
const FAILED = [
  { data: { user: { id: 'u' } }, pending: [{ id: '0', path: ['user'] }], hasNext: true },
  { completed: [{ id: '0', errors: [{ message: 'no name', path: ['user', 'name'] }] }], hasNext: false },
];
const OLDER = [
  { data: { list: [{ n: 0 }] }, hasNext: true },
  { incremental: [{ items: [{ n: 1 }], path: ['list', 1] }], hasNext: true },
  { incremental: [{ items: [{ n: 2 }], path: ['list', 2] }], hasNext: false },
];

const json = (part: unknown): string =>
  JSON.stringify(part, (_, value) => (typeof value === 'bigint' ? `<${value}>` : value)).replace(/"<(\d+)>"/g, '$1');
const multipart = (parts: readonly unknown[]): Response => {
  const body = parts.map(part => `\r\n--b1\r\ncontent-type: application/json\r\n\r\n${json(part)}`).join('');
  return respond(`${body}\r\n--b1--\r\n`, 'multipart/mixed; boundary="b1"; deferSpec=20220824');
};
const events = (parts: readonly unknown[]): Response =>
  respond(`${parts.map(part => `event: next\ndata: ${json(part)}\n\n`).join('')}event: complete\ndata:\n\n`, 'text/event-stream');

/** Split at every byte. */
function respond(text: string, type: string): Response {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at === bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, ++at));
    },
  });
  return new Response(body, { headers: { 'content-type': type } });
}

const seenOf = async (response: Response): Promise<{ data: unknown; errors: string[] }[]> => {
  const { client, dispose } = createTransport({}, { fetch: async () => response, storage: null });
  const seen: { data: unknown; errors: string[] }[] = [];
  await new Promise<void>(resolve => {
    client.query('query A { a ... @defer { b } }', {}).subscribe(({ data, error, hasNext, stale }) => {
      if (stale) return;
      seen.push({ data, errors: error?.graphQLErrors.map(({ message }) => message) ?? [] });
      if (!hasNext) resolve();
    });
  });
  dispose();
  return seen;
};

describe.each([
  ['multipart/mixed', multipart],
  ['text/event-stream', events],
])('%s', (_, sent) => {
  it('items of a stream are appended as they arrive', async () => {
    const seen = await seenOf(sent(LIST));
    const user = { id: 'u' };
    expect(seen.map(({ data }) => data)).toEqual([
      { list: [{ n: 0 }], user },
      { list: [{ n: 0 }, { n: 1 }, { n: 2 }], user },
      { list: [{ n: 0 }, { n: 1 }, { n: 2 }, { n: '12345678901234567890' }], user },
    ]);
  });

  it('a stream inside deferred data, and paths below a pending one', async () => {
    const seen = await seenOf(sent(NESTED));
    expect(seen.at(-1)).toEqual({
      data: {
        user: { id: 'u', name: 'Ann', ships: [{ id: 's0', port: { id: 'p', name: 'Oslo' } }, { id: 's1' }, { id: 's2' }] },
      },
      errors: [],
    });
  });

  it('an incomplete part reports its errors', async () => {
    expect((await seenOf(sent(FAILED))).at(-1)).toEqual({ data: { user: { id: 'u' } }, errors: ['no name'] });
  });

  it('the older format is still read', async () => {
    expect((await seenOf(sent(OLDER))).at(-1)).toEqual({ data: { list: [{ n: 0 }, { n: 1 }, { n: 2 }] }, errors: [] });
  });
});
