/** Whether a browser blocks an HTTP URL because the page was loaded over HTTPS (Mixed Content, section 4). */

/** True if the browser blocks it. URLs on this computer are allowed. */
export function isMixedContent(url: URL, page: URL): boolean {
  const inClear = url.protocol === 'http:' || url.protocol === 'ws:';
  return inClear && page.protocol === 'https:' && !/^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
}
