/** The type of a translated catalogue: every message of the English one, in ICU MessageFormat with the same arguments. */
import type { English } from './english';

/** Messages by area and key. Missing and unknown keys do not compile; tests/i18n/catalogues.test.ts checks the messages themselves. */
export type Catalogue = { readonly [Area in keyof English]: { readonly [Key in keyof English[Area]]: string } };
