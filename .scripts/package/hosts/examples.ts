/** The code examples of EMBEDDING.md, checked against the types of their hosts. */
import { createServer } from 'node:http';
import { ApolloServer } from '@apollo/server';
import express from 'express';
import Fastify from 'fastify';
import { createSchema, createYoga } from 'graphql-yoga';
import { Hono } from 'hono';
import { createOriel } from 'oriel';
import { orielLandingPage } from 'oriel/apollo';
import { orielFastify } from 'oriel/fastify';
import { orielHandler } from 'oriel/handler';
import { orielYoga } from 'oriel/yoga';

const app = express();
app.use('/oriel', createOriel({ endpoint: '/graphql' }).node);
createServer(createOriel({ endpoint: '/graphql' }).node);
Fastify().register(orielFastify, { prefix: '/oriel', endpoint: '/graphql' });
const oriel = orielHandler({ endpoint: '/graphql' });
new Hono().get('/oriel/*', c => oriel(c.req.raw));
export const GET = orielHandler({ endpoint: '/api/graphql' });
const typeDefs = 'type Query { ships: [String!] }';
createYoga({ schema: createSchema({ typeDefs }), ...orielYoga() });
new ApolloServer({ typeDefs, plugins: [orielLandingPage({ httpServer: createServer(app) })] });
