import Fastify from 'fastify';
import mercurius from 'mercurius';
import { orielFastify } from 'oriel/fastify';
import { resolvers, typeDefs, views } from './schema.mjs';

const app = Fastify();
app.register(mercurius.default ?? mercurius, { schema: typeDefs, resolvers, graphiql: false });
app.register(orielFastify, { prefix: '/oriel', endpoint: '/graphql', views });
console.log(`${await app.listen({ port: 0, host: '127.0.0.1' })}/oriel/`);
