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
    const answer = await innerFetch(server, new AbortController().signal)('/graphql', { method: 'POST', body: '{}' });
    // The test is whether it is read to its end.
    return new Response(await answer.arrayBuffer(), { status: answer.status, headers: answer.headers });
  } finally {
    await server.close();
  }
}

it('a response is passed uncompressed, with its status and headers', async () => {
  const answer = await answerOf(1_000_000);
  expect(answer.status).toBe(203);
  expect(answer.headers.get('x-cost')).toBe('1');
  expect((await answer.arrayBuffer()).byteLength).toBe(1_000_000);
});

it('a response of more than 64 MB is aborted', async () => {
  await expect(answerOf(64 * 1024 * 1024 + 1)).rejects.toThrow('longer than');
});
