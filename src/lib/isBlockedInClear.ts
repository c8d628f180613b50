/** Whether a page may not talk to an address because it came over https and the address is in the clear (Mixed Content, section 4). */

/** True where a browser sends nothing there, whoever listens; addresses of this computer itself are allowed. */
export function isBlockedInClear(url: URL, page: URL): boolean {
  const inClear = url.protocol === 'http:' || url.protocol === 'ws:';
  return inClear && page.protocol === 'https:' && !/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
}
