/** Which response headers hold a token by which the next request is let in. */

/** Response headers that carry a token after a login, the most specific first. */
const TOKEN_HEADERS = ['vendure-auth-token', 'x-auth-token', 'x-access-token', 'authorization'] as const;

/** The token of a response's headers; null where there is none, or none that this page may read. */
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
