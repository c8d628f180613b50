/** Parses the Accept-Language header. */

/** How many languages are read; browsers send fewer. */
const MOST = 20;

/** The language tags of an Accept-Language header, the most preferred first. Invalid and refused (q=0) ones are left out. Never throws. */
export function readAcceptLanguage(header: string | undefined): string[] {
  const parts = (header ?? '').slice(0, 1000).split(',').slice(0, MOST);
  const wishes = parts.flatMap((part, place) => {
    const [tag = '', ...parameters] = part.split(';').map(text => text.trim());
    const weight = parameters.map(text => /^q=([01](?:\.\d{0,3})?)$/i.exec(text)?.[1]).find(found => found !== undefined);
    const q = weight === undefined ? 1 : Number(weight);
    return /^[a-z]{1,8}(?:-[a-z\d]{1,8})*$/i.test(tag) && q > 0 ? [{ tag, q, place }] : [];
  });
  return wishes.sort((a, b) => b.q - a.q || a.place - b.place).map(({ tag }) => tag);
}
