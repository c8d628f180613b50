import Fastify from 'fastify';
import { createYoga } from 'graphql-yoga';
import { orielFastify } from 'oriel/fastify';
import { schema, views } from './schema.mjs';

const yoga = createYoga({ schema, graphiql: false });
const app = Fastify();
app.post('/graphql', async (request, reply) => {
  const answer = await yoga.fetch('http://x/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request.body),
  });
  return reply.type('application/json').send(await answer.text());
});
app.register(orielFastify, { prefix: '/oriel', endpoint: '/graphql', views });
await app.ready();
console.log(`${await app.listen({ port: 0, host: '127.0.0.1' })}/oriel/`);
