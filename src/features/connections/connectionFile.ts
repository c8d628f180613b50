/**
 * Connections as a file that can be shared. It contains no secrets: no tokens, no headers, no custom payload, and no user names or
 * passwords in addresses. Only upload headers that are never secret are included.
 */
import { parseBounded } from '../../lib/text/boundedJson';
import { type ConnectionSettings, type Connections, readConnection } from '../../session/connections/connections';
import { openAddress } from '../../session/connections/openAddress';

/** Type and version of the file format. */
const KIND = 'oriel-connections';
const VERSION = 1;

/** Upload headers that only satisfy a server's CSRF protection. */
const OPEN_UPLOAD_HEADER = /preflight|^x-requested-with$/i;

/** Maximum size of a file, in characters. */
export const LONGEST_FILE = 1_000_000;
/** Maximum number of connections that are read; a longer list is not usable. */
const MOST_CONNECTIONS = 200;
/** Maximum number of upload headers of a connection. */
const MOST_HEADERS = 20;

/** Why a file could not be imported. */
export class ConnectionFileError extends Error {
  override name = 'ConnectionFileError';
  /** `notJson`: not JSON; `notOurs`: JSON in another format; `empty`: no connection has a usable address. */
  readonly problem: 'notJson' | 'notOurs' | 'empty';
  constructor(problem: ConnectionFileError['problem']) {
    super(`The file cannot be used: ${problem}`);
    this.problem = problem;
  }
}

/** What a file contains. */
export interface ReadConnections {
  connections: readonly ConnectionSettings[];
  /** The number of entries that were left out: those without a valid address, and those beyond the maximum. */
  unreadable: number;
}

/** Returns the text of the file. Relative addresses are made absolute, because they are only valid on this page's server. */
export function writeConnectionFile(list: readonly ConnectionSettings[], pageUrl: string): string {
  const connections = list.map(
    ({
      name,
      httpEndpoint,
      wsEndpoint,
      tokenName,
      persistedQueries,
      connectionParamsShape,
      uploadHeaders,
      credentials,
      requestTimeoutMs,
      oidc,
      subscriptions,
      readOnly,
      traceparent,
      queryMethod,
    }) => ({
      ...(queryMethod ? { queryMethod } : {}),
      ...(readOnly ? { readOnly } : {}),
      ...(traceparent ? { traceparent } : {}),
      ...(credentials === undefined ? {} : { credentials }),
      ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
      ...(oidc === undefined ? {} : { oidc: { ...oidc, keep: 'tab' } }),
      name,
      httpEndpoint: openAddress(httpEndpoint, pageUrl),
      ...(wsEndpoint === undefined ? {} : { wsEndpoint: wsEndpoint === null ? null : openAddress(wsEndpoint, pageUrl) }),
      tokenName,
      persistedQueries,
      ...(subscriptions ? { subscriptions } : {}),
      connectionParamsShape: connectionParamsShape === 'custom' ? 'both' : connectionParamsShape,
      uploadHeaders: Object.fromEntries(Object.entries(uploadHeaders).filter(([header]) => OPEN_UPLOAD_HEADER.test(header))),
    }),
  );
  return `${JSON.stringify({ kind: KIND, version: VERSION, connections }, null, 2)}\n`;
}

/**
 * Reads such a file. It is untrusted: each connection gets a new id, so that it cannot get the token of another one.
 * @throws ConnectionFileError
 */
export function readConnectionFile(text: string, connections: Connections, pageUrl: string): ReadConnections {
  let value: unknown;
  try {
    value = parseBounded(text);
  } catch {
    throw new ConnectionFileError('notJson');
  }
  const { kind, connections: items } = (value ?? {}) as { kind?: unknown; connections?: unknown };
  if (kind !== KIND || !Array.isArray(items)) throw new ConnectionFileError('notOurs');
  const read = items
    .slice(0, MOST_CONNECTIONS)
    .map(item => {
      const { id } = connections.draft();
      const plain = typeof item === 'object' && item !== null ? (item as Record<string, unknown>) : {};
      const connection = readConnection({ ...withOpenAddresses(plain, pageUrl), id }, pageUrl);
      if (connection === null) return null;
      const uploadHeaders = Object.fromEntries(Object.entries(connection.uploadHeaders).slice(0, MOST_HEADERS));
      return { ...connection, uploadHeaders, headers: {}, customParams: '' };
    })
    .filter(connection => connection !== null);
  if (read.length === 0) throw new ConnectionFileError('empty');
  return { connections: read, unreadable: items.length - read.length };
}

/** Removes user names and passwords from addresses, which a file written by hand may contain. */
function withOpenAddresses(item: Record<string, unknown>, pageUrl: string): Record<string, unknown> {
  const open = (address: unknown): unknown =>
    typeof address === 'string' && /\/\/[^/]*@/.test(address) ? openAddress(address, pageUrl) : address;
  return { ...item, httpEndpoint: open(item.httpEndpoint), wsEndpoint: open(item.wsEndpoint) };
}
