/** The reader's languages, from the Accept-Language header. */

/** How many are read: a header of ours never has more. */
const MOST = 20;

/** The tags of an Accept-Language header, the most wanted first; what cannot be read and what is refused (q=0) is left out. Never throws. */
export function readWishes(header: string | undefined): string[] {
  const parts = (header ?? '').slice(0, 1000).split(',').slice(0, MOST);
  const wishes = parts.flatMap((part, place) => {
    const [tag = '', ...parameters] = part.split(';').map(text => text.trim());
    const weight = parameters.map(text => /^q=([01](?:\.\d{0,3})?)$/i.exec(text)?.[1]).find(found => found !== undefined);
    const q = weight === undefined ? 1 : Number(weight);
    return /^[a-z]{1,8}(?:-[a-z\d]{1,8})*$/i.test(tag) && q > 0 ? [{ tag, q, place }] : [];
  });
  return wishes.sort((a, b) => b.q - a.q || a.place - b.place).map(({ tag }) => tag);
}
