/** An answer of Apollo Server with `extensions.ftv1`: what each field took. */
import { ApolloServer, HeaderMap } from '@apollo/server';
import { ApolloServerPluginInlineTrace } from '@apollo/server/plugin/inlineTrace';

/** The body, of two ships and a field that fails. */
export async function tracedResponse(): Promise<string> {
  const server = new ApolloServer({
    typeDefs: 'type Query { ships: [Ship!]! broken: Int } type Ship { name: String }',
    resolvers: {
      Query: {
        ships: () => [{ name: 'Nordlys' }, { name: 'Ålesund' }],
        broken: () => {
          throw new Error('broken');
        },
      },
    },
    plugins: [ApolloServerPluginInlineTrace()],
  });
  await server.start();
  const headers = new HeaderMap();
  headers.set('apollo-federation-include-trace', 'ftv1');
  headers.set('content-type', 'application/json');
  const { body } = await server.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: 'POST',
      headers,
      search: '',
      body: { query: '{ all: ships { name } broken }' },
    },
    context: async () => ({}),
  });
  await server.stop();
  return body.kind === 'complete' ? body.string : '';
}
