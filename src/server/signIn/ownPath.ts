/** Validates where a sign-in may redirect to: a screen of this server, under any prefix, and nowhere else. */
import { isScreenPath } from '../../lib/page/screenPaths';
import { splitPrefix } from '../sitePrefix';

/** An address on this server, as the browser sees it. */
export interface OwnPath {
  /** Path, query and fragment. */
  path: string;
  /** '' or '/tools/oriel'. Contains the prefix even if a proxy has removed it from the request. */
  prefix: string;
}

const LONGEST = 2000;

/** Reads such an address; null for any other, such as `//evil.example`, `/\evil.example` or `/.//evil.example`. */
export function readOwnPath(value: unknown): OwnPath | null {
  if (typeof value !== 'string' || value.length > LONGEST || !/^\/[\x21-\x7e]*$/.test(value) || value.includes('\\')) return null;
  const base = 'http://own.invalid';
  if (!URL.canParse(value, base)) return null;
  const url = new URL(value, base);
  // Parsed like in a browser: dots are resolved, and the result may start with two slashes.
  if (url.origin !== base || url.pathname.startsWith('//')) return null;
  const { prefix, rest } = splitPrefix(url.pathname);
  return isScreenPath(rest) ? { path: url.pathname + url.search + url.hash, prefix } : null;
}
