/** Answers that come in parts (multipart/mixed, text/event-stream); fetched with the first of them. */
import { createEventReader, PARTS_TYPE } from './eventStream';
import { createPartReader } from './incrementalParts';
import { createQuoter } from './largeIntegers';

/** What an attempt notes of such an answer. */
export interface StreamNotes {
  /** Bytes that were read and not yet told. */
  streamedBytes: number;
  /** Their text, where somebody wants to see it. */
  streamedText: string;
}

/**
 * A streamed answer as multipart/mixed, unread but for integers that JSON.parse would round and for the forms of event streams and of parts that
 * fetchExchange cannot read.
 * `onText` is told what comes as it comes.
 */
export function streamedAnswer(
  response: Response,
  notes: StreamNotes,
  isTapped: boolean,
  onText?: (text: string) => void,
): Response {
  if (!response.body || typeof TransformStream === 'undefined') return response;
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const quoter = createQuoter();
  const headers = new Headers(response.headers);
  const events = /event-stream/i.test(headers.get('content-type') ?? '') ? createEventReader() : undefined;
  if (events) headers.set('content-type', PARTS_TYPE);
  const parts = createPartReader(headers.get('content-type') ?? '');
  const read = (text: string): string => parts.push(events?.push(text) ?? text);
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        notes.streamedBytes += chunk.byteLength;
        const piece = decoder.decode(chunk, { stream: true });
        if (isTapped) notes.streamedText += piece;
        onText?.(piece);
        const text = read(quoter.push(piece));
        if (text !== '') controller.enqueue(encoder.encode(text));
      },
      flush(controller) {
        const rest = read(quoter.push(decoder.decode()) + quoter.flush());
        const text = rest + parts.push(events?.flush() ?? '') + parts.flush();
        if (text !== '') controller.enqueue(encoder.encode(text));
      },
    }),
  );
  const { status, statusText } = response;
  return new Response(body, { headers, status, statusText });
}
