/**
 * Checks AWS Signature Version 4 as documented, with Node's crypto module, and refuses requests with the messages of AWS: for a wrong
 * signature, the message contains the request that should have been signed, including the session token.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
import { createHash, createHmac } from 'node:crypto';

/** The credentials that a server knows. */
export interface KnownKeys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  region: string;
  expired?: boolean;
}

/** A received request. `headers`: names in lower case. */
export interface SignedRequest {
  method: string;
  path: string;
  query?: string;
  headers: Record<string, string>;
  body: Buffer | string;
}

export interface Refusal {
  errorType: string;
  message: string;
}

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest();
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const FORM =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/appsync\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;

/** Why the request is refused; null if its signature is valid. */
export function refusalOf({ method, path, query = '', headers, body }: SignedRequest, keys: KnownKeys): Refusal | null {
  const [, id, day, region, names = '', signature] = FORM.exec(headers.authorization ?? '') ?? [];
  if (signature === undefined || day === undefined)
    return { errorType: 'IncompleteSignatureException', message: 'Authorization header requires a signature' };
  if (id !== keys.accessKeyId || (headers['x-amz-security-token'] ?? '') !== keys.sessionToken)
    return { errorType: 'UnrecognizedClientException', message: 'The security token included in the request is invalid.' };
  if (keys.expired)
    return { errorType: 'ExpiredTokenException', message: 'The security token included in the request is expired' };
  const signed = names.split(';');
  const mustBeSigned = ['host', ...Object.keys(headers).filter(name => name.startsWith('x-amz-'))];
  const date = headers['x-amz-date'] ?? '';
  const age = Math.abs(Date.now() - Date.parse(date.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5')));
  const search = [...new URLSearchParams(query)].map(pair => pair.map(escaped).join('=')).sort();
  const canonical = [
    method,
    path,
    search.join('&'),
    ...signed.map(name => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    names,
    sha256(body),
  ].join('\n');
  const scope = `${day}/${keys.region}/appsync/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = [day, keys.region, 'appsync', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${keys.secretAccessKey}`);
  const isRight =
    region === keys.region &&
    date.startsWith(day) &&
    age < 300_000 &&
    mustBeSigned.every(name => signed.includes(name)) &&
    signed.join(';') === [...signed].sort().join(';') &&
    hmac(key, toSign).toString('hex') === signature;
  return isRight
    ? null
    : {
        errorType: 'InvalidSignatureException',
        message: `The request signature we calculated does not match. The Canonical String should have been '${canonical}'`,
      };
}
