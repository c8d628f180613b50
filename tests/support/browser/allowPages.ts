import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Sets CORS headers that let pages of any origin read the response, also with cookies.
 * @returns true if the request was a preflight request, which has been answered
 */
export function allowPages(request: IncomingMessage, response: ServerResponse): boolean {
  const { origin = '*', 'access-control-request-headers': headers = '*' } = request.headers;
  response.setHeader('access-control-allow-origin', origin).setHeader('access-control-allow-headers', headers);
  if (origin !== '*') response.setHeader('access-control-allow-credentials', 'true');
  if (request.method !== 'OPTIONS') return false;
  response.writeHead(204).end();
  return true;
}
