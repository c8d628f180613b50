/**
 * Detects the prefix of a request. A proxy may serve Oriel anywhere on a host ('/tools/oriel/data/ships') and may strip the prefix or not.
 * Neither needs configuration, because every address of this server can be recognised by the part after the prefix.
 */
import { isScreenPath } from '../lib/page/screenPaths';

/** Longest prefix, in parts of the path. */
const MOST_PARTS = 4;
/** The characters of a prefix part. A dot is not allowed, because it would look like a file name. */
const PART = /^[\w~%-]{1,64}$/;
/** First parts of addresses that are not screens. */
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

/** An address, split into prefix and rest. */
export interface SplitAddress {
  /** '' or '/tools/oriel'. */
  prefix: string;
  /** The address on this server; always starts with '/'. */
  rest: string;
}

/** Splits off the prefix of an address (path and query). An unknown address is returned unchanged. */
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

/** True for an address of this server. The root of a prefix must end with a slash; without it, relative URLs would miss the prefix. */
function isKnown(path: string): boolean {
  const [, first = '', second] = path.split('/', 3);
  if (first === '') return path === '/';
  if (SERVICES.has(first)) return true;
  if (FILES.has(first)) return second === undefined;
  return isScreenPath(path);
}

/** The relative URL from a page to the root of Oriel: './' for '/data', '../' for '/data/ships'. */
export function pathToRoot(path: string): string {
  const depth = path.split('/').length - 2;
  return depth <= 0 ? './' : '../'.repeat(depth);
}
