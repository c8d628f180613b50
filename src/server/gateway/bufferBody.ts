/** Reads whole request bodies, within a limit for each and one for all that are arriving. */
import type { FastifyRequest } from 'fastify';
import type { BodyBudget } from '../../lib/network/bodyBudget';

/** A content type parser of Fastify. */
export type BodyParser = (
  request: FastifyRequest,
  payload: NodeJS.ReadableStream,
  done: (error: Error | null, body?: unknown) => void,
) => void;

/** Creates a parser whose result is the body as a buffer. @param mostBytes a longer body is refused with status 413 */
export function bufferBody(budget: BodyBudget, mostBytes: number): BodyParser {
  return ({ raw }, payload, done) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const body = budget.begin(() => {
      chunks.length = 0;
      raw.destroy();
    });
    const finish = (error: Error | null): void => {
      body.end();
      payload.removeListener('data', add).removeListener('end', end).removeListener('error', finish);
      // Later errors of the connection are not handled elsewhere.
      payload.on('error', () => {}).resume();
      done(error, error === null ? Buffer.concat(chunks) : undefined);
    };
    const add = (chunk: Buffer): void => {
      chunks.push(chunk);
      size += chunk.length;
      body.grow(chunk.length);
      if (size > mostBytes) finish(Object.assign(new Error('The body is too large.'), { statusCode: 413 }));
    };
    const end = (): void => finish(null);
    payload.on('data', add).once('end', end).once('error', finish);
  };
}
