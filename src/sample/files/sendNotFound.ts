import type { ServerResponse } from 'node:http';

/** Answers 404 in one plain line. */
export function sendNotFound(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' });
  response.end('Not found\n');
}
