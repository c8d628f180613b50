/**
 * Cookies of the sign-in (RFC 6265bis). Scripts cannot read them. Over HTTPS they have the prefix `__Host-`, so that no other host and no
 * insecure connection can set them. Browsers store no cookie above 4 kB, so a longer value is split into several cookies.
 */

/** Longest value of one cookie. */
export const LONGEST_PART = 3800;
/** All parts must fit into the request headers: this server accepts 32 kB, a proxy may accept less. */
const MOST_PARTS = 3;

/** A cookie, stored in one or several parts. */
export interface Cookie {
  /** The value in a Cookie header; null if there is none. */
  read(header: string | undefined): string | null;
  /** True if the header contains any part of the cookie. */
  isIn(header: string | undefined): boolean;
  /**
   * Creates the lines for Set-Cookie.
   * @param value null deletes the cookie
   * @param header the Cookie header of the request; parts that are no longer needed are deleted
   * @returns null if the value is too long
   */
  write(value: string | null, header: string | undefined): string[] | null;
}

/** @param maxAge how long the browser stores the cookie, in seconds. Default: until the browser is closed */
export function createCookie(bareName: string, isSecure: boolean, maxAge?: number): Cookie {
  const first = isSecure ? `__Host-${bareName}` : bareName;
  const nameOf = (part: number): string => (part === 0 ? first : `${first}.${part}`);
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const line = (part: number, value: string | null): string =>
    `${nameOf(part)}=${value ?? ''}${attributes}${value === null ? '; Max-Age=0' : maxAge === undefined ? '' : `; Max-Age=${maxAge}`}`;
  return {
    read(header) {
      const found = pairsOf(header);
      // The first part starts with the number of parts.
      const [, count = '', begin = ''] = /^([1-3])\.([\w-]+)$/.exec(found.get(first) ?? '') ?? [];
      const parts = [begin];
      for (let part = 1; part < Number(count); part++) parts.push(found.get(nameOf(part)) ?? '');
      return count === '' || parts.includes('') ? null : parts.join('');
    },
    isIn: header => {
      const found = pairsOf(header);
      return Array.from({ length: MOST_PARTS }, (_, part) => nameOf(part)).some(name => found.has(name));
    },
    write(value, header) {
      const pieces: string[] = [];
      for (let at = 0; at < (value?.length ?? 0); at += LONGEST_PART) pieces.push((value ?? '').slice(at, at + LONGEST_PART));
      if (pieces.length > MOST_PARTS) return null;
      const found = pairsOf(header);
      const lines = pieces.map((piece, part) => line(part, part === 0 ? `${pieces.length}.${piece}` : piece));
      for (let part = pieces.length; part < MOST_PARTS; part++) if (found.has(nameOf(part))) lines.push(line(part, null));
      return lines;
    },
  };
}

/** The cookies of a header. If two have the same name, the first one is used, because its path is more specific. */
function pairsOf(header: string | undefined): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(at, 0)).trim();
    if (name !== '' && !pairs.has(name)) pairs.set(name, pair.slice(at + 1).trim());
  }
  return pairs;
}
