/** A response whose body has been read, as a Response for urql's fetchExchange. */
import { headerOf } from './headerOf';

/** A Response with its body text, so that responseErrorsExchange finds status and text in one object. */
export interface TextResponse extends Response {
  readonly bodyText: string;
  /** The final URL, if the request was redirected. */
  readonly redirectedTo: string | undefined;
}

const JSON_TYPE = 'application/json';
/** Content types that fetchExchange parses as a single JSON text, unlike streams and types under text/. */
const READ_AS_JSON = /^application\/(?:[\w.-]+\+)?json\b/i;

/**
 * Attaches the body text to a response of a status below 300. A response whose content type is not JSON is replaced by a new one, so that
 * fetchExchange parses it as JSON nevertheless (contract C13).
 */
export function textResponse(response: Response, text: string, redirectedTo: string | undefined): TextResponse {
  const readable = READ_AS_JSON.test(headerOf(response, 'content-type')) ? response : jsonResponse(response.status);
  return Object.assign(readable, { bodyText: text, redirectedTo, text: async () => text });
}

function jsonResponse(status: number): Response {
  // A custom fetch on a platform without Response: only what fetchExchange reads.
  if (typeof Response === 'undefined') return { status, headers: { get: () => JSON_TYPE } } as unknown as Response;
  return new Response(null, { status, headers: { 'content-type': JSON_TYPE } });
}

/** True for a response from `textResponse`. */
export function isTextResponse(response: unknown): response is TextResponse {
  return typeof (response as Partial<TextResponse> | undefined)?.bodyText === 'string';
}
