/**
 * Reads a GraphQL multipart request (https://github.com/jaydenseric/graphql-multipart-request-spec) as a stream. The operation starts as
 * soon as `operations` and `map` have arrived. Once the first resolver requests a file, files are written to the blob store in order of
 * arrival. No temporary folder is used; files that no resolver requests are read and discarded.
 */
import type { IncomingMessage } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { GraphQLError } from 'graphql';
import { type BlobStore, TooLargeError } from './createBlobStore';
import { drainRequest } from './drainRequest';
import { PendingUpload, type StoredFile } from './pendingUpload';

/** Limits of one request. */
export interface UploadLimits {
  /** Maximum size of one file in bytes. */
  fileBytes: number;
  /** Maximum number of files. */
  files: number;
  /** Maximum size of `operations` and of `map` in bytes, each. */
  fieldBytes: number;
}

/** A request that is being received. */
export interface MultipartReception {
  /** The GraphQL parameters, with a `PendingUpload` in place of each file. Rejects with a GraphQLError if the request is malformed. */
  params: Promise<Record<string, unknown>>;
  /** Call this when the operation has ended: deletes unused files and stops receiving. */
  end(): Promise<void>;
}

/** A part that the map names and that has not arrived yet. */
interface Expected {
  upload: PendingUpload;
  arrival: Deferred<StoredFile>;
  /** The first path that the file is mapped to, so that a form can show an error at its field. */
  variablePath: (string | number)[];
}

const refuse = (message: string, status = 400, code = 'BAD_REQUEST', more: Record<string, unknown> = {}): GraphQLError =>
  new GraphQLError(message, { extensions: { ...more, code, http: { status } } });

const tooLarge = (filename: string | undefined, { fileBytes: maxBytes }: UploadLimits, variablePath: Expected['variablePath']) =>
  refuse(
    `"${cleanFilename(filename)}" is larger than ${maxBytes / 1024 / 1024} MB, the limit for a file.`,
    413,
    'FILE_TOO_LARGE',
    {
      maxBytes,
      variablePath,
    },
  );

/** Starts receiving `request`, whose content type must be multipart/form-data. */
export function receiveMultipart(request: IncomingMessage, blobs: BlobStore, limits: UploadLimits): MultipartReception {
  const params = deferred<Record<string, unknown>>();
  const uploads = new Map<string, Expected>();
  // Resolved with true by the first resolver that requests a file, or with false at the end of the operation.
  const wanted = deferred<boolean>();
  let operations: unknown;
  let mapped = false;
  const storing = new Set<Readable>();
  const writing = new Set<Promise<void>>();
  const used: PendingUpload[] = [];

  const fail = (error: Error): void => {
    params.reject(error);
    for (const { arrival } of uploads.values()) arrival.reject(error);
    for (const file of storing) file.destroy(error);
  };

  const onField = (name: string, value: string, truncated: boolean): void => {
    if (truncated) {
      fail(refuse(`The form field "${name.slice(0, 50)}" is longer than ${limits.fieldBytes} bytes.`, 413, 'REQUEST_TOO_LARGE'));
      return;
    }
    if (name === 'operations') operations = parseField(name, value, fail);
    if (name !== 'map' || operations === undefined) return;
    mapped = true;
    try {
      placeUploads(operations, JSON.parse(value), limits, (key, place) => {
        const arrival = deferred<StoredFile>();
        const upload = new PendingUpload(() => {
          wanted.resolve(true);
          return arrival.promise;
        });
        uploads.set(key, { upload, arrival, variablePath: variablePathOf(place) });
        return upload;
      });
      params.resolve(operations as Record<string, unknown>);
    } catch (error) {
      fail(error instanceof GraphQLError ? error : refuse('The form field "map" is not valid JSON.'));
    }
  };

  const onFile = async (name: string, file: Readable, filename: string | undefined, mimeType: string): Promise<void> => {
    if (!mapped) fail(refuse('The form fields "operations" and "map" must precede the files, in this order.'));
    const expected = uploads.get(name);
    // A second part with the same name, or a part that the map does not name.
    if (!expected || !(await wanted.promise)) return void file.resume();
    uploads.delete(name);
    used.push(expected.upload);
    storing.add(file);
    try {
      // The stream must survive a refused file: destroying it would block the parser and all later parts.
      const bytes = file.iterator({ destroyOnReturn: false });
      const blob = await blobs.write(bytes, limits.fileBytes);
      expected.arrival.resolve({ filename: cleanFilename(filename), contentType: cleanType(mimeType), blob });
    } catch (error) {
      const isTooLarge = error instanceof TooLargeError;
      expected.arrival.reject(isTooLarge ? tooLarge(filename, limits, expected.variablePath) : (error as Error));
    } finally {
      storing.delete(file);
      file.resume();
    }
  };

  const parser = startParser(request, limits, fail);
  if (parser) {
    parser.on('field', (name, value, _nameTruncated, valueTruncated) => onField(name, value, valueTruncated));
    parser.on('file', (name, file, filename, _encoding, mimeType) => {
      // Without a listener, the error of an interrupted part would end the process; the reader of the part still gets it.
      file.on('error', () => {});
      const work = onFile(name, file, filename, mimeType).finally(() => writing.delete(work));
      writing.add(work);
    });
    parser.on('filesLimit', () => fail(refuse(`A request can contain at most ${limits.files} files.`, 413, 'TOO_MANY_FILES')));
    parser.on('error', error => fail(refuse(`The multipart body cannot be read: ${(error as Error).message}`)));
    parser.on('finish', async () => {
      params.reject(refuse('The form fields "operations" and "map" are missing.'));
      await Promise.all(writing);
      for (const [key, { arrival }] of uploads)
        arrival.reject(refuse(`The map refers to the part "${key}", which the request does not contain.`));
    });
    finished(request, { writable: false }, error => {
      if (!error) return;
      fail(refuse('The request ended before it was complete.'));
      parser.destroy(error);
    });
    request.pipe(parser);
  }

  return {
    params: params.promise,
    async end() {
      wanted.resolve(false);
      drainRequest(request);
      fail(refuse('The operation ended before this file was used.'));
      await Promise.all(writing);
      const files = await Promise.all(used.filter(upload => !upload.claimed).map(upload => upload.settled()));
      await Promise.all(files.map(file => file && blobs.remove(file.blob.id)));
    },
  };
}

function startParser(request: IncomingMessage, limits: UploadLimits, fail: (error: Error) => void) {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { fields: 2, fieldSize: limits.fieldBytes, files: limits.files, parts: limits.files + 2, headerPairs: 20 },
    });
  } catch {
    fail(refuse('The multipart body has no boundary.'));
    return null;
  }
}

function parseField(name: string, value: string, fail: (error: Error) => void): unknown {
  try {
    const parsed: unknown = JSON.parse(value);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  } catch {
    // Reported below, as for JSON that is not an object.
  }
  fail(refuse(`The form field "${name}" is not a JSON object.`));
  return undefined;
}

/** Puts an upload at each path in `map`. As the specification requires, each path has to exist and contain null. */
function placeUploads(
  operations: unknown,
  map: unknown,
  limits: UploadLimits,
  make: (key: string, place: string) => PendingUpload,
): void {
  const malformed = (path: unknown): GraphQLError =>
    refuse(`The map refers to ${JSON.stringify(path)?.slice(0, 100)}, which is not a variable with the value null.`);
  if (typeof map !== 'object' || map === null || Array.isArray(map)) throw refuse('The form field "map" is not a JSON object.');
  const entries = Object.entries(map);
  if (entries.length > limits.files) throw refuse(`A request can contain at most ${limits.files} files.`, 413, 'TOO_MANY_FILES');
  for (const [key, paths] of entries) {
    if (!Array.isArray(paths)) throw malformed(paths);
    const upload = make(key, String(paths[0] ?? ''));
    for (const path of paths) {
      if (typeof path !== 'string' || !path.startsWith('variables.')) throw malformed(path);
      const steps = path.split('.');
      const last = steps.pop() as string;
      let place: unknown = operations;
      for (const step of steps) {
        if (typeof place !== 'object' || place === null || !Object.hasOwn(place, step)) throw malformed(path);
        place = (place as Record<string, unknown>)[step];
      }
      if (typeof place !== 'object' || place === null || !Object.hasOwn(place, last)) throw malformed(path);
      const holder = place as Record<string, unknown>;
      if (holder[last] !== null) throw malformed(path);
      holder[last] = upload;
    }
  }
}

/** Converts `variables.files.0` to `['files', 0]`. */
function variablePathOf(place: string): (string | number)[] {
  const [, ...steps] = place.split('.');
  return steps.map(step => (/^\d+$/.test(step) ? Number(step) : step));
}

function cleanFilename(name: string | undefined): string {
  const base = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
  const clean = base.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '').trim();
  return clean.slice(0, 255) || 'file';
}

const cleanType = (type: string | undefined): string =>
  type && /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/.test(type) ? type.toLowerCase() : 'application/octet-stream';

interface Deferred<T> {
  promise: Promise<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

function deferred<T>(): Deferred<T> {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  // Callers that await the promise get the error. Without callers, the rejection must not end the process.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
