import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSettings } from '../../src/server/readSettings';
import { SettingsError } from '../../src/server/settingsError';

const read = (env: Record<string, string>) => readSettings(env, { dataDir: '/somewhere/.data', logLevel: 'warn' });

describe('readSettings', () => {
  it('runs the embedded back end on 127.0.0.1:4000 when nothing is set, and takes empty for not set', () => {
    const nothing = {
      port: 4000,
      host: '127.0.0.1',
      publicConfig: { name: 'Harbour' },
      connectSources: null,
      upstream: null,
      upstreamTimeoutMs: 60_000,
      harbour: { dataDir: '/somewhere/.data' },
      logLevel: 'warn',
      unknown: [],
      allowedHosts: [],
      trustProxy: false,
      upstreamHeaders: {},
      signIn: null,
    };
    expect(read({})).toEqual(nothing);
    expect(read({ PORT: '', HOST: ' ', ORIEL_UPSTREAM: '', DATABASE_URL: '', ORIEL_TOKEN_NAME: '' })).toEqual(nothing);
  });

  it('refuses a misspelt name with a suggestion, and reports unknown ones', () => {
    expect(() => read({ ORIEL_UPSTREM: 'https://api.example.com' })).toThrow(
      new SettingsError('ORIEL_UPSTREM', 'is not known. Did you mean ORIEL_UPSTREAM?'),
    );
    expect(read({ ORIEL_THEME_COLOUR: 'red', ORIEL_SERVICE_HOST: '10.0.0.1' }).unknown).toEqual(['ORIEL_THEME_COLOUR']);
  });

  it('reads the presentation from a file, and refuses an invalid one with the reason', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'presentation-'));
    const file = path.join(folder, 'presentation.json');
    const presentation = { collections: { ships: { label: 'Fleet' } } };
    try {
      writeFileSync(file, JSON.stringify(presentation));
      expect(read({ ORIEL_PRESENTATION: file }).publicConfig.presentation).toEqual(presentation);
      writeFileSync(file, '{"collections": {"ships": {"name": "Fleet"}}}');
      expect(() => read({ ORIEL_PRESENTATION: file })).toThrow(/^ORIEL_PRESENTATION .*collections\.ships\.name is not a key/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('reads every variable', () => {
    expect(
      read({
        PORT: '8080',
        HOST: '0.0.0.0',
        ORIEL_HTTP_ENDPOINT: 'https://api.example.com/graphql',
        ORIEL_WS_ENDPOINT: 'wss://api.example.com/live',
        ORIEL_TOKEN_NAME: 'session',
        ORIEL_PERSISTED_QUERIES: 'true',
        ORIEL_NAME: 'Orders',
        ORIEL_CONNECT_SRC: "'self' https://api.example.com, wss://*.example.com:8443",
        ORIEL_LOG_LEVEL: 'debug',
        ORIEL_UPSTREAM_TIMEOUT_MS: '5000',
      }),
    ).toEqual({
      port: 8080,
      allowedHosts: [],
      trustProxy: false,
      upstreamHeaders: {},
      signIn: null,
      host: '0.0.0.0',
      publicConfig: {
        httpEndpoint: 'https://api.example.com/graphql',
        wsEndpoint: 'wss://api.example.com/live',
        tokenName: 'session',
        persistedQueries: true,
        name: 'Orders',
      },
      connectSources: ['https://api.example.com', 'wss://*.example.com:8443'],
      upstream: null,
      upstreamTimeoutMs: 5000,
      harbour: null,
      logLevel: 'debug',
      unknown: [],
    });
    expect(read({ ORIEL_UPSTREAM: 'https://api.example.com/v1?key=1' }).upstream?.href).toBe('https://api.example.com/v1?key=1');
    expect(read({ DATABASE_URL: 'postgres://u:p@db/harbour' }).harbour).toEqual({
      dataDir: '/somewhere/.data',
      databaseUrl: 'postgres://u:p@db/harbour',
    });
    expect(read({ ORIEL_DATA_DIR: ':memory:' }).harbour).toEqual({ dataDir: ':memory:' });
    expect(read({ ORIEL_READ_ONLY: 'true', ORIEL_SUBSCRIPTIONS: 'sse' }).publicConfig).toMatchObject({
      readOnly: true,
      subscriptions: 'sse',
    });
    expect(() => read({ ORIEL_SUBSCRIPTIONS: 'pigeon' })).toThrow('ORIEL_SUBSCRIPTIONS');
    expect(read({ ORIEL_WS_ENDPOINT: 'none', ORIEL_PERSISTED_QUERIES: 'false' }).publicConfig).toMatchObject({
      wsEndpoint: null,
      persistedQueries: false,
    });
  });

  it('runs no embedded back end beside a gateway', () => {
    expect(read({ ORIEL_UPSTREAM: 'http://127.0.0.1:9/graphql', DATABASE_URL: 'not used' }).harbour).toBeNull();
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '80a'],
    ['PORT', '4e3'],
    ['ORIEL_HTTP_ENDPOINT', 'example.com'],
    ['ORIEL_HTTP_ENDPOINT', 'ftp://example.com'],
    ['ORIEL_WS_ENDPOINT', 'https://example.com'],
    ['ORIEL_PERSISTED_QUERIES', 'yes'],
    ['ORIEL_UPSTREAM', 'example.com'],
    ['ORIEL_UPSTREAM', '/graphql'],
    ['ORIEL_UPSTREAM', 'wss://example.com'],
    ['ORIEL_UPSTREAM', 'https://me:secret@example.com'],
    ['ORIEL_UPSTREAM_TIMEOUT_MS', '0'],
    ['ORIEL_CONNECT_SRC', "'unsafe-eval'"],
    ['ORIEL_CONNECT_SRC', 'https://a.example; script-src *'],
    ['ORIEL_CONNECT_SRC', 'https://a.example"'],
    ['DATABASE_URL', 'mysql://u:secret@db/x'],
    ['ORIEL_LOG_LEVEL', 'loud'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(SettingsError);
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} `));
    expect(() => read({ [name]: value })).toThrow(expect.not.stringContaining('secret'));
  });

  it('refuses an endpoint and an upstream together', () => {
    expect(() => read({ ORIEL_HTTP_ENDPOINT: '/api', ORIEL_UPSTREAM: 'https://example.com/' })).toThrow(
      /^ORIEL_UPSTREAM .*ORIEL_HTTP_ENDPOINT/,
    );
  });
});

describe('hosts, proxies and added headers', () => {
  const read = (env: NodeJS.ProcessEnv) => readSettings(env, { dataDir: '/somewhere/.data', logLevel: 'warn' });
  const UP = { ORIEL_UPSTREAM: 'http://api.example.com/graphql' };

  it('reads names in lower case, and includes the address that it listens on', () => {
    expect(read({ ORIEL_ALLOWED_HOSTS: 'Oriel.example.com, .inside.example', HOST: '10.0.0.5' }).allowedHosts).toEqual([
      'oriel.example.com',
      '.inside.example',
      '10.0.0.5',
    ]);
    expect(read({ ORIEL_TRUST_PROXY: 'true' }).trustProxy).toBe(true);
  });

  it('reads headers from JSON and from a file, and repeats no value in a refusal', () => {
    expect({ ...read({ ...UP, ORIEL_UPSTREAM_HEADERS: '{"X-Api-Key":"s3cret"}' }).upstreamHeaders }).toEqual({
      'x-api-key': 's3cret',
    });
    const folder = mkdtempSync(path.join(tmpdir(), 'oriel-headers-'));
    writeFileSync(path.join(folder, 'h.json'), '{"x-api-key":"of the file"}');
    expect({ ...read({ ...UP, ORIEL_UPSTREAM_HEADERS: `file:${folder}/h.json` }).upstreamHeaders }).toEqual({
      'x-api-key': 'of the file',
    });
    rmSync(folder, { recursive: true });
  });

  it.each([
    's3cret',
    '["s3cret"]',
    '{"a b":"s3cret"}',
    '{"host":"s3cret"}',
    '{"x":"s3cret\\n"}',
    '{"x":1}',
    'file:/no/s3cret-file',
    '{"X":"a","x":"b"}',
  ])('refuses %s', value => {
    const refused = () => read({ ...UP, ORIEL_UPSTREAM_HEADERS: value });
    expect(refused).toThrow(/^ORIEL_UPSTREAM_HEADERS /);
    expect(refused).not.toThrow(/s3cret/);
  });

  it('refuses headers without an upstream, invalid names, and a switch that is neither true nor false', () => {
    expect(() => read({ ORIEL_UPSTREAM_HEADERS: '{"x":"y"}' })).toThrow(/^ORIEL_UPSTREAM_HEADERS /);
    expect(() => read({ ORIEL_ALLOWED_HOSTS: 'https://x.example' })).toThrow(/^ORIEL_ALLOWED_HOSTS /);
    expect(() => read({ ORIEL_TRUST_PROXY: 'yes' })).toThrow(/^ORIEL_TRUST_PROXY /);
  });
});

describe('the sign-in of the gateway', () => {
  const GATEWAY = { ORIEL_UPSTREAM: 'https://api.example.com/graphql' };
  const SECRET = 'x'.repeat(32);
  const WHOLE = {
    ...GATEWAY,
    ORIEL_OIDC_ISSUER: 'https://id.example.com',
    ORIEL_OIDC_CLIENT_ID: 'oriel',
    ORIEL_SESSION_SECRET: SECRET,
  };

  it('is read, passed to the page and used, without its secrets in the page', () => {
    const { signIn, publicConfig } = read({ ...WHOLE, ORIEL_OIDC_SCOPES: 'openid  orders', ORIEL_OIDC_CLIENT_SECRET: 'hush' });
    expect(signIn).toEqual({
      issuer: 'https://id.example.com',
      clientId: 'oriel',
      clientSecret: 'hush',
      scope: 'openid orders',
      sessionSecret: SECRET,
    });
    expect({ ...publicConfig }).toEqual({ signIn: 'gateway' });
    expect(read(WHOLE).signIn).toMatchObject({ clientSecret: null, scope: null });
  });

  it('takes its secrets from files, without the line end', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'oriel-settings-'));
    const file = path.join(folder, 'secret');
    writeFileSync(file, `${SECRET}\n`);
    const { ORIEL_SESSION_SECRET: _, ...rest } = WHOLE;
    expect(read({ ...rest, ORIEL_SESSION_SECRET_FILE: file }).signIn?.sessionSecret).toBe(SECRET);
    rmSync(folder, { recursive: true });
    expect(() => read({ ...rest, ORIEL_SESSION_SECRET_FILE: file })).toThrow(/^ORIEL_SESSION_SECRET_FILE .*ENOENT/);
  });

  it.each<[string, Record<string, string>]>([
    ['ORIEL_OIDC_ISSUER', { ORIEL_OIDC_ISSUER: 'http://id.example.com' }],
    ['ORIEL_OIDC_ISSUER', { ORIEL_OIDC_ISSUER: 'https://user:hunter2@id.example.com' }],
    ['ORIEL_OIDC_ISSUER', { ORIEL_UPSTREAM: '' }],
    ['ORIEL_OIDC_CLIENT_ID', { ORIEL_OIDC_CLIENT_ID: '' }],
    ['ORIEL_OIDC_CLIENT_ID', { ORIEL_OIDC_ISSUER: '' }],
    ['ORIEL_SESSION_SECRET', { ORIEL_SESSION_SECRET: 'hunter2' }],
    ['ORIEL_SESSION_SECRET', { ORIEL_SESSION_SECRET: '' }],
    ['ORIEL_SESSION_SECRET_FILE', { ORIEL_SESSION_SECRET_FILE: '/nowhere' }],
    ['ORIEL_OIDC_SCOPES', { ORIEL_OIDC_SCOPES: 'profile' }],
    ['ORIEL_OIDC_SCOPES', { ORIEL_OIDC_SCOPES: 'openid "x"' }],
    ['ORIEL_UPSTREAM_HEADERS', { ORIEL_UPSTREAM_HEADERS: '{"Authorization":"Bearer hunter2"}' }],
  ])('refuses %s by its name, without its value: %j', (name, more) => {
    const attempt = () => read({ ...WHOLE, ...more });
    expect(attempt).toThrow(SettingsError);
    expect(attempt).toThrow(new RegExp(`^${name} (?!.*hunter2)`));
  });
});
