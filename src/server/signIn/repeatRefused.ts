/**
 * Repeats a request once with a renewed token after the API has refused it with 401. Only queries are repeated, and other requests that
 * were refused before they ran, so that nothing is executed twice. Only short JSON bodies are kept and can be sent again; uploads are
 * streamed.
 */
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { parse } from '@0no-co/graphql.web';
import type { Dispatcher } from 'undici';
import type { BodyBudget } from '../../lib/network/bodyBudget';
import { mayHaveRun } from '../../lib/network/mayHaveRun';
import { type BodyParser, bufferBody } from '../gateway/bufferBody';
import type { Visit } from './sessions';

/** Longest body that is kept, in bytes. */
export const MOST_KEPT = 1_000_000;
/** Longest refusal that is read, in bytes. */
const MOST_READ = 64 * 1024;

/** The part of undici that reply-from uses. */
type Requests = Pick<Dispatcher, 'request'>;
type ResponseData = Dispatcher.ResponseData;

/** What is needed to repeat a request. */
export interface Kept {
  /** Returns the body in a new stream, because a stream can be read only once. */
  body(): Readable;
  text: string;
  visit: Visit;
  /** True if the browser has disconnected. */
  isOver(): boolean;
}

/** Creates a content type parser that keeps the JSON body of a request if it is short, and passes it on as a stream otherwise. */
export function keepBody(budget: BodyBudget): BodyParser {
  const buffer = bufferBody(budget, MOST_KEPT);
  return (request, payload, done) => {
    const length = request.headers['content-length'];
    if (length === undefined || Number(length) > MOST_KEPT) done(null, payload);
    else buffer(request, payload, done);
  };
}

/**
 * Wraps a dispatcher so that it repeats requests after a 401.
 * @param kept what is needed to repeat a request, by its body
 * @param timeoutMs longest wait for the body of a refusal
 */
export function repeatRefused(inner: Requests, kept: WeakMap<object, Kept>, timeoutMs: number): Requests {
  const request = (options: Dispatcher.RequestOptions, callback: (error: Error | null, data: ResponseData) => void): void => {
    const known = typeof options.body === 'object' && options.body !== null ? kept.get(options.body) : undefined;
    inner.request(options, (error, response) => {
      if (error || response.statusCode !== 401 || known === undefined) return callback(error, response);
      const before = known.visit.token() ?? '';
      renewed(known, response, timeoutMs).then(
        token => {
          if (token === null) return callback(null, response);
          // Replaces the token in all headers, because the operator may send it in custom ones.
          const headers = Object.fromEntries(
            Object.entries(options.headers as Record<string, string>).map(([name, value]) => [
              name,
              typeof value === 'string' && before !== '' ? value.replaceAll(before, () => token) : value,
            ]),
          );
          inner.request({ ...options, headers, body: known.body() }, callback);
        },
        failure => callback(failure as Error, response),
      );
    });
  };
  return { request } as Requests;
}

/** The token to repeat a request with; null if it must not be repeated, so that the API's response is passed on. */
async function renewed(known: Kept, response: ResponseData, timeoutMs: number): Promise<string | null> {
  const read = await readBegin(response.body as Readable, timeoutMs);
  response.body = read.again as ResponseData['body'];
  const document = documentOf(known.text);
  const encoding = response.headers['content-encoding'];
  const mayRepeat = isQuery(document) || (read.whole !== null && !hasRun(read.whole, encoding, document));
  if (!mayRepeat) return null;
  const token = await known.visit.renewRefused();
  if (token === null || known.isOver()) return null;
  read.again.destroy();
  return token;
}

/** Reads a body if it is short, and returns a stream that still contains all of it. */
async function readBegin(body: Readable, timeoutMs: number): Promise<{ whole: Buffer | null; again: Readable }> {
  const timer = setTimeout(
    () => body.destroy(new Error(`the upstream was silent for ${timeoutMs} ms within a response`)),
    timeoutMs,
  );
  const rest = body[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let isWhole = false;
  let size = 0;
  try {
    while (size <= MOST_READ && !isWhole) {
      const next = await rest.next();
      isWhole = next.done === true;
      if (next.done) break;
      chunks.push(next.value as Buffer);
      size += (next.value as Buffer).length;
    }
  } finally {
    clearTimeout(timer);
  }
  const all = async function* (): AsyncGenerator<Buffer> {
    yield* chunks;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value as Buffer;
  };
  const again = Readable.from(all(), { objectMode: false }).once('close', () => body.destroy());
  return { whole: isWhole ? Buffer.concat(chunks) : null, again };
}

type Document = ReturnType<typeof parse>;

/** The document of a request; null if it cannot be parsed. */
function documentOf(text: string): Document | null {
  try {
    const request: unknown = JSON.parse(text);
    return parse(String(new Map(Object.entries(request as object)).get('query')), { noLocation: true });
  } catch {
    return null;
  }
}

/** True if all operations of the document are queries. */
function isQuery(document: Document | null): boolean {
  const operations = document?.definitions.filter(each => each.kind === 'OperationDefinition') ?? [];
  return operations.length > 0 && operations.every(each => String(each.operation) === 'query');
}

/** False if the refused operation has certainly not run: the refusal is not JSON, or JSON that proves it. */
function hasRun(body: Buffer, encoding: string | string[] | undefined, document: Document | null): boolean {
  let text: string;
  try {
    text = decoded(body, [encoding ?? []].flat().join(',')).toString('utf8');
  } catch {
    return true;
  }
  try {
    const response: unknown = JSON.parse(text);
    return Array.isArray(response) || mayHaveRun(response, document);
  } catch {
    return false;
  }
}

function decoded(body: Buffer, encoding: string): Buffer {
  const limit = { maxOutputLength: MOST_READ * 16 };
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return body;
    case 'gzip':
      return gunzipSync(body, limit);
    case 'br':
      return brotliDecompressSync(body, limit);
    case 'deflate':
      return inflateSync(body, limit);
    default:
      throw new Error('An unknown encoding');
  }
}
