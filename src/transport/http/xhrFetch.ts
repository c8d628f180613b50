/**
 * A `fetch` that reports upload progress, on XMLHttpRequest: fetch itself has no upload progress. Abort, status, headers and body behave as
 * in fetch; the response is not streamed. An XMLHttpRequest always follows redirects, so a response from another URL is refused (contract
 * C5a).
 */
import { ServerError } from '../observe/failure';
import { REDIRECT_REFUSED } from './redirects';

/** The progress of a request's body. */
export type UploadStep = { phase: 'sending'; sentBytes: number; totalBytes: number } | { phase: 'processing' };

/** Statuses whose response must not have a body (Fetch standard, "null body status"). */
const NULL_BODY = new Set([101, 103, 204, 205, 304]);

/**
 * Sends one request. `onUpload` is called with the bytes sent, and once more when the whole body has been sent.
 * @returns a promise that rejects like fetch: with a TypeError if there is no response, with an AbortError if `init.signal` is aborted
 */
export function xhrFetch(
  url: string,
  init: RequestInit,
  onUpload: (step: UploadStep) => void,
  Xhr: typeof XMLHttpRequest = XMLHttpRequest,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { signal } = init;
    if (signal?.aborted) return reject(abortError(signal));
    const xhr = new Xhr();
    const onAbort = (): void => xhr.abort();
    const settle = (): void => signal?.removeEventListener('abort', onAbort);
    xhr.open(init.method ?? 'GET', url);
    xhr.responseType = 'arraybuffer';
    xhr.withCredentials = init.credentials === 'include';
    new Headers(init.headers).forEach((value, name) => {
      xhr.setRequestHeader(name, value);
    });
    const onSent = (sentBytes: number, totalBytes: number): void => onUpload({ phase: 'sending', sentBytes, totalBytes });
    xhr.upload.onprogress = event => onSent(event.loaded, event.total);
    xhr.upload.onload = event => {
      onSent(event.loaded, event.loaded);
      onUpload({ phase: 'processing' });
    };
    xhr.onload = () => {
      settle();
      const { status, statusText } = xhr;
      if (wasRedirected(xhr.responseURL, url)) return reject(new ServerError(REDIRECT_REFUSED, 0, null));
      const body = NULL_BODY.has(status) ? null : (xhr.response as ArrayBuffer);
      // Servers may send a status such as 999, which the Response constructor refuses.
      const isAllowed = status >= 200 && status <= 599;
      const response = new Response(body, { status: isAllowed ? status : 500, statusText, headers: readHeaders(xhr) });
      resolve(isAllowed ? response : Object.defineProperty(response, 'status', { value: status }));
    };
    xhr.onerror = () => {
      settle();
      reject(new TypeError('The request got no response'));
    };
    xhr.ontimeout = xhr.onerror;
    xhr.onabort = () => {
      settle();
      reject(abortError(signal));
    };
    signal?.addEventListener('abort', onAbort);
    xhr.send(init.body as XMLHttpRequestBodyInit | null);
  });
}

/** True if the response came from another URL than the requested one. `responseURL` is absolute and has no fragment. */
function wasRedirected(responseUrl: string, requested: string): boolean {
  if (!responseUrl) return false;
  try {
    // A relative URL is resolved against the page. Without a page, only the path is compared.
    const wanted = new URL(requested, globalThis.location?.href ?? responseUrl);
    wanted.hash = '';
    return wanted.href !== responseUrl;
  } catch {
    return false;
  }
}

function abortError(signal: AbortSignal | null | undefined): unknown {
  return signal?.reason ?? new DOMException('The request was aborted', 'AbortError');
}

function readHeaders(xhr: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
