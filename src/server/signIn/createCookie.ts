/**
 * Cookies of the sign-in (RFC 6265bis): out of reach for scripts, and over HTTPS with the prefix `__Host-`, which no other host and no plain
 * connection can set. A browser keeps no cookie above 4 kB, so that a longer value goes into several.
 */

/** Longest value of one cookie. */
export const LONGEST_PART = 3800;
/** All of them have to fit into the headers of a request, of which this server takes 32 kB and a proxy perhaps less. */
const MOST_PARTS = 3;

/** One cookie of ours, in one or several parts. */
export interface Cookie {
  /** The value in a Cookie header; null where there is none. */
  read(header: string | undefined): string | null;
  /** True where the header holds any part of it. */
  isIn(header: string | undefined): boolean;
  /**
   * Lines for Set-Cookie.
   * @param value null takes the cookie away.
   * @param header the Cookie header of the request: parts that are needed no longer are taken away.
   * @returns null when the value is too long
   */
  write(value: string | null, header: string | undefined): string[] | null;
}

/** @param maxAge how long the browser keeps it, in seconds. Default: until it is closed */
export function createCookie(bareName: string, isSecure: boolean, maxAge?: number): Cookie {
  const first = isSecure ? `__Host-${bareName}` : bareName;
  const nameOf = (part: number): string => (part === 0 ? first : `${first}.${part}`);
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const line = (part: number, value: string | null): string =>
    `${nameOf(part)}=${value ?? ''}${attributes}${value === null ? '; Max-Age=0' : maxAge === undefined ? '' : `; Max-Age=${maxAge}`}`;
  return {
    read(header) {
      const found = pairsOf(header);
      // The number of parts stands before the first one.
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

/** Of two cookies of one name the first counts: its path is the longer one. */
function pairsOf(header: string | undefined): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(at, 0)).trim();
    if (name !== '' && !pairs.has(name)) pairs.set(name, pair.slice(at + 1).trim());
  }
  return pairs;
}
