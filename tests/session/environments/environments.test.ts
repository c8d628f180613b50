import { awsKeys as writeAwsKeys } from '../../../src/lib/network/awsKeys';
import { memoryStorage } from '../../../src/lib/storage';
import { type ConnectionSettings, createConnections } from '../../../src/session/connections/connections';
import {
  applyEnvironments,
  chooseEnvironment,
  dropEnvironments,
  forgetTokens,
} from '../../../src/session/environments/chooseEnvironment';
import {
  type Environment,
  environmentProblem,
  LONGEST_VALUE,
  readEnvironments,
  writeEnvironments,
} from '../../../src/session/environments/environments';
import { fillTemplate, fillValue } from '../../../src/session/environments/fillTemplate';
import { resolveTemplate, templateOf } from '../../../src/session/environments/resolveConnection';
import { connectionOfPage } from '../../support/connectionOfPage';

const variable = (name: string, value: string, secret = false) => ({ name, value, secret });
const EU: Environment = { name: 'eu', variables: [variable('region', 'eu'), variable('key', 's3cret-of-eu', true)] };
const US: Environment = { name: 'us', variables: [variable('region', 'us'), variable('key', 's3cret-of-us', true)] };

function setUp(change: Partial<ConnectionSettings> = {}) {
  const storage = memoryStorage();
  const tabStorage = memoryStorage();
  const pageUrl = 'http://page.test/';
  const connections = createConnections({
    storage,
    tabStorage,
    pageUrl,
    defaultConnection: connectionOfPage({ name: 'Own' }),
  });
  const draft = connections.draft({
    name: 'Ships',
    httpEndpoint: 'https://{{region}}.example.com/graphql',
    headers: { 'X-Key': '{{key}}' },
    ...change,
  });
  const place = { connections, storage };
  const found = () => connections.list.get().find(({ id }) => id === draft.id) as ConnectionSettings;
  const use = (list: readonly Environment[], chosen: string | null) =>
    applyEnvironments(place, found() ?? draft, { chosen, list, template: templateOf(draft) });
  return { storage, tabStorage, connections, place, draft, found, use };
}

describe('variables in a text', () => {
  it('are replaced by their values, which are not expanded again', () => {
    const values = new Map([
      ['region', 'eu'],
      ['loop', '{{loop}}'],
    ]);
    expect(fillTemplate('https://{{region}}/{{ region }}/{{loop}}', values).text).toBe('https://eu/eu/{{loop}}');
  });

  it('stay unchanged after a backslash', () => {
    expect(fillTemplate('Dear \\{{name}}', new Map())).toEqual({ text: 'Dear {{name}}', unset: [], used: [] });
  });

  it('are each reported once if they have no value', () => {
    expect(fillTemplate('{{a}} {{b}} {{a}}', new Map([['b', '1']])).unset).toEqual(['a']);
    // Names that no environment can declare: the dynamic variables of other programs.
    expect(fillTemplate('{{$guid}} {{ my region }} {{größe}}', new Map()).unset).toEqual(['$guid', 'my region', 'größe']);
    expect(fillTemplate('{{ }} {{}} {{"a": {"b": 1}}} \\{{$guid}}', new Map())).toMatchObject({
      text: '{{ }} {{}} {{"a": {"b": 1}}} {{$guid}}',
      unset: [],
    });
  });

  it('are not read from a prototype, and names of JSON fields stay', () => {
    const found = { unset: new Set<string>(), used: new Set<string>() };
    const given = JSON.parse('{"__proto__": "{{a}}", "{{a}}": ["{{a}}", {"b": "{{toString}}"}]}');
    const filled = fillValue(given, new Map([['a', 'x"y']]), found);
    expect(JSON.stringify(filled)).toBe('{"__proto__":"x\\"y","{{a}}":["x\\"y",{"b":"{{toString}}"}]}');
    expect([...found.unset]).toEqual(['toString']);
    expect(Object.getPrototypeOf({})).not.toHaveProperty('polluted');
  });

  it('cannot expand a text without limit', () => {
    const text = '{{a}}'.repeat(1000);
    expect(() => fillTemplate(text, new Map([['a', 'x'.repeat(10_000)]]))).toThrow(RangeError);
  });

  it('are found in linear time', () => {
    const text = '{{ '.repeat(200_000);
    expect(fillTemplate(text, new Map()).text).toBe(text);
  });
});

describe('environments', () => {
  it('are stored separately from their secrets', () => {
    const storage = memoryStorage();
    writeEnvironments(storage, 'a', { chosen: 'eu', list: [EU, US], template: null });
    expect(readEnvironments(storage, 'a')).toEqual({ chosen: 'eu', list: [EU, US], template: null });
    expect(storage.getItem('oriel:environments:a')).toContain('"region"');
    expect(storage.getItem('oriel:environments:a')).not.toContain('s3cret');
  });

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    [
      'parts of other types',
      '{"list":[1,null,{"name":2},{"name":"a","variables":[3,{"name":"__proto__","value":"x"}]}],"chosen":"b"}',
    ],
    [
      'a value beyond all bounds',
      JSON.stringify({ list: [{ name: 'a', variables: [variable('b', 'x'.repeat(LONGEST_VALUE + 1))] }] }),
    ],
  ])('are empty if the storage holds %s', (_what, stored) => {
    const storage = memoryStorage();
    storage.setItem('oriel:environments:a', stored);
    expect(readEnvironments(storage, 'a')).toEqual({ chosen: null, list: [], template: null });
  });

  it('are stored without lines that were left empty', () => {
    const list = [{ ...EU, variables: [variable('', ''), ...EU.variables, variable('', '', true)] }];
    expect(environmentProblem(list)).toBeNull();
    expect(environmentProblem([{ name: 'eu', variables: [variable('', 'a')] }])).toMatchObject({ code: 'variable' });
    const storage = memoryStorage();
    writeEnvironments(storage, 'a', { chosen: null, list, template: null });
    expect(readEnvironments(storage, 'a').list).toEqual([EU]);
  });

  it('need valid and unique names', () => {
    expect(environmentProblem([EU, US])).toBeNull();
    expect(environmentProblem([EU, EU])).toEqual({ code: 'twice', name: 'eu' });
    expect(environmentProblem([{ name: ' ', variables: [] }])?.code).toBe('name');
    expect(environmentProblem([{ name: 'a', variables: [variable('1x', '')] }])).toEqual({ code: 'variable', name: '1x' });
    expect(environmentProblem([{ name: 'a', variables: [variable('x', 'y'.repeat(LONGEST_VALUE + 1))] }])?.code).toBe('long');
  });
});

describe('a connection with variables', () => {
  it('is saved with the values of the chosen environment in URL, headers and payload', () => {
    const { use, found } = setUp({
      wsEndpoint: 'wss://{{region}}.example.com/live',
      connectionParamsShape: 'custom',
      customParams: '{"key": "{{key}}", "token": "{token}"}',
    });
    expect(use([EU, { ...US, variables: [variable('region', 'us'), variable('key', '"}, "x": "', true)] }], 'us')).toBeNull();
    expect(found()).toMatchObject({
      httpEndpoint: 'https://us.example.com/graphql',
      wsEndpoint: 'wss://us.example.com/live',
      headers: { 'X-Key': '"}, "x": "' },
    });
    expect(JSON.parse(found().customParams)).toEqual({ key: '"}, "x": "', token: '{token}' });
  });

  it('reports a variable without a value, and stays unchanged', () => {
    const { use, found, place } = setUp();
    use([EU], 'eu');
    const before = found();
    expect(use([EU, { name: 'bare', variables: [] }], 'bare')).toEqual({ code: 'unset', name: 'region' });
    expect(chooseEnvironment(place, before, null)).toEqual({ code: 'unset', name: 'region' });
    expect(found()).toBe(before);
    expect(readEnvironments(place.storage, before.id).chosen).toBe('eu');
  });

  it('has no secret in its URL', () => {
    const { draft } = setUp({ httpEndpoint: 'https://example.com/{{key}}/graphql' });
    expect(resolveTemplate(templateOf(draft), EU)).toEqual({ settings: null, trouble: { code: 'address', name: 'key' } });
  });

  it('is not changed by values that make an invalid URL', () => {
    const { use, found } = setUp({ httpEndpoint: '{{region}}' });
    expect(use([{ name: 'x', variables: [variable('region', 'ftp://a'), variable('key', 'k', true)] }], 'x')).toEqual({
      code: 'endpoint',
      name: 'ftp://a',
    });
    expect(found()).toBeUndefined();
  });

  it('keeps a token for each environment: none is sent to another URL', () => {
    const { use, found, place, connections } = setUp();
    use([EU, US], 'eu');
    connections.tokens(found()).write('token-of-eu');
    expect(chooseEnvironment(place, found(), 'us')).toBeNull();
    expect(found().httpEndpoint).toBe('https://us.example.com/graphql');
    expect(connections.tokens(found()).read()).toBe('');
    connections.tokens(found()).write('token-of-us');
    chooseEnvironment(place, found(), 'eu');
    expect(connections.tokens(found()).read()).toBe('token-of-eu');
    // The environment now has another URL.
    use([{ ...EU, variables: [variable('region', 'evil'), variable('key', 'k', true)] }, US], 'eu');
    expect(connections.tokens(found()).read()).toBe('');
    chooseEnvironment(place, found(), 'us');
    expect(connections.tokens(found()).read()).toBe('token-of-us');
  });

  it('keeps the AWS credentials of each environment in the tab: none are used for another URL', () => {
    const { use, found, place, connections, storage, tabStorage } = setUp();
    const keysOf = (region: string) =>
      writeAwsKeys({ accessKeyId: `ASIA-${region}`, secretAccessKey: `secret-of-${region}`, sessionToken: '', region });
    const stored = jest.spyOn(storage, 'setItem');
    const keptInTab = jest.spyOn(tabStorage, 'setItem');
    use([EU, US], 'eu');
    connections.tokens(found()).write(keysOf('eu'));
    chooseEnvironment(place, found(), 'us');
    expect(connections.tokens(found()).read()).toBe('');
    connections.tokens(found()).write(keysOf('us'));
    chooseEnvironment(place, found(), 'eu');
    expect(connections.tokens(found()).read()).toBe(keysOf('eu'));
    // The environment now has another URL.
    use([{ ...EU, variables: [variable('region', 'evil'), variable('key', 'k', true)] }, US], 'eu');
    expect(connections.tokens(found()).read()).toBe('');
    chooseEnvironment(place, found(), 'us');
    expect(connections.tokens(found()).read()).toBe(keysOf('us'));
    expect(JSON.stringify(stored.mock.calls)).not.toContain('secret-of-');
    // Removing the connection removes all of them.
    chooseEnvironment(place, found(), 'eu');
    const { id } = found();
    dropEnvironments(place, id);
    connections.remove(id);
    expect(keptInTab.mock.calls.map(([key]) => tabStorage.getItem(key)).filter(kept => kept !== null)).toEqual([]);
  });

  it('keeps its token if only a header changes', () => {
    const { use, found, connections } = setUp({ httpEndpoint: 'https://example.com/graphql' });
    use([EU, US], 'eu');
    connections.tokens(found()).write('token-of-both');
    use([EU, US], 'us');
    expect(found().headers).toEqual({ 'X-Key': 's3cret-of-us' });
    expect(connections.tokens(found()).read()).toBe('token-of-both');
  });

  it('stores no second copy of the token in use', () => {
    const { use, found, place, connections, storage } = setUp();
    use([EU, US], 'eu');
    const { id } = found();
    connections.tokens(found()).write('token-of-eu');
    chooseEnvironment(place, found(), 'us');
    expect(storage.getItem(`oriel:token:${id}:eu`)).toBe('token-of-eu');
    chooseEnvironment(place, found(), 'eu');
    expect(connections.tokens(found()).read()).toBe('token-of-eu');
    expect(storage.getItem(`oriel:token:${id}:eu`)).toBeNull();
    expect(storage.getItem(`oriel:token-for:oriel:token:${id}:eu`)).toBeNull();
    // Nor if the change fails.
    const bad: Environment = { name: 'bad', variables: [variable('region', 'a:b@c'), variable('key', 'k', true)] };
    expect(use([EU, US, bad], 'bad')?.code).toBe('endpoint');
    expect(storage.getItem(`oriel:token:${id}:eu`)).toBeNull();
    expect(connections.tokens(found()).read()).toBe('token-of-eu');
  });

  it('does not restore a token after a sign-out in an environment with the same URL', () => {
    const { use, found, place, connections } = setUp();
    use([EU, US, { ...EU, name: 'eu2' }], 'eu');
    connections.tokens(found()).write('token-of-eu');
    chooseEnvironment(place, found(), 'us');
    chooseEnvironment(place, found(), 'eu2');
    chooseEnvironment(place, found(), 'eu');
    connections.tokens(found()).write('');
    chooseEnvironment(place, found(), 'eu2');
    chooseEnvironment(place, found(), 'us');
    chooseEnvironment(place, found(), 'eu');
    expect(connections.tokens(found()).read()).toBe('');
  });

  it.each([
    ['another one is used', { chosen: 'us', list: [EU, US, { ...EU, name: 'x' }] }, [false, false, true]],
    ['one is removed', { chosen: 'eu', list: [EU, US] }, [false, true, false]],
    [
      'all environments have the same URL',
      { chosen: 'eu', list: [EU, US, { ...EU, name: 'x' }], template: null },
      [false, false, false],
    ],
  ])('removes stored tokens when it is edited: %s', (_what, next, kept) => {
    const { use, found, place, draft, storage } = setUp();
    use([EU, US, { ...EU, name: 'x' }], 'eu');
    const { id } = found();
    const keys = ['eu', 'us', 'x'].map(name => `oriel:token:${id}:${name}`);
    for (const key of keys) storage.setItem(key, 'copy');
    forgetTokens(place, id, { template: templateOf(draft), ...next });
    expect(keys.map(key => storage.getItem(key) !== null)).toEqual(kept);
  });

  it('leaves nothing in the storage after its removal', () => {
    const { use, found, place, connections, storage } = setUp();
    const writing = jest.spyOn(storage, 'setItem');
    use([EU, US], 'eu');
    connections.tokens(found()).write('token-of-eu');
    chooseEnvironment(place, found(), 'us');
    const gone = found();
    dropEnvironments(place, gone.id);
    connections.remove(gone.id);
    for (const [key] of writing.mock.calls) if (key !== 'oriel:connections') expect(storage.getItem(key)).toBeNull();
  });
});
