import { createSchema, createYoga } from 'graphql-yoga';
import { orielYoga } from '../../src/embed/orielYoga';
import { BUILD_SCRIPT, buildFolder } from '../support/hosting/buildFolder';

const { dist, remove } = buildFolder();
afterAll(remove);

const schema = createSchema({ typeDefs: 'type Query { hello: String }', resolvers: { Query: { hello: () => 'world' } } });
const PAGE = { headers: { accept: 'text/html,*/*' } };
const configOf = (html: string) => JSON.parse(/id="oriel-config">([^<]*)</.exec(html)?.[1] ?? 'null');

/** Sends a request to a new Yoga server at any path. */
function yogaWith(options: Parameters<typeof orielYoga>[0] = {}, graphqlEndpoint = '/graphql') {
  const yoga = createYoga({ schema, logging: false, graphqlEndpoint, ...orielYoga(options, dist) });
  return async (path: string, init: RequestInit = PAGE): Promise<Response> => yoga.fetch(`https://host.test${path}`, init);
}

it('serves the same page at all addresses of the endpoint, and the page sends its requests to its own address', async () => {
  const ask = yogaWith({}, '/api/:version');
  const pages = await Promise.all(
    ['/api/graphql', '/api/graphql/', '/api/v2', ...Array.from({ length: 40 }, (_, at) => `/api/made-up-${at}`)].map(
      async path => {
        const response = await ask(path);
        expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
        return response.text();
      },
    ),
  );
  expect(new Set(pages.map(page => configOf(page).httpEndpoint))).toEqual(new Set(['.']));
  expect(pages[0]).toContain('src="./graphql/assets/client.0123.js"');
  expect(pages[1]).toContain('src="./assets/client.0123.js"');
  expect(pages[2]).toContain('src="./v2/assets/client.0123.js"');
});

it('leaves all other addresses to the host, unless a path is given', async () => {
  const ask = yogaWith();
  for (const path of ['/', '/health', '/account', '/graphql/more', '/graphqlx', '/assets/client.0123.js'])
    expect(await (await ask(path)).text()).not.toMatch(/oriel-config|built/);
  for (const path of ['/graphql', '/mounted/here/graphql']) expect(await (await ask(path)).text()).toContain('oriel-config');
  const named = yogaWith({ path: '/tools' });
  expect(await (await named('/tools')).text()).toContain('oriel-config');
  expect(await (await named('/graphql')).text()).not.toContain('oriel-config');
  expect(await (await yogaWith({}, '/')('/')).text()).toContain('oriel-config');
  expect(await (await yogaWith({}, '/')('/account')).text()).not.toContain('oriel-config');
});

it('serves no page if it is not enabled', async () => {
  expect(await (await yogaWith({ enabled: false })('/graphql')).text()).not.toContain('oriel-config');
});

it('the page sends its requests to the given endpoint', async () => {
  expect(configOf(await (await yogaWith({ endpoint: '/api' })('/graphql')).text()).httpEndpoint).toBe('/api');
  expect(() => orielYoga({ endpoint: 'example.com' }, dist)).toThrow('createOriel: endpoint');
});

it('serves the files beside the page, and leaves operations to Yoga', async () => {
  const ask = yogaWith();
  expect(await (await ask('/graphql/assets/client.0123.js', {})).text()).toBe(BUILD_SCRIPT);
  expect((await ask('/graphql/assets/none.js', {})).status).toBe(404);
  const operation = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ hello }"}' };
  expect(await (await ask('/graphql', operation)).json()).toEqual({ data: { hello: 'world' } });
  const byAddress = await ask('/graphql?query={hello}', { headers: { accept: 'application/json' } });
  expect(await byAddress.json()).toEqual({ data: { hello: 'world' } });
});
