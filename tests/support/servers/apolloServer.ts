/** Apollo Server 5: standalone, with and without automatic persisted queries, and behind Express 5 with graphql-upload. */
import { createServer } from 'node:http';
import { ApolloServer, type BaseContext } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import graphqlUploadExpress from 'graphql-upload/graphqlUploadExpress.mjs';
import { closeServer, listen, type RunningServer, type ServerOptions, UPLOAD_LIMIT } from './host/runningServer';
import { stringifyWithRealIntegers } from './schemas/realIntegers';

const makeApollo = (schema: GraphQLSchema, persisted: boolean) =>
  new ApolloServer({
    schema,
    stringifyResult: stringifyWithRealIntegers,
    includeStacktraceInErrorResponses: false,
    ...(persisted ? {} : { persistedQueries: false as const }),
  });

/** A request with header `x-context` fails before any resolver runs. */
async function context({ req }: { req: { headers: Record<string, unknown> } }): Promise<BaseContext> {
  const wanted = req.headers['x-context'];
  if (wanted === 'throw') throw new Error('No context today');
  if (wanted === '401') {
    throw new GraphQLError('Who are you?', { extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } } });
  }
  return {};
}

/** Starts Apollo's standalone server. */
export async function startApollo({ port, schema, persisted }: ServerOptions & { persisted: boolean }): Promise<RunningServer> {
  const apollo = makeApollo(schema, persisted);
  const { url } = await startStandaloneServer(apollo, { listen: { port, host: '127.0.0.1' }, context });
  return { port: Number(new URL(url).port), stop: () => apollo.stop() };
}

/** Starts Apollo behind Express, at /graphql, with uploads. */
export async function startApolloExpress({ port, schema }: ServerOptions): Promise<RunningServer> {
  const apollo = makeApollo(schema, true);
  await apollo.start();
  const app = express();
  app.use(
    '/graphql',
    express.json(),
    graphqlUploadExpress({ maxFileSize: UPLOAD_LIMIT, maxFiles: 10 }),
    expressMiddleware(apollo, { context }),
  );
  const server = createServer(app);
  const listening = await listen(server, port);
  return {
    port: listening,
    async stop() {
      await apollo.stop();
      await closeServer(server);
    },
  };
}
