/** Reading a body that may be large (largeAnswers.ts); fetched with the first operation that expects one. */
import type { AnswerSink, LargeAnswers, ReadBody } from './largeAnswers';
import type { Receipt } from './tellReceiving';
import { textOfPieces } from './textOfPieces';

/**
 * Reads a body piece by piece: a small one as text, one of more than `large.from` bytes into what its caller has for that.
 * @param size of the whole in bytes; null: nobody knows
 */
export async function readLarge(
  body: ReadableStream<Uint8Array>,
  size: number | null,
  large: LargeAnswers,
  receipt: Receipt | undefined,
): Promise<ReadBody> {
  const reader = body.getReader();
  const held: Uint8Array[] = [];
  let bytes = 0;
  let head = '';
  let sink: AnswerSink | undefined;
  let isReading = true;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      receipt?.got(bytes);
      if (sink) sink.push(value);
      else {
        held.push(value);
        large.onBytes?.(bytes);
        if (bytes <= large.from) continue;
        head = new TextDecoder().decode(held[0]).slice(0, 1000);
        sink = large.open(size);
        for (const piece of held.splice(0)) sink.push(piece);
      }
    }
    isReading = false;
    if (!sink) return { text: textOfPieces(held), bytes };
    const apart = { body: await sink.end() };
    return { text: undefined, bytes, apart, ...laterOf(sink) };
  } catch (cause) {
    void reader.cancel().catch(() => undefined);
    sink?.cancel();
    if (isReading)
      return {
        text: sink ? undefined : textOfPieces(held),
        bytes,
        broke: { cause },
        ...laterOf(sink),
      };
    if (sink && cause instanceof SyntaxError) return { text: undefined, bytes, apart: { broken: head }, ...laterOf(sink) };
    throw cause;
  }
}

/** Where the text of what was handed over can be asked for. */
function laterOf(sink: AnswerSink | undefined): Pick<ReadBody, 'later'> {
  return sink?.text ? { later: sink.text } : {};
}
