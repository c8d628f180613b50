/** Environments as each program writes them. */
import { dump } from 'js-yaml';
import type { NamedText } from '../../../../src/features/query/tabs/queryCollectionFile';
import { readCollectionFiles } from '../../../../src/features/query/tabs/readCollectionFiles';
import { processorTime } from '../../../support/processorTime';

const SECRET = 's3cret';
const json = (name: string, value: unknown): NamedText => ({ name, text: JSON.stringify(value) });

/** The environments in files, each variable as `name=value`, secret ones as `name`. */
async function environmentsOf(...files: NamedText[]): Promise<[string, string[]][]> {
  const { environments, left } = await readCollectionFiles(files);
  expect(left).toBe(0);
  expect(JSON.stringify(environments)).not.toContain(SECRET);
  return environments.map(({ name, variables }) => [
    name,
    variables.map(({ name, value, secret }) => (secret ? name : `${name}=${value}`)),
  ]);
}

const LOCAL: [string, string[]][] = [['Local', ['host=http://localhost:4000', 'apiToken', 'region=line 1\nline 2']]];
const HOST = 'http://localhost:4000';
const REGION = 'line 1\nline 2';

it.each<[string, NamedText[]]>([
  [
    'Bruno, a folder of .bru files',
    [
      {
        name: 'port/environments/Local.bru',
        text: `vars {\n  host: ${HOST}\n  region: '''\n    line 1\n    line 2\n  '''\n  ~off: x\n}\nvars:secret [\n  apiToken\n]\ncolor: #ff0000\n`,
      },
      { name: 'port/a.bru', text: 'meta {\n  name: A\n  type: graphql\n}\n\nbody:graphql {\n  { a }\n}\n' },
      { name: 'port/folder.bru', text: 'meta {\n  name: Port\n}\n\nvars:pre-request {\n  inner: 1\n}\n' },
    ],
  ],
  [
    'Bruno, a folder of .yml files',
    [
      {
        name: 'port/environments/Local.yml',
        text: dump({
          name: 'Local',
          color: '#ff0000',
          variables: [
            { name: 'host', value: HOST },
            { secret: true, name: 'apiToken' },
            { name: 'region', value: REGION },
            { name: 'off', value: 'x', disabled: true },
          ],
        }),
      },
      { name: 'port/opencollection.yml', text: dump({ opencollection: '1.0.0', info: { name: 'Port', version: '1' } }) },
    ],
  ],
  [
    'Bruno, exported',
    [
      json('Port.json', {
        name: 'Port',
        version: '1',
        items: [],
        environments: [
          {
            name: 'Local',
            variables: [
              { name: 'host', value: HOST, enabled: true, secret: false },
              { name: 'apiToken', value: SECRET, enabled: true, secret: true },
              { name: 'region', value: REGION, enabled: true },
              { name: 'off', value: 'x', enabled: false },
            ],
          },
        ],
      }),
    ],
  ],
  [
    'Postman',
    [
      json('Local.postman_environment.json', {
        id: '1',
        name: 'Local',
        values: [
          { key: 'host', value: HOST, type: 'default', enabled: true },
          { key: 'apiToken', value: SECRET, type: 'secret', enabled: true },
          { key: 'region', value: REGION, type: 'any', enabled: true },
          { key: 'off', value: 'x', enabled: false },
        ],
        _postman_variable_scope: 'environment',
      }),
    ],
  ],
  [
    'Hoppscotch',
    [
      json('environments.json', [
        {
          v: 2,
          id: '1',
          name: 'Local',
          variables: [
            { key: 'host', initialValue: HOST, currentValue: '', secret: false },
            { key: 'apiToken', initialValue: '', currentValue: '', secret: true },
            { key: 'region', value: REGION, secret: false },
          ],
        },
      ]),
    ],
  ],
  [
    'Altair',
    [
      json('Local.json', {
        version: 1,
        type: 'environment',
        title: 'Local',
        variables: { host: HOST, apiToken: SECRET, region: REGION },
      }),
    ],
  ],
])('%s: open values arrive, secrets by name only', async (_, files) => {
  expect((await environmentsOf(...files)).map(([name, variables]) => [name, variables.sort()])).toEqual(
    LOCAL.map(([name, variables]) => [name, [...variables].sort()]),
  );
});

const INSOMNIA: [string, string[]][] = [
  ['Local', ['api.host=local', 'limit=3', 'token']],
  ['Staging', ['limit=50', 'api.host=base', 'token']],
];

it('Insomnia 4 and 5: every environment has the variables of the base environment too, with grouped names', async () => {
  const base = { api: { host: 'base' }, token: SECRET, limit: 3 };
  const resources = [
    { _id: 'wrk_1', _type: 'workspace', parentId: null, name: 'Port' },
    { _id: 'env_1', _type: 'environment', parentId: 'wrk_1', name: 'Base Environment', data: base },
    { _id: 'env_2', _type: 'environment', parentId: 'env_1', name: 'Local', data: { api: { host: 'local' } } },
    { _id: 'env_3', _type: 'environment', parentId: 'env_1', name: 'Staging', data: { limit: 50 } },
  ];
  const sorted = (found: [string, string[]][]) => found.map(([name, variables]) => [name, variables.sort()]);
  const expected = INSOMNIA.map(([name, variables]) => [name, [...variables].sort()]);
  expect(sorted(await environmentsOf(json('a.json', { _type: 'export', __export_format: 4, resources })))).toEqual(expected);
  const file = {
    type: 'collection.insomnia.rest/5.0',
    name: 'Port',
    collection: [],
    environments: {
      name: 'Base Environment',
      data: base,
      subEnvironments: [
        { name: 'Local', data: { api: { host: 'local' } } },
        { name: 'Staging', data: { limit: 50 } },
      ],
    },
  };
  expect(sorted(await environmentsOf({ name: 'a.yaml', text: dump(file) }))).toEqual(expected);
  expect(await environmentsOf(json('b.json', { _type: 'export', resources: resources.slice(0, 2) }))).toEqual([
    ['Base Environment', ['api.host=base', 'token', 'limit=3']],
  ]);
});

it('variables of a collection become an environment of its name; requests and folders have none', async () => {
  const item = [{ name: 'A', request: { body: { graphql: { query: '{ a }' } } } }];
  const postman = { info: { name: 'Port' }, item, variable: [{ key: 'host', value: HOST }] };
  expect(await environmentsOf(json('a.json', postman))).toEqual([['Port', [`host=${HOST}`]]]);
  const bru = { name: 'port/collection.bru', text: `meta {\n  name: Port\n}\n\nvars:pre-request {\n  host: ${HOST}\n}\n` };
  expect(await environmentsOf(bru)).toEqual([['Port', [`host=${HOST}`]]]);
  const altair = { type: 'window', windowName: 'A', query: 'query A($a: Int) { a(a: $a) }', variables: '{"a": 1}' };
  expect(await environmentsOf(json('a.agq', altair))).toEqual([]);
});

it('hostile names and values are left out, and credentials in values are secret', async () => {
  const variables = [
    { name: '__proto__', value: 'x' },
    { name: 'two words', value: 'x' },
    { name: 'long', value: 'x'.repeat(20_000) },
    { name: 'header', value: `Bearer ${SECRET}1` },
    { name: 'flag', value: true },
    { name: 'flag', value: false },
    { name: 7, value: 'x' },
    null,
  ];
  expect(await environmentsOf(json('a.json', { name: 'E', variables }))).toEqual([['E', ['header', 'flag=true']]]);
  for (const none of [
    { name: '__proto__', variables },
    { name: 'E', variables: [] },
  ])
    await expect(readCollectionFiles([json('a.json', none)])).rejects.toThrow('no collections');
});

it('many environments and variables are read without comparing each with all others', async () => {
  const bases = Array.from({ length: 12_000 }, (_, at) => ({ _type: 'environment', _id: `e${at}`, parentId: 'w', name: 'E' }));
  const data = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`v${at}`, 1]));
  const base = { _type: 'environment', _id: 'b', parentId: 'w', name: 'B', data };
  const inner = Array.from({ length: 500 }, (_, at) => ({
    _type: 'environment',
    _id: `i${at}`,
    parentId: 'b',
    name: 'I',
    data: {},
  }));
  const lines = Array.from({ length: 60_000 }, (_, at) => `  v${at}: '''`).join('\n');
  const files = [
    json('bases.json', { _type: 'export', resources: bases }),
    json('inner.json', { _type: 'export', resources: [base, ...inner] }),
    { name: 'environments/A.bru', text: `vars {\n${lines}\n}\n` },
    { name: 'environments/B.bru', text: `vars {\n${lines.replaceAll("'''", '1')}\n}\n` },
  ];
  expect(await processorTime(() => readCollectionFiles(files))).toBeLessThan(3000);
});
