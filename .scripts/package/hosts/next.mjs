// A route handler maps a Request to a Response. In an app, app/oriel/[[...path]]/route.ts has the line with GET.
import { createServer } from 'node:http';
import { createYoga } from 'graphql-yoga';
import { orielHandler } from 'oriel/handler';
import { listen, schema, views } from './schema.mjs';

const GET = orielHandler({ endpoint: '/graphql', views });
const yoga = createYoga({ schema, graphiql: false });
const server = createServer(async (request, response) => {
  if (request.method === 'POST') return yoga(request, response);
  const answer = await GET(new Request(`http://127.0.0.1${request.url}`, { headers: request.headers }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
});
console.log(`${await listen(server)}/oriel`);
