/** Responses in a character set other than UTF-8, as their content type says. */
import { createTransport } from '../../../../src/transport/createTransport';

const bytesOf = (text: string, encoding: BufferEncoding): Uint8Array => new Uint8Array(Buffer.from(text, encoding));

async function nameFrom(contentType: string, body: Uint8Array): Promise<unknown> {
  const { client, dispose } = createTransport(
    { httpEndpoint: 'http://test/graphql' },
    { fetch: async () => new Response(body as never, { headers: { 'content-type': contentType } }), storage: null },
  );
  const { data, error } = await client.query('{ name }', {}).toPromise();
  dispose();
  return error ?? data?.name;
}

const text = '{"data":{"name":"Kapitän"}}';

it.each([
  ['application/json', bytesOf(text, 'utf8')],
  ['application/json; charset=utf-8', bytesOf(text, 'utf8')],
  ['application/json; charset=ISO-8859-1', bytesOf(text, 'latin1')],
  ['application/graphql-response+json;charset="windows-1252"', bytesOf(text, 'latin1')],
  ['application/json; charset=utf-16le', bytesOf(text, 'utf16le')],
  ['application/json; charset=iso-8859-1', bytesOf(text, 'utf8')],
  ['application/json; charset=unheard-of', bytesOf(text, 'utf8')],
])('a response of the type %s is read as it was meant', async (contentType, body) => {
  expect(await nameFrom(contentType, body)).toBe('Kapitän');
});
