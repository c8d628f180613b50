import { createServer } from 'node:http';
import express from 'express';
import { createYoga } from 'graphql-yoga';
import helmet from 'helmet';
import { createOriel } from 'oriel';
import { listen, schema, views } from './schema.mjs';

const app = express();
app.use(helmet());
app.use('/graphql', createYoga({ schema, graphiql: false }));
app.use('/tools/oriel', createOriel({ endpoint: '/graphql', views }).node);
console.log(`${await listen(createServer(app))}/tools/oriel`);
