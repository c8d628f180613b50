/**
 * Oriel inside another server: one page and its files, in web-standard terms, so that any framework can hand its requests over. It asks nobody
 * for anything, runs no inline script and needs no nonce. Screens are behind the fragment of the one address that the host gives it.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import policy from '../server/contentSecurityPolicy.json';
import { pageShells } from '../server/pages/pageShell';
import { type BuiltFile, readBuild } from './builtFiles';
import { type OrielOptions, readOrielOptions } from './orielOptions';

/** An Oriel to be mounted. */
export interface Oriel {
  /** Answers a request for the page or one of its files; null: it is none of Oriel's, and the host goes on. */
  fetch(request: Request): Promise<Response | null>;
  /** The same for Node's requests and Connect's: what is none of Oriel's goes on to `next`, or is answered 404 where there is none. */
  node(request: IncomingMessage, response: ServerResponse, next?: () => void): void;
  /** The page. @param root from its address to where the files are: './' (the default) when the address ends with a slash */
  html(root?: string): string;
  /** A file of the build by its path ('assets/client.0123.js'), in the smallest form that is accepted; null: there is none. */
  file(path: string, acceptEncoding?: string): BuiltFile | null;
}

/** The build lies beside the bundle: dist/ and .build/embed/. */
const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

/** The path of a file within a request's path: whatever comes before is where the host has put Oriel. */
const FILE = /(?:^|\/)(assets\/[\w.-]+|favicon\.(?:svg|ico))$/;

/**
 * Makes an Oriel.
 * @throws TypeError that names the option which is wrong
 */
export function createOriel(options: OrielOptions = {}, dist: string = DIST): Oriel {
  const { config, frameAncestors, path: own, enabled } = readOrielOptions(options);
  const file = readBuild(dist);
  const shells = pageShells(readFileSync(path.join(dist, 'index.html'), 'utf8'), config);
  const policyText = Object.entries({ ...policy, 'frame-ancestors': frameAncestors })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
  const pageHeaders: Readonly<Record<string, string>> = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyText,
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    vary: 'accept',
  };

  /** @param accept the header, '' for none */
  const answer = (method: string, pathname: string, accept: string, acceptEncoding: string): BuiltFile | null => {
    if (!enabled || (method !== 'GET' && method !== 'HEAD')) return null;
    // The browser would take links of such a page for addresses of another host.
    if (/^[/\\]{2}/.test(pathname)) return null;
    const name = FILE.exec(pathname)?.[1];
    const prefix = name === undefined ? pathname : pathname.slice(0, -name.length);
    if (own !== null && prefix !== own && prefix !== `${own}/`) return null;
    if (name !== undefined) return file(name, acceptEncoding);
    if (!accept.includes('text/html')) return null;
    // An address without a slash at its end: what is relative to it is beside it.
    const last = pathname.slice(pathname.lastIndexOf('/') + 1);
    const html = shells.at(last === '' ? './' : `./${last}/`).html;
    return { body: new TextEncoder().encode(html), headers: pageHeaders };
  };

  return {
    file,
    html: (root = './') => shells.at(root).html,
    async fetch({ method, url, headers }) {
      const found = answer(method, new URL(url).pathname, headers.get('accept') ?? '', headers.get('accept-encoding') ?? '');
      return found && new Response(method === 'HEAD' ? null : found.body, { headers: found.headers });
    },
    node(request, response, next) {
      // Express and others take the path of the mount off `url`; the browser knows the whole one.
      const { originalUrl = request.url ?? '/' } = request as { originalUrl?: string };
      const { accept = '', 'accept-encoding': codings = '' } = request.headers;
      const found = answer(request.method ?? 'GET', originalUrl.split('?', 1)[0] ?? '/', accept, String(codings));
      if (found === null) {
        if (next) return next();
        response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('There is nothing here.');
        return;
      }
      // A policy that the host has set (helmet) stays.
      for (const [header, value] of Object.entries(found.headers)) {
        if (header !== 'content-security-policy' || !response.hasHeader(header)) response.setHeader(header, value);
      }
      response.setHeader('content-length', found.body.byteLength);
      response.end(request.method === 'HEAD' ? undefined : found.body);
    },
  };
}
