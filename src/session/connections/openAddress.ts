/** An endpoint's address as it may be shared: in links, files and texts, without credentials. */

/** Parameters of an address whose values are credentials. */
const SECRET_PARAMETER = /token|key|secret|passw|auth|sig|jwt|credential/i;

/** The address made absolute, without user, password and the parameters that hold a secret by their name; the text itself when it is none. */
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
