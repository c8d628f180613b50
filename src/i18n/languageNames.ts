/** The names of the languages, for the language menu. */
import { type AnyLanguageTag, LANGUAGE_TAGS, PSEUDO_TAGS } from './languages';

/** The name of each language in the language itself. */
export const LANGUAGE_NAMES: Readonly<Record<AnyLanguageTag, string>> = {
  id: 'Bahasa Indonesia',
  cs: 'Čeština',
  da: 'Dansk',
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  hu: 'Magyar',
  nl: 'Nederlands',
  nb: 'Norsk bokmål',
  pl: 'Polski',
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português (Portugal)',
  ro: 'Română',
  sk: 'Slovenčina',
  fi: 'Suomi',
  sv: 'Svenska',
  vi: 'Tiếng Việt',
  tr: 'Türkçe',
  el: 'Ελληνικά',
  bg: 'Български',
  ru: 'Русский',
  uk: 'Українська',
  he: 'עברית',
  ar: 'العربية',
  fa: 'فارسی',
  hi: 'हिन्दी',
  th: 'ไทย',
  ko: '한국어',
  ja: '日本語',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
  'en-XA': 'Ƥşḗŭḓǿ',
  'ar-XB': 'Ƥşḗŭḓǿ ←',
};

/** The languages in the menu; in development including the pseudo-languages. */
export function offeredLanguages(): readonly AnyLanguageTag[] {
  return process.env.NODE_ENV === 'production' ? LANGUAGE_TAGS : [...LANGUAGE_TAGS, ...PSEUDO_TAGS];
}
