/**
 * Reads the messages of a subscription from the body of an HTTP answer, cut anywhere:
 * - text/event-stream: GraphQL over SSE (https://github.com/graphql/graphql-over-http/blob/main/rfcs/GraphQLOverSSE.md), parsed by
 *   eventsource-parser; in single connection mode messages carry the id of their operation;
 * - multipart/mixed: Apollo's multipart subscriptions (https://www.apollographql.com/docs/graphos/routing/operations/subscriptions/multipart-protocol),
 *   whose parts are heartbeats `{}`, `{payload}`, or `{payload: null, errors}`, after which the stream ends.
 */
import type { ExecutionResult } from '@urql/core';
import { createParser } from 'eventsource-parser';
import { parseJson } from '../../http/body/largeIntegers';
import { createMultipartReader } from '../../http/body/multipartReader';
import { LARGE_EVENT } from '../largeEvent';

/** One message. `failed`: the stream cannot go on; `large`: it is still to be read, as it is or cut short. */
export type StreamMessage = ReadMessage | { type: 'large'; text: string; read(text: string): ReadMessage };

/** A message that has been read. */
export type ReadMessage =
  | { type: 'next'; payload: ExecutionResult; id?: string }
  | { type: 'failed'; errors: readonly unknown[] }
  | { type: 'complete'; id?: string }
  | { type: 'heartbeat' };

/** Takes pieces of a body in order. @throws SyntaxError for a message that is no JSON */
export interface MessageReader {
  push(piece: string): StreamMessage[];
  /** The body has ended. Whether it was ended on purpose, as opposed to a connection that broke. */
  isComplete(): boolean;
}

/** The longest message, in characters: what is held until its end comes. */
const LONGEST_MESSAGE = 100_000_000;

/** How much of the end of a body is looked at. */
const TAIL_LENGTH = 200;

/** The reader for a content type; undefined where it is no stream. */
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
      // Events of other names (`ping`) only say that the stream lives.
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
      const messages = found;
      found = [];
      return messages;
    },
    // An event without data is none for the parser.
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

/** The message of a JSON text; of a large one it is left to the caller to read it. */
function readLater(text: string, messageIn: (value: unknown) => ReadMessage): StreamMessage {
  const read = (json: string): ReadMessage => messageIn(parseJson(json));
  return text.length > LARGE_EVENT ? { type: 'large', text, read } : read(text);
}

function completeOf(data: string): ReadMessage {
  if (data.trim() === '') return { type: 'complete' };
  const id = idOf(parseJson(data));
  return { type: 'complete', ...(id === undefined ? {} : { id }) };
}

/** An execution result, or in single connection mode `{id, payload}`. */
function nextOf(value: unknown): ReadMessage {
  const id = idOf(value);
  const payload = id === undefined ? value : own(value, 'payload');
  if (!isObject(payload)) throw new SyntaxError('A message of the stream is no GraphQL result');
  return { type: 'next', payload: payload as ExecutionResult, ...(id === undefined ? {} : { id }) };
}

/** A part: a heartbeat, `{payload, errors}` of the subscription protocol, or a result as servers without it send. */
function messageOf(value: unknown): ReadMessage {
  if (!isObject(value)) throw new SyntaxError('A part of the stream is no object');
  const errors = own(value, 'errors');
  if (Object.hasOwn(value, 'payload')) {
    const payload = own(value, 'payload');
    if (isObject(payload)) return { type: 'next', payload: payload as ExecutionResult };
    return Array.isArray(errors) && errors.length > 0 ? { type: 'failed', errors } : { type: 'heartbeat' };
  }
  if (Object.hasOwn(value, 'data')) return { type: 'next', payload: value as ExecutionResult };
  return Array.isArray(errors) && errors.length > 0 ? { type: 'failed', errors } : { type: 'heartbeat' };
}

/** The id of an operation in single connection mode; a GraphQL result has no `id` beside `data`. */
function idOf(value: unknown): string | undefined {
  const id = own(value, 'id');
  return typeof id === 'string' && !Object.hasOwn(value as object, 'data') ? id : undefined;
}

const own = (value: unknown, key: string): unknown => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
