/** Answers that arrive in parts (multipart/mixed, text/event-stream), in the form that urql's fetchExchange reads. */
import { ServerParseError } from '../../observe/failure';
import { judgeResponse } from '../judgeResponse';
import { createEventReader } from './eventStream';
import { createPartChecker } from './incrementalParts';
import { createQuoter } from './largeIntegers';
import { createMultipartReader } from './multipartReader';
import type { PartReader } from './partReader';

/** What an attempt notes of such an answer. */
export interface StreamNotes {
  /** Bytes that were read since the last report to the tap. */
  streamedBytes: number;
  /** Their text, while the tap has a listener. */
  streamedText: string;
}

/** The form of all answers in parts below: fetchExchange's own reader of event streams takes one line an event and overflows on large ones. */
const PARTS_TYPE = 'multipart/mixed; boundary="-"';
const DELIMITER = '\r\n---';

/** The first part of an answer that was read as a whole; undefined where there is none. */
export function firstPart(text: string, contentType: string): string | undefined {
  const reader = readerOf(contentType);
  return [...reader.push(text), ...reader.flush()][0];
}

const readerOf = (contentType: string): PartReader =>
  /event-stream/i.test(contentType) ? createEventReader() : createMultipartReader(contentType);

/**
 * Gives the answer with every part checked (incrementalParts.ts) and integers that JSON.parse would round kept as text. `onText` hears the body as
 * it arrives.
 */
export function streamedAnswer(
  response: Response,
  notes: StreamNotes,
  isTapped: boolean,
  onText?: (text: string) => void,
): Response {
  if (!response.body) return response;
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  const contentType = headers.get('content-type') ?? '';
  headers.set('content-type', PARTS_TYPE);
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const quoter = createQuoter();
  const parts = readerOf(contentType);
  const checker = createPartChecker();
  let isFirst = true;
  const write = (part: string): string => {
    const lead = isFirst ? DELIMITER : '';
    if (isFirst) {
      // The first part is a whole GraphQL response, and judged like one (C13, C15).
      const { error } = judgeResponse(status, part, response);
      if (error?.networkError) throw error.networkError;
      isFirst = false;
    }
    return `${lead}\r\n\r\n${checker.next(part)}${DELIMITER}`;
  };
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        notes.streamedBytes += chunk.byteLength;
        const piece = decoder.decode(chunk, { stream: true });
        if (isTapped) notes.streamedText += piece;
        onText?.(piece);
        for (const part of parts.push(quoter.push(piece))) controller.enqueue(encoder.encode(write(part)));
      },
      flush(controller) {
        const last = [...parts.push(quoter.push(decoder.decode()) + quoter.flush()), ...parts.flush()];
        for (const part of last) controller.enqueue(encoder.encode(write(part)));
        if (isFirst) throw new ServerParseError(status, '', 'and without a single part');
        checker.end();
      },
    }),
  );
  return new Response(body, { headers, status, statusText });
}
