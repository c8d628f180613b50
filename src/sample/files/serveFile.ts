/**
 * Downloads of documents. Uploaded files are always sent as attachments: never inline, never sniffed, and types that a browser could
 * execute are sent as application/octet-stream.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type Document, SELECT_DOCUMENTS } from '../api/rows/document';
import { rowOf } from '../api/rows/globalId';
import type { Database } from '../database/database';
import type { BlobStore } from '../uploads/createBlobStore';
import { sendNotFound } from './sendNotFound';

/** Media types that are safe to send as they are. */
const HARMLESS =
  /^(?:image\/(?:png|jpeg|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/(?:pdf|zip|json|gzip)|text\/(?:plain|csv))$/;

/** Handles a GET or HEAD request of /files/<id>. */
export async function serveFile(
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
  database: Database,
  blobs: BlobStore,
): Promise<void> {
  const row = rowOf('Document', id);
  const [document] = row === null ? [] : await database.query<Document>(`${SELECT_DOCUMENTS} where d.id = $1`, [row]);
  if (!document) return sendNotFound(response);
  const tag = `"${document.sha256}"`;
  response.setHeader('etag', tag);
  response.setHeader('cache-control', 'private, max-age=31536000, immutable');
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('content-security-policy', "default-src 'none'; sandbox");
  response.setHeader('content-disposition', attachment(document.filename));
  if (request.headers['if-none-match'] === tag) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.setHeader('content-type', HARMLESS.test(document.content_type) ? document.content_type : 'application/octet-stream');
  response.setHeader('content-length', String(document.size_bytes));
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  await pipeline(blobs.read(document.blob_id), response);
}

/** Content-Disposition by RFC 6266: an ASCII name for old clients, and the exact name in the format of RFC 8187. */
function attachment(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(filename).replace(/['()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
