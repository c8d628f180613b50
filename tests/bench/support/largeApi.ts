/** An API with GitHub's schema and responses of a known size, to compare query tools. All tools get the same bytes, which are built in advance. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { githubSchema } from '../../support/servers/schemas/githubSchema';
import type { Api } from './peerPages';

/** The queries. The operation name selects the response. */
export const LARGE_QUERIES = {
  /** One small object. */
  small: 'query Small {\n  viewer {\n    login\n    name\n  }\n}\n',
  /** 100,000 rows, 20 MB. */
  rows: 'query Rows {\n  search(query: "is:issue", type: ISSUE, first: 100) {\n    nodes {\n      ... on Issue {\n        id\n        title\n        number\n        createdAt\n        url\n      }\n    }\n  }\n}\n',
  /** The same list, 50 MB. */
  large:
    'query Large {\n  search(query: "is:issue", type: ISSUE, first: 100) {\n    nodes {\n      ... on Issue {\n        id\n        title\n        number\n        createdAt\n        url\n      }\n    }\n  }\n}\n',
} as const;

/** The API. */
export async function largeApi(): Promise<Api> {
  const sdl = githubSchema();
  const options = {
    descriptions: true,
    inputValueDeprecation: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
  };
  const schema = buildSchema(sdl, { assumeValid: true });
  const introspection = Buffer.from(JSON.stringify({ data: introspectionFromSchema(schema, options) }));
  const responses: Record<string, Buffer> = {
    Rows: rows(100_000, 'great'),
    Large: rows(250_000, 'even greater'),
  };
  const nothing = Buffer.from('{"data":{}}');
  return {
    handleRequest(request: IncomingMessage, response: ServerResponse) {
      const parts: Buffer[] = [];
      request.on('data', part => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts).toString();
        // Some tools send no operationName if the document has only one operation.
        const name = /"query":\s*"query (\w+)/.exec(body)?.[1] ?? '';
        const serverResponse = body.includes('__schema')
          ? introspection
          : name === 'Small'
            ? small(body)
            : (responses[name] ?? nothing);
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': serverResponse.length })
          .end(serverResponse);
      });
    },
  };
}

/** One object, named after the operation. */
function small(body: string): Buffer {
  const key = /(u\d): viewer/.exec(body)?.[1] ?? 'viewer';
  return Buffer.from(JSON.stringify({ data: { [key]: { login: 'octocat', name: 'Mona', __typename: 'User' } } }));
}

/** About 200 bytes per row. */
function rows(count: number, how: string): Buffer {
  const nodes: string[] = [];
  for (let at = 0; at < count; at++) {
    nodes.push(
      JSON.stringify({
        id: `I_kwDOA${(at * 7919).toString(36).padStart(10, '0')}`,
        title: `Rows that come in ${how} number are shown as they come, ${at % 977}`,
        number: at + 1,
        createdAt: new Date(1.7e12 + at * 60_000).toISOString(),
        url: `https://github.com/octo/harbour/issues/${at + 1}`,
        __typename: 'Issue',
      }),
    );
  }
  return Buffer.from(`{"data":{"search":{"nodes":[${nodes.join(',')}],"__typename":"SearchResultItemConnection"}}}`);
}
