/** Collections of other programs. */

import { readCollectionFiles } from '../../../../src/features/query/tabs/readCollectionFiles';
import fc from '../../../support/fastCheck';

const readCollectionFile = (text: string, name = 'a.json') => readCollectionFiles([{ name, text }]);

const QUERY = 'query Ships($first: Int) { ships(first: $first) { id } }';
const VARIABLES = '{"first": 3}';
const body = (query: string, variables: unknown = {}) => JSON.stringify({ query, variables, operationName: 'Ships' });

const names = async (file: unknown, fileName = 'a.json') => {
  const read = await readCollectionFile(typeof file === 'string' ? file : JSON.stringify(file), fileName);
  return {
    collections: read.collections.map(({ name, queries }) => [name, queries.map(query => query.name)]),
    left: read.leftNames,
    queries: read.collections.flatMap(({ queries }) => queries),
  };
};

it('GraphiQL 6', async () => {
  const found = await names({
    version: 1,
    collections: [
      {
        id: '1',
        name: 'Port',
        createdAt: 1,
        updatedAt: 1,
        items: [
          { id: '2', name: 'Ships', query: QUERY, variables: VARIABLES, headers: '{"Authorization": "Bearer x"}' },
          { name: 'Empty', query: '' },
        ],
      },
    ],
  });
  expect(found).toMatchObject({ collections: [['Port', ['Ships']]], left: ['Empty'] });
  expect(found.queries[0]).toMatchObject({ query: QUERY, variables: VARIABLES });
});

it('Altair, with collections within collections', async () => {
  const query = (windowName: string) => ({ version: 1, type: 'window', windowName, query: QUERY, variables: '{}' });
  const found = await names({
    version: 1,
    type: 'collection',
    title: 'Port',
    queries: [query('A')],
    collections: [{ title: 'Inner', queries: [query('B')], collections: [{ title: 'Innermost', queries: [query('C')] }] }],
  });
  expect(found.collections).toEqual([
    ['Port', ['A']],
    ['Port / Inner', ['B']],
    ['Port / Inner / Innermost', ['C']],
  ]);
  expect((await names({ ...query('Alone') })).collections).toEqual([['Alone', ['Alone']]]);
});

it('Insomnia 4, whose body is JSON in a string, and can contain template tags', async () => {
  const found = await names({
    _type: 'export',
    __export_format: 4,
    resources: [
      { _id: 'w', _type: 'workspace', parentId: null, name: 'Port' },
      { _id: 'f', _type: 'request_group', parentId: 'w', name: 'Folder' },
      {
        _id: 'a',
        _type: 'request',
        parentId: 'f',
        name: 'Ships',
        body: { mimeType: 'application/graphql', text: body(QUERY, { first: 3 }) },
      },
      {
        _id: 'b',
        _type: 'request',
        parentId: 'w',
        name: 'Odd',
        body: { mimeType: 'application/graphql', text: '{"query":"{ ships { id } }","variables":{"n": {{ _.n }}}}' },
      },
      { _id: 'c', _type: 'request', parentId: 'w', name: 'REST', body: {} },
      { _id: 'e', _type: 'environment', parentId: 'w', name: 'Base', data: { token: 'x' } },
    ],
  });
  expect(found).toMatchObject({
    collections: [
      ['Port / Folder', ['Ships']],
      ['Port', ['Odd']],
    ],
    left: ['REST'],
  });
  expect(found.queries[0]).toMatchObject({ variables: '{\n  "first": 3\n}', operation: 'Ships' });
});

it('Insomnia 5, which is YAML', async () => {
  const text = `type: collection.insomnia.rest/5.0
name: Port
collection:
  - name: Folder
    children:
      - name: Ships
        method: POST
        url: http://localhost/graphql
        body:
          mimeType: application/graphql
          text: '${body('{ ships { id } }', { first: 1 })}'
      - name: REST
        url: http://localhost/rest
        method: GET
`;
  expect(await names(text, 'a.yaml')).toMatchObject({ collections: [['Port / Folder', ['Ships']]], left: ['REST'] });
});

it('YAML that would expand without limit is refused', async () => {
  const lines = ['a0: &a0 [x,x,x,x,x,x,x,x,x,x]'];
  for (let at = 1; at < 10; at++)
    lines.push(
      `a${at}: &a${at} [${Array(10)
        .fill(`*a${at - 1}`)
        .join(',')}]`,
    );
  await expect(readCollectionFile(`type: collection.insomnia.rest/5.0\n${lines.join('\n')}`, 'a.yaml')).rejects.toThrow();
});

it('YAML with few aliases is read, unless they expand it to many times its length', async () => {
  const yaml = (children: string): string => `type: collection.insomnia.rest/5.0\nname: Port\ncollection:\n${children}`;
  const ships = `  - &ships { name: Ships, url: /, body: { text: '${body('{ ships { id } }')}' } }\n`;
  expect(await names(yaml(`${ships}  - { name: Folder, children: [*ships] }\n`), 'a.yaml')).toMatchObject({
    collections: [
      ['Port', ['Ships']],
      ['Port / Folder', ['Ships']],
    ],
  });
  const long = `  - &a0 { ${'k'.repeat(1000)}: x }\n`;
  await expect(readCollectionFile(yaml(`${long}  - [${Array(20).fill('*a0').join(',')}]\n`), 'a.yaml')).rejects.toThrow(
    'too long',
  );
  await expect(readCollectionFile(yaml('  - &a [*a]\n'), 'a.yaml')).rejects.toThrow();
});

it('YAML with many keys is read without comparing each with all others', async () => {
  const keys = Array.from({ length: 50_000 }, (_, at) => `k${at}: 1`).join('\n');
  await expect(readCollectionFile(keys, 'a.yaml')).rejects.toThrow('contains no collections');
});

it('Postman, also where the body is written as JSON', async () => {
  const found = await names({
    info: { name: 'Port' },
    item: [
      {
        name: 'Folder',
        item: [{ name: 'A', request: { body: { mode: 'graphql', graphql: { query: QUERY, variables: VARIABLES } } } }],
      },
      { name: 'B', request: { body: { mode: 'raw', raw: body(QUERY) } } },
      { name: 'REST', request: { method: 'GET' } },
    ],
  });
  expect(found).toMatchObject({
    collections: [
      ['Port / Folder', ['A']],
      ['Port', ['B']],
    ],
    left: ['REST'],
  });
});

it('Bruno: its export, and a file of it', async () => {
  const request = { body: { mode: 'graphql', graphql: { query: QUERY, variables: VARIABLES } } };
  const found = await names({
    name: 'Port',
    version: '1',
    items: [
      { type: 'folder', name: 'Folder', items: [{ type: 'graphql', name: 'A', request }] },
      { type: 'http', name: 'REST', request: { body: { mode: 'none' } } },
    ],
  });
  expect(found).toMatchObject({ collections: [['Port / Folder', ['A']]], left: ['REST'] });
  const bru = `meta {\n  name: Ships of the port\n  type: graphql\n  seq: 1\n}\n\nbody:graphql {\n  query Ships {\n    ships { id }\n  }\n}\n\nbody:graphql:vars {\n  {\n    "first": 3\n  }\n}\n`;
  const file = await names(bru, 'Ships.bru');
  expect(file.queries[0]).toMatchObject({
    name: 'Ships of the port',
    query: 'query Ships {\n  ships { id }\n}',
    variables: '{\n  "first": 3\n}',
  });
});

it('Bruno: a folder with requests only in inner folders, and settings that are empty or hold a script', async () => {
  const request = (name: string, query: string): string =>
    `meta {\n  name: ${name}\n  type: graphql\n}\n\nbody:graphql {\n  ${query}\n}\n`;
  const { collections, left } = await readCollectionFiles([
    { name: 'port/Fleet/1.bru', text: request('Ships', '{ ships { id } }') },
    { name: 'port/Fleet/2.bru', text: request('Berths', '{ berths { id } }') },
    { name: 'port/Fleet/folder.bru', text: 'script:pre-request {\n  x\n}\n' },
    { name: 'port/collection.bru', text: '' },
  ]);
  expect(collections.map(({ name, queries }) => [name, queries.length])).toEqual([['port / Fleet', 2]]);
  expect(left).toBe(0);
});

it('Bruno: a header of an inner folder replaces the same header of the folders around it', async () => {
  const headers = (region: string): string => `headers {\n  X-Region: ${region}\n  X-All: 1\n}\n`;
  const { collections } = await readCollectionFiles([
    { name: 'port/collection.bru', text: headers('north') },
    { name: 'port/Fleet/folder.bru', text: headers('south').replace('X-All', 'x-all') },
    { name: 'port/Fleet/1.bru', text: 'meta {\n  name: Ships\n  type: graphql\n}\n\nbody:graphql {\n  { ships { id } }\n}\n' },
  ]);
  expect(collections[0]?.queries[0]?.headers).toEqual([
    { name: 'X-Region', value: 'south' },
    { name: 'x-all', value: '1' },
  ]);
});

it('Hoppscotch, one collection and several, with folders', async () => {
  const request = (name: string) => ({ v: 8, name, url: '', headers: [], query: QUERY, variables: VARIABLES });
  const collection = {
    v: 2,
    name: 'Port',
    folders: [{ v: 2, name: 'Folder', folders: [], requests: [request('B')] }],
    requests: [request('A'), { v: '1', name: 'REST', method: 'GET' }],
  };
  const wanted = {
    collections: [
      ['Port', ['A']],
      ['Port / Folder', ['B']],
    ],
    left: ['REST'],
  };
  expect(await names(collection)).toMatchObject(wanted);
  expect(await names([collection])).toMatchObject(wanted);
});

it('GraphiQL 6, also the bare list that its import takes', async () => {
  const found = await names([{ id: '1', name: 'Port', items: [{ id: '2', name: 'Ships', query: QUERY }] }]);
  expect(found.collections).toEqual([['Port', ['Ships']]]);
});

it('Insomnia 5, a design document, whatever the name of its file', async () => {
  const text = `type: spec.insomnia.rest/5.0
schema_version: "5.1"
name: Port
spec: { contents: "openapi: 3.1.0" }
collection:
  - name: Ships
    url: http://localhost/graphql
    meta: { id: req_1, sortKey: -1 }
    body: { mimeType: application/graphql, text: '${body('{ ships { id } }')}' }
`;
  expect(await names(text, 'port')).toMatchObject({ collections: [['Port', ['Ships']]], left: [] });
});

describe('Postman', () => {
  const graphqlModeData = { query: QUERY, variables: VARIABLES, operationName: 'Ships' };
  // All requests stand in one list; folders name theirs in `order`.
  const older = {
    id: 'c',
    name: 'Port',
    order: ['a'],
    folders: [{ id: 'f', name: 'Folder', order: ['b', 'r'] }],
    folders_order: ['f'],
    requests: [
      { id: 'a', name: 'A', url: 'http://localhost/graphql', dataMode: 'graphql', data: [], graphqlModeData, rawModeData: null },
      { id: 'b', name: 'B', url: 'http://localhost/graphql', dataMode: 'raw', data: [], rawModeData: body(QUERY), folder: 'f' },
      { id: 'r', name: 'REST', url: 'http://localhost/rest', dataMode: 'params', data: [] },
    ],
  };
  const wanted = {
    collections: [
      ['Port', ['A']],
      ['Port / Folder', ['B']],
    ],
    left: ['REST'],
  };
  it('1, as a collection and as an export of all data', async () => {
    const found = await names(older);
    expect(found).toMatchObject(wanted);
    expect(found.queries[0]).toMatchObject({ query: QUERY, variables: VARIABLES, operation: 'Ships' });
    expect(await names({ version: 1, collections: [older], environments: [], headerPresets: [], globals: [] })).toMatchObject(
      wanted,
    );
  });

  it('2, as its API answers with it', async () => {
    const item = { name: 'A', request: { body: { mode: 'graphql', graphql: { query: QUERY, variables: '' } } } };
    const found = await names({ collection: { info: { name: 'Port', schema: 'https://schema.example/v2.1.0' }, item: [item] } });
    expect(found.collections).toEqual([['Port', ['A']]]);
  });
});

describe('Bruno 3, which is YAML', () => {
  const graphql = (name: string, more = '') => `info:
  name: ${name}
  type: graphql
  seq: 1

graphql:
  url: "{{host}}/graphql"
  method: POST
  body:
    query: |-
      query Ships($first: Int) { ships(first: $first) { id } }
    variables: |-
      {"first": 3}
  auth: inherit
${more}`;
  const inItem = (text: string, depth: number) =>
    `${' '.repeat(depth)}- ${text.trimEnd().replaceAll('\n', `\n${' '.repeat(depth + 2)}`)}\n`;

  it('a file of a request', async () => {
    const found = await names(graphql('Ships', 'settings:\n  timeout: 0\n'), 'Ships.yml');
    expect(found).toMatchObject({ collections: [['Bruno', ['Ships']]], left: [] });
    expect(found.queries[0]).toMatchObject({ query: QUERY, variables: VARIABLES });
  });

  it('an export of a collection: folders, feeds, several bodies, bodies of JSON', async () => {
    const feed =
      'info:\n  name: Ticks\n  type: graphql-subscription\ngraphqlSubscription:\n  url: x\n  body:\n    query: subscription { tick }\n';
    const several = `info: { name: Several, type: graphql }\ngraphql:\n  body:\n    - { title: a, body: { query: "{ a }" } }\n    - { title: b, selected: true, body: { query: "{ b }" } }\n`;
    const json = `info: { name: Json, type: http }\nhttp:\n  method: POST\n  body: { type: json, data: '${body('{ c }')}' }\n`;
    const rest = 'info: { name: REST, type: http }\nhttp: { method: GET, url: x }\n';
    const folder = `info: { name: Folder, type: folder }\nitems:\n${inItem(graphql('B'), 2)}`;
    const text = `opencollection: 1.0.0\ninfo:\n  name: Port\nitems:\n${[graphql('A'), folder, feed, several, json, rest].map(each => inItem(each, 2)).join('')}bundled: true\n`;
    const found = await names(text, 'port.yml');
    expect(found).toMatchObject({
      collections: [
        ['Port', ['A', 'Ticks', 'Several', 'Json']],
        ['Port / Folder', ['B']],
      ],
      left: ['REST'],
    });
    expect(found.queries.map(({ query }) => query).slice(1, 4)).toEqual(['subscription { tick }', '{ b }', '{ c }']);
  });

  it('a folder, whose collection and folders have files of their own', async () => {
    const headers = (name: string): string => `request:\n  headers:\n    - name: ${name}\n      value: "1"\n`;
    const { collections, leftNames } = await readCollectionFiles([
      { name: 'api/opencollection.yml', text: `opencollection: 1.0.0\ninfo:\n  name: Port\n${headers('X-All')}bundled: false\n` },
      { name: 'api/Ships.yml', text: graphql('Ships') },
      { name: 'api/fleet/folder.yml', text: `info:\n  name: Fleet\n  seq: 2\n${headers('X-Fleet')}` },
      { name: 'api/fleet/Ship.yml', text: graphql('Ship') },
    ]);
    expect(leftNames).toEqual([]);
    const named = collections.map(({ name, queries }) => [name, queries.map(query => [query.name, query.headers])]);
    const [all, fleet] = ['X-All', 'X-Fleet'].map(name => ({ name, value: '1' }));
    expect(named).toEqual([
      ['Port', [['Ships', [all]]]],
      ['Port / Fleet', [['Ship', [all, fleet]]]],
    ]);
  });

  it('before: bodies of JSON that hold an operation', async () => {
    const request = { url: 'x', method: 'POST', body: { mode: 'json', json: body(QUERY), graphql: null } };
    expect((await names({ name: 'Port', version: '1', items: [{ type: 'http', name: 'A', request }] })).collections).toEqual([
      ['Port', ['A']],
    ]);
    const bru = `meta {\n  name: Ships\n  type: http\n}\n\nbody:json {\n  ${body(QUERY)}\n}\n`;
    expect((await names(bru, 'Ships.bru')).queries[0]).toMatchObject({ name: 'Ships', query: QUERY });
  });
});

it('Hoppscotch, REST requests that contain an operation', async () => {
  const request = {
    v: '9',
    name: 'A',
    endpoint: 'x',
    method: 'POST',
    body: { contentType: 'application/json', body: body(QUERY) },
  };
  expect((await names([{ v: 5, name: 'Port', folders: [], requests: [request] }])).collections).toEqual([['Port', ['A']]]);
});

it('operations in the address of a request', async () => {
  const url = `http://localhost/graphql?query=${encodeURIComponent(QUERY)}&variables=${encodeURIComponent(VARIABLES)}`;
  const parameters = [
    { name: 'query', value: '{ off }', disabled: true },
    { name: 'query', value: QUERY },
    { name: 'variables', value: VARIABLES },
  ];
  const params = parameters.map(({ name, value, disabled }) => ({ key: name, value, active: !disabled }));
  const files: [unknown, string?][] = [
    [{ info: { name: 'Port' }, item: [{ name: 'A', request: { method: 'GET', url: { raw: url, query: params } } }] }],
    [{ info: { name: 'Port' }, item: [{ name: 'A', request: { method: 'GET', url } }] }],
    [{ _type: 'export', resources: [{ _id: 'a', _type: 'request', name: 'A', body: {}, url: 'http://localhost', parameters }] }],
    [{ name: 'Port', version: '1', items: [{ name: 'A', type: 'http', request: { method: 'GET', url } }] }],
    [{ v: 5, name: 'Port', folders: [], requests: [{ name: 'A', endpoint: 'http://localhost', params }] }],
    [`meta {\n  name: A\n  type: http\n}\n\nget {\n  url: ${url}\n  body: none\n}\n`, 'A.bru'],
  ];
  for (const [file, fileName] of files)
    expect((await names(file, fileName)).queries).toMatchObject([{ name: 'A', query: QUERY, variables: VARIABLES }]);
  const search = { name: 'REST', request: { method: 'GET', url: 'http://localhost/search?query=queryable' } };
  expect((await names({ info: { name: 'Port' }, item: [search] })).left).toEqual(['REST']);
});

it('bodies with line breaks within a string of their JSON', async () => {
  const raw = '{\n\t"query": "query Ships($first: Int) {\r\n\tships(first: $first) { id }\n}",\n\t"variables": {"first": 3}\n}';
  const found = await names({ info: { name: 'Port' }, item: [{ name: 'A', request: { body: { mode: 'raw', raw } } }] });
  expect(found.queries).toMatchObject([
    { query: 'query Ships($first: Int) {\r\n\tships(first: $first) { id }\n}', variables: '{\n  "first": 3\n}' },
  ]);
});

it('a single operation file with its head', async () => {
  const found = await names('# oriel\n# variables: {"first": 1}\n# ---\n{ ships { id } }', 'Ships of today.graphql');
  expect(found.queries[0]).toMatchObject({ name: 'Ships of today', query: '{ ships { id } }', variables: '{"first": 1}' });
});

it('entries without a name are counted', async () => {
  const read = await readCollectionFile(
    JSON.stringify({ format: 'oriel-query-collections', collections: [{ name: 'A', queries: [null] }] }),
  );
  expect(read).toMatchObject({ left: 1, leftNames: [] });
});

it('hostile files end, and do not change a prototype', async () => {
  let deep: unknown = { name: 'x', request: {} };
  for (let at = 0; at < 400; at++) deep = { name: 'x', item: [deep] };
  expect((await names({ info: { name: 'a' }, item: [deep] })).left).toEqual(['x']);
  const loop = [
    { _id: 'a', _type: 'request', parentId: 'b', name: 'A' },
    { _id: 'b', _type: 'request_group', parentId: 'b' },
  ];
  expect((await names({ _type: 'export', resources: loop })).left).toEqual(['A']);
  const shape = fc.object({
    key: fc.constantFrom('item', 'info', 'name', 'queries', 'collections', 'requests', 'folders', '__proto__', 'type', 'body'),
  });
  await fc.assert(
    fc.asyncProperty(shape, async value => {
      await readCollectionFile(JSON.stringify(value), 'a.json').catch(error => expect(error).toBeInstanceOf(Error));
    }),
  );
});

it('headers of folders are bounded: a small file must not become millions of them', async () => {
  const lines = (level: number) => Array.from({ length: 100 }, (_, at) => ({ name: `x-${level}-${at}`, value: 'v' }));
  const requests = Array.from({ length: 600 }, () => ({ name: 'A', query: '{ a }', headers: [{ name: 'x-own', value: 'o' }] }));
  let folder: object = { name: 'F', folders: [], requests, headers: lines(0) };
  for (let level = 1; level < 40; level++) folder = { name: 'F', folders: [folder], requests: [], headers: lines(level) };
  const resources = Array.from({ length: 40 }, (_, at) => ({
    _id: `g${at + 1}`,
    parentId: `g${at}`,
    _type: 'request_group',
    headers: lines(40 - at),
  }));
  const inner = requests.map(() => ({ _type: 'request', parentId: 'g40', body: { text: '{ a }' } }));
  const settings = (level: number) => ({
    name: `a/${level}/folder.bru`.replace('/0/', '/'),
    text: `meta {\n  name: F\n}\nheaders {\n${lines(level)
      .map(({ name }) => `  ${name}: v`)
      .join('\n')}\n}\n`,
  });
  const files = [...Array.from({ length: 100 }, () => settings(0)), ...requests.map((_, at) => `a/${at}.graphql`)];
  for (const given of [
    [{ name: 'hoppscotch.json', text: JSON.stringify(folder) }],
    [{ name: 'insomnia.json', text: JSON.stringify({ _type: 'export', resources: [...resources, ...inner] }) }],
    files.map(file => (typeof file === 'string' ? { name: file, text: '{ a }' } : file)),
  ]) {
    const [collection] = (await readCollectionFiles(given)).collections;
    expect(collection?.queries).toHaveLength(600);
    for (const { headers } of collection?.queries ?? []) expect(headers.length).toBeLessThanOrEqual(100);
  }
});

it('operations that are too long together are left out and counted', async () => {
  const headers = Array.from({ length: 100 }, (_, at) => ({ name: `x-${at}`, value: 'v'.repeat(5000) }));
  const requests = Array.from({ length: 300 }, (_, at) => ({ name: `A${at}`, query: `{ a${at} }` }));
  const read = await readCollectionFile(JSON.stringify({ name: 'F', folders: [], requests: [], headers }));
  expect(read.left).toBe(0);
  const file = { name: 'F', requests: [], folders: [{ name: 'In', folders: [], requests, headers }] };
  const { collections, left } = await readCollectionFile(JSON.stringify(file));
  const kept = collections.flatMap(({ queries }) => queries);
  expect(kept.length).toBeGreaterThan(50);
  expect(kept.length + left).toBe(300);
  expect(JSON.stringify(kept).length).toBeLessThan(60_000_000);
});

it.each([
  ['Insomnia 4', '{"_type": "export", "resources": [VALUE]}'],
  ['Hoppscotch', '{"name": "Port", "folders": [], "requests": [VALUE]}'],
  ['GraphiQL', '{"version": 1, "collections": [{"name": "P", "items": [{"query": "{ a }", "variables": {"a": VALUE}}]}]}'],
])('refuses a file of %s that is nested too deep, with the reason', async (_program, file) => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  await expect(readCollectionFile(file.replace('VALUE', deep))).rejects.toThrow('more than 1000 levels');
});

it('a name that is no text, in folders that are too deep, does not make the file unreadable', async () => {
  const request = {
    name: 'Ships',
    request: { method: 'POST', url: 'https://a.example', body: { mode: 'graphql', graphql: { query: QUERY } } },
  };
  let item: object = { name: { toString: 1 } };
  for (let level = 0; level < 100; level++) item = { name: { toString: 1 }, item: [item] };
  const found = await names({
    info: { name: 'Port', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [request, item],
  });
  expect(found.queries.map(({ name }) => name)).toEqual(['Ships']);
});
