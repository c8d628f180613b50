/**
 * Which requests are for this server, and which come from pages of its own. Without it any site could point a name of its own at this
 * machine (DNS rebinding) and read what only this machine may read, or open a websocket or post a form from its own page.
 *
 * A request is answered when its Host is known: a loopback name, the very address it came in at, or one of ORIEL_ALLOWED_HOSTS. The API is
 * open to requests whose Origin is that Host, and to programs, which send no Origin.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** What the guard goes by. */
export interface GuardOptions {
  /** Host names besides the loopback ones, in lower case; '.example.com' stands for all names below it, '*' for any. */
  allowedHosts: readonly string[];
  /** Whether a proxy in front sets `X-Forwarded-*`; without one anyone could. */
  trustProxy: boolean;
}

/** Why a request is refused. */
export interface Refusal {
  status: number;
  message: string;
}

/** Checks requests. */
export interface RequestGuard {
  /** For every request: is it meant for this server? */
  host(request: IncomingMessage): Refusal | null;
  /** For requests to the API, upgrades included: does it come from a page of ours, or from no page? */
  origin(request: IncomingMessage): Refusal | null;
  /** Where the request comes from: of a chain of proxies what the one in front of us says, where it is trusted. */
  clientAddress(request: IncomingMessage): string;
  /** The host the browser asked for, as far as it can be known. */
  outerHost(headers: IncomingHttpHeaders): string | undefined;
  /** Whether the browser came over HTTPS, as far as it can be known. */
  isSecure(headers: IncomingHttpHeaders): boolean;
}

/** Makes the guard of a server. */
export function createRequestGuard({ allowedHosts, trustProxy }: GuardOptions): RequestGuard {
  const outerHost = (headers: IncomingHttpHeaders): string | undefined =>
    (trustProxy ? first(headers['x-forwarded-host']) : undefined) ?? headers.host;
  const isSecure = (headers: IncomingHttpHeaders): boolean => trustProxy && saysSecure(headers);
  return {
    outerHost,
    isSecure,
    clientAddress({ headers, socket }) {
      const chain = trustProxy ? [headers['x-forwarded-for']].flat().join(',') : '';
      return chain.split(',').at(-1)?.trim() || (socket.remoteAddress ?? '');
    },
    host(request) {
      const names = [request.headers.host, outerHost(request.headers)].map(hostName);
      if (names.every(name => name !== null && isKnown(name, request.socket.localAddress, allowedHosts))) return null;
      const message =
        'This host name is not served here. Add it to ORIEL_ALLOWED_HOSTS if this server is meant to be reached by it.';
      return { status: 403, message };
    },
    origin(request) {
      const { headers, method } = request;
      // A page that came without HTTPS may be anyone's, on a network that is not trusted.
      const isClear = isSecure(headers) && headers.origin?.startsWith('http:') === true;
      const own = !isClear && isOwnOrigin(headers.origin, outerHost(headers));
      const site = headers['sec-fetch-site'];
      // A link may lead here from anywhere; what it opens is no page that could act.
      const isLink = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
      const foreign = site !== undefined && site !== 'same-origin' && site !== 'none' && !isLink;
      if (own === false || foreign) {
        return { status: 403, message: 'This API serves pages of its own origin only.' };
      }
      return null;
    },
  };
}

/** True for our own origin, false for another one, null where none is named. */
function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean | null {
  if (origin === undefined) return null;
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin) || host === undefined) return false;
  const { protocol, host: named } = new URL(origin);
  const here = `${protocol}//${host}`;
  // Parsed alike, so that a default port is left out of both.
  return URL.canParse(here) && new URL(here).host === named;
}

function isKnown(name: string, address: string | undefined, allowed: readonly string[]): boolean {
  return isLoopback(name) || name === plainAddress(address) || allowed.some(entry => isNamed(name, entry));
}

function isNamed(name: string, entry: string): boolean {
  return entry === '*' || (entry.startsWith('.') ? name.endsWith(entry) || name === entry.slice(1) : name === entry);
}

/** Whether the proxy in front says that it was asked over HTTPS. Some (Traefik) say `wss` of a websocket. */
export const saysSecure = (headers: IncomingHttpHeaders): boolean =>
  /^(?:https|wss)$/i.test(first(headers['x-forwarded-proto']) ?? '');

/** Whether a Host header names this machine, as it sees itself. */
export const isLoopbackHost = (host: string | undefined): boolean => isLoopback(hostName(host) ?? '');

const isLoopback = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);

/** The name in a Host header, in lower case and without its port; null when it is none. */
function hostName(host: string | undefined): string | null {
  return /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+?)\.?(?::\d{1,5})?$/i.exec(host ?? '')?.[1]?.toLowerCase() ?? null;
}

/** An address as a Host header writes it. */
function plainAddress(address: string | undefined): string | undefined {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/, '');
  return plain?.includes(':') ? `[${plain}]` : plain;
}

const first = (value: string | string[] | undefined): string | undefined => [value].flat()[0]?.split(',')[0]?.trim() || undefined;
