/** Incremental responses that try to reach a prototype, do not fit the data or end early: multipart and event streams, both versions of the draft. */
import { createTransport } from '../../../../src/transport/createTransport';
import { failureOf } from '../../../../src/transport/observe/failure';

const multipart = (parts: readonly string[]): Response =>
  new Response(`${parts.map(part => `\r\n--b1\r\ncontent-type: application/json\r\n\r\n${part}`).join('')}\r\n--b1--\r\n`, {
    headers: { 'content-type': 'multipart/mixed; boundary="b1"' },
  });
const events = (parts: readonly string[]): Response =>
  new Response(`${parts.map(part => `event: next\ndata: ${part}\n\n`).join('')}event: complete\ndata:\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  });

const ask = async (response: Response) => {
  const { client, dispose } = createTransport({}, { fetch: async () => response, storage: null });
  const result = await client.query('query A { a ... @defer { b } }', {}).toPromise();
  dispose();
  return result;
};

const FIRST =
  '{"data":{"user":{"id":"u"},"list":[1]},"pending":[{"id":"0","path":["user"]},{"id":"1","path":["list"]}],"hasNext":true}';
const ATTACKS: Record<string, string> = {
  'a path (older form)': '{"incremental":[{"path":["__proto__"],"data":{"polluted":1}}],"hasNext":false}',
  'a path spelt with escapes': '{"incremental":[{"path":["\\u005f_proto__"],"data":{"polluted":1}}],"hasNext":false}',
  'a path of one part (oldest form)': '{"path":["user","__proto__"],"data":{"polluted":1},"hasNext":false}',
  'a path through constructor':
    '{"incremental":[{"path":["user","constructor","prototype"],"data":{"polluted":1}}],"hasNext":false}',
  'a path with a list in it': '{"incremental":[{"path":[["__proto__"]],"data":{"polluted":1}}],"hasNext":false}',
  'a pending path':
    '{"pending":[{"id":"2","path":["__proto__"]}],"incremental":[{"id":"2","data":{"polluted":1}}],"hasNext":false}',
  'a subPath': '{"incremental":[{"id":"0","subPath":["__proto__"],"data":{"polluted":1}}],"hasNext":false}',
  'a subPath through constructor':
    '{"incremental":[{"id":"0","subPath":["constructor","prototype"],"data":{"polluted":1}}],"hasNext":false}',
  'items (older form)': '{"incremental":[{"path":["__proto__",0],"items":[1]}],"hasNext":false}',
  'items with an index that is a name':
    '{"incremental":[{"path":["list","__proto__"],"items":[{"polluted":1}]}],"hasNext":false}',
  'items with such keys': '{"incremental":[{"id":"1","items":[{"__proto__":{"polluted":1}}]}],"hasNext":false}',
  'items with such keys, deeper':
    '{"incremental":[{"path":["list",1],"items":[{"a":[{"constructor":{"prototype":{"polluted":1}}}]}]}],"hasNext":false}',
  'keys of data': '{"incremental":[{"id":"0","data":{"__proto__":{"polluted":1}}}],"hasNext":false}',
  'keys of data (older form)': '{"incremental":[{"path":[],"data":{"user":{"__proto__":{"polluted":1}}}}],"hasNext":false}',
  'keys of extensions': '{"incremental":[{"id":"0","data":{"a":1},"extensions":{"__proto__":{"polluted":1}}}],"hasNext":false}',
};
const MISFITS: Record<string, string> = {
  'an index no list can have': '{"incremental":[{"path":["list",4294967294],"items":[1]}],"hasNext":false}',
  'an object for a list': '{"incremental":[{"path":[],"data":{"list":{"length":4294967295}}}],"hasNext":false}',
  'a patch for what is not pending': '{"incremental":[{"id":"9","data":{"a":1}}],"hasNext":false}',
  'a path through a text': '{"incremental":[{"path":["user","id","x"],"data":{"a":1}}],"hasNext":false}',
  'a path of more levels than a document can ask for': JSON.stringify({
    incremental: [{ path: ['user', ...Array(1001).fill('a')], data: { a: 1 } }],
    hasNext: false,
  }),
  'a part that is nested too deep': `{"incremental":[{"path":["user"],"data":{"a":${'['.repeat(2000)}${']'.repeat(2000)}}}],"hasNext":false}`,
  'a part that is not an object': '7',
  'a part that is no JSON': '{"incremental":',
};

describe.each([
  ['multipart/mixed', multipart],
  ['text/event-stream', events],
])('%s', (_, sent) => {
  const before = Object.getOwnPropertyNames(Object.prototype);

  it.each(Object.keys(ATTACKS))('C51 refuses a patch that reaches a prototype by %s', async name => {
    const { data, error } = await ask(sent([FIRST, ATTACKS[name] as string]));
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(failureOf(error)).toMatchObject({ tag: 'network', broke: { status: 200 } });
    // Earlier data stays, with its own prototype.
    expect(data).toEqual({ user: { id: 'u' }, list: [1] });
    expect(Object.getPrototypeOf(data.user)).toBe(Object.prototype);
  });

  it.each(Object.keys(MISFITS))('C51 refuses %s', async name => {
    const { data, error } = await ask(sent([FIRST, MISFITS[name] as string]));
    expect(error?.networkError).toBeDefined();
    expect(data).toEqual({ user: { id: 'u' }, list: [1] });
  });

  it('C51 such keys stay data in a response that is not streamed', async () => {
    const { data, error } = await ask(sent(['{"data":{"constructor":{"name":"x"}},"hasNext":false}']));
    expect(error).toBeUndefined();
    expect(Object.hasOwn(data, 'constructor')).toBe(true);
  });

  it('a stream that ends before its announced end is a broken response', async () => {
    const { data, error } = await ask(sent([FIRST]));
    expect(failureOf(error)).toMatchObject({ tag: 'network', broke: { status: 200 } });
    expect(data).toEqual({ user: { id: 'u' }, list: [1] });
  });
});

it('C51 a part that header parsing skips is not read', async () => {
  const text =
    '\r\n\r\n{}--b1\r\n\r\n{"data":{"a":1},"hasNext":true}\r\n--b1XYZ{"path":["__proto__"],"data":{"polluted":1}}\r\n--b1--';
  const response = new Response(text, { headers: { 'content-type': 'multipart/mixed; boundary="b1"' } });
  await ask(response);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
