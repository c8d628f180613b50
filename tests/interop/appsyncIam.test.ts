/** AppSync with IAM: every request, handshake and subscription is signed; the credentials themselves are never sent. */
import { awsKeys as writeAwsKeys } from '../../src/lib/network/awsKeys';
import { failureOf } from '../../src/transport/observe/failure';
import type { TapEvent } from '../../src/transport/observe/tap';
import { eventually } from '../support/eventually';
import { type IamServer, startIam } from '../support/servers/iamServer';
import { NETWORK, type OpenOptions, openTransport } from './support/openTransport';
import { values, watch } from './support/watchSource';

const KEYS = {
  accessKeyId: 'ASIAEXAMPLEKEYID',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  sessionToken: 'IQoJb3JpZ2luX2VjEXAMPLE+session/token==',
  region: 'eu-west-1',
};
const OTHER = { ...KEYS, accessKeyId: 'ASIAOTHERKEYID00', secretAccessKey: 'another/secret+of+the+same+user', sessionToken: '' };
const SECRETS = [KEYS.secretAccessKey, KEYS.sessionToken, KEYS.accessKeyId];
const COUNT = 'subscription Count($to: Int!) { count(to: $to) }';

let server: IamServer;
beforeEach(async () => {
  server = await startIam({ ...KEYS });
});
afterEach(() => server.close());

const open = (options: OpenOptions = {}, keys = KEYS) =>
  openTransport(server.url, {
    subscriptions: 'appsync-websocket',
    subscriptionRetries: 0,
    reconnectMinMs: 20,
    token: writeAwsKeys(keys),
    ...options,
  });
const refusals = () => server.asked.map(({ kind, refused }) => [kind, refused]);

test('a query and a mutation are signed, the mutation is sent once, and no other authorization is sent', async () => {
  const { client } = open({ headers: { Authorization: 'own', 'X-Api-Key': '{token}', 'X-Tenant': 'a  b' } });
  expect((await client.query('{ hello }', {}).toPromise()).data).toEqual({ hello: 'hello' });
  const { data } = await client.mutation('mutation($name: String!) { rename(name: $name) }', { name: 'Zoë +/' }).toPromise();
  expect(data).toEqual({ rename: 'Zoë +/' });
  expect(server.renamed).toEqual(['Zoë +/']);
  expect(refusals()).toEqual([
    ['http', null],
    ['http', null],
  ]);
  for (const { headers } of server.asked) {
    expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=ASIAEXAMPLEKEYID\//);
    expect(headers).not.toHaveProperty('x-api-key');
    expect(JSON.stringify(headers)).not.toContain(KEYS.secretAccessKey);
  }
});

test('a query by GET is signed with its query string', async () => {
  const { client } = open({ queryMethod: 'get', persistedQueries: false });
  const { data } = await client.query('query Q { hello } # (*)!', {}).toPromise();
  expect(data).toEqual({ hello: 'hello' });
  expect(refusals()).toEqual([['http', null]]);
});

test('an upload is signed with its parts, and is sent only by fetch', async () => {
  const { client } = open();
  const file = new File(['some bytes'], 'a.txt');
  const { error } = await client.mutation('mutation($file: Upload!) { add(file: $file) }', { file }).toPromise();
  expect(refusals()).toEqual([['http', null]]);
  expect(error?.graphQLErrors[0]?.message).toBe('No uploads');
});

test('the handshake and each subscription are signed, and a stop is not sent before its start', async () => {
  const { client } = open();
  const ended = await Promise.all([1, 2].map(to => watch(client.subscription(COUNT, { to })).ended));
  expect(ended.map(results => values(results.slice(0, -1), 'count'))).toEqual([[1], [1, 2]]);
  expect(refusals()).toEqual([
    ['connect', null],
    ['start', null],
    ['start', null],
  ]);
  const { unsubscribe } = client.subscription('subscription { watch }', {}).subscribe(() => {});
  unsubscribe();
  const later = await watch(client.subscription(COUNT, { to: 1 })).ended;
  expect(values(later.slice(0, -1), 'count')).toEqual([1]);
  const frames = server.frames.join();
  expect(frames).toMatch(/^connection_init(,start|,stop)*$/);
  expect(frames).not.toMatch(/stop.*stop/);
});

test.each([
  ['expired', () => Object.assign(server.keys, { expired: true }), KEYS, 'The security token included in the request is expired'],
  ['unknown', () => {}, OTHER, 'The security token included in the request is invalid.'],
  ['wrong', () => {}, { ...KEYS, secretAccessKey: 'wrong' }, /^The request signature we calculated does not match/],
  ['of another region', () => {}, { ...KEYS, region: 'us-east-1' }, /^The request signature we calculated does not match/],
] as const)(
  '%s credentials ask to sign in with the words of the server, which show no credentials',
  async (_, change, keys, words) => {
    change();
    const { client, tap } = open({}, keys);
    const events: TapEvent[] = [];
    tap.subscribe(event => events.push(event));
    const { error } = await client.query('{ hello }', {}).toPromise();
    const failure = failureOf(error);
    expect(failure).toMatchObject({ tag: 'auth', signedOut: true, status: 403 });
    expect(failure.message).toEqual(typeof words === 'string' ? words : expect.stringMatching(words));
    const [last] = await watch(client.subscription('subscription { watch }', {})).ended;
    expect(last?.error?.networkError).toMatchObject({ code: 4403 });
    const shown = `${JSON.stringify([failure, failureOf(last?.error)])} ${textOf(events)}`;
    for (const secret of SECRETS) expect(shown).not.toContain(secret);
    expect(server.asked.map(({ kind }) => kind)).toEqual(['http', 'connect']);
  },
);

/** Everything that the tap reports, including bodies. */
const textOf = (events: TapEvent[]): string =>
  JSON.stringify(events, (_key, value: unknown) => (typeof value === 'function' && value.length === 0 ? String(value()) : value));

test('new credentials reconnect the socket, and unchanged ones do not', async () => {
  const transport = open();
  const seen: unknown[] = [];
  const { unsubscribe } = transport.client
    .subscription('subscription { watch }', {})
    .subscribe(({ data }) => seen.push(data?.watch));
  await eventually(
    async () => refusals().length,
    length => length === 2,
  );
  transport.notifyTokenChanged();
  server.keys = { ...OTHER };
  transport.storage.token = writeAwsKeys(OTHER);
  transport.notifyTokenChanged();
  await eventually(
    async () => {
      server.tick();
      return seen.length;
    },
    length => length > 0,
  );
  expect(refusals()).toEqual([
    ['connect', null],
    ['start', null],
    ['connect', null],
    ['start', null],
  ]);
  unsubscribe();
});

test('a redirect is refused, and the other address receives no request', async () => {
  const elsewhere = await startIam({ ...KEYS });
  server.redirectTo = elsewhere.url;
  const { client } = open();
  for (const operation of [client.query('{ hello }', {}, NETWORK), client.mutation('mutation { rename(name: "x") }', {})]) {
    const { error } = await operation.toPromise();
    expect(error?.networkError?.message).toMatch(/redirect, which is not followed/);
  }
  expect(elsewhere.asked).toEqual([]);
  expect(server.asked).toHaveLength(2);
  await elsewhere.close();
});
