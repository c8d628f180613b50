/** Converts responses that arrive in parts (multipart/mixed, text/event-stream) into the form that urql's fetchExchange reads. */

import { createQuoter } from '../../../lib/text/largeIntegers';
import { ServerParseError } from '../../observe/failure';
import { judgeResponse } from '../judgeResponse';
import { createEventReader } from './eventStream';
import { createPartChecker } from './incrementalParts';
import { createMultipartReader } from './multipartReader';
import type { PartReader } from './partReader';
import { MOST_BYTES, TOO_LONG } from './readBody';

/** What an attempt records about a streamed response. */
export interface StreamNotes {
  /** Bytes read since the last report to the tap. */
  streamedBytes: number;
  /** Text of those bytes, while the tap has a listener. */
  streamedText: string;
}

/** All streams are converted to multipart: fetchExchange's own event stream parser takes one line per event and overflows on large ones. */
const PARTS_TYPE = 'multipart/mixed; boundary="-"';
const DELIMITER = '\r\n---';
const LONGEST_TURN_MS = 50;

/** The first part of a response that was read as a whole; undefined if there is none. */
export function firstPart(text: string, contentType: string): string | undefined {
  const reader = readerOf(contentType);
  return [...reader.push(text), ...reader.flush()][0];
}

const readerOf = (contentType: string): PartReader =>
  /event-stream/i.test(contentType) ? createEventReader() : createMultipartReader(contentType);

/**
 * Returns the response with every part checked (incrementalParts.ts), and with integers that JSON.parse would round as strings. `onText` is
 * called with the body as it arrives.
 */
export function streamedResponse(
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
  let turnEnd = 0;
  /** Bytes since the last part. */
  let bytes = 0;
  const write = (complete: readonly string[], controller: TransformStreamDefaultController<Uint8Array>): void => {
    const [part] = complete;
    if (part === undefined) return;
    let lead = isFirst ? DELIMITER : '';
    if (isFirst) {
      // The first part is a complete GraphQL response and is checked like one (C13, C15).
      const { error } = judgeResponse(status, part, response);
      if (error?.networkError) throw error.networkError;
      isFirst = false;
    }
    for (const text of checker.next(complete)) {
      controller.enqueue(encoder.encode(`${lead}\r\n\r\n${text}${DELIMITER}`));
      lead = '';
    }
  };
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        notes.streamedBytes += chunk.byteLength;
        const piece = decoder.decode(chunk, { stream: true });
        if (isTapped) notes.streamedText += piece;
        onText?.(piece);
        const complete = parts.push(quoter.push(piece));
        bytes = complete.length > 0 ? 0 : bytes + chunk.byteLength;
        if (bytes > MOST_BYTES) throw new ServerParseError(status, '', TOO_LONG);
        write(complete, controller);
        // A loop over chunks that are already available would never yield, and would block the page.
        if (Date.now() < turnEnd) return;
        await new Promise(resolve => setTimeout(resolve));
        turnEnd = Date.now() + LONGEST_TURN_MS;
      },
      flush(controller) {
        const last = [...parts.push(quoter.push(decoder.decode()) + quoter.flush()), ...parts.flush()];
        write(last, controller);
        if (isFirst) throw new ServerParseError(status, '', 'and without a single part');
        checker.end();
      },
    }),
  );
  return new Response(body, { headers, status, statusText });
}
