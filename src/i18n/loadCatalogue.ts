/** Loads the messages of a language. Each language is a separate chunk, so that only the one in use is downloaded. */
import type { CatalogueSource } from './language';
import type { AnyLanguageTag } from './languages';

/** Resolves to the catalogue of a language; undefined for English, which needs none. Rejects when the chunk cannot be loaded. */
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
