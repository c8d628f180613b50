import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOriel } from '../../src/embed/createOriel';
import type { OrielOptions } from '../../src/embed/orielOptions';
import { BUILD_SCRIPT, buildFolder } from '../support/hosting/buildFolder';

const { dist, remove } = buildFolder();
afterAll(remove);

const oriel = (options: OrielOptions = {}) => createOriel(options, dist);
const VIEW = { collection: 'ships', name: 'Big', state: { sort: '-tonnage' } };
const PAGE = { headers: { accept: 'text/html,*/*' } };
const get = (path: string, init: RequestInit = PAGE) => new Request(`https://host.test${path}`, init);
const configOf = (html: string) => JSON.parse(/id="oriel-config">([^<]*)</.exec(html)?.[1] ?? 'null');

describe('the page', () => {
  it('links its files relative to its address, with and without a trailing slash', async () => {
    expect(await (await oriel().fetch(get('/oriel/')))?.text()).toContain('src="./assets/client.0123.js"');
    expect(await (await oriel().fetch(get('/tools/oriel')))?.text()).toContain('src="./oriel/assets/client.0123.js"');
  });

  it('contains the configuration as data, no inline script and no address of another host', async () => {
    const queries = [{ name: 'All</script>', query: 'query All { a }', variables: { first: 1 } }];
    const html = oriel({
      endpoint: '/api',
      name: '</script><b>',
      wsEndpoint: null,
      headers: { 'x-team': 'ops' },
      queries,
    }).html();
    expect(configOf(html)).toEqual({
      httpEndpoint: '/api',
      wsEndpoint: null,
      name: '</script><b>',
      headers: { 'x-team': 'ops' },
      queries,
      addresses: 'hash',
    });
    expect(html).not.toContain('</script><b>');
    expect(
      [...html.matchAll(/<script([^>]*)>/g)].filter(([, attributes]) => !/src=|application\/json/.test(attributes ?? '')),
    ).toEqual([]);
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  it.each<[string, OrielOptions['views'] & {}]>([
    ['a list', [VIEW]],
    ['an exported file', { kind: 'oriel-views', version: 1, views: [VIEW] }],
    ['an exported file with tiles', { kind: 'oriel-views', version: 1, views: [VIEW], dashboard: [{ id: 'tile-1' }] }],
  ])('contains the views of %s', (_name, views) => {
    expect(configOf(oriel({ views }).html()).views).toEqual([VIEW]);
  });

  it('has a Content-Security-Policy without unsafe sources, and can be framed only by allowed origins', async () => {
    const policyOf = async (options: OrielOptions) =>
      (await oriel(options).fetch(get('/')))?.headers.get('content-security-policy') ?? '';
    expect(await policyOf({})).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
    expect(await policyOf({})).not.toContain('unsafe');
    expect(await policyOf({ allowFraming: true })).toContain("frame-ancestors 'self'");
    expect(await policyOf({ allowFraming: ['https://intranet.test'] })).toContain('frame-ancestors https://intranet.test');
  });
});

describe('files', () => {
  it('are compressed if the client accepts it, and can be cached for ever', async () => {
    const response = await oriel().fetch(get('/oriel/assets/client.0123.js', { headers: { 'accept-encoding': 'gzip, br' } }));
    expect(response?.headers.get('content-encoding')).toBe('br');
    expect(response?.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(new TextDecoder().decode(oriel().file('assets/client.0123.js')?.body)).toBe(BUILD_SCRIPT);
  });

  it.each(['/assets/none.js', '/assets/..%2findex.html', '/assets/../config.json', '/config.json', '/assets/client.0123.js.br'])(
    '%s is none of them',
    async path => expect(await oriel().fetch(get(path, {}))).toBeNull(),
  );
});

it('leaves all other requests to the host', async () => {
  expect(await oriel().fetch(get('/', { method: 'POST' }))).toBeNull();
  expect(await oriel().fetch(get('/', { headers: { accept: 'application/json' } }))).toBeNull();
  expect(await oriel({ path: '/oriel' }).fetch(get('/elsewhere'))).toBeNull();
  // Its links and its endpoint would be addresses of that host.
  expect(await oriel({ endpoint: '.' }).fetch(get('//evil.example/graphql'))).toBeNull();
  expect(await oriel({ path: '/oriel' }).fetch(get('/oriel'))).not.toBeNull();
  expect(await oriel({ enabled: false }).fetch(get('/'))).toBeNull();
});

const CIRCULAR: { self?: unknown } = {};
CIRCULAR.self = CIRCULAR;

it.each<[string, unknown]>([
  ['endpoint', 'example.com'],
  ['endpoint', 7],
  ['endpoint', 5n],
  ['endpoint', [5n]],
  ['endpoint', CIRCULAR],
  ['name', () => 'Orders'],
  ['enabled', 5n],
  ['path', CIRCULAR],
  ['headers', new Headers({ 'x-tenant': 'a' })],
  ['headers', new Map([['x-tenant', 'a']])],
  ['presentation', new Map()],
  ['presentation', new Date(0)],
  ['wsEndpoint', 'https://x.test'],
  ['headers', { 'a b': 'c' }],
  ['headers', { a: 'b\r\nc: d' }],
  ['credentials', 'omit'],
  ['name', ''],
  ['tokenName', ' '],
  ['persistedQueries', 'yes'],
  ['allowFraming', ['*']],
  ['queries', 'query { a }'],
  ['queries', Array(51).fill({ name: 'a', query: '{ a }' })],
  ['queries[0]', ['{ a }']],
  ['queries[1].name', [{ name: 'a', query: '{ a }' }, { query: '{ a }' }]],
  ['queries[0].query', [{ name: 'a', query: ' ' }]],
  ['queries[0].query', [{ name: 'a', query: '#'.repeat(20_001) }]],
  ['queries[0].variables', [{ name: 'a', query: '{ a }', variables: [1] }]],
  ['queries[0].operation', [{ name: 'a', query: '{ a }', operation: 'b' }]],
  ['views', 'ships'],
  ['views', { views: [] }],
  ['views', Array(201).fill(VIEW)],
  ['views.version', { kind: 'oriel-views', version: 2, views: [] }],
  ['views.viewz', { kind: 'oriel-views', version: 1, views: [], viewz: [] }],
  ['views[0]', ['ships']],
  ['views[0].collection', [{ ...VIEW, collection: 7 }]],
  ['views[1].name', [VIEW, { ...VIEW, name: ' ' }]],
  ['views[1].name', [VIEW, VIEW]],
  ['views[0].state', [{ collection: 'ships', name: 'Big' }]],
  ['views[0].state.page', [{ ...VIEW, state: { page: '2' } }]],
  ['views[0].state.sort', [{ ...VIEW, state: { sort: 1 } }]],
  ['views[0].widths.name', [{ ...VIEW, widths: { name: 5 } }]],
  ['views[0].colour', [{ ...VIEW, colour: 'red' }]],
  ['views', Array.from({ length: 40 }, (_, at) => ({ ...VIEW, name: `${at}`, state: { filter: 'x'.repeat(4000) } }))],
  ['presentation: ships', { ships: {} }],
  ['presentation: types.Ship.name', { types: { Ship: { name: 'x' } } }],
  ['path', 'oriel'],
  ['enabled', 'no'],
  ['endpont', '/graphql'],
])('%s is refused by its name for %j', (key, value) => {
  expect(() => oriel({ [key.replace(/[[.:].*/, '')]: value } as OrielOptions)).toThrow(`createOriel: ${key} `);
});

it('answers Node’s requests: the policy of the host stays, and without a next the rest is answered 404', async () => {
  const mounted = oriel();
  const server = createServer((request, response) => {
    response.setHeader('content-security-policy', "script-src 'self'");
    response.setHeader('vary', 'Origin');
    mounted.node(request, response);
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const page = await fetch(`${base}/oriel`, PAGE);
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([200, "script-src 'self'"]);
  expect(page.headers.get('vary')).toBe('Origin, accept');
  expect(await (await fetch(`${base}/oriel/assets/client.0123.js`)).text()).toBe(BUILD_SCRIPT);
  expect((await fetch(`${base}/oriel`, { method: 'POST' })).status).toBe(404);
  server.close();
});
