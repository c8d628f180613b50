/** Reports the HTTP requests of a subscription to the tap, in the same steps as a streamed response. */
import { utf8Length } from '../../../lib/text/utf8Length';
import { MOST_STATUS_TEXT } from '../../observe/httpTap';
import type { TapOperation, TapSource } from '../../observe/tap';
import { mask, maskHeaders, maskUrl } from '../../secrets/mask';

/** A request as it is sent. */
export interface SentRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Reports a request and returns a function that reports its response. */
export function tapRequest(
  tap: TapSource,
  operation: TapOperation | undefined,
  { method, url, headers, body }: SentRequest,
  token: string,
): (response: Response) => void {
  const started = Date.now();
  if (tap.active)
    tap.emit(
      {
        type: 'request',
        method,
        url: maskUrl(url, token),
        via: 'fetch',
        headers: maskHeaders(headers, token),
        bytes: utf8Length(body),
        body: () => mask(body, token),
      },
      operation,
    );
  return response => {
    if (!tap.active) return;
    const ms = Date.now() - started;
    tap.emit(
      {
        type: 'response',
        status: response.status,
        ...(response.statusText ? { statusText: mask(response.statusText, token).slice(0, MOST_STATUS_TEXT) } : {}),
        contentType: response.headers.get('content-type') ?? '',
        bytes: 0,
        firstByteMs: ms,
        ms,
        headers: maskHeaders(Object.fromEntries(response.headers), token),
      },
      operation,
    );
  };
}

/** Reports a chunk of a stream. */
export function tapPiece(
  tap: TapSource,
  operation: TapOperation | undefined,
  { text, bytes, errors, messages, token }: { text: string; bytes: number; errors: number; messages: number; token: string },
): void {
  if (tap.active) tap.emit({ type: 'event', bytes, errors, messages, body: () => mask(text, token) }, operation);
}
