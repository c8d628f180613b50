/**
 * Reads a JSON request body directly from the connection. The limit is checked while bytes arrive, whatever Content-Length says. Other
 * media types are refused, including those that a page of another origin can send without a CORS preflight.
 */
import type { IncomingMessage } from 'node:http';
import { GraphQLError } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import type { BodyBudget } from '../../lib/network/bodyBudget';
import { drainRequest } from '../uploads/drainRequest';

const refuse = (message: string, status: number, code: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code, http: { status } } });

/**
 * @param most maximum size of the body in bytes
 * @param budget bounds the memory of all bodies that are arriving
 * @throws GraphQLError with status 415, 413 or 400
 */
export async function receiveJson(request: IncomingMessage, most: number, budget: BodyBudget): Promise<GraphQLParams> {
  try {
    if (!/^application\/(?:graphql\+)?json\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
      throw refuse('Send application/json, or multipart/form-data for files.', 415, 'UNSUPPORTED_MEDIA_TYPE');
    }
    if (request.headers['content-encoding'])
      throw refuse('Send the body without a content encoding.', 415, 'UNSUPPORTED_MEDIA_TYPE');
    const params: unknown = parse(await readText(request, most, budget));
    // An array is a batch, which Yoga refuses with its own message.
    if (typeof params === 'object' && params !== null) return params as GraphQLParams;
    throw refuse('The body is not a JSON object.', 400, 'BAD_REQUEST');
  } finally {
    drainRequest(request);
  }
}

async function readText(request: IncomingMessage, most: number, budget: BodyBudget): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const body = budget.begin(() => {
    chunks.length = 0;
    request.destroy();
  });
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) throw refuse(`The body is larger than ${most} bytes.`, 413, 'REQUEST_TOO_LARGE');
      chunks.push(chunk);
      body.grow(chunk.length);
    }
    return Buffer.concat(chunks, size).toString('utf8');
  } finally {
    body.end();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse('The body is not valid JSON.', 400, 'BAD_REQUEST');
  }
}
