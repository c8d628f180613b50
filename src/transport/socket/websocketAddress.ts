/** The address of the websocket. */

/** The configured address made absolute, or the HTTP one with ws(s) for http(s) (C50); null: there is none. */
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
    // Relative, and no page to be relative to: left to the WebSocket that was handed in.
    return address;
  }
}
