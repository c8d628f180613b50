import { createServer } from 'node:http';
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import { orielLandingPage } from 'oriel/apollo';
import { listen, resolvers, typeDefs, views } from './schema.mjs';

const app = express();
const httpServer = createServer(app);
const server = new ApolloServer({ typeDefs, resolvers, introspection: true, plugins: [orielLandingPage({ httpServer, views })] });
await server.start();
app.use('/graphql', express.json(), expressMiddleware(server));
console.log(`${await listen(httpServer)}/graphql`);
