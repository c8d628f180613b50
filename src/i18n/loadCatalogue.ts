/** Fetches the texts of a language: each is a chunk of its own, so that only the one in use crosses the wire. */
import type { CatalogueSource } from './language';
import type { AnyLanguageTag } from './languages';

/** Gives the texts of a language; undefined for English, which is always there. Rejects when the chunk cannot be loaded. */
export async function loadCatalogue(tag: AnyLanguageTag): Promise<CatalogueSource | undefined> {
  if (tag === 'en') return undefined;
  if (tag === 'en-XA' || tag === 'ar-XB') {
    const { pseudoCatalogue } = (await import(
      /* webpackChunkName: "language-pseudo" */ './pseudoCatalogue'
    )) as typeof import('./pseudoCatalogue');
    return pseudoCatalogue();
  }
  const file = (await import(/* webpackChunkName: "language-[request]" */ `./catalogues/${tag}`)) as {
    catalogue: CatalogueSource;
  };
  return file.catalogue;
}
