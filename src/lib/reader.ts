/**
 * What a server has to know of a reader to render a page as their browser will show it, in one cookie that the browser writes. It holds
 * preferences and nothing secret. The browser's storage has precedence; the cookie is a copy of it for the server.
 */

/** What was chosen, and the time zone in use. Every part may be missing. */
export interface Reader {
  /** BCP 47 tag, only where a language was chosen. */
  language?: string;
  /** IANA name. */
  timeZone?: string;
  theme?: string;
  density?: string;
}

/** Name of the cookie. */
export const READER_COOKIE = 'oriel-reader';

const KEYS = ['language', 'timeZone', 'theme', 'density'] as const;
/** Oriel writes no longer value; a longer one comes from elsewhere. */
const LONGEST = 64;
/** A year, in seconds. */
const MAX_AGE = 31_536_000;

/** Reads a Cookie header. What cannot be read is left out; the caller checks the values. Never throws. */
export function readReader(cookies: string | undefined): Reader {
  const reader: Reader = {};
  for (const part of (cookies ?? '').split(';')) {
    const [name, ...value] = part.trim().split('=');
    if (name !== READER_COOKIE) continue;
    const given = new URLSearchParams(value.join('='));
    for (const key of KEYS) {
      const text = given.get(key);
      if (text !== null && text !== '' && text.length <= LONGEST) reader[key] = text;
    }
    // Of two cookies with one name the browser sends the closer one first.
    break;
  }
  return reader;
}

/** The cookie as `document.cookie` takes it: for everything below `path`, for a year, and not for requests from other sites. */
export function readerCookie(reader: Reader, isSecure: boolean, path = '/'): string {
  const text = new URLSearchParams(KEYS.flatMap(key => (reader[key] === undefined ? [] : [[key, reader[key]]])));
  return `${READER_COOKIE}=${text}; Path=${path}; Max-Age=${MAX_AGE}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
