/**
 * A request that the API refuses with 401 is sent once more with a renewed token: queries, and whatever else it refused before it ran, so
 * that nothing is executed twice. Only bodies that were kept can be sent again; uploads are streamed.
 */
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { parse } from '@0no-co/graphql.web';
import type { FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { mayHaveRun } from '../../lib/mayHaveRun';
import type { Visit } from './sessions';

/** Longest body that is kept, in bytes. */
export const MOST_KEPT = 1_000_000;
/** Longest refusal that is read, in bytes. */
const MOST_READ = 64 * 1024;

/** What a request of reply-from is made of. */
type Requests = Pick<Dispatcher, 'request'>;
type Answer = Dispatcher.ResponseData;

/** What it takes to send a request again. */
export interface Kept {
  /** The body again: a stream can be read once. */
  body(): Readable;
  text: string;
  visit: Visit;
  /** The browser has gone. */
  isOver(): boolean;
}

/** Keeps the JSON body of a request where it is short; all else stays a stream. */
export function keepBody(
  request: FastifyRequest,
  payload: NodeJS.ReadableStream,
  done: (error: Error | null, body?: unknown) => void,
): void {
  const length = request.headers['content-length'];
  if (length === undefined || Number(length) > MOST_KEPT) {
    done(null, payload);
    return;
  }
  const chunks: Buffer[] = [];
  payload
    .on('data', chunk => chunks.push(chunk))
    .once('error', done)
    .once('end', () => done(null, Buffer.concat(chunks)));
}

/**
 * Requests that are repeated at a 401.
 * @param kept what is known of a request, by its body.
 * @param timeoutMs longest wait for the body of a refusal
 */
export function repeatRefused(inner: Requests, kept: WeakMap<object, Kept>, timeoutMs: number): Requests {
  const request = (options: Dispatcher.RequestOptions, callback: (error: Error | null, data: Answer) => void): void => {
    const known = typeof options.body === 'object' && options.body !== null ? kept.get(options.body) : undefined;
    inner.request(options, (error, answer) => {
      if (error || answer.statusCode !== 401 || known === undefined) return callback(error, answer);
      const before = known.visit.token() ?? '';
      renewed(known, answer, timeoutMs).then(
        token => {
          if (token === null) return callback(null, answer);
          // Wherever it stands: the operator may have it in headers of other names.
          const headers = Object.fromEntries(
            Object.entries(options.headers as Record<string, string>).map(([name, value]) => [
              name,
              typeof value === 'string' && before !== '' ? value.replaceAll(before, () => token) : value,
            ]),
          );
          inner.request({ ...options, headers, body: known.body() }, callback);
        },
        failure => callback(failure as Error, answer),
      );
    });
  };
  return { request } as Requests;
}

/** The token to repeat a request with; null when it must not be repeated, and the answer is the API's. */
async function renewed(known: Kept, answer: Answer, timeoutMs: number): Promise<string | null> {
  const read = await readBegin(answer.body as Readable, timeoutMs);
  answer.body = read.again as Answer['body'];
  const document = documentOf(known.text);
  const encoding = answer.headers['content-encoding'];
  const mayRepeat = isQuery(document) || (read.whole !== null && !hasRun(read.whole, encoding, document));
  if (!mayRepeat) return null;
  const token = await known.visit.renewRefused();
  if (token === null || known.isOver()) return null;
  read.again.destroy();
  return token;
}

/** The body as far as it is short, and a stream that still gives all of it. */
async function readBegin(body: Readable, timeoutMs: number): Promise<{ whole: Buffer | null; again: Readable }> {
  const timer = setTimeout(
    () => body.destroy(new Error(`the upstream was silent for ${timeoutMs} ms within an answer`)),
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

/** The document of a request; null where it cannot be seen. */
function documentOf(text: string): Document | null {
  try {
    const request: unknown = JSON.parse(text);
    return parse(String(new Map(Object.entries(request as object)).get('query')), { noLocation: true });
  } catch {
    return null;
  }
}

/** True where every operation of the document is a query. */
function isQuery(document: Document | null): boolean {
  const operations = document?.definitions.filter(each => each.kind === 'OperationDefinition') ?? [];
  return operations.length > 0 && operations.every(each => String(each.operation) === 'query');
}

/** False where what was refused has certainly not run: the refusal is no JSON, or JSON that says so. */
function hasRun(body: Buffer, encoding: string | string[] | undefined, document: Document | null): boolean {
  let text: string;
  try {
    text = decoded(body, [encoding ?? []].flat().join(',')).toString('utf8');
  } catch {
    return true;
  }
  try {
    const answer: unknown = JSON.parse(text);
    return Array.isArray(answer) || mayHaveRun(answer, document);
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
