/** Refusals of a streamed request (httpStream.ts): what a response that is not a stream means for the subscription. */
import { CombinedError } from '@urql/core';
import { parseBounded } from '../../../lib/text/boundedJson';
import { graphQLErrorsOf } from '../../http/judgeResponse';
import { isRedirect } from '../../http/redirects';
import { ServerError, SocketError } from '../../observe/failure';

/** The server refused the request; repeating it cannot help. */
export class Refusal extends Error {
  readonly refusal: unknown;
  constructor(refusal: unknown) {
    super('Refused');
    this.refusal = refusal;
  }
}

/** The server or an intermediary cannot answer now. The message is the status, such as `HTTP 503`. */
export class Unavailable extends Error {}

const NOT_ACCEPTABLE = 406;

/** Statuses of a server or an intermediary that may be temporary. */
const TRANSIENT = new Set([408, 425, 429, 502, 503, 504]);

/** Error codes of gateways, Oriel's own among them, whose API has not answered. */
const NO_ANSWER = new Set<unknown>(['GATEWAY_UNREACHABLE', 'GATEWAY_TIMEOUT']);

/** Interprets a response that is not a stream. @throws if the request is worth repeating */
export async function refusalOf(response: Response): Promise<Refusal> {
  const { status } = response;
  const refused = (message: string, statusCode: number, graphQLErrors: { message: string }[]): Refusal =>
    new Refusal(new CombinedError({ networkError: new ServerError(message, statusCode, null), graphQLErrors }));
  if (isRedirect(response, { redirect: 'manual' })) return refused(REDIRECT_REFUSED, 0, []);
  const errors = graphQLErrorsOf(errorsIn(await response.text()));
  if (TRANSIENT.has(status) && errors.every(isNoAnswer)) throw new Unavailable(`HTTP ${status}`);
  // Apollo Server and graphql-http do not support subscriptions over HTTP. Their messages are about the Accept header.
  if (status === NOT_ACCEPTABLE) return noStream();
  if (status < 300) return errors.length > 0 ? new Refusal(errors) : noStream();
  return refused(`The endpoint answered the subscription with status ${status}`, status, errors);
}

const isNoAnswer = (error: { message: string; extensions?: { code?: unknown } | null }): boolean =>
  NO_ANSWER.has(error.extensions?.code);

/** The connection's headers may be secret (sendRequest.ts). */
const REDIRECT_REFUSED =
  'The endpoint answered with a redirect, which is not followed: the request carries headers of the connection, and they would go there too';

const NO_STREAM = 'The endpoint answered the subscription with something other than a stream';

const noStream = (): Refusal => new Refusal(new SocketError(NO_STREAM, 0, NO_STREAM, false));

/** The errors of a body; undefined if it is not a GraphQL response. */
function errorsIn(text: string): unknown {
  try {
    const body = parseBounded(text);
    return typeof body === 'object' && body !== null && Object.hasOwn(body, 'errors')
      ? (body as { errors: unknown }).errors
      : undefined;
  } catch {
    return undefined;
  }
}
