/**
 * Stores the content of documents in the database, in chunks. Every instance that shares the database can serve them, nothing is left in a
 * temporary folder, and no file is ever in memory as a whole. A blob is only used once it is complete.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Database } from '../database/database';

/** A completely stored blob. */
export interface StoredBlob {
  id: string;
  sizeBytes: bigint;
  sha256: string;
}

export interface BlobStore {
  /**
   * Stores a stream as it arrives, with at most one chunk in memory. If the stream fails or exceeds `most` bytes, nothing is kept.
   * @throws TooLargeError beyond `most` bytes; otherwise the error of the stream
   */
  write(bytes: AsyncIterable<Buffer>, most: number): Promise<StoredBlob>;
  /** Reads a blob in chunks. */
  read(id: string): AsyncGenerator<Buffer>;
  /** Deletes a blob. */
  remove(id: string): Promise<void>;
  /** Deletes blobs older than `minutes` that are incomplete or belong to no document. They were left by a process that was killed. */
  sweep(minutes: number): Promise<void>;
}

/** A stream exceeded its limit. */
export class TooLargeError extends Error {
  override name = 'TooLargeError';
}

const CHUNK_BYTES = 256 * 1024;

/** Creates the store on the tables harbour.blobs and harbour.blob_chunks. */
export function createBlobStore(database: Database): BlobStore {
  const remove = async (id: string): Promise<void> => {
    await database.query('delete from harbour.blobs where id = $1::uuid', [id]);
  };
  return {
    async write(bytes, most) {
      const id = randomUUID();
      const hash = createHash('sha256');
      let size = 0;
      let position = 0;
      await database.query(
        'insert into harbour.blobs (id, complete, size_bytes, created_at) values ($1::uuid, false, 0, now())',
        [id],
      );
      try {
        for await (const chunk of inChunks(bytes)) {
          size += chunk.length;
          if (size > most) throw new TooLargeError(`More than ${most} bytes`);
          hash.update(chunk);
          await database.query('insert into harbour.blob_chunks (blob_id, position, bytes) values ($1::uuid, $2, $3)', [
            id,
            position++,
            chunk,
          ]);
        }
        const sha256 = hash.digest('hex');
        await database.query(
          'update harbour.blobs set complete = true, size_bytes = $2::bigint, sha256 = $3 where id = $1::uuid',
          [id, String(size), sha256],
        );
        return { id, sizeBytes: BigInt(size), sha256 };
      } catch (error) {
        await remove(id);
        throw error;
      }
    },
    async *read(id) {
      for (let position = 0; ; position++) {
        const [row] = await database.query<{ bytes: Buffer }>(
          'select bytes from harbour.blob_chunks where blob_id = $1::uuid and position = $2',
          [id, position],
        );
        if (!row) return;
        yield row.bytes;
      }
    },
    remove,
    async sweep(minutes) {
      await database.query(
        `delete from harbour.blobs b
         where b.created_at < now() - make_interval(mins => $1::int)
           and not exists (select 1 from harbour.documents d where d.blob_id = b.id)`,
        [minutes],
      );
    },
  };
}

/** Splits a stream into chunks of equal size, so that few statements store many bytes. */
async function* inChunks(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let held = 0;
  for await (const part of bytes) {
    parts.push(part);
    held += part.length;
    if (held < CHUNK_BYTES) continue;
    let whole = Buffer.concat(parts, held);
    for (; whole.length >= CHUNK_BYTES; whole = whole.subarray(CHUNK_BYTES)) yield whole.subarray(0, CHUNK_BYTES);
    parts = [whole];
    held = whole.length;
  }
  if (held > 0) yield Buffer.concat(parts, held);
}
