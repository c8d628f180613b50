/**
 * The user's preferences in a cookie, which the browser writes so that the server can render a page as the browser will show it. It
 * contains nothing secret. The browser's storage takes precedence; the cookie is a copy for the server.
 */

/** The chosen preferences and the current time zone. All are optional. */
export interface Reader {
  /** BCP 47 tag; only set if the user has chosen a language. */
  language?: string;
  /** IANA name. */
  timeZone?: string;
  theme?: string;
  density?: string;
}

/** Name of the cookie. */
export const READER_COOKIE = 'oriel-reader';

const KEYS = ['language', 'timeZone', 'theme', 'density'] as const;
/** Oriel never writes a longer value. */
const LONGEST = 64;
/** A year, in seconds. */
const MAX_AGE = 31_536_000;

/** Reads a Cookie header. Unreadable parts are skipped; the caller validates the values. Never throws. */
export function readReader(cookies: string | undefined): Reader {
  const reader: Reader = {};
  for (const part of (cookies ?? '').split(';')) {
    const [name, ...value] = part.trim().split('=');
    if (name !== READER_COOKIE) continue;
    const values = new URLSearchParams(value.join('='));
    for (const key of KEYS) {
      const text = values.get(key);
      if (text !== null && text !== '' && text.length <= LONGEST) reader[key] = text;
    }
    // If two cookies have the same name, the browser sends the one with the more specific path first.
    break;
  }
  return reader;
}

/** The cookie for `document.cookie`: valid below `path` for a year, and not sent from other sites. */
export function readerCookie(reader: Reader, isSecure: boolean, path = '/'): string {
  const text = new URLSearchParams(KEYS.flatMap(key => (reader[key] === undefined ? [] : [[key, reader[key]]])));
  return `${READER_COOKIE}=${text}; Path=${path}; Max-Age=${MAX_AGE}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
