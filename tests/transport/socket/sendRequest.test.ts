import { resolveConfig } from '../../../src/transport/config';
import { createTap } from '../../../src/transport/observe/tap';
import { sendRequest } from '../../../src/transport/socket/sendRequest';
import type { SocketOptions } from '../../../src/transport/socket/socket';

it.each([
  ['https://api.test/graphql', 'https://api.test/graphql?operationId=1'],
  ['https://api.test/graphql?a=1#top', 'https://api.test/graphql?a=1&operationId=1'],
  ['https://api.test/graphql?a=b?c&d=e', 'https://api.test/graphql?a=b?c&d=e&operationId=1'],
])('C50 parameters are added to the query string of %s', async (httpEndpoint, expectedUrl) => {
  const urls: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    urls.push(url);
    return new Response(null, { status: 204 });
  };
  const options = { config: resolveConfig({ httpEndpoint }), tap: createTap(), fetch } as unknown as SocketOptions;
  await sendRequest(options, { method: 'DELETE', token: '', signal: new AbortController().signal, search: { operationId: '1' } });
  expect(urls).toEqual([expectedUrl]);
});

it('has a trace context of its own, if the connection sends it', async () => {
  const sent: (string | null)[] = [];
  const fetch = async (_: string, { headers }: RequestInit): Promise<Response> => {
    sent.push(new Headers(headers).get('traceparent'));
    return new Response(null, { status: 204 });
  };
  const own = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  for (const given of [{ traceparent: true }, { traceparent: true }, {}, { traceparent: true, headers: { traceparent: own } }]) {
    const options = { config: resolveConfig(given), tap: createTap(), fetch } as unknown as SocketOptions;
    await sendRequest(options, { method: 'POST', token: '', signal: new AbortController().signal, body: '{}' });
  }
  expect(sent).toEqual([expect.stringMatching(/^00-[0-9a-f]{32}-/), expect.stringMatching(/^00-/), null, own]);
  expect(sent[0]).not.toBe(sent[1]);
});

it('C5a a redirect is followed only without headers that would go to another origin', async () => {
  const sent: (string | undefined)[] = [];
  const fetch = async (_: string, { redirect }: RequestInit): Promise<Response> => {
    sent.push(redirect);
    return new Response(null, { status: 204 });
  };
  const ofStream = { 'x-graphql-event-stream-token': 'secret' };
  for (const [own, headers] of [[{}], [ofStream], [{}, { 'x-tenant': 'a' }]] as Record<string, string>[][]) {
    const options = { config: resolveConfig({ headers: headers ?? {} }), tap: createTap(), fetch } as unknown as SocketOptions;
    await sendRequest(options, { method: 'GET', token: 't', signal: new AbortController().signal, headers: own ?? {} });
  }
  expect(sent).toEqual(['follow', 'manual', 'manual']);
});
