/**
 * Reads a GraphQL multipart request (https://github.com/jaydenseric/graphql-multipart-request-spec) as it arrives. The operation starts as
 * soon as `operations` and `map` are in; files are taken in when the first resolver asks for one, in the order they come, straight to
 * the blob store. Nothing goes through a temporary folder, and what is not asked for is read and discarded.
 */
import type { IncomingMessage } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { GraphQLError } from 'graphql';
import { type BlobStore, TooLargeError } from './createBlobStore';
import { drainRequest } from './drainRequest';
import { PendingUpload, type StoredFile } from './pendingUpload';

/** What one request may bring. */
export interface UploadLimits {
  /** Bytes of one file. */
  fileBytes: number;
  /** Number of files. */
  files: number;
  /** Bytes of `operations` and of `map` each. */
  fieldBytes: number;
}

/** A request being received. */
export interface MultipartReception {
  /** The GraphQL parameters, each file's place held by a `PendingUpload`; rejects with a GraphQLError when the request is malformed. */
  params: Promise<Record<string, unknown>>;
  /** To be called when the operation has ended: releases files without a reference and what is still being received. */
  end(): Promise<void>;
}

/** A part that the map names and that has not come yet. */
interface Expected {
  upload: PendingUpload;
  arrival: Deferred<StoredFile>;
  /** The first place it is put at, for a form to show at its field what is wrong with it. */
  variablePath: (string | number)[];
}

const refuse = (message: string, status = 400, code = 'BAD_REQUEST', more: Record<string, unknown> = {}): GraphQLError =>
  new GraphQLError(message, { extensions: { ...more, code, http: { status } } });

/** Begins to receive `request`, whose content type must be multipart/form-data. */
export function receiveMultipart(request: IncomingMessage, blobs: BlobStore, limits: UploadLimits): MultipartReception {
  const params = deferred<Record<string, unknown>>();
  const uploads = new Map<string, Expected>();
  // Opened by the first resolver that asks for a file, or by the end of the operation.
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
      fail(error instanceof GraphQLError ? error : refuse('The form field "map" is no valid JSON.'));
    }
  };

  const onFile = async (name: string, file: Readable, filename: string | undefined, mimeType: string): Promise<void> => {
    if (!mapped) fail(refuse('The form fields "operations" and "map" have to come before the files, in this order.'));
    const expected = uploads.get(name);
    // A second part of the same name, or one the map does not know.
    if (!expected || !(await wanted.promise)) return void file.resume();
    uploads.delete(name);
    used.push(expected.upload);
    storing.add(file);
    try {
      // The stream outlives a refusal: destroyed, it would hold up the parser and with it the parts behind it.
      const bytes = file.iterator({ destroyOnReturn: false });
      const blob = await blobs.write(bytes, limits.fileBytes);
      expected.arrival.resolve({ filename: cleanFilename(filename), contentType: cleanType(mimeType), blob });
    } catch (error) {
      const tooLarge = () =>
        refuse(
          `"${cleanFilename(filename)}" is larger than the ${limits.fileBytes / 1024 / 1024} MB a file may have.`,
          413,
          'FILE_TOO_LARGE',
          { maxBytes: limits.fileBytes, variablePath: expected.variablePath },
        );
      expected.arrival.reject(error instanceof TooLargeError ? tooLarge() : (error as Error));
    } finally {
      storing.delete(file);
      file.resume();
    }
  };

  const parser = startParser(request, limits, fail);
  if (parser) {
    parser.on('field', (name, value, _nameTruncated, valueTruncated) => onField(name, value, valueTruncated));
    parser.on('file', (name, file, filename, _encoding, mimeType) => {
      // Without a listener the error of a cut-off part would end the process; the reader of the part still gets it.
      file.on('error', () => {});
      const work = onFile(name, file, filename, mimeType).finally(() => writing.delete(work));
      writing.add(work);
    });
    parser.on('filesLimit', () => fail(refuse(`A request may bring ${limits.files} files at most.`, 413, 'TOO_MANY_FILES')));
    parser.on('error', error => fail(refuse(`The multipart body cannot be read: ${(error as Error).message}`)));
    parser.on('finish', async () => {
      params.reject(refuse('The form fields "operations" and "map" are missing.'));
      await Promise.all(writing);
      for (const [key, { arrival }] of uploads)
        arrival.reject(refuse(`The request holds no part "${key}" although its map names one.`));
    });
    finished(request, { writable: false }, error => {
      if (!error) return;
      fail(refuse('The request was cut off.'));
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
    // Reported below, as for JSON of another kind.
  }
  fail(refuse(`The form field "${name}" is no JSON object.`));
  return undefined;
}

/** Puts an upload at every place `map` names; each place has to exist and to hold null, as the specification asks. */
function placeUploads(
  operations: unknown,
  map: unknown,
  limits: UploadLimits,
  make: (key: string, place: string) => PendingUpload,
): void {
  const malformed = (path: unknown): GraphQLError =>
    refuse(`The map names ${JSON.stringify(path)?.slice(0, 100)}, which is no empty place of a variable.`);
  if (typeof map !== 'object' || map === null || Array.isArray(map)) throw refuse('The form field "map" is no JSON object.');
  const entries = Object.entries(map);
  if (entries.length > limits.files) throw refuse(`A request may bring ${limits.files} files at most.`, 413, 'TOO_MANY_FILES');
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

/** `variables.files.0` as `['files', 0]`. */
function variablePathOf(place: string): (string | number)[] {
  const [, ...steps] = place.split('.');
  return steps.map(step => (/^\d+$/.test(step) ? Number(step) : step));
}

function cleanFilename(name: string | undefined): string {
  const base = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
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
  // Callers that wait for it get the error; without one it must not end the process.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
