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

describe('many patches that arrive together', () => {
  const COUNT = 5000;
  const at = Array.from({ length: COUNT }, (_, index) => index);
  /** All parts in one chunk, after the first one. */
  const inOneChunk = ([first, ...others]: readonly unknown[]): Response => {
    const part = (each: unknown): Uint8Array =>
      new TextEncoder().encode(`\r\n--b1\r\ncontent-type: application/json\r\n\r\n${json(each)}`);
    const chunks = [part(first), Buffer.concat([...others.map(part), Buffer.from('\r\n--b1--\r\n')])];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = chunks.shift();
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
    });
    return new Response(body, { headers: { 'content-type': 'multipart/mixed; boundary="b1"' } });
  };

  it('items, each in its own part, become one result with the errors of all', async () => {
    const parts = at.map(index => ({
      incremental: [
        { path: ['list', index], items: [{ n: index }], ...(index % 2000 === 7 ? { errors: [{ message: `${index}` }] } : {}) },
      ],
      hasNext: index < COUNT - 1,
    }));
    const seen = await seenOf(inOneChunk([{ data: { list: [], user: { id: 'u' } }, hasNext: true }, ...parts]));
    expect(seen).toEqual([
      { data: { list: [], user: { id: 'u' } }, errors: [] },
      { data: { list: at.map(n => ({ n })), user: { id: 'u' } }, errors: ['7', '2007', '4007'] },
    ]);
  });

  it('patches of one object in one part keep what the object had', async () => {
    const incremental = at.map(index => ({ path: ['user'], data: { [`k${index}`]: index } }));
    const seen = await seenOf(
      inOneChunk([
        { data: { user: { id: 'u' } }, hasNext: true },
        { incremental, hasNext: false },
      ]),
    );
    expect(seen.at(-1)?.data).toEqual({ user: { id: 'u', ...Object.fromEntries(at.map(index => [`k${index}`, index])) } });
  });

  it('a later part with all data replaces what was merged before', async () => {
    const parts = at.map(index => ({ path: ['list', index], items: [{ n: index }], hasNext: true }));
    const whole = { data: { list: [{ n: 'new' }] }, hasNext: true };
    const last = at.map(index => ({ path: ['list', index + 1], items: [{ n: index }], hasNext: index < COUNT - 1 }));
    const seen = await seenOf(inOneChunk([{ data: { list: [] }, hasNext: true }, ...parts, whole, ...last]));
    expect(seen.at(-1)?.data).toEqual({ list: [{ n: 'new' }, ...at.map(n => ({ n }))] });
  });

  it('C51 they are refused if the first part has a key that reaches a prototype', async () => {
    const { data: first } = JSON.parse('{"data":{"list":[],"__proto__":{"polluted":1}}}');
    const parts = at.map(index => ({ path: ['list', index], items: [{ n: index }], hasNext: index < COUNT - 1 }));
    const seen = await seenOf(inOneChunk([{ data: first, hasNext: true }, ...parts]));
    expect(seen.at(-1)?.data).toEqual(first);
    expect(Object.getPrototypeOf(seen.at(-1)?.data)).toBe(Object.prototype);
  });
});
