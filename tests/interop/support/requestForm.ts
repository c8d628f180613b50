/** Reads a logged request in the terms of the contract. */
import { createHash } from 'node:crypto';
import type { LoggedRequest } from '../../support/servers/host/serverLog';

/** A JSON body of the client. */
export interface JsonBody {
  operationName: string | null;
  variables: Record<string, unknown>;
  query?: string;
  extensions?: { persistedQuery: { version: number; sha256Hash: string } };
}

/** Lower-case hex SHA-256 of a text or bytes. */
export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** The JSON body of a request. */
export const jsonBody = (request: LoggedRequest | undefined): JsonBody => JSON.parse(String(request?.body));

/** The kind of request; an unknown one is described, so that a comparison fails with the reason. */
export function formOf(request: LoggedRequest): string {
  if (request.method !== 'POST') return `${request.method} ${request.url}`;
  const type = String(request.headers['content-type']);
  if (type.startsWith('multipart/form-data; boundary=')) return 'multipart';
  if (type !== 'application/json') return `content-type ${type}`;
  const body = jsonBody(request);
  const unknown = Object.keys(body).filter(key => !['operationName', 'variables', 'query', 'extensions'].includes(key));
  if (unknown.length > 0) return `unknown keys ${unknown}`;
  if (!('operationName' in body) || typeof body.variables !== 'object' || body.variables === null) return 'keys missing';
  if (!('extensions' in body)) return typeof body.query === 'string' ? 'text' : 'nothing';
  const { persistedQuery, ...others } = body.extensions ?? {};
  if (Object.keys(others).length > 0 || JSON.stringify(Object.keys(persistedQuery ?? {}).sort()) !== '["sha256Hash","version"]') {
    return `extensions ${JSON.stringify(body.extensions)}`;
  }
  if (persistedQuery?.version !== 1 || !/^[0-9a-f]{64}$/.test(persistedQuery.sha256Hash))
    return `hash ${JSON.stringify(persistedQuery)}`;
  return 'query' in body ? 'text+hash' : 'hash';
}

/** One field of a multipart body. */
export interface Field {
  name: string;
  fileName: string | undefined;
  contentType: string | undefined;
  bytes: Buffer;
}

/** The fields of a multipart body in order, with their exact bytes. */
export function fieldsOf({ headers, body }: LoggedRequest): Field[] {
  const boundary = /boundary="?([^";]+)/.exec(String(headers['content-type']))?.[1];
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const bytes = Buffer.concat([Buffer.from('\r\n'), body]);
  const fields: Field[] = [];
  let from = bytes.indexOf(delimiter);
  for (;;) {
    const to = bytes.indexOf(delimiter, from + delimiter.length);
    if (to < 0) return fields;
    const part = bytes.subarray(from + delimiter.length + 2, to);
    const split = part.indexOf('\r\n\r\n');
    const head = part.subarray(0, split).toString();
    fields.push({
      name: /[; ]name="([^"]*)"/.exec(head)?.[1] ?? '',
      fileName: /filename="([^"]*)"/.exec(head)?.[1],
      contentType: /content-type: *(.*)/i.exec(head)?.[1],
      bytes: part.subarray(split + 4),
    });
    from = to;
  }
}

/** The text of a field; '' if there is none with that name. */
export const textOf = (fields: Field[], name: string): string => String(fields.find(field => field.name === name)?.bytes ?? '');
