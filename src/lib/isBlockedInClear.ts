/** Whether a browser blocks an http address because the page was loaded over https (Mixed Content, section 4). */

/** True where the browser blocks it; addresses of this computer are allowed. */
export function isBlockedInClear(url: URL, page: URL): boolean {
  const inClear = url.protocol === 'http:' || url.protocol === 'ws:';
  return inClear && page.protocol === 'https:' && !/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
}
