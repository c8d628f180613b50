/** Compresses larger responses, such as the schema, which delays the first rows on slow connections. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Plugin } from 'graphql-yoga';
import { acceptsCoding } from '../../lib/network/acceptsCoding';

/** Smaller bodies fit into the first packets anyway; compressing larger ones would delay clients with fast connections. In bytes. */
const LEAST_BYTES = 4 * 1024;
const MOST_BYTES = 1024 * 1024;

/** Compresses JSON bodies of 4 kB to 1 MB for clients that accept gzip. Streams are sent as they are. */
export const compressedResponses: Plugin = {
  async onResponse({ request, response, setResponse, fetchAPI }) {
    if (!/\bapplication\/(?:[\w-]+\+)?json\b/.test(response.headers.get('content-type') ?? '')) return;
    response.headers.append('vary', 'accept-encoding');
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    if (!acceptsCoding(request.headers.get('accept-encoding'), 'gzip') || !(length >= LEAST_BYTES && length <= MOST_BYTES))
      return;
    const body = await promisify(gzip)(Buffer.from(await response.arrayBuffer()));
    const headers = new fetchAPI.Headers(response.headers);
    headers.set('content-encoding', 'gzip');
    headers.set('content-length', String(body.length));
    setResponse(new fetchAPI.Response(body, { status: response.status, headers }));
  },
};
