/** Sends one request of a subscription over HTTP to the configured address, with the token as it is now (contract C1, C2, C50). */
import { fillHeaders, splitHeaders } from '../../lib/tokenHeaders';
import type { ResolvedConfig } from '../config';
import type { TapOperation } from '../observe/tap';
import type { SocketOptions } from './socket';
import { tapRequest } from './streams/streamTap';

/** What is sent. */
export interface StreamRequest {
  method: 'POST' | 'PUT' | 'GET' | 'DELETE';
  token: string;
  signal: AbortSignal;
  accept?: string;
  /** JSON. */
  body?: string;
  /** Headers of the protocol. */
  headers?: Record<string, string>;
  /** Added to the query string of the address. */
  search?: Record<string, string>;
}

export async function sendRequest(
  { config, fetch, tap }: SocketOptions,
  { method, token, signal, accept, body, headers: own, search }: StreamRequest,
  operation?: TapOperation,
): Promise<Response> {
  const headers: Record<string, string> = { ...connectionHeaders(config, token), ...own };
  if (accept !== undefined) headers.accept = accept;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const url = withSearch(config.httpEndpoint, search);
  const report = tapRequest(tap, operation, { method, url, headers, body: body ?? '' }, token);
  // Headers of a connection may be secrets, which a redirect would carry to another origin (C5a).
  const redirect = Object.keys(config.headers).length > 0 ? 'manual' : 'follow';
  const response = await fetch(url, { method, headers, signal, redirect, ...(body === undefined ? {} : { body }) });
  report(response);
  return response;
}

/** The headers of a connection and its token (C1, C2). */
export function connectionHeaders({ headers }: Pick<ResolvedConfig, 'headers'>, token: string): Record<string, string> {
  const { fixed, withToken } = splitHeaders(headers);
  const bearer: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
  return { ...fixed, ...bearer, ...fillHeaders(withToken, token) };
}

function withSearch(url: string, search: Record<string, string> = {}): string {
  const added = new URLSearchParams(search).toString();
  if (added === '') return url;
  const [address = '', query] = url.split('#', 1)[0]?.split('?', 2) ?? [];
  return `${address}?${query ? `${query}&` : ''}${added}`;
}
