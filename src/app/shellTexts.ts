/** The English texts of the parts of the frame that come after the first rows. */
import type { CatalogueSource } from '../i18n/language';

/** Fetches them. Rejects when they cannot be had. */
export async function shellTexts(): Promise<CatalogueSource> {
  return { shell: (await import(/* webpackChunkName: "offers" */ '../i18n/english/shellMore')).shellMore };
}
