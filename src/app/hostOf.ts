/** Host and port of a URL, as a name for a connection; the text itself if it is not a valid URL. */
export function hostOf(address: string, pageUrl: string): string {
  try {
    return new URL(address, pageUrl).host || address;
  } catch {
    return address;
  }
}
