import { LANGUAGE_NAMES } from '../../src/i18n/languageNames';
import { directionOf, formatLocale, knownLanguage, LANGUAGE_TAGS, matchLanguage } from '../../src/i18n/languages';

describe('matchLanguage', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['xx', 'fr-CA'], 'fr'],
    [['zh-TW'], 'zh-Hant'],
    [['zh-Hant-HK'], 'zh-Hant'],
    [['zh-Hans-HK'], 'zh-Hans'],
    [['zh'], 'zh-Hans'],
    [['pt'], 'pt-BR'],
    [['pt-AO'], 'pt-PT'],
    [['no'], 'nb'],
    [['nn-NO'], 'nb'],
    [['iw'], 'he'],
    [['EN_us'], 'en'],
    [['*', '', 'x'], 'en'],
    [['constructor', '__proto__', 'fi'], 'fi'],
    [[], 'en'],
  ])('matches %j with %s', (wishes, tag) => {
    expect(matchLanguage(wishes)).toBe(tag);
  });
});

describe('languages', () => {
  it('are thirty-three without duplicates, of which three are written from right to left', () => {
    expect(new Set(LANGUAGE_TAGS).size).toBe(33);
    expect(LANGUAGE_TAGS.filter(tag => directionOf(tag) === 'rtl')).toEqual(['he', 'ar', 'fa']);
  });

  it('have different names, in alphabetical order within their scripts', () => {
    const latin = LANGUAGE_TAGS.map(tag => LANGUAGE_NAMES[tag]).filter(name => /^[A-ZČ]/.test(name));
    expect(latin).toEqual([...latin].sort(new Intl.Collator('en').compare));
  });

  it('are all known to Intl', () => {
    for (const tag of LANGUAGE_TAGS) expect(Intl.DateTimeFormat.supportedLocalesOf(tag)).toEqual([tag]);
  });

  it('are not found for another tag', () => {
    expect(knownLanguage('tlh')).toBeUndefined();
    expect(knownLanguage('__proto__')).toBeUndefined();
    expect(knownLanguage('nb')).toBe('nb');
  });
});

describe('formatLocale', () => {
  it("uses the user's regional variant of the language", () => {
    expect(formatLocale('en', ['de', 'en-GB'])).toBe('en-GB');
    expect(formatLocale('de', ['en-GB'])).toBe('de');
    expect(formatLocale('pt-PT', ['pt-AO'])).toBe('pt-AO');
  });

  it('keeps the language if a preference is no language tag or an alias of it', () => {
    expect(formatLocale('en', ['en-'])).toBe('en');
    expect(formatLocale('nb', ['no'])).toBe('nb');
  });
});
