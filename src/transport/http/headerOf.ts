/** A header of a response, '' if it is missing. A custom `fetch` may return less than a Response. */
export function headerOf(response: Response, name: string): string {
  return response.headers?.get?.(name) ?? '';
}
