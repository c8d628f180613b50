/** The authorization that an AppSync API gets: the same as over HTTP (C1, C2, C3). */
import { isAppSync } from '../../../../src/lib/network/appsyncAddress';
import type { TransportConfig } from '../../../../src/transport/config';
import { memoryStorage } from '../../../support/memoryStorage';
import { collect, startTransport } from '../../../support/startTransport';

interface Start {
  extensions: { authorization: object };
}

/** The authorization of the connection and of a subscription. */
async function signedWith(headers: Record<string, string>, token: string) {
  const config: TransportConfig = { subscriptions: 'appsync-websocket', headers, httpEndpoint: 'https://api.test/graphql' };
  const storage = memoryStorage(token === '' ? {} : { 'apollo-token': token });
  const { transport, network } = startTransport(config, { storage });
  await collect(transport);
  for (let turns = 0; turns < 20 && network.sockets.length === 0; turns++) await new Promise(resolve => setImmediate(resolve));
  const socket = network.latest();
  const [, header = ''] = [socket.protocol ?? []].flat();
  await socket.accept();
  const [start] = socket.sent.filter(({ type }) => type === 'start').map(({ payload }) => payload as Start);
  transport.dispose();
  return {
    connection: JSON.parse(Buffer.from(header.replace(/^header-/, ''), 'base64url').toString()) as object,
    start: start?.extensions.authorization,
  };
}

const host = 'api.test';

it.each([
  ['a token as a bearer', {}, 'tok', { host, Authorization: 'Bearer tok' }],
  ["a token in the connection's format", { Authorization: '{token}' }, 'tok', { host, Authorization: 'tok' }],
  ["a token instead of the connection's Authorization", { authorization: 'own' }, 'tok', { host, Authorization: 'Bearer tok' }],
  ['that Authorization where there is no token', { authorization: 'own' }, '', { host, Authorization: 'own' }],
  ['nothing for a form whose token is missing', { Authorization: '{token}', 'X-Api-Key': '{token}' }, '', { host }],
  ['an API key, and no other header', { 'X-Api-Key': 'key', 'X-Tenant': 'acme' }, '', { host, 'x-api-key': 'key' }],
])('C1 C2 C3 AppSync gets %s', async (_, headers, token, expected) => {
  expect(await signedWith(headers, token)).toEqual({ connection: expected, start: expected });
});

it.each([
  ['wss://abc.appsync-api.eu-west-1.amazonaws.com/graphql', true],
  ['wss://abc.appsync-realtime-api.us-gov-west-1.amazonaws.com/graphql', true],
  ['wss://abc.appsync-api.cn-north-1.amazonaws.com.cn/graphql', true],
  // Names of S3 buckets, which anyone can register.
  ['wss://abc.appsync-api.s3.amazonaws.com/graphql', false],
  ['wss://abc.appsync-api.s3-us-west-2.amazonaws.com/graphql', false],
  ['wss://abc.appsync-api.eu-west-1.amazonaws.com.example.com/graphql', false],
  ['wss://abc.appsync-api.eu-west-1.amazonaws.com:x@example.com/graphql', false],
  ['wss://abc.appsync-api.eu-west-1.amazonaws.com@example.com/graphql', false],
  ['wss://example.com/abc.appsync-api.eu-west-1.amazonaws.com', false],
  ['/graphql', false],
])('%s is a URL of AppSync: %s', (address, expected) => {
  expect(isAppSync(address)).toBe(expected);
});
