/** A `fetch` that returns given Responses in order, and records the requests. */

/** A sent request. */
export interface SentRequest {
  url: string;
  method: string;
  headers: Headers;
  /** The parsed JSON body, or undefined for a multipart body. */
  json:
    | { operationName?: string | null; variables?: unknown; query?: string; extensions?: { persistedQuery?: unknown } }
    | undefined;
  form: FormData | undefined;
  signal: AbortSignal | null | undefined;
}

/** The response to one request. */
export type Answer = Response | Error | Promise<Response> | ((request: SentRequest) => Response | Promise<Response>);

export interface ScriptedFetch {
  fetch: typeof fetch;
  requests: SentRequest[];
}

/** A JSON Response; `data`-only bodies may be given as `{ data }`. */
export function json(body: unknown, status = 200, contentType = 'application/json'): Response {
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': contentType },
  });
}

/** Returns the n-th response for the n-th request; the last one also for all further requests. Responses are cloned for each use. */
export function scriptedFetch(...answers: Answer[]): ScriptedFetch {
  const requests: SentRequest[] = [];
  const fetch = async (url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const request: SentRequest = {
      url: String(url),
      method: String(init.method),
      headers: new Headers(init.headers),
      json: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      form: init.body instanceof FormData ? init.body : undefined,
      signal: init.signal,
    };
    const respond = answers[Math.min(requests.length, answers.length - 1)];
    requests.push(request);
    if (respond === undefined) throw new TypeError('The script has no answer');
    if (respond instanceof Error) throw respond;
    if (typeof respond === 'function') return respond(request);
    return (await respond).clone();
  };
  return { fetch: fetch as typeof globalThis.fetch, requests };
}
