import { once } from 'node:events';
import { initPayload } from '../../../src/server/signIn/initPayload';

/** A frame as a browser sends it. */
function frame(content: string, first = 0x81): Buffer {
  const text = Buffer.from(content);
  const mask = Buffer.from([1, 2, 3, 4]);
  const head =
    text.length < 126
      ? Buffer.from([first, 0x80 | text.length])
      : Buffer.from([first, 0xfe, text.length >> 8, text.length & 0xff]);
  return Buffer.concat([head, mask, text.map((byte, at) => byte ^ (mask[at % 4] ?? 0))]);
}

/** The text of an unfragmented frame, and what follows it. */
function read(bytes: Buffer): [string, Buffer] {
  const short = (bytes[1] ?? 0) & 0x7f;
  const begin = short === 126 ? 4 : 2;
  const size = short === 126 ? bytes.readUInt16BE(2) : short;
  const mask = bytes.subarray(begin, begin + 4);
  const end = begin + 4 + size;
  return [
    Buffer.from(bytes.subarray(begin + 4, end).map((byte, at) => byte ^ (mask[at % 4] ?? 0))).toString(),
    bytes.subarray(end),
  ];
}

async function pass(token: string | null, chunks: Buffer[]): Promise<Buffer> {
  const stream = initPayload(token);
  const out: Buffer[] = [];
  stream.on('data', chunk => out.push(chunk));
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  await once(stream, 'end');
  return Buffer.concat(out);
}

const INIT = JSON.stringify({ type: 'connection_init', payload: { authorization: 'mine', note: 'n'.repeat(200) } });

it('inserts the token into the first message, wherever the bytes are cut', async () => {
  const bytes = Buffer.concat([frame('', 0x89), frame(INIT), frame('{"type":"connection_init"}')]);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const out = await pass('t', [bytes.subarray(0, cut), bytes.subarray(cut)]);
    expect(out.subarray(0, 6)).toEqual(frame('', 0x89));
    const [first, rest] = read(out.subarray(6));
    expect(JSON.parse(first).payload).toEqual({
      note: 'n'.repeat(200),
      Authorization: 'Bearer t',
      headers: { Authorization: 'Bearer t' },
    });
    expect(rest).toEqual(frame('{"type":"connection_init"}'));
  }
});

it('removes credentials of the browser if no user is signed in', async () => {
  const [text] = read(await pass(null, [frame(INIT)]));
  expect(JSON.parse(text).payload).toEqual({ note: 'n'.repeat(200), headers: {} });
});

it.each([
  ['another message', frame('{"type":"ping"}')],
  ['no JSON', frame('hello')],
  [
    'JSON that is nested too deep',
    frame(`{"type":"connection_init","payload":{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`),
  ],
  ['a fragment', frame(INIT, 0x01)],
  ['binary data', frame(INIT, 0x82)],
  ['a compressed message', frame(INIT, 0xc1)],
  ['a huge frame', Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 0, 1, 2, 3, 4, 5])],
  ['bytes without a mask', Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
  ['the beginning of a frame', frame(INIT).subarray(0, 20)],
])('passes %s and everything after it unchanged', async (_name, first) => {
  const bytes = Buffer.concat([first]);
  expect(await pass('t', [bytes])).toEqual(bytes);
});
