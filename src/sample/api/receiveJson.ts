/**
 * Reads a request that brings JSON, straight from the connection: the limit holds while the bytes come in, whatever length was announced.
 * Other media types are refused, those among them that a foreign page could send without asking.
 */
import type { IncomingMessage } from 'node:http';
import { GraphQLError } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { drainRequest } from '../uploads/drainRequest';

const refuse = (message: string, status: number, code: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code, http: { status } } });

/**
 * @param most bytes of the body.
 * @throws GraphQLError with status 415, 413 or 400.
 */
export async function receiveJson(request: IncomingMessage, most: number): Promise<GraphQLParams> {
  try {
    if (!/^application\/(?:graphql\+)?json\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
      throw refuse('Send application/json, or multipart/form-data for files.', 415, 'UNSUPPORTED_MEDIA_TYPE');
    }
    if (request.headers['content-encoding'])
      throw refuse('Send the body without a content encoding.', 415, 'UNSUPPORTED_MEDIA_TYPE');
    const params: unknown = parse(await readText(request, most));
    // A list would be a batch; Yoga has the words for refusing it.
    if (typeof params === 'object' && params !== null) return params as GraphQLParams;
    throw refuse('The body is no JSON object.', 400, 'BAD_REQUEST');
  } finally {
    drainRequest(request);
  }
}

async function readText(request: IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw refuse(`The body is larger than ${most} bytes.`, 413, 'REQUEST_TOO_LARGE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse('The body is no valid JSON.', 400, 'BAD_REQUEST');
  }
}
