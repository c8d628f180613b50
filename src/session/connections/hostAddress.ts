/** Makes endpoint addresses independent of the current screen's URL. */

/**
 * Turns an address relative to the page ('graphql') into a path from the root of its host ('/tools/oriel/graphql'), which stays the same when
 * the address bar changes. Absolute addresses and paths from the root are returned unchanged.
 */
export function hostAddress(address: string, pageUrl: string): string {
  if (/^(?:\/|[a-z][a-z\d+.-]*:)/i.test(address) || !URL.canParse(address, pageUrl)) return address;
  const url = new URL(address, pageUrl);
  return url.pathname + url.search;
}
