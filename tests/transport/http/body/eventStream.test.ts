/** Responses as an event stream, in every form the standard allows, split anywhere. */
import { createTransport } from '../../../../src/transport/createTransport';
import { createEventReader } from '../../../../src/transport/http/body/eventStream';

const LF = [
  'event: next',
  'data: {"data":{"a":"1: ü","n":12345678901234567890},"hasNext":true}',
  '',
  ': nothing happened for a while',
  '',
  'id: 7',
  'event: next',
  'data: {"incremental":[{"data":{"b":2},',
  'data:"path":[]}],"hasNext":false}',
  '',
  'event: complete',
  'data: null',
  '',
  '',
].join('\n');

const answered = (body: string) =>
  resultsOf(new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }));

/** All results of a query with this response. */
function resultsOf(response: Response): Promise<{ data: unknown; message: string | undefined }[]> {
  const { client, dispose } = createTransport({}, { fetch: async () => response, storage: null });
  return new Promise(resolve => {
    const results: { data: unknown; message: string | undefined }[] = [];
    client.query('query A { a ... @defer { b } }', {}).subscribe(({ data, error, hasNext }) => {
      results.push({ data, message: error?.message });
      if (hasNext) return;
      resolve(results);
      dispose();
    });
  });
}

it.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('lines that end with %s', async (_, end) => {
  expect(await answered(LF.replaceAll('\n', end))).toEqual([
    { data: { a: '1: ü', n: '12345678901234567890' }, message: undefined },
    { data: { a: '1: ü', n: '12345678901234567890', b: 2 }, message: undefined },
  ]);
});

it('a response with one event and without its empty line', async () => {
  expect(await answered('data: {"data":{"a":1}}')).toEqual([{ data: { a: 1 }, message: undefined }]);
});

it('an event of many megabytes is read like any other', async () => {
  const long = 'x'.repeat(24_000_000);
  const first = JSON.stringify({ data: { a: long }, hasNext: true });
  const results = await answered(`data: ${first}\n\ndata: {"incremental":[{"data":{"b":2},"path":[]}],"hasNext":false}\n\n`);
  expect(results.map(({ message }) => message)).toEqual([undefined, undefined]);
  // Not `toEqual`, which would print them.
  expect(JSON.stringify(results.at(-1)?.data) === JSON.stringify({ a: long, b: 2 })).toBe(true);
});

it.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('a stream gives the same events wherever it is split, each as soon as its empty line has arrived (%s)', (_, end) => {
  const text = LF.replaceAll('\n', end);
  const whole = createEventReader();
  const wanted = whole.push(text);
  expect(wanted).toHaveLength(2);
  expect(whole.flush()).toEqual([]);
  for (let cut = 1; cut < text.length; cut++) {
    const reader = createEventReader();
    expect([...reader.push(text.slice(0, cut)), ...reader.push(text.slice(cut))]).toEqual(wanted);
  }
  const reader = createEventReader();
  expect([...text].flatMap(reader.push)).toEqual(wanted);
});

it('a line in many chunks is searched for its end only once', () => {
  const reader = createEventReader();
  const split = jest.spyOn(String.prototype, 'split');
  reader.push('data: "');
  for (let chunk = 0; chunk < 100; chunk++) reader.push('x'.repeat(1000));
  const searched = split.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0);
  split.mockRestore();
  expect(searched).toBeLessThan(101_000);
  expect(reader.push('"\n\n')).toEqual([`"${'x'.repeat(100_000)}"`]);
});
