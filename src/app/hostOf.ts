/** Host and port of an address, to name a connection by; the address itself where it is not a valid URL. */
export function hostOf(address: string, pageUrl: string): string {
  try {
    return new URL(address, pageUrl).host || address;
  } catch {
    return address;
  }
}
