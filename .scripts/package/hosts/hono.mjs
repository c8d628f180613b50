import { serve } from '@hono/node-server';
import { createYoga } from 'graphql-yoga';
import { Hono } from 'hono';
import { orielHandler } from 'oriel/handler';
import { schema, views } from './schema.mjs';

const yoga = createYoga({ schema, graphiql: false });
const app = new Hono();
app.post('/graphql', c => yoga.fetch(c.req.raw));
const oriel = orielHandler({ endpoint: '/graphql', views });
app.get('/oriel/*', c => oriel(c.req.raw));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(`http://127.0.0.1:${port}/oriel/`));
