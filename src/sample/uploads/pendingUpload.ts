/** A file of a multipart request, as passed to resolvers for an `Upload`. */
import type { StoredBlob } from './createBlobStore';

/** A file that may not have arrived yet. Each part of the request has one object, however often it is used. */
export class PendingUpload {
  readonly #store: () => Promise<StoredFile>;
  #stored: Promise<StoredFile> | undefined;
  /** True once a document refers to the bytes. Other files are deleted when the operation ends. */
  claimed = false;

  constructor(store: () => Promise<StoredFile>) {
    this.#store = store;
  }

  /**
   * Stores the file. Call this only for users who may upload: before the first call, no part of any file is stored.
   * @throws GraphQLError with status 413 if the file is too large, 400 if it never arrives
   */
  store(): Promise<StoredFile> {
    this.#stored ??= this.#store();
    return this.#stored;
  }

  /** Returns the file if it was requested and stored, otherwise null. */
  async settled(): Promise<StoredFile | null> {
    return (await this.#stored?.catch(() => null)) ?? null;
  }
}

/** A stored file. */
export interface StoredFile {
  /** Name without folders and control characters, at most 255 characters. */
  filename: string;
  /** Media type that the client sent; application/octet-stream if it is missing or invalid. */
  contentType: string;
  blob: StoredBlob;
}
