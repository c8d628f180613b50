/** Reads the body of a response, with a limit on the time in which no data arrives. */
import { utf8Length } from '../../../lib/text/utf8Length';
import { TimeoutError } from '../../observe/failure';
import { contentLength, type Receipt } from '../../observe/receipt';
import { headerOf } from '../headers';
import type { LargeResponses, ReadBody, ResponseSink } from './largeResponses';

/** Size in bytes from which a body that may be shown later is kept in bytes, not as text. */
const LONG = 50_000;

/** Limit on a body, and on one part of a streamed response, in bytes: a small compressed response can become gigabytes. */
export const MOST_BYTES = 128 * 1024 * 1024;
/** Describes a longer body in an error message. */
export const TOO_LONG = 'with more than 128 MB';

/** Options of `readBody`. */
export interface ReadOptions {
  /** Longest time without data, in ms; 0: no limit. */
  silenceMs: number;
  /** Called with the number of bytes so far; undefined while the tap has no listener. */
  receipt: Receipt | undefined;
}

/**
 * Reads a whole body as text, or passes a long one on to `large` (largeResponses.ts). If the connection breaks, the result contains the
 * cause and what had arrived.
 */
export function readBody(response: Response, options: ReadOptions, large?: LargeResponses): Promise<ReadBody> {
  if (large && response.body && !otherCharset(response)) return readLarge(response.body, contentLength(response), large, options);
  if (typeof TextDecoder !== 'undefined' && typeof response.body?.getReader === 'function') {
    return readChunks(response.body, options, otherCharset(response));
  }
  return readWhole(response, options);
}

async function readWhole(response: Response, { receipt }: ReadOptions): Promise<ReadBody> {
  try {
    // A custom fetch may return less than a Response.
    const text = typeof response.text === 'function' ? await response.text() : JSON.stringify(await response.json());
    return { text, bytes: receipt ? utf8Length(text) : 0 };
  } catch (cause) {
    return { text: undefined, bytes: 0, broke: { cause } };
  }
}

/** The character set that a response names; undefined for UTF-8, and for one that the platform does not know. */
export function otherCharset(response: Response): string | undefined {
  try {
    const { encoding } = new TextDecoder(/charset="?([\w-]+)/i.exec(headerOf(response, 'content-type'))?.[1]);
    return encoding === 'utf-8' ? undefined : encoding;
  } catch {
    return undefined;
  }
}

async function readChunks(
  body: ReadableStream<Uint8Array>,
  { silenceMs, receipt }: ReadOptions,
  charset: string | undefined,
): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  // Decoded as it arrives: to decode a long body at its end blocks the page.
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let bytes = 0;
  let broke: ReadBody['broke'];
  try {
    await eachChunk(body, silenceMs, chunk => {
      bytes += chunk.byteLength;
      pieces.push(decoder.decode(chunk, { stream: true }));
      if (receipt || charset) chunks.push(chunk);
      receipt?.got(bytes);
    });
  } catch (cause) {
    broke = { cause };
  }
  let text = pieces.join('') + decoder.decode();
  // Many servers name a charset by habit and send UTF-8. Text that was decoded wrongly would be sent back by a form.
  if (charset && /^utf-16|\ufffd/.test(charset + text))
    text = new TextDecoder(charset).decode(await new Blob(chunks as BlobPart[]).arrayBuffer());
  const isHeld = receipt !== undefined && !charset && bytes >= LONG;
  return { text, bytes, ...(isHeld ? { chunks } : {}), ...(broke && { broke }) };
}

/**
 * Reads a body chunk by chunk: a small one as text, one of more than `large.from` bytes into the sink that `large.open` returns.
 * @param size of the whole body in bytes; null if unknown
 */
async function readLarge(
  body: ReadableStream<Uint8Array>,
  size: number | null,
  large: LargeResponses,
  { silenceMs, receipt }: ReadOptions,
): Promise<ReadBody> {
  const held: Uint8Array[] = [];
  let bytes = 0;
  let head = '';
  let sink: ResponseSink | undefined;
  let isReading = true;
  try {
    await eachChunk(body, silenceMs, chunk => {
      bytes += chunk.byteLength;
      receipt?.got(bytes);
      if (sink) return sink.push(chunk);
      held.push(chunk);
      large.onBytes?.(bytes);
      if (bytes <= large.from) return;
      head = new TextDecoder().decode(held[0]).slice(0, 1000);
      sink = large.open(size);
      for (const first of held.splice(0)) sink.push(first);
    });
    isReading = false;
    if (!sink) return { text: decodeChunks(held), bytes };
    const apart = { body: await opened(sink).end() };
    return { text: undefined, bytes, apart, ...laterOf(sink) };
  } catch (cause) {
    if (sink) opened(sink).cancel();
    if (isReading) return { text: sink ? undefined : decodeChunks(held), bytes, broke: { cause }, ...laterOf(sink) };
    if (sink && cause instanceof SyntaxError) return { text: undefined, bytes, apart: { broken: head }, ...laterOf(sink) };
    throw cause;
  }
}

/** Narrows the sink: the compiler does not see that the callback above opens it. */
const opened = (sink: unknown): ResponseSink => sink as ResponseSink;

/** The function that returns the text of a body that was passed on. */
function laterOf(sink: ResponseSink | undefined): Pick<ReadBody, 'later'> {
  return sink?.text ? { later: sink.text } : {};
}

/** Decodes UTF-8 that was received in chunks. A character may be split between two of them; invalid bytes become U+FFFD. */
export function decodeChunks(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return chunks.map(chunk => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
}

/**
 * Calls `take` with every chunk of a body.
 * @throws TimeoutError if no data arrives for `silenceMs` (0: no limit), SyntaxError for a body that is too long, and errors of the
 * connection and of `take`
 */
export async function eachChunk(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  const reader = body.getReader();
  let isSilent = false;
  let bytes = 0;
  let heardAt = Date.now();
  const check = (): void => {
    const left = heardAt + silenceMs - Date.now();
    if (left > 0) timer = setTimeout(check, left);
    else {
      isSilent = true;
      // Ends the pending read.
      void reader.cancel().catch(() => undefined);
    }
  };
  let timer = silenceMs > 0 ? setTimeout(check, silenceMs) : undefined;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      heardAt = Date.now();
      bytes += value.byteLength;
      if (bytes > MOST_BYTES) throw new SyntaxError(TOO_LONG);
      take(value);
    }
  } catch (cause) {
    void reader.cancel().catch(() => undefined);
    throw cause;
  } finally {
    clearTimeout(timer);
  }
  if (isSilent) throw new TimeoutError(`No data of the response arrived for ${silenceMs / 1000} s`);
}
