/**
 * Signs requests with AWS credentials (Signature Version 4), for AppSync APIs with IAM authorization. Loaded with the first signed request.
 * https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html
 */
import { AwsV4Signer } from 'aws4fetch';
import { regionOf } from '../../lib/network/appsyncAddress';
import { readAwsKeys } from '../../lib/network/awsKeys';
import { secretsIn } from '../../lib/network/isAwsKeys';
import { ServerError } from '../observe/failure';
import { secretValues } from '../secrets/secretValues';
import { readBody } from './body/readBody';
import { isRedirect, REDIRECT_REFUSED } from './redirects';

/** Longest silence within the body of a refusal, in ms. */
const SILENCE_MS = 30_000;

/** The part of a request that is signed. */
interface Unsigned {
  url: string;
  method: string;
  headers: Headers | Record<string, string>;
  body: string | ArrayBuffer;
}

/** Returns the headers of a request with its signature. `stored`: the credentials as they are stored (awsKeys.ts). */
async function signedHeaders(request: Unsigned, stored: string): Promise<Headers> {
  const { region, ...keys } = readAwsKeys(stored);
  const signer = new AwsV4Signer({
    ...request,
    ...keys,
    service: 'appsync',
    region: regionOf(request.url) || region,
    allHeaders: true,
  });
  return (await signer.sign()).headers;
}

/** Sends a signed request. Redirects are not followed, because they would receive the credentials. */
export async function signedFetch(send: typeof fetch, url: string, init: RequestInit, stored: string): Promise<Response> {
  const headers = new Headers(init.headers);
  // The signature replaces it.
  headers.delete('authorization');
  headers.delete('x-api-key');
  let body = (init.body ?? '') as string | ArrayBuffer;
  if (init.body instanceof FormData) {
    const packed = new Response(init.body);
    headers.set('content-type', packed.headers.get('content-type') ?? '');
    body = await packed.arrayBuffer();
  }
  const request = { url, method: init.method ?? 'GET', headers, body };
  const sent = await send(url, {
    ...init,
    headers: Object.fromEntries(await signedHeaders(request, stored)),
    ...(init.body ? { body } : {}),
    redirect: 'manual',
  });
  if (isRedirect(sent, { redirect: 'manual' })) throw new ServerError(REDIRECT_REFUSED, 0, null);
  return sent.status < 400 ? sent : withoutKeys(sent, stored);
}

/**
 * Removes the credentials from a refusal: for a wrong signature, AWS quotes the headers of the request, which include the session token.
 */
async function withoutKeys(response: Response, stored: string): Promise<Response> {
  const { text = '' } = await readBody(response, { silenceMs: SILENCE_MS, receipt: undefined });
  const { status, statusText, headers } = response;
  return new Response(secretValues(secretsIn(stored)).remove(text), { status, statusText, headers });
}

/** Removes the credentials from a received websocket frame. */
export const hideKeys = (text: string, stored: string): string => secretValues(secretsIn(stored)).remove(text);

/**
 * Signs a message of AppSync's websocket as if it were posted to `url`.
 * https://docs.aws.amazon.com/appsync/latest/devguide/real-time-websocket-client.html#iam-authorization
 */
export async function signedMessage(url: string, body: string, stored: string): Promise<Record<string, string>> {
  const headers = {
    accept: 'application/json, text/javascript',
    'content-encoding': 'amz-1.0',
    'content-type': 'application/json; charset=UTF-8',
  };
  const {
    authorization = '',
    'x-amz-security-token': token,
    ...rest
  } = Object.fromEntries(await signedHeaders({ url, method: 'POST', headers, body }, stored));
  return {
    host: new URL(url).host,
    ...rest,
    ...(token === undefined ? {} : { 'X-Amz-Security-Token': token }),
    Authorization: authorization,
  };
}
