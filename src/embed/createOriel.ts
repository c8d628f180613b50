/**
 * Oriel inside another server: a page and its files, on web-standard Request and Response, so that any framework can pass its requests on.
 * It sends no requests, runs no inline script and needs no nonce. The host gives it one URL; screens are in the fragment of that URL.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import policy from '../server/contentSecurityPolicy.json';
import { pageShells } from '../server/pages/pageShell';
import { type BuiltFile, readBuild } from './builtFiles';
import { type OrielOptions, readOrielOptions } from './orielOptions';

/** An instance of Oriel that can be mounted. */
export interface Oriel {
  /** Responds to a request for the page or one of its files; null if the request is not for Oriel, so that the host continues. */
  fetch(request: Request): Promise<Response | null>;
  /** The same for Node and Connect. A request that is not for Oriel is passed to `next`, or answered with 404 if there is none. */
  node(request: IncomingMessage, response: ServerResponse, next?: () => void): void;
  /** The HTML of the page. @param root relative URL from the page to the files: './' (default) if the page's URL ends with a slash */
  html(root?: string): string;
  /** A file of the build by its path ('assets/client.0123.js'), in the smallest accepted encoding; null if it does not exist. */
  file(path: string, acceptEncoding?: string): BuiltFile | null;
}

/** The folder of the build, relative to this bundle: dist/ and .build/embed/. */
const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

/** Matches a file's path at the end of a request's path. */
const FILE = /(?:^|\/)(assets\/[\w.-]+|favicon\.(?:svg|ico))$/;

/** Splits a request's path: where the host has mounted Oriel, and the path of a file, if it names one. */
export function splitFile(pathname: string): { mount: string; file: string | undefined } {
  const file = FILE.exec(pathname)?.[1];
  return { mount: file === undefined ? pathname : pathname.slice(0, -file.length), file };
}

/**
 * Creates an instance.
 * @throws TypeError that names the invalid option
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

  /** @param accept the Accept header, '' if there is none */
  const fileFor = (method: string, pathname: string, accept: string, acceptEncoding: string): BuiltFile | null => {
    if (!enabled || (method !== 'GET' && method !== 'HEAD')) return null;
    // A browser would treat the links of such a page as URLs of another host.
    if (/^[/\\]{2}/.test(pathname)) return null;
    const { mount, file: name } = splitFile(pathname);
    if (own !== null && mount !== own && mount !== `${own}/`) return null;
    if (name !== undefined) return file(name, acceptEncoding);
    if (!accept.includes('text/html')) return null;
    // If the URL has no trailing slash, relative URLs start from its parent.
    const last = pathname.slice(pathname.lastIndexOf('/') + 1);
    const html = shells.at(last === '' ? './' : `./${last}/`).html;
    return { body: new TextEncoder().encode(html), headers: pageHeaders };
  };

  return {
    file,
    html: (root = './') => shells.at(root).html,
    async fetch({ method, url, headers }) {
      const found = fileFor(method, new URL(url).pathname, headers.get('accept') ?? '', headers.get('accept-encoding') ?? '');
      return found && new Response(method === 'HEAD' ? null : found.body, { headers: found.headers });
    },
    node(request, response, next) {
      // Express and others remove the mount path from `url`, but the browser's URL contains it.
      const { originalUrl = request.url ?? '/' } = request as { originalUrl?: string };
      const { accept = '', 'accept-encoding': codings = '' } = request.headers;
      const found = fileFor(request.method ?? 'GET', originalUrl.split('?', 1)[0] ?? '/', accept, String(codings));
      if (found === null) {
        if (next) return next();
        response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('There is nothing here.');
        return;
      }
      // A policy that the host has set (helmet) takes precedence.
      for (const [header, value] of Object.entries(found.headers)) {
        if (header === 'vary') response.appendHeader(header, value);
        else if (header !== 'content-security-policy' || !response.hasHeader(header)) response.setHeader(header, value);
      }
      response.setHeader('content-length', found.body.byteLength);
      response.end(request.method === 'HEAD' ? undefined : found.body);
    },
  };
}
