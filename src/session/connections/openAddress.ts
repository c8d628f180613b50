/** Removes credentials from an endpoint's address, so that it can be shared in links, files and texts. */

/** Names of query parameters whose values are taken for credentials. */
const SECRET_PARAMETER = /token|key|secret|passw|auth|sig|jwt|credential/i;

/** The absolute URL without user name, password and secret query parameters; the text itself if it is not a valid URL. */
export function openAddress(address: string, pageUrl: string): string {
  try {
    const url = new URL(address, pageUrl);
    url.username = '';
    url.password = '';
    for (const name of [...url.searchParams.keys()]) if (SECRET_PARAMETER.test(name)) url.searchParams.delete(name);
    return url.href;
  } catch {
    return address;
  }
}
