/** A header of a response, '' if it is missing. A custom `fetch` may return less than a Response. */
export function headerOf(response: Response, name: string): string {
  return response.headers?.get?.(name) ?? '';
}

/**
 * Converts the headers of a `fetch` call to a record with lower-case names. It does not need the `Headers` class, which some platforms
 * lack.
 */
export function headerRecord(headers: RequestInit['headers']): Record<string, string> {
  const entries: [string, string][] = [];
  if (Array.isArray(headers)) for (const [name = '', value = ''] of headers) entries.push([name.toLowerCase(), value]);
  else if (typeof (headers as Headers | undefined)?.forEach === 'function') {
    (headers as Headers).forEach((value, name) => {
      entries.push([name.toLowerCase(), value]);
    });
  } else {
    for (const [name, value] of Object.entries((headers ?? {}) as Record<string, string>))
      entries.push([name.toLowerCase(), value]);
  }
  return Object.fromEntries(entries);
}
