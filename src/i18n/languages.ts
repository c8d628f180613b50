/** The languages Oriel speaks: BCP 47 tags, their own names, and which way they are written. English is the source of all others. */

export type Direction = 'ltr' | 'rtl';

/** One language: `name` in the language itself, `english` for those who look for it from outside. */
export interface LanguageInfo {
  tag: string;
  name: string;
  english: string;
  direction: Direction;
}

const ltr = <Tag extends string>(tag: Tag, name: string, english: string) => ({
  tag,
  name,
  english,
  direction: 'ltr' as Direction,
});
const rtl = <Tag extends string>(tag: Tag, name: string, english: string) => ({
  tag,
  name,
  english,
  direction: 'rtl' as Direction,
});

/** All languages, in the order in which the switch shows them (by own name, Latin scripts first). */
export const LANGUAGES = [
  ltr('id', 'Bahasa Indonesia', 'Indonesian'),
  ltr('cs', 'Čeština', 'Czech'),
  ltr('da', 'Dansk', 'Danish'),
  ltr('de', 'Deutsch', 'German'),
  ltr('en', 'English', 'English'),
  ltr('es', 'Español', 'Spanish'),
  ltr('fr', 'Français', 'French'),
  ltr('it', 'Italiano', 'Italian'),
  ltr('hu', 'Magyar', 'Hungarian'),
  ltr('nl', 'Nederlands', 'Dutch'),
  ltr('nb', 'Norsk bokmål', 'Norwegian (Bokmål)'),
  ltr('pl', 'Polski', 'Polish'),
  ltr('pt-BR', 'Português (Brasil)', 'Portuguese (Brazil)'),
  ltr('pt-PT', 'Português (Portugal)', 'Portuguese (Portugal)'),
  ltr('ro', 'Română', 'Romanian'),
  ltr('sk', 'Slovenčina', 'Slovak'),
  ltr('fi', 'Suomi', 'Finnish'),
  ltr('sv', 'Svenska', 'Swedish'),
  ltr('vi', 'Tiếng Việt', 'Vietnamese'),
  ltr('tr', 'Türkçe', 'Turkish'),
  ltr('el', 'Ελληνικά', 'Greek'),
  ltr('bg', 'Български', 'Bulgarian'),
  ltr('ru', 'Русский', 'Russian'),
  ltr('uk', 'Українська', 'Ukrainian'),
  rtl('he', 'עברית', 'Hebrew'),
  rtl('ar', 'العربية', 'Arabic'),
  rtl('fa', 'فارسی', 'Persian'),
  ltr('hi', 'हिन्दी', 'Hindi'),
  ltr('th', 'ไทย', 'Thai'),
  ltr('ko', '한국어', 'Korean'),
  ltr('ja', '日本語', 'Japanese'),
  ltr('zh-Hans', '简体中文', 'Chinese (Simplified)'),
  ltr('zh-Hant', '繁體中文', 'Chinese (Traditional)'),
] as const satisfies readonly LanguageInfo[];

/** A language Oriel speaks. */
export type LanguageTag = (typeof LANGUAGES)[number]['tag'];

/** The pseudo-languages of development: English made longer and accented, written left to right or right to left. */
export const PSEUDO_LANGUAGES = [
  ltr('en-XA', 'Ƥşḗŭḓǿ', 'Pseudo'),
  rtl('ar-XB', 'Ƥşḗŭḓǿ ←', 'Pseudo, right to left'),
] as const satisfies readonly LanguageInfo[];

/** A language of the switch, pseudo-languages included. */
export type AnyLanguageTag = LanguageTag | (typeof PSEUDO_LANGUAGES)[number]['tag'];

/** What is known of a tag; undefined for a language Oriel does not speak. */
export function languageInfo(tag: string): (LanguageInfo & { tag: AnyLanguageTag }) | undefined {
  return [...LANGUAGES, ...PSEUDO_LANGUAGES].find(language => language.tag === tag);
}

/** Other tags that mean one of ours: regions and older codes. */
const ALIASES: Record<string, LanguageTag> = { no: 'nb', nn: 'nb', iw: 'he', in: 'id', pt: 'pt-BR', zh: 'zh-Hans' };

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
  const alias = ALIASES[language];
  return alias ?? LANGUAGES.find(known => known.tag === language)?.tag;
}

/**
 * The tag Intl is given for a language: the reader's own variety of it where one of the wishes names one ('en-GB' for English), else the
 * language itself. Intl knows no pseudo-languages; theirs is English.
 */
export function formatLocale(tag: AnyLanguageTag, wishes: readonly string[] = []): string {
  if (tag === 'en-XA' || tag === 'ar-XB') return 'en';
  const wish = wishes.find(one => matchOne(one) === tag);
  if (wish === undefined || ALIASES[wish.toLowerCase()] !== undefined) return tag;
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(wish)[0] ?? tag;
  } catch {
    return tag;
  }
}
