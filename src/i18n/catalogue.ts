/** What the file of a language holds: every text of the English catalogue, said in that language (ICU MessageFormat, same arguments). */
import type { English } from './english';

/** Texts by area and key; a missing or an unknown key does not compile. tests/i18n/catalogues.test.ts checks the rest. */
export type Catalogue = { readonly [Area in keyof English]: { readonly [Key in keyof English[Area]]: string } };
