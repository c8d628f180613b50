/**
 * The languages Oriel speaks: BCP 47 tags, which way they are written, and which of them fits a reader. Their names: languageNames.ts.
 * English is the source of all others.
 */

export type Direction = 'ltr' | 'rtl';

/** Tags of the languages, in the order in which the switch shows them: by own name, Latin scripts first. */
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

/** A language Oriel speaks. */
export type LanguageTag = (typeof LANGUAGE_TAGS)[number];

/** The pseudo-languages of development: English made longer and accented, written left to right or right to left. */
export const PSEUDO_TAGS = ['en-XA', 'ar-XB'] as const;

/** A language of the switch, pseudo-languages included. */
export type AnyLanguageTag = LanguageTag | (typeof PSEUDO_TAGS)[number];

/** The tag as one of ours; undefined for a language Oriel does not speak. */
export function knownLanguage(tag: string): AnyLanguageTag | undefined {
  return [...LANGUAGE_TAGS, ...PSEUDO_TAGS].find(known => known === tag);
}

/** Which way a language is written. */
export function directionOf(tag: AnyLanguageTag): Direction {
  return RIGHT_TO_LEFT.has(tag) ? 'rtl' : 'ltr';
}
const RIGHT_TO_LEFT: ReadonlySet<AnyLanguageTag> = new Set(['he', 'ar', 'fa', 'ar-XB']);

/** Other tags that mean one of ours: regions and older codes. */
const ALIASES: ReadonlyMap<string, LanguageTag> = new Map([
  ['no', 'nb'],
  ['nn', 'nb'],
  ['iw', 'he'],
  ['in', 'id'],
]);

/**
 * The language that fits a reader's wishes best (`navigator.languages`, or the parts of Accept-Language in order of weight): the tag
 * itself, then without its region; Chinese goes by script or region, Portuguese by region. English when nothing fits.
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
 * The tag Intl is given for a language: the reader's own variety of it where one of the wishes names one ('en-GB' for English), else the
 * language itself. Intl knows no pseudo-languages; theirs is English.
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
