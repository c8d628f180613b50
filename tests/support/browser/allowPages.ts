import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Lets pages of every origin read the answer, with cookies too.
 * @returns true if the request was the browser's question whether they may; it is then answered
 */
export function allowPages(request: IncomingMessage, response: ServerResponse): boolean {
  const { origin = '*', 'access-control-request-headers': headers = '*' } = request.headers;
  response.setHeader('access-control-allow-origin', origin).setHeader('access-control-allow-headers', headers);
  if (origin !== '*') response.setHeader('access-control-allow-credentials', 'true');
  if (request.method !== 'OPTIONS') return false;
  response.writeHead(204).end();
  return true;
}
