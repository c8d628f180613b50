/**
 * Decides which requests are meant for this server, and which come from its own pages. Without this check, any site could point its own
 * host name at this machine (DNS rebinding) and read what only this machine may read, or open a websocket or post a form from its page.
 *
 * The Host of a request must be a loopback name, the IP address at which the request arrived, or in ORIEL_ALLOWED_HOSTS. The API accepts
 * requests whose Origin is that Host, and requests of programs, which have no Origin.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Options of `createRequestGuard`. */
export interface GuardOptions {
  /** Host names besides the loopback names, in lower case. '.example.com' matches all its subdomains, '*' matches any name. */
  allowedHosts: readonly string[];
  /** Whether a proxy in front sets `X-Forwarded-*`. Without one, any client could set them. */
  trustProxy: boolean;
}

/** Why a request is refused. */
export interface Refusal {
  status: number;
  message: string;
}

/** Checks requests. */
export interface RequestGuard {
  /** Checks whether a request is meant for this server. Call it for every request. */
  host(request: IncomingMessage): Refusal | null;
  /** Checks whether a request comes from one of our pages or from no page. Call it for API requests, upgrades included. */
  origin(request: IncomingMessage): Refusal | null;
  /** The client's IP address; behind a trusted proxy, the address that the proxy reports. */
  clientAddress(request: IncomingMessage): string;
  /** The host in the browser's URL, if known. */
  outerHost(headers: IncomingHttpHeaders): string | undefined;
  /** Whether the browser uses HTTPS, if known. */
  isSecure(headers: IncomingHttpHeaders): boolean;
}

/** Creates the guard of a server. */
export function createRequestGuard({ allowedHosts, trustProxy }: GuardOptions): RequestGuard {
  const outerHost = (headers: IncomingHttpHeaders): string | undefined =>
    (trustProxy ? first(headers['x-forwarded-host']) : undefined) ?? headers.host;
  const isSecure = (headers: IncomingHttpHeaders): boolean => trustProxy && isForwardedOverHttps(headers);
  return {
    outerHost,
    isSecure,
    clientAddress({ headers, socket }) {
      const chain = trustProxy ? [headers['x-forwarded-for']].flat().join(',') : '';
      return chain.split(',').at(-1)?.trim() || (socket.remoteAddress ?? '');
    },
    host(request) {
      // Node keeps the first one. A proxy in front may have checked another one.
      if (request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1)
        return { status: 400, message: 'A request has one Host header.' };
      const names = [request.headers.host, outerHost(request.headers)].map(hostName);
      if (names.every(name => name !== null && isKnown(name, request.socket.localAddress, allowedHosts))) return null;
      const message =
        'This host name is not served here. Add it to ORIEL_ALLOWED_HOSTS if this server is meant to be reached by it.';
      return { status: 403, message };
    },
    origin(request) {
      const { headers, method } = request;
      // A page loaded without HTTPS over an untrusted network may be anyone's.
      const isClear = isSecure(headers) && headers.origin?.startsWith('http:') === true;
      const own = !isClear && isOwnOrigin(headers.origin, outerHost(headers));
      const site = headers['sec-fetch-site'];
      // A link to this server may be on any page. It opens as a page, which the other site cannot read.
      const isLink = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
      const foreign = site !== undefined && site !== 'same-origin' && site !== 'none' && !isLink;
      if (own === false || foreign) {
        return { status: 403, message: 'This API serves pages of its own origin only.' };
      }
      return null;
    },
  };
}

/** True for our own origin, false for another one, null if there is no Origin. */
function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean | null {
  if (origin === undefined) return null;
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin) || host === undefined) return false;
  const { protocol, host: named } = new URL(origin);
  const here = `${protocol}//${host}`;
  // Parsed in the same way, so that both omit the default port.
  return URL.canParse(here) && new URL(here).host === named;
}

function isKnown(name: string, address: string | undefined, allowed: readonly string[]): boolean {
  return isLoopback(name) || name === plainAddress(address) || allowed.some(entry => isNamed(name, entry));
}

function isNamed(name: string, entry: string): boolean {
  return entry === '*' || (entry.startsWith('.') ? name.endsWith(entry) || name === entry.slice(1) : name === entry);
}

/** Whether a proxy reports that the browser uses HTTPS. Some proxies (Traefik) report `wss` for a websocket. */
export const isForwardedOverHttps = (headers: IncomingHttpHeaders): boolean =>
  /^(?:https|wss)$/i.test(first(headers['x-forwarded-proto']) ?? '');

/** Whether a Host header contains a loopback name. */
export const isLoopbackHost = (host: string | undefined): boolean => isLoopback(hostName(host) ?? '');

const isLoopback = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);

/** The name in a Host header, in lower case and without port; null if it is invalid. */
function hostName(host: string | undefined): string | null {
  return /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+?)\.?(?::\d{1,5})?$/i.exec(host ?? '')?.[1]?.toLowerCase() ?? null;
}

/** An IP address in the form of a Host header. */
function plainAddress(address: string | undefined): string | undefined {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/, '');
  return plain?.includes(':') ? `[${plain}]` : plain;
}

const first = (value: string | string[] | undefined): string | undefined => [value].flat()[0]?.split(',')[0]?.trim() || undefined;
