/** GraphQL Yoga 5, with or without its plugin for automatic persisted queries; websockets by graphql-ws on the same port. */
import { createServer } from 'node:http';
import { useAPQ as persistedQueries } from '@graphql-yoga/plugin-apq';
import { createFetch } from '@whatwg-node/fetch';
import { createYoga, type Plugin } from 'graphql-yoga';
import { attachGraphqlWs } from './graphqlWsServer';
import { closeServer, listen, type RunningServer, type ServerOptions, UPLOAD_LIMIT } from './host/runningServer';
import { stringifyWithRealIntegers } from './schemas/realIntegers';

const largeIntegers: Plugin = {
  onExecute: () => ({
    onExecuteDone({ result, setResult }) {
      if (!(Symbol.asyncIterator in result)) setResult(Object.assign(result, { stringify: stringifyWithRealIntegers }));
    },
  }),
};

/** Starts Yoga. */
export async function startYoga({
  port,
  schema,
  log,
  persisted,
}: ServerOptions & { persisted: boolean }): Promise<RunningServer> {
  const yoga = createYoga({
    schema,
    plugins: [largeIntegers, ...(persisted ? [persistedQueries()] : [])],
    logging: false,
    landingPage: false,
    fetchAPI: createFetch({ formDataLimits: { fileSize: UPLOAD_LIMIT } }),
  });
  const server = createServer(yoga);
  const dispose = attachGraphqlWs(server, schema, log);
  const listening = await listen(server, port);
  return {
    port: listening,
    async stop() {
      await dispose();
      await closeServer(server);
    },
  };
}
