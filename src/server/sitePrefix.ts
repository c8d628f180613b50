/**
 * The prefix under which a request came. A proxy may put Oriel anywhere on a host ('/tools/oriel/data/ships') and may strip the prefix or not;
 * nothing has to be configured for either, because every address of this server can be recognised by what comes after the prefix.
 */
import { isScreenPath } from '../lib/screenPaths';

/** Longest prefix, in parts of the path. */
const MOST_PARTS = 4;
/** What a part of a prefix is made of; a dot would make it the name of a file. */
const PART = /^[\w~%-]{1,64}$/;
/** First parts of addresses that are no screens. */
const SERVICES: ReadonlySet<string> = new Set([
  'graphql',
  'assets',
  'files',
  'photos',
  'healthz',
  'config.json',
  'chunks.json',
  'sign-in',
  'sign-out',
]);
/** Files beside the page. */
const FILES: ReadonlySet<string> = new Set([
  'favicon.svg',
  'favicon.ico',
  'robots.txt',
  'index.html',
  'presentation.json',
  'presentation.schema.json',
]);

/** An address in two pieces. */
export interface SplitAddress {
  /** '' or '/tools/oriel'. */
  prefix: string;
  /** The address as this server knows it; always begins with '/'. */
  rest: string;
}

/** Takes the prefix off an address (path and query). One without a part that is known stays as it is. */
export function splitPrefix(address: string): SplitAddress {
  const end = address.indexOf('?');
  const path = end < 0 ? address : address.slice(0, end);
  const parts = path.split('/').slice(1, MOST_PARTS + 3);
  for (let count = 0; count <= Math.min(MOST_PARTS, parts.length - 1); count += 1) {
    if (count > 0 && !PART.test(parts[count - 1] ?? '')) break;
    const prefix = parts
      .slice(0, count)
      .map(part => `/${part}`)
      .join('');
    if (isKnown(path.slice(prefix.length))) return { prefix, rest: address.slice(prefix.length) };
  }
  return { prefix: '', rest: address };
}

/** True for an address of this server. The root of a prefix ends with a slash: without it relative addresses would miss the prefix. */
function isKnown(path: string): boolean {
  const [, first = '', second] = path.split('/', 3);
  if (first === '') return path === '/';
  if (SERVICES.has(first)) return true;
  if (FILES.has(first)) return second === undefined;
  return isScreenPath(path);
}

/** From the address of a page to the root of Oriel, relative: './' for '/data', '../' for '/data/ships'. */
export function pathToRoot(path: string): string {
  const depth = path.split('/').length - 2;
  return depth <= 0 ? './' : '../'.repeat(depth);
}
