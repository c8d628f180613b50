/** Sends one HTTP request of a subscription to the configured endpoint, with the current token (contract C1, C2, C50). */
import { queryStringOf } from '../../lib/network/queryStringOf';
import { fillHeaders, splitHeaders } from '../../lib/network/tokenHeaders';
import type { ResolvedConfig } from '../config';
import { newTraceparent } from '../http/traceContext';
import type { TapOperation } from '../observe/tap';
import type { SocketOptions } from './socket';
import { tapRequest } from './streams/streamTap';

/** The request to send. */
export interface StreamRequest {
  method: 'POST' | 'PUT' | 'GET' | 'DELETE';
  token: string;
  signal: AbortSignal;
  accept?: string;
  /** A JSON text. */
  body?: string;
  /** Headers of the subscription protocol. */
  headers?: Record<string, string>;
  /** Parameters added to the URL's query string. */
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
  if (config.traceparent) headers.traceparent ??= newTraceparent();
  const url = withSearch(config.httpEndpoint, search);
  const report = tapRequest(tap, operation, { method, url, headers, body: body ?? '' }, token);
  // The connection's headers may be secret, the stream's token is, and a redirect would send them to another origin (C5a).
  const redirect = Object.keys({ ...config.headers, ...own }).length > 0 ? 'manual' : 'follow';
  const response = await fetch(url, { method, headers, signal, redirect, ...(body === undefined ? {} : { body }) });
  report(response);
  return response;
}

/** The connection's headers with its token (C1, C2). */
export function connectionHeaders({ headers }: Pick<ResolvedConfig, 'headers'>, token: string): Record<string, string> {
  const { fixed, withToken } = splitHeaders(headers);
  const bearer: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
  return { ...fixed, ...bearer, ...fillHeaders(withToken, token) };
}

function withSearch(url: string, search: Record<string, string> = {}): string {
  const added = new URLSearchParams(search).toString();
  if (added === '') return url;
  const query = queryStringOf(url);
  return `${url.split(/[?#]/, 1)[0]}?${query === '' ? '' : `${query}&`}${added}`;
}
