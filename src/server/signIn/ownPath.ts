/** Where a sign-in may lead: to a screen of this server, under whatever prefix it is seen, and nowhere else. */
import { isScreenPath } from '../../lib/screenPaths';
import { splitPrefix } from '../sitePrefix';

/** An address of ours, as the browser sees it. */
export interface OwnPath {
  /** Path, query and fragment. */
  path: string;
  /** '' or '/tools/oriel': also where a proxy has taken it off the request. */
  prefix: string;
}

const LONGEST = 2000;

/** Reads such an address; null for any other one, such as `//evil.example`, `/\evil.example` or `/.//evil.example`. */
export function readOwnPath(given: unknown): OwnPath | null {
  if (typeof given !== 'string' || given.length > LONGEST || !/^\/[\x21-\x7e]*$/.test(given) || given.includes('\\')) return null;
  const base = 'http://own.invalid';
  if (!URL.canParse(given, base)) return null;
  const url = new URL(given, base);
  // As a browser reads it: dots are resolved, and what is left may begin with two slashes.
  if (url.origin !== base || url.pathname.startsWith('//')) return null;
  const { prefix, rest } = splitPrefix(url.pathname);
  return isScreenPath(rest) ? { path: url.pathname + url.search + url.hash, prefix } : null;
}
