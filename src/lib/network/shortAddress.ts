/** A URL in a question to the user. */

/** Characters of a URL that are shown after its host. */
const MOST = 200;

/** Shortens a URL, because a long one could push the question out of view. Its host is always complete: the end of its name says whose it is. */
export function shortAddress(address: string): string {
  const host = URL.canParse(address) ? new URL(address).host : '';
  const at = host === '' ? -1 : address.toLowerCase().indexOf(host);
  const end = (at === -1 ? 0 : at + host.length) + MOST;
  return address.length > end ? `${address.slice(0, end)}…` : address;
}
