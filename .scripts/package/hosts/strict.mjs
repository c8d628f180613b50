import { createServer } from 'node:http';
import { createYoga } from 'graphql-yoga';
import { createOriel } from 'oriel';
import { listen, schema, views } from './schema.mjs';

const yoga = createYoga({ schema, graphiql: false });
const oriel = createOriel({ endpoint: '/graphql', views });
const server = createServer((request, response) => {
  response.setHeader('content-security-policy', "script-src 'self'; style-src 'self'; require-trusted-types-for 'script'");
  if (request.method === 'POST') return yoga(request, response);
  oriel.node(request, response);
});
console.log(`${await listen(server)}/`);
