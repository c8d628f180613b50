/** Addresses that do not depend on which screen is in view. */

/**
 * An address relative to the page ('graphql') as one from the root of its host ('/tools/oriel/graphql'), which a request means whatever the
 * address bar shows. Absolute addresses and paths from the root stay as they are.
 */
export function hostAddress(address: string, pageUrl: string): string {
  if (/^(?:\/|[a-z][a-z\d+.-]*:)/i.test(address) || !URL.canParse(address, pageUrl)) return address;
  const url = new URL(address, pageUrl);
  return url.pathname + url.search;
}
