import { awsKeys } from '../../../src/lib/network/awsKeys';
import { signedFetch } from '../../../src/transport/http/signedFetch';

const KEYS = { accessKeyId: 'AKIAKEY', secretAccessKey: 'secret', sessionToken: '' };

it.each([
  ['the host', 'https://abc.appsync-api.us-east-2.amazonaws.com/graphql', 'us-east-2'],
  ['the credentials, for a custom domain', 'https://api.example/graphql', 'eu-west-1'],
])('the region is that of %s', async (_, url, region) => {
  const sent: Headers[] = [];
  const send = async (_url: unknown, init?: RequestInit) => {
    sent.push(new Headers(init?.headers));
    return new Response('{}');
  };
  await signedFetch(send as typeof fetch, url, { method: 'POST', body: '{}' }, awsKeys({ ...KEYS, region: 'eu-west-1' }));
  expect(sent[0]?.get('authorization')).toContain(`/${region}/appsync/aws4_request, SignedHeaders=host;x-amz-date, `);
  expect(sent[0]?.has('x-amz-security-token')).toBe(false);
});
