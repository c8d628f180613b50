require('reflect-metadata');
const { Module } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');

class AppModule {}
Module({})(AppModule);

(async () => {
  const { createYoga } = await import('graphql-yoga');
  const { createOriel } = await import('oriel');
  const { schema, views } = await import('./schema.mjs');
  const app = await NestFactory.create(AppModule, { logger: false });
  app.use('/graphql', createYoga({ schema, graphiql: false }));
  app.use('/oriel', createOriel({ endpoint: '/graphql', views }).node);
  await app.listen(0, '127.0.0.1');
  console.log(`http://127.0.0.1:${app.getHttpServer().address().port}/oriel`);
})();
