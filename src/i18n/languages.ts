/**
 * The languages of Oriel: their BCP 47 tags, their writing directions, and the choice of the best one for a user. Their names are in
 * languageNames.ts. All languages are translated from English.
 */

export type Direction = 'ltr' | 'rtl';

/** Tags in the order of the language menu: by native name, Latin scripts first. */
export const LANGUAGE_TAGS = [
  'id',
  'cs',
  'da',
  'de',
  'en',
  'es',
  'fr',
  'it',
  'hu',
  'nl',
  'nb',
  'pl',
  'pt-BR',
  'pt-PT',
  'ro',
  'sk',
  'fi',
  'sv',
  'vi',
  'tr',
  'el',
  'bg',
  'ru',
  'uk',
  'he',
  'ar',
  'fa',
  'hi',
  'th',
  'ko',
  'ja',
  'zh-Hans',
  'zh-Hant',
] as const;

/** The tag of a language. */
export type LanguageTag = (typeof LANGUAGE_TAGS)[number];

/** Pseudo-languages for development: lengthened, accented English, written left to right and right to left. */
export const PSEUDO_TAGS = ['en-XA', 'ar-XB'] as const;

/** The tag of a language or pseudo-language. */
export type AnyLanguageTag = LanguageTag | (typeof PSEUDO_TAGS)[number];

/** The tag with its type; undefined if Oriel does not have the language. */
export function knownLanguage(tag: string): AnyLanguageTag | undefined {
  return [...LANGUAGE_TAGS, ...PSEUDO_TAGS].find(known => known === tag);
}

/** The writing direction of a language. */
export function directionOf(tag: AnyLanguageTag): Direction {
  return RIGHT_TO_LEFT.has(tag) ? 'rtl' : 'ltr';
}
const RIGHT_TO_LEFT: ReadonlySet<AnyLanguageTag> = new Set(['he', 'ar', 'fa', 'ar-XB']);

/** Other tags for the same languages: related and older codes. */
const ALIASES: ReadonlyMap<string, LanguageTag> = new Map([
  ['no', 'nb'],
  ['nn', 'nb'],
  ['iw', 'he'],
  ['in', 'id'],
]);

/**
 * The best language for a user's preferences (`navigator.languages`, or the parts of Accept-Language by weight). The first preference with a
 * match wins; regions are ignored, except that Chinese is chosen by script or region and Portuguese by region. Default: English.
 */
export function matchLanguage(wishes: readonly string[]): LanguageTag {
  for (const wish of wishes) {
    const tag = matchOne(wish);
    if (tag) return tag;
  }
  return 'en';
}

function matchOne(wish: string): LanguageTag | undefined {
  const [language = '', ...rest] = wish.toLowerCase().replaceAll('_', '-').split('-');
  if (language === 'zh')
    return rest.some(part => ['hant', 'tw', 'hk', 'mo'].includes(part)) && !rest.includes('hans') ? 'zh-Hant' : 'zh-Hans';
  if (language === 'pt') return rest.length > 0 && !rest.includes('br') ? 'pt-PT' : 'pt-BR';
  return ALIASES.get(language) ?? LANGUAGE_TAGS.find(known => known === language);
}

/**
 * The tag for Intl: the user's regional variant if one of the preferences names it ('en-GB' for English), otherwise the language itself.
 * Pseudo-languages use English, because Intl does not support them.
 */
export function formatLocale(tag: AnyLanguageTag, wishes: readonly string[] = []): string {
  if (tag === 'en-XA' || tag === 'ar-XB') return 'en';
  const wish = wishes.find(one => matchOne(one) === tag);
  if (wish === undefined || ALIASES.has(wish.toLowerCase())) return tag;
  try {
    return Intl.getCanonicalLocales(wish)[0] ?? tag;
  } catch {
    return tag;
  }
}
