import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import type { Readable } from 'node:stream';

/** The response, byte for byte. */
export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Sends a request with exactly these headers on a new connection. Unlike `fetch`, it adds no headers, decodes nothing and follows no
 * redirects.
 * @param path sent unchanged, even if it is invalid
 */
export function rawRequest(
  base: string,
  path: string,
  options: { method?: string; headers?: OutgoingHttpHeaders; body?: string | Buffer | Readable } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method: options.method ?? 'GET', headers: options.headers, agent: false },
      response => {
        const chunks: Buffer[] = [];
        response.on('data', chunk => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    sent.on('error', reject);
    if (typeof options.body === 'object' && 'pipe' in options.body) options.body.pipe(sent);
    else sent.end(options.body);
  });
}
