/** An answer whose text has been read, as the Response that urql's fetchExchange reads. */

/** A Response that knows its text. What judges it later (responseErrorsExchange) finds status and text in one place. */
export interface ReadAnswer extends Response {
  readonly bodyText: string;
  /** Where it came from in the end, if the request was redirected. */
  readonly redirectedTo: string | undefined;
}

const JSON_TYPE = 'application/json';

/**
 * Makes it. Its content type is that of JSON, whatever the endpoint called it, so that fetchExchange reads it as JSON (contract C13).
 * @param status below 300
 */
export function readAnswer(text: string, status: number, redirectedTo: string | undefined): ReadAnswer {
  const response =
    typeof Response === 'undefined'
      ? // A fetch was handed in where the platform has none: what fetchExchange reads of a Response.
        ({ status, headers: { get: () => JSON_TYPE } } as unknown as Response)
      : new Response(null, { status, headers: { 'content-type': JSON_TYPE } });
  return Object.assign(response, { bodyText: text, redirectedTo, text: async () => text });
}

/** True for what `readAnswer` made. */
export function isReadAnswer(response: unknown): response is ReadAnswer {
  return typeof (response as Partial<ReadAnswer> | undefined)?.bodyText === 'string';
}
