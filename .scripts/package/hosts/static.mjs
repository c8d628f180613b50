// A plain static host, such as nginx or GitHub Pages: it rewrites no URLs, and answers unknown ones with 404.html if there is one. The URL
// of a folder without a slash gets its index.html, as in Rails.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createYoga } from 'graphql-yoga';
import { listen, schema } from './schema.mjs';

const dist = path.dirname(fileURLToPath(import.meta.resolve('oriel/page/index.html')));
const PREFIX = '/tools/oriel/';
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const yoga = createYoga({ schema, graphiql: false });
const server = createServer(async (request, response) => {
  if (request.method === 'POST') return yoga(request, response);
  const { pathname } = new URL(request.url, 'http://x');
  if (pathname === `${PREFIX}config.json`)
    return response.setHeader('content-type', 'application/json').end('{"httpEndpoint": "/graphql"}');
  const send = async (status, name) => {
    const content = await readFile(path.join(dist, name));
    response.writeHead(status, { 'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream' }).end(content);
  };
  const name = `${pathname}/`.startsWith(PREFIX) ? pathname.slice(PREFIX.length) || 'index.html' : '-';
  await send(200, name).catch(() => (process.argv[2] === '404.html' ? send(404, '404.html') : response.writeHead(404).end()));
});
console.log(`${await listen(server)}${PREFIX}`);
