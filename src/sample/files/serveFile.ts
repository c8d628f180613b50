/**
 * Downloads of documents. Whatever was uploaded is only ever offered for saving: never shown inline, never sniffed, and types a browser
 * could run are sent as plain bytes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type Document, SELECT_DOCUMENTS } from '../api/document';
import { rowOf } from '../api/globalId';
import type { Database } from '../database/database';
import type { BlobStore } from '../uploads/createBlobStore';
import { sendNotFound } from './sendNotFound';

/** Types that are safe to name. */
const HARMLESS =
  /^(?:image\/(?:png|jpeg|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/(?:pdf|zip|json|gzip)|text\/(?:plain|csv))$/;

/** Answers a GET or HEAD of /files/<id>. */
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

/** RFC 6266: a plain name for old readers, the true one in RFC 8187's form. */
function attachment(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(filename).replace(/['()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
