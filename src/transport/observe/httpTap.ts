/** Reports one HTTP attempt to the tap, with all secrets masked. */
import type { Operation } from '@urql/core';
import { utf8Length } from '../../lib/text/utf8Length';
import type { ReadBody } from '../http/body/largeResponses';
import { decodeChunks } from '../http/body/readBody';
import { contextOf } from '../pipelineContext';
import { bearerOf, masked, maskHeaders, maskUrl, secretsOf } from '../secrets/mask';
import { maskedHead, type Receipt, startReceipt } from './receipt';
import type { LaterText, LazyText, TapPart, TapSource } from './tap';

/** Longest status text that is reported, in characters. */
export const MOST_STATUS_TEXT = 200;

/** The reports of one attempt, in this order. */
export interface HttpTap {
  request(sent: { method: string; url: string; via: 'fetch' | 'xhr'; body: string | FormData }): void;
  /** The response headers have arrived. */
  head(response: Response, firstByteMs: number): void;
  /** Receives the progress of the body. */
  readonly receipt: Receipt | undefined;
  /** The body was read, or its parts will be. `ms`: time since the request. */
  response(body: ReadBody, ms: number): void;
  /** The attempt is over. */
  end(): void;
  /** Masks the credentials of the request in a text. */
  masked(text: string): string;
}

/** Starts the reports of an attempt; undefined while the tap has no listener. */
export function tapAttempt(tap: TapSource, operation: Operation, headers: Record<string, string>): HttpTap | undefined {
  const { execution } = contextOf(operation);
  if (!execution || !tap.active) return undefined;
  const { tapOperation } = execution;
  const token = bearerOf(headers);
  const secrets = secretsOf(headers, token);
  execution.secrets = secrets;
  let arrived: { response: Response; firstByteMs: number } | undefined;
  const reports = {
    receipt: undefined as Receipt | undefined,
    request({ method, url, via, body }: Parameters<HttpTap['request']>[0]) {
      const parts = typeof body === 'string' ? undefined : partsOf(body);
      const text = (): string => (typeof body === 'string' ? body : String(body.get('operations')));
      tap.emit({ type: 'token', attached: token !== '' }, tapOperation);
      if (parts) tap.emit({ type: 'multipart', ...parts }, tapOperation);
      tap.emit(
        {
          type: 'request',
          method,
          url: maskUrl(url, token),
          via,
          headers: maskHeaders(headers, token),
          bytes: parts?.bytes ?? utf8Length(text()),
          body: () => masked(text(), secrets),
        },
        tapOperation,
      );
    },
    head(response: Response, firstByteMs: number) {
      arrived = { response, firstByteMs };
      reports.receipt = startReceipt(tap, tapOperation, { response, firstByteMs, token });
    },
    response(body: ReadBody, ms: number) {
      reports.receipt?.end();
      if (!arrived) return;
      const { response, firstByteMs } = arrived;
      tap.emit(
        {
          type: 'response',
          status: response.status,
          ...(response.statusText ? { statusText: masked(response.statusText, secrets).slice(0, MOST_STATUS_TEXT) } : {}),
          bytes: body.bytes,
          firstByteMs,
          ms,
          ...maskedHead(response, token),
          ...bodyOfResponse(body, secrets),
        },
        tapOperation,
      );
    },
    end: () => reports.receipt?.end(),
    masked: (text: string) => masked(text, secrets),
  };
  return reports;
}

/** The masked body of a response. A long one is kept as bytes: a single character beyond Latin-1 doubles the memory that a string takes. */
function bodyOfResponse(
  { text, chunks, later }: ReadBody,
  secrets: readonly string[],
): { body?: LazyText; laterBody?: LaterText } {
  if (later) return { laterBody: length => later(length).then(body => body && masked(body, secrets)) };
  if (text === undefined) return {};
  return { body: chunks ? bodyOfChunks(chunks, secrets) : () => masked(text, secrets) };
}

/** A separate function, so that the closure does not keep the text alive. */
const bodyOfChunks = (chunks: readonly Uint8Array[], secrets: readonly string[]) => () => masked(decodeChunks(chunks), secrets);

/** The parts of a multipart body in order, and the size of their contents in bytes. */
export function partsOf(form: FormData): { parts: TapPart[]; bytes: number } {
  const parts: TapPart[] = [];
  form.forEach((value, name) => {
    if (typeof value === 'string') parts.push({ name, bytes: utf8Length(value) });
    else parts.push({ name, fileName: value.name, contentType: value.type, bytes: value.size });
  });
  return { parts, bytes: parts.reduce((sum, part) => sum + part.bytes, 0) };
}
