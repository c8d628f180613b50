/**
 * Parses the messages of a subscription from the body of an HTTP response, cut anywhere:
 * - text/event-stream: GraphQL over SSE (https://github.com/graphql/graphql-over-http/blob/main/rfcs/GraphQLOverSSE.md), parsed by
 *   eventsource-parser; in single connection mode messages contain the id of their operation;
 * - multipart/mixed: Apollo's multipart subscriptions
 *   (https://www.apollographql.com/docs/graphos/routing/operations/subscriptions/multipart-protocol), whose parts are heartbeats `{}`,
 *   `{payload}`, or `{payload: null, errors}`, after which the stream ends.
 */
import type { ExecutionResult } from '@urql/core';
import { createParser } from 'eventsource-parser';
import { excessOf } from '../../../lib/text/boundedJson';
import { parseJson } from '../../../lib/text/largeIntegers';
import { createMultipartReader } from '../../http/body/multipartReader';
import { isObject } from '../../http/judgeResponse';
import { LARGE_EVENT } from '../frames/readFrame';

/** One message. `failed`: the stream cannot continue; `large`: not parsed yet, so that the text can be shortened first. */
export type StreamMessage = ReadMessage | { type: 'large'; text: string; read(text: string): ReadMessage };

/** A parsed message. */
export type ReadMessage =
  | { type: 'next'; payload: ExecutionResult; id?: string }
  | { type: 'failed'; errors: readonly unknown[] }
  | { type: 'complete'; id?: string }
  | { type: 'heartbeat' };

/** Takes the body in pieces, in order. @throws SyntaxError for a message that is not JSON */
export interface MessageReader {
  push(piece: string): StreamMessage[];
  /** Called at the end of the body. True if the server completed the stream, false if the connection broke. */
  isComplete(): boolean;
}

/** The longest message, in characters, that is buffered until its end arrives. */
const LONGEST_MESSAGE = 100_000_000;

/** How many characters at the end of a body are examined. */
const TAIL_LENGTH = 200;

/** A `complete` event without data, which eventsource-parser ignores. A server may leave the response open after it. */
const COMPLETE = /(?:^|[\r\n])event: ?complete(?:\r\n\r\n|\n\n|\r\r)/;

/** The reader for a content type; undefined if it is not a stream. */
export function messageReader(contentType: string): MessageReader | undefined {
  if (/^\s*text\/event-stream\b/i.test(contentType)) return eventReader();
  if (/^\s*multipart\/mixed\b/i.test(contentType)) return partReader(contentType);
  return undefined;
}

function eventReader(): MessageReader {
  let found: StreamMessage[] = [];
  let tail = '';
  const parser = createParser({
    maxBufferSize: LONGEST_MESSAGE,
    onEvent({ event, data }) {
      if (event === 'complete') found.push(completeOf(data));
      else if (event === undefined || event === 'next') found.push(data === '' ? { type: 'heartbeat' } : readLater(data, nextOf));
      // Events with other names (`ping`) only show that the stream is alive.
      else found.push({ type: 'heartbeat' });
    },
    onComment: () => found.push({ type: 'heartbeat' }),
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') throw error;
    },
  });
  return {
    push(piece) {
      tail = (tail + piece).slice(-TAIL_LENGTH);
      parser.feed(piece);
      if (COMPLETE.test(tail)) found.push({ type: 'complete' });
      const messages = found;
      found = [];
      return messages;
    },
    isComplete: () => /(?:^|[\r\n])event: ?complete\s*$/.test(tail),
  };
}

function partReader(contentType: string): MessageReader {
  const parts = createMultipartReader(contentType);
  let tail = '';
  let length = 0;
  return {
    push(piece) {
      tail = (tail + piece).slice(-TAIL_LENGTH);
      const messages = parts.push(piece).map(part => readLater(part, messageOf));
      length = messages.length > 0 ? piece.length : length + piece.length;
      if (length > LONGEST_MESSAGE) throw new RangeError('A part of the stream is too long');
      return messages;
    },
    isComplete: () => tail.trimEnd().endsWith('--'),
  };
}

/** The message of a JSON text. The caller parses a large one. */
function readLater(text: string, messageIn: (value: unknown) => ReadMessage): StreamMessage {
  const read = (json: string): ReadMessage => {
    const excess = excessOf(json);
    if (excess !== null) throw new SyntaxError(excess);
    return messageIn(parseJson(json));
  };
  return text.length > LARGE_EVENT ? { type: 'large', text, read } : read(text);
}

function completeOf(data: string): ReadMessage {
  if (data.trim() === '') return { type: 'complete' };
  const id = idOf(parseJson(data));
  return { type: 'complete', ...(id === undefined ? {} : { id }) };
}

/** Converts an execution result, or `{id, payload}` in single connection mode. */
function nextOf(value: unknown): ReadMessage {
  const id = idOf(value);
  const payload = id === undefined ? value : own(value, 'payload');
  if (!isObject(payload)) throw new SyntaxError('A message of the stream is not a GraphQL result');
  return { type: 'next', payload: payload as ExecutionResult, ...(id === undefined ? {} : { id }) };
}

/** Converts a part: a heartbeat, `{payload, errors}` of the subscription protocol, or a plain result of servers that do not use it. */
function messageOf(value: unknown): ReadMessage {
  if (!isObject(value)) throw new SyntaxError('A part of the stream is not an object');
  const errors = own(value, 'errors');
  if (Object.hasOwn(value, 'payload')) {
    const payload = own(value, 'payload');
    if (isObject(payload)) return { type: 'next', payload: payload as ExecutionResult };
    return Array.isArray(errors) && errors.length > 0 ? { type: 'failed', errors } : { type: 'heartbeat' };
  }
  if (Object.hasOwn(value, 'data')) return { type: 'next', payload: value as ExecutionResult };
  return Array.isArray(errors) && errors.length > 0 ? { type: 'failed', errors } : { type: 'heartbeat' };
}

/** The operation id in single connection mode. A GraphQL result has no `id` beside `data`. */
function idOf(value: unknown): string | undefined {
  const id = own(value, 'id');
  return typeof id === 'string' && !Object.hasOwn(value as object, 'data') ? id : undefined;
}

const own = (value: unknown, key: string): unknown => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined);
