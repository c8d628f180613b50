require('reflect-metadata');
const { Module } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
const { FastifyAdapter } = require('@nestjs/platform-fastify');

class AppModule {}
Module({})(AppModule);

(async () => {
  const { createYoga } = await import('graphql-yoga');
  const { orielFastify } = await import('oriel/fastify');
  const { schema, views } = await import('./schema.mjs');
  const yoga = createYoga({ schema, graphiql: false });
  const app = await NestFactory.create(AppModule, new FastifyAdapter(), { logger: false });
  await app.register(orielFastify, { prefix: '/oriel', endpoint: '/graphql', views });
  app
    .getHttpAdapter()
    .getInstance()
    .post('/graphql', async (request, reply) => {
      const answer = await yoga.fetch('http://x/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request.body),
      });
      return reply.type('application/json').send(await answer.text());
    });
  await app.listen(0, '127.0.0.1');
  console.log(`${await app.getUrl()}/oriel/`);
})();
