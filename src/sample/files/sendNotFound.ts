import type { ServerResponse } from 'node:http';

/** Responds with status 404 and one line of text. */
export function sendNotFound(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' });
  response.end('Not found\n');
}
