/** Removes credentials from an endpoint's address, so that it can be shared in links, files and texts. */
import { isSecretParameter } from '../../transport/secrets/isSecretName';

/** The absolute URL without user name, password and secret query parameters; the text itself if it is not a valid URL. */
export function openAddress(address: string, pageUrl: string): string {
  try {
    const url = new URL(address, pageUrl);
    url.username = '';
    url.password = '';
    for (const name of [...url.searchParams.keys()]) if (isSecretParameter(name)) url.searchParams.delete(name);
    return url.href;
  } catch {
    return address;
  }
}
