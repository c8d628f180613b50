import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type Kept, repeatRefused } from '../../../src/server/signIn/repeatRefused';
import type { Visit } from '../../../src/server/signIn/sessions';

/** All requests if the API answers 401 with this body. */
async function sent(text: string, refusal: string, renewed = 'new'): Promise<Record<string, string>[]> {
  const headers: Record<string, string>[] = [];
  const inner = {
    request(options: Dispatcher.RequestOptions, callback: (error: Error | null, data: Dispatcher.ResponseData) => void) {
      headers.push(options.headers as Record<string, string>);
      callback(null, { statusCode: 401, headers: {}, body: Readable.from([Buffer.from(refusal)]) } as never);
    },
  };
  const body = Readable.from([text]);
  const visit = { token: () => 'old', renewRefused: async () => renewed } as unknown as Visit;
  const kept = new WeakMap<object, Kept>([[body, { body: () => Readable.from([text]), text, visit, isOver: () => false }]]);
  const options = { path: '/', method: 'POST', body, headers: { authorization: 'Bearer old' } };
  await new Promise<void>(resolve => {
    (repeatRefused(inner as never, kept, 1000).request as typeof inner.request)(options as never, () => resolve());
  });
  return headers;
}

it('inserts the new token unchanged, whatever its characters', async () => {
  expect((await sent('{"query":"{ a }"}', '', "$&$'$$x")).at(-1)).toEqual({ authorization: "Bearer $&$'$$x" });
});

it.each<[string, string, string, number]>([
  ['errors only', 'mutation { a }', '{"errors":[{"message":"no"}]}', 2],
  ['an error of its only field', 'mutation { a }', '{"data":null,"errors":[{"message":"no","path":["a"]}]}', 2],
  ['an error below its field', 'mutation { a { b } }', '{"data":null,"errors":[{"message":"no","path":["a","b"]}]}', 1],
  ['an error of its second field', 'mutation { a b }', '{"data":null,"errors":[{"message":"no","path":["b"]}]}', 1],
  ['no data of a document that cannot be read', 'mutation {', '{"data":null,"errors":[{"message":"no"}]}', 1],
])('repeats a mutation only if it did not run: response %s', async (_name, query, refusal, times) => {
  expect(await sent(JSON.stringify({ query }), refusal)).toHaveLength(times);
});
