/** The query string of an address, without its `?`. It may contain further `?`. '' if there is none. */
export function queryStringOf(address: string): string {
  const [whole = ''] = address.split('#', 1);
  const mark = whole.indexOf('?');
  return mark < 0 ? '' : whole.slice(mark + 1);
}
