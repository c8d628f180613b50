/** A file of a multipart request on its way: what the resolver is given for an `Upload`. */
import type { StoredBlob } from './createBlobStore';

/** A file that was announced by the request and may still have to arrive. One part of the request is one of these, however often it is used. */
export class PendingUpload {
  readonly #store: () => Promise<StoredFile>;
  #stored: Promise<StoredFile> | undefined;
  /** True once a document refers to the bytes; others are removed when the operation ends. */
  claimed = false;

  constructor(store: () => Promise<StoredFile>) {
    this.#store = store;
  }

  /**
   * Takes the bytes in. To be called only for someone who may upload: before the first call nothing of any file is kept.
   * @throws GraphQLError with status 413 when a file is too large, 400 when it never arrives.
   */
  store(): Promise<StoredFile> {
    this.#stored ??= this.#store();
    return this.#stored;
  }

  /** The file when it was asked for and has arrived, else null. */
  async settled(): Promise<StoredFile | null> {
    return (await this.#stored?.catch(() => null)) ?? null;
  }
}

/** A file whose bytes are stored. */
export interface StoredFile {
  /** Name without a folder or control characters, at most 255 characters. */
  filename: string;
  /** Media type the client gave, application/octet-stream when it is none. */
  contentType: string;
  blob: StoredBlob;
}
