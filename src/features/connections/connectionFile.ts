/**
 * Connections as a file, to be given to a colleague. No secret is in it: neither tokens nor headers nor a payload of one's own, and user
 * and password are taken out of addresses. Only those upload headers go along that hold no secret by their nature.
 */
import { type ConnectionSettings, type Connections, readConnection } from '../../session/connections/connections';
import { openAddress } from '../../session/connections/openAddress';

/** What the file says of itself. */
const KIND = 'oriel-connections';
const VERSION = 1;

/** Upload headers that only ask a server's guard to let the request pass. */
const OPEN_UPLOAD_HEADER = /preflight|^x-requested-with$/i;

/** Why a file was not taken. */
export class ConnectionFileError extends Error {
  override name = 'ConnectionFileError';
  /** `notJson`: no JSON; `notOurs`: JSON of something else; `empty`: none of its connections has an address that can be used. */
  readonly problem: 'notJson' | 'notOurs' | 'empty';
  constructor(problem: ConnectionFileError['problem']) {
    super(`The file cannot be used: ${problem}`);
    this.problem = problem;
  }
}

/** The file's text. Relative addresses are made absolute, as they mean something only on this page's server. */
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
 * Reads such a file: untrusted, every connection gets a new id and so no token of another.
 * @throws ConnectionFileError
 */
export function readConnectionFile(text: string, connections: Connections, pageUrl: string): ConnectionSettings[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ConnectionFileError('notJson');
  }
  const { kind, connections: items } = (value ?? {}) as { kind?: unknown; connections?: unknown };
  if (kind !== KIND || !Array.isArray(items)) throw new ConnectionFileError('notOurs');
  const read = items
    .map(item => {
      const { id } = connections.draft();
      const plain = typeof item === 'object' && item !== null ? (item as Record<string, unknown>) : {};
      const connection = readConnection({ ...withOpenAddresses(plain, pageUrl), id }, pageUrl);
      return connection && { ...connection, headers: {}, customParams: '' };
    })
    .filter(connection => connection !== null);
  if (read.length === 0) throw new ConnectionFileError('empty');
  return read;
}

/** A file written by hand may hold passwords in its addresses; they are no reason to refuse it. */
function withOpenAddresses(item: Record<string, unknown>, pageUrl: string): Record<string, unknown> {
  const open = (address: unknown): unknown =>
    typeof address === 'string' && /\/\/[^/]*@/.test(address) ? openAddress(address, pageUrl) : address;
  return { ...item, httpEndpoint: open(item.httpEndpoint), wsEndpoint: open(item.wsEndpoint) };
}
