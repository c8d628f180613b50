/** The URL of the websocket. */

/** The configured URL made absolute, or the HTTP endpoint with ws(s) instead of http(s) (C50); null if there is no websocket. */
export function websocketAddress(
  wsEndpoint: string | null | undefined,
  httpEndpoint: string,
  location: { href: string } | undefined,
): string | null {
  if (wsEndpoint === null) return null;
  const address = wsEndpoint ?? httpEndpoint;
  try {
    const url = new URL(address, location?.href);
    if (url.protocol === 'http:' || url.protocol === 'https:') url.protocol = url.protocol.replace('http', 'ws');
    url.hash = '';
    return url.href;
  } catch {
    // Relative, and there is no page to resolve it against: a custom WebSocket class may accept it.
    return address;
  }
}
