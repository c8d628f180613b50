/** The server's requests to itself while it renders a page. */
import { gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { innerFetch } from '../../../src/server/pages/innerFetch';

/** Requests a compressed response of this many bytes. */
async function answerOf(bytes: number): Promise<Response> {
  const server = Fastify();
  const packed = gzipSync(Buffer.alloc(bytes, 32), { level: 1 });
  server.post('/graphql', (_request, reply) => {
    reply.headers({ 'content-type': 'application/json', 'content-encoding': 'gzip', 'x-cost': '1' }).code(203).send(packed);
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  try {
    const response = await innerFetch(server, new AbortController().signal)('/graphql', { method: 'POST', body: '{}' });
    // The test is whether it is read to its end.
    return new Response(await response.arrayBuffer(), { status: response.status, headers: response.headers });
  } finally {
    await server.close();
  }
}

it('a response is passed uncompressed, with its status and headers', async () => {
  const response = await answerOf(1_000_000);
  expect(response.status).toBe(203);
  expect(response.headers.get('x-cost')).toBe('1');
  expect((await response.arrayBuffer()).byteLength).toBe(1_000_000);
});

it('a response of more than 64 MB is aborted', async () => {
  await expect(answerOf(64 * 1024 * 1024 + 1)).rejects.toThrow('longer than');
});

it("the reader's languages are passed on, no cookies and no tokens", async () => {
  const server = Fastify();
  server.post('/graphql', request => request.headers);
  await server.listen({ port: 0, host: '127.0.0.1' });
  try {
    const post = innerFetch(server, new AbortController().signal, { acceptLanguage: 'ar, en;q=0.5' });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer secret', cookie: 'a=1' };
    const received: unknown = await (await post('/graphql', { method: 'POST', headers, body: '{}' })).json();
    expect(received).toMatchObject({ 'accept-language': 'ar, en;q=0.5' });
    expect(received).not.toHaveProperty('authorization');
    expect(received).not.toHaveProperty('cookie');
  } finally {
    await server.close();
  }
});
