/** Reads an access token from response headers. */

/** Response headers that can carry a token after a login, most specific first. */
const TOKEN_HEADERS = ['vendure-auth-token', 'x-auth-token', 'x-access-token', 'authorization'] as const;

/** The token in the headers; null if there is none, or if CORS hides the header from this page. */
export function tokenInHeaders(headers: Pick<Headers, 'get'>): string | null {
  for (const name of TOKEN_HEADERS) {
    const bare =
      headers
        .get(name)
        ?.trim()
        .replace(/^bearer\s+/i, '') ?? '';
    if (bare !== '' && bare.length <= 16_000 && !/\s/.test(bare)) return bare;
  }
  return null;
}
