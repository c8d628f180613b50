/** An endpoint's address as it may be told to others: in links, in files, in texts. What lets somebody in is not part of it. */

/** Parameters of an address whose values let somebody in. */
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
