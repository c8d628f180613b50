/** Reads a body that may be large (largeResponses.ts). */

import { decodeChunks } from './decodeChunks';
import type { LargeResponses, ReadBody, ResponseSink } from './largeResponses';
import { eachChunk, type ReadOptions } from './readBody';

/**
 * Reads a body chunk by chunk: a small one as text, one of more than `large.from` bytes into the sink that `large.open` returns.
 * @param size of the whole body in bytes; null if unknown
 */
export async function readLarge(
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
