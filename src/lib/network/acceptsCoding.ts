/**
 * Whether an Accept-Encoding header accepts a coding by name, without q=0. A `*` does not count, so such clients get the uncompressed
 * response (RFC 9110, 12.5.3).
 */
export function acceptsCoding(header: string | null | undefined, coding: string): boolean {
  return (header ?? '').split(',').some(part => {
    const [name, ...parameters] = part.split(';').map(text => text.trim().toLowerCase());
    return name === coding && !parameters.some(parameter => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
