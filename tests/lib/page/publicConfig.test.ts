import { readConfigFile, readPublicConfig } from '../../../src/lib/page/publicConfig';

describe('readPublicConfig', () => {
  it('reads every known key, and leaves out missing ones', () => {
    const complete = {
      httpEndpoint: 'https://api.example.com/graphql',
      wsEndpoint: 'wss://api.example.com/live',
      tokenName: 't',
      persistedQueries: true,
      name: 'Orders',
    };
    expect(readPublicConfig(complete)).toEqual(complete);
    expect(readPublicConfig({})).toEqual({});
    expect(readPublicConfig({ persistedQueries: false, wsEndpoint: null })).toEqual({
      persistedQueries: false,
      wsEndpoint: null,
    });
    expect(readPublicConfig({ httpEndpoint: '/v1/graphql?tenant=7', wsEndpoint: '/live' })).toEqual({
      httpEndpoint: '/v1/graphql?tenant=7',
      wsEndpoint: '/live',
    });
  });

  it.each([
    ['httpEndpoint', 'api.example.com/graphql'],
    ['httpEndpoint', ''],
    ['httpEndpoint', 7],
    ['httpEndpoint', null],
    ['httpEndpoint', 'ws://api.example.com'],
    ['httpEndpoint', 'javascript:alert(1)'],
    ['httpEndpoint', '//evil.example'],
    ['httpEndpoint', '/\\evil.example'],
    ['httpEndpoint', 'https://api.example.com/#x'],
    ['httpEndpoint', 'https://me:secret@api.example.com/'],
    ['wsEndpoint', 'https://api.example.com/'],
    ['wsEndpoint', true],
    ['tokenName', ' '],
    ['tokenName', 1],
    ['name', ''],
    ['persistedQueries', 'yes'],
    ['persistedQueries', null],
    ['httpEndpont', '/graphql'],
  ])('refuses %s = %j and names the key', (key, value) => {
    expect(() => readPublicConfig({ [key]: value })).toThrow(new RegExp(`^${key} `));
  });

  it('does not repeat a password in its error', () => {
    expect(() => readPublicConfig({ httpEndpoint: 'https://me:secret@api.example.com/' })).toThrow(
      expect.not.stringContaining('secret'),
    );
  });

  it.each([[null], [[]], ['{}'], [7]])('refuses %j, which is not an object', value => {
    expect(() => readPublicConfig(value)).toThrow('must be a JSON object');
  });
});

describe('config.json', () => {
  it('is read without change', () => {
    expect(readConfigFile('{ "httpEndpoint": "/api", "wsEndpoint": null }\n')).toEqual({
      httpEndpoint: '/api',
      wsEndpoint: null,
    });
  });

  it.each([
    ['{', /^config\.json is not valid JSON: ./],
    ['', /^config\.json is not valid JSON: ./],
    ['[]', /^config\.json: The configuration must be a JSON object\.$/],
    ['{"httpEndpont":"/graphql"}', /^config\.json: httpEndpont is not a key/],
  ])('%j is refused with the name of the file and the error', (text, message) => {
    expect(() => readConfigFile(text)).toThrow(message);
  });
});
