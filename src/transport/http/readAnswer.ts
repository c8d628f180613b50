/** An answer whose text has been read, as the Response that urql's fetchExchange reads. */
import { headerOf } from '../observe/tellReceiving';

/** A Response that knows its text. responseErrorsExchange, which judges it later, finds status and text in one place. */
export interface ReadAnswer extends Response {
  readonly bodyText: string;
  /** The final address, if the request was redirected. */
  readonly redirectedTo: string | undefined;
}

const JSON_TYPE = 'application/json';
/** What fetchExchange reads as one JSON text: neither a stream nor anything under text/. */
const READ_AS_JSON = /^application\/(?:[\w.-]+\+)?json\b/i;

/**
 * Gives a response of a status below 300 the text that was read of it. Where its content type is not JSON the response is made anew, so that
 * fetchExchange reads it as JSON all the same (contract C13).
 */
export function readAnswer(response: Response, text: string, redirectedTo: string | undefined): ReadAnswer {
  const answer = READ_AS_JSON.test(headerOf(response, 'content-type')) ? response : jsonResponse(response.status);
  return Object.assign(answer, { bodyText: text, redirectedTo, text: async () => text });
}

function jsonResponse(status: number): Response {
  // A fetch was handed in where the platform has no Response: what fetchExchange reads of one.
  if (typeof Response === 'undefined') return { status, headers: { get: () => JSON_TYPE } } as unknown as Response;
  return new Response(null, { status, headers: { 'content-type': JSON_TYPE } });
}

/** True for what `readAnswer` gave. */
export function isReadAnswer(response: unknown): response is ReadAnswer {
  return typeof (response as Partial<ReadAnswer> | undefined)?.bodyText === 'string';
}
