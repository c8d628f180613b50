/** The same 23 operations as each program exports them: with folders, headers, variables, placeholders, uploads, scripts and secrets. */
import { dump } from 'js-yaml';
import type { NamedText } from '../../../../src/features/query/tabs/queryCollectionFile';
import { readCollectionFiles } from '../../../../src/features/query/tabs/readCollectionFiles';
import { quoteBareVariables } from '../../../../src/session/environments/bareVariables';

interface Operation {
  name: string;
  folder: string[];
  query: string;
  /** JSON that can contain placeholders. */
  variables: string;
  operation?: string;
  headers: [string, string][];
  /** Sent as a multipart form because of a file. */
  isUpload?: boolean;
}

const SECRET = 'eyJhbGciOi-s3cret';
/** A placeholder, in the syntax of each program. */
type Place = (name: string) => string;

const operations = (place: Place): Operation[] => {
  const plain = (name: string, folder: string[], query: string, variables = '', more: Partial<Operation> = {}): Operation => ({
    name,
    folder,
    query,
    variables,
    headers: [],
    ...more,
  });
  const ships = 'query Ships($first: Int, $name: String) {\n  ships(first: $first, name: $name) {\n    id\n    name\n  }\n}';
  return [
    plain('Ships', [], ships, '{"first": 3}'),
    plain('Ships of a region', [], ships, `{\n  "first": ${place('first')},\n  "name": "${place('region')}"\n}`, {
      headers: [
        ['X-Region', place('region')],
        ['Content-Type', 'application/json'],
      ],
    }),
    plain('Signed', [], '{ me { id } }', '', { headers: [['Authorization', `Bearer ${SECRET}`]] }),
    plain('With a key', [], '{ me { name } }', '', { headers: [['X-Api-Key', place('apiKey')]] }),
    plain('With another key', [], '{ me { mail } }', '', { headers: [['X-Api-Key', SECRET]] }),
    plain('Sign in', ['Access'], `mutation { signIn(password: "${SECRET}") { id } }`),
    plain(
      'Sign in by variables',
      ['Access'],
      'mutation In($password: String!) { signIn(password: $password) { id } }',
      `{"password": "${SECRET}"}`,
    ),
    plain(
      'Rename',
      ['Fleet', 'Changes'],
      'mutation Rename($id: ID!, $name: String!) { rename(id: $id, name: $name) { id } }',
      '{"id": "1", "name": "Ævar \\"The Old\\""}',
    ),
    plain('Fragments', ['Fleet'], 'query A { ships { ...Names } }\nfragment Names on Ship { id name }'),
    plain('Two operations', ['Fleet'], 'query One { ships { id } }\nquery Two { visits { id } }', '', { operation: 'Two' }),
    plain(
      'Positions',
      ['Fleet', 'Live'],
      'subscription Positions($ids: [ID!]) { positions(ids: $ids) { lat lon } }',
      '{"ids": ["1", "2"]}',
    ),
    plain('Upload / photo', ['Files'], 'mutation Upload($file: Upload!) { upload(file: $file) { url } }', '{"file": null}', {
      isUpload: true,
    }),
    plain('Quoted "ships"', ['Fleet'], '{ ships(name: "a \\"quoted\\" name") { id } }'),
    plain('שם של אונייה', ['Fleet'], '{ ship(id: 1) { name } }'),
    plain('a/b\\c: d', ['Odd / names'], '{ visits { id } }'),
    plain('Block string', ['Odd / names'], '{ say(text: """\n  two\n  lines\n""") }'),
    plain('Comment first', ['Odd / names'], '# What it does\nquery Commented { ships { id } }'),
    plain('Described', ['Odd / names'], '"""What it does"""\nquery Described { ships { id } }'),
    plain('Large number', ['Odd / names'], 'query Large($id: ID) { ship(id: $id) { id } }', '{"id": "9007199254740993"}'),
    plain('Empty variables', ['Odd / names'], '{ berths { id } }', '{}'),
    plain('Same', ['Fleet'], '{ port }'),
    plain('Same', ['Fleet', 'Changes'], '{ port }'),
    plain('Directive', [], 'query D($on: Boolean!) { ships { id @include(if: $on) } }', '{"on": true}'),
  ];
};

const double: Place = name => `{{${name}}}`;
const pairs = (headers: [string, string][], name: string, on: Record<string, unknown> = {}) =>
  headers.map(([key, value]) => ({ [name]: key, value, ...on }));

interface Node {
  name: string;
  folders: Node[];
  items: Operation[];
}

/** The operations as a tree. */
function treeOf(all: Operation[]): Node {
  const root: Node = { name: 'Port', folders: [], items: [] };
  for (const each of all) {
    let at = root;
    for (const name of each.folder) {
      const next = at.folders.find(folder => folder.name === name) ?? { name, folders: [], items: [] };
      if (!at.folders.includes(next)) at.folders.push(next);
      at = next;
    }
    at.items.push(each);
  }
  return root;
}

const jsonBody = ({ query, variables, operation }: Operation): string =>
  `{"query":${JSON.stringify(query)}${variables === '' ? '' : `,"variables":${variables}`}${operation ? `,"operationName":"${operation}"` : ''}}`;

function graphiql(all: Operation[]): NamedText[] {
  const of = new Map<string, Operation[]>();
  for (const each of all) {
    const name = ['Port', ...each.folder].join(' / ');
    of.set(name, [...(of.get(name) ?? []), each]);
  }
  const collections = [...of].map(([name, items], at) => ({
    id: `c${at}`,
    name,
    createdAt: 1,
    updatedAt: 1,
    items: items.map(({ name, query, variables, headers, operation }, place) => ({
      id: `${at}-${place}`,
      name,
      query,
      variables,
      headers: JSON.stringify(Object.fromEntries(headers)),
      operationName: operation,
    })),
  }));
  return [{ name: 'graphiql.json', text: JSON.stringify({ version: 1, collections }) }];
}

function altair(all: Operation[]): NamedText[] {
  const write = ({ name, folders, items }: Node): unknown => ({
    version: 1,
    type: 'collection',
    id: name,
    title: name,
    preRequest: { enabled: true, script: 'altair.helpers.setEnvironment("x", 1)' },
    queries: items.map(({ name, query, variables, headers, operation }) => ({
      version: 1,
      type: 'window',
      windowName: name,
      apiUrl: '{{url}}/graphql',
      query,
      variables,
      selectedOperation: operation,
      headers: [...pairs(headers, 'key', { enabled: true }), { key: 'X-Off', value: 'x', enabled: false }],
      authorizationType: 'bearer',
      authorizationData: { token: SECRET },
      preRequestScript: 'altair.log(1)',
      preRequestScriptEnabled: true,
    })),
    collections: folders.map(write),
  });
  return [{ name: 'Port.agc', text: JSON.stringify(write(treeOf(all))) }];
}

const insomniaBody = (operation: Operation) =>
  operation.isUpload
    ? {
        mimeType: 'multipart/form-data',
        params: [
          { name: 'operations', value: jsonBody(operation) },
          { name: '0', type: 'file', fileName: '/a.png' },
        ],
      }
    : { mimeType: 'application/graphql', text: jsonBody(operation) };

function insomnia4(all: Operation[]): NamedText[] {
  const resources: unknown[] = [
    { _id: 'wrk_1', _type: 'workspace', parentId: null, name: 'Port', scope: 'collection' },
    { _id: 'env_1', _type: 'environment', parentId: 'wrk_1', name: 'Base Environment', data: { token: SECRET } },
  ];
  const groups = new Map<string, string>();
  for (const [at, each] of all.entries()) {
    let parent = 'wrk_1';
    for (const [depth, name] of each.folder.entries()) {
      const path = each.folder.slice(0, depth + 1).join('\n');
      const id = groups.get(path) ?? `fld_${groups.size}`;
      if (!groups.has(path)) resources.push({ _id: id, _type: 'request_group', parentId: parent, name, environment: {} });
      groups.set(path, id);
      parent = id;
    }
    resources.push({
      _id: `req_${at}`,
      _type: 'request',
      parentId: parent,
      name: each.name,
      method: 'POST',
      url: '{{ _.base_url }}/graphql',
      body: insomniaBody(each),
      headers: [...pairs(each.headers, 'name'), { name: 'X-Off', value: 'x', disabled: true }],
      authentication: { type: 'bearer', token: SECRET },
    });
  }
  return [{ name: 'insomnia.json', text: JSON.stringify({ _type: 'export', __export_format: 4, resources }) }];
}

function insomnia5(all: Operation[]): NamedText[] {
  const write = ({ folders, items }: Node): unknown[] => [
    ...items.map(each => ({
      name: each.name,
      url: '{{ _.base_url }}/graphql',
      meta: { id: 'req_1', isPrivate: false },
      method: 'POST',
      body: insomniaBody(each),
      headers: pairs(each.headers, 'name'),
      authentication: { type: 'bearer', token: SECRET },
      scripts: { preRequest: 'insomnia.environment.set("x", 1)' },
    })),
    ...folders.map(folder => ({ name: folder.name, meta: { id: 'fld_1' }, children: write(folder) })),
  ];
  const file = {
    type: 'collection.insomnia.rest/5.0',
    name: 'Port',
    meta: { id: 'wrk_1' },
    collection: write(treeOf(all)),
    environments: { name: 'Base Environment', data: { token: SECRET } },
  };
  return [{ name: 'port.yaml', text: dump(file) }];
}

function postman(all: Operation[]): NamedText[] {
  const write = ({ folders, items }: Node): unknown[] => [
    ...items.map(each => ({
      name: each.name,
      event: [{ listen: 'test', script: { exec: ['pm.test("ok", () => {})'] } }],
      request: {
        auth: { type: 'bearer', bearer: [{ key: 'token', value: SECRET, type: 'string' }] },
        method: 'POST',
        header: [...pairs(each.headers, 'key', { type: 'text' }), { key: 'X-Off', value: 'x', disabled: true }],
        url: { raw: '{{url}}/graphql', host: ['{{url}}'], path: ['graphql'] },
        body: each.isUpload
          ? {
              mode: 'formdata',
              formdata: [
                { key: 'operations', value: jsonBody(each), type: 'text' },
                { key: '0', type: 'file', src: '/a.png' },
              ],
            }
          : { mode: 'graphql', graphql: { query: each.query, variables: each.variables, operationName: each.operation } },
      },
      response: [],
    })),
    ...folders.map(folder => ({ name: folder.name, item: write(folder) })),
  ];
  const info = { name: 'Port', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' };
  return [
    {
      name: 'Port.postman_collection.json',
      text: JSON.stringify({ info, item: write(treeOf(all)), variable: [{ key: 'token', value: SECRET }] }),
    },
  ];
}

function brunoJson(all: Operation[]): NamedText[] {
  const write = ({ folders, items }: Node): unknown[] => [
    ...items.map(each => ({
      type: each.isUpload ? 'http' : 'graphql',
      name: each.name,
      seq: 1,
      request: {
        url: '{{host}}/graphql',
        method: 'POST',
        headers: [...pairs(each.headers, 'name', { enabled: true }), { name: 'X-Off', value: 'x', enabled: false }],
        auth: { mode: 'bearer', bearer: { token: SECRET } },
        script: { req: 'bru.setVar("x", 1)' },
        body: each.isUpload
          ? { mode: 'multipartForm', multipartForm: [{ name: 'operations', value: jsonBody(each), type: 'text', enabled: true }] }
          : { mode: 'graphql', graphql: { query: each.query, variables: each.variables } },
      },
    })),
    ...folders.map(folder => ({ type: 'folder', name: folder.name, items: write(folder) })),
  ];
  return [
    {
      name: 'Port.json',
      text: JSON.stringify({
        name: 'Port',
        version: '1',
        items: write(treeOf(all)),
        environments: [{ name: 'Local', variables: [{ name: 'token', value: SECRET }] }],
      }),
    },
  ];
}

const indented = (text: string): string => text.replace(/^/gm, '  ');

/** Bruno, as a folder: one file for each request, one with the settings of each folder. */
function brunoFolder(all: Operation[]): NamedText[] {
  const files = new Map<string, string>([
    ['port/bruno.json', JSON.stringify({ version: '1', name: 'Port', type: 'collection', ignore: ['node_modules', '.git'] })],
    ['port/collection.bru', `headers {\n  X-All: yes\n}\n\nauth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: ${SECRET}\n}\n`],
    ['port/environments/Local.bru', `vars {\n  token: ${SECRET}\n}\n`],
  ]);
  const nameOf = (name: string): string => name.replace(/[/\\:"]/g, '-');
  for (const [at, each] of all.entries()) {
    for (const [depth, name] of each.folder.entries()) {
      const path = each.folder
        .slice(0, depth + 1)
        .map(nameOf)
        .join('/');
      files.set(`port/${path}/folder.bru`, `meta {\n  name: ${name}\n  seq: 1\n}\n`);
    }
    const body = each.isUpload
      ? `body:multipart-form {\n  operations: '''\n${indented(indented(jsonBody(each)))}\n  '''\n  0: @file(/a.png)\n}\n`
      : `body:graphql {\n${indented(each.query)}\n}\n\nbody:graphql:vars {\n${indented(each.variables)}\n}\n`;
    const headers = [...each.headers, ['~X-Off', 'x']].map(([name, value]) => `  ${name}: ${value}`).join('\n');
    files.set(
      ['port', ...each.folder.map(nameOf), `${at} ${nameOf(each.name)}.bru`].join('/'),
      `meta {\n  name: ${each.name}\n  type: ${each.isUpload ? 'http' : 'graphql'}\n  seq: 1\n}\n\npost {\n  url: {{host}}/graphql\n  body: graphql\n  auth: inherit\n}\n\nheaders {\n${headers}\n}\n\n${body}\nscript:pre-request {\n  bru.setVar("x", 1);\n}\n`,
    );
  }
  return [...files].map(([name, text]) => ({ name, text }));
}

function hoppscotch(all: Operation[]): NamedText[] {
  const write = ({ name, folders, items }: Node): unknown => ({
    v: 10,
    name,
    folders: folders.map(write),
    requests: items.map(each =>
      each.isUpload
        ? {
            v: '15',
            name: each.name,
            endpoint: '<<url>>',
            method: 'POST',
            headers: [],
            body: {
              contentType: 'multipart/form-data',
              body: [{ key: 'operations', value: jsonBody(each), isFile: false, active: true }],
            },
          }
        : {
            v: 8,
            name: each.name,
            url: '<<url>>/graphql',
            headers: [
              ...pairs(each.headers, 'key', { active: true, description: '' }),
              { key: 'X-Off', value: 'x', active: false },
            ],
            query: each.query,
            variables: each.variables,
            auth: { authType: 'bearer', token: SECRET, authActive: true },
          },
    ),
    auth: { authType: 'inherit', authActive: true },
    headers: [],
    variables: [{ key: 'token', initialValue: SECRET, currentValue: SECRET, secret: true }],
  });
  return [{ name: 'hoppscotch.json', text: JSON.stringify([write(treeOf(all))]) }];
}

it.each([
  ['GraphiQL 6', double, graphiql, true],
  ['Altair', double, altair, true],
  ['Insomnia 4', name => `{{ _.${name} }}`, insomnia4, true],
  ['Insomnia 5', name => `{{ _.${name} }}`, insomnia5, true],
  ['Postman 2.1', double, postman, true],
  ['Bruno, exported', double, brunoJson, false],
  ['Bruno, a folder', double, brunoFolder, false],
  ['Hoppscotch', name => `<<${name}>>`, hoppscotch, false],
] as [string, Place, (all: Operation[]) => NamedText[], boolean][])(
  'of %s, every operation arrives in its folder, with variables and header names, without secrets',
  async (_, place, write, hasOperations) => {
    const { collections, left, leftNames } = await readCollectionFiles(write(operations(place)));
    expect([left, leftNames]).toEqual([0, []]);
    const found = collections.flatMap(({ name, queries }) => queries.map(query => ({ ...query, collection: name })));
    const isFolder = write === brunoFolder;
    for (const wanted of operations(double)) {
      const collection = ['Port', ...wanted.folder].join(' / ');
      const query = found.find(each => each.name === wanted.name && each.collection === collection);
      expect(query).toBeDefined();
      expect(query?.query).toBe(wanted.query.replaceAll(SECRET, ''));
      const values = wanted.variables.replaceAll(SECRET, '');
      expect(JSON.parse(quoteBareVariables(query?.variables || '{}'))).toEqual(JSON.parse(quoteBareVariables(values || '{}')));
      if (hasOperations) expect(query?.operation ?? null).toBe(wanted.operation ?? null);
      const headers = wanted.headers
        .filter(([name]) => name !== 'Content-Type')
        .map(([name, value]) => ({ name, value: value.includes(SECRET) ? '' : value }));
      expect(query?.headers).toEqual([...(isFolder ? [{ name: 'X-All', value: 'yes' }] : []), ...headers]);
    }
    expect(found).toHaveLength(operations(double).length);
    expect(JSON.stringify(collections)).not.toContain(SECRET);
  },
);

it('entries that are not operations are listed by name, in folders too', async () => {
  const rest = 'meta {\n  name: Weather\n  type: http\n}\n\nget {\n  url: https://weather.example\n}\n';
  const { collections, leftNames } = await readCollectionFiles([
    { name: 'port/a.bru', text: 'meta {\n  name: A\n  type: graphql\n}\n\nbody:graphql {\n  { a }\n}\n' },
    { name: 'port/sub/weather.bru', text: rest },
    { name: 'port/package.json', text: '{"private": true}' },
  ]);
  expect(collections.map(({ name, queries }) => [name, queries.length])).toEqual([['port', 1]]);
  expect(leftNames).toEqual(['package.json', 'Weather']);
});
