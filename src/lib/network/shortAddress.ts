/** A URL in a question to the user. */

/** Characters of a URL that are shown after its host. */
const MOST = 200;

/**
 * Shortens a URL, because a long one could push the question out of view. Its host is always complete: the end of its name says whose it is.
 * The URL is shown in its normal form, in which a host cannot imitate another one by foreign letters or by invisible characters.
 * @param base URL that a relative address is resolved against. Default: a relative address is shown as it is
 */
export function shortAddress(address: string, base?: string): string {
  if (!URL.canParse(address, base)) return address.length > MOST ? `${address.slice(0, MOST)}…` : address;
  const { href, host } = new URL(address, base);
  const end = href.indexOf(host) + host.length + MOST;
  return href.length > end ? `${href.slice(0, end)}…` : href;
}
