import { formatLocale, LANGUAGES, languageInfo, matchLanguage } from '../../src/i18n/languages';

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
    [[], 'en'],
  ])('takes for %j %s', (wishes, tag) => {
    expect(matchLanguage(wishes)).toBe(tag);
  });
});

describe('languages', () => {
  it('are thirty-three, each once, of which three are written from right to left', () => {
    expect(new Set(LANGUAGES.map(language => language.tag)).size).toBe(33);
    expect(LANGUAGES.filter(language => language.direction === 'rtl').map(language => language.tag)).toEqual(['he', 'ar', 'fa']);
  });

  it('are all known to Intl', () => {
    for (const { tag } of LANGUAGES) expect(Intl.DateTimeFormat.supportedLocalesOf(tag)).toEqual([tag]);
  });

  it('are not found for another tag', () => {
    expect(languageInfo('tlh')).toBeUndefined();
    expect(languageInfo('__proto__')).toBeUndefined();
  });
});

describe('formatLocale', () => {
  it("takes the reader's own variety of the language", () => {
    expect(formatLocale('en', ['de', 'en-GB'])).toBe('en-GB');
    expect(formatLocale('de', ['en-GB'])).toBe('de');
    expect(formatLocale('pt-PT', ['pt-AO'])).toBe('pt-AO');
  });

  it('leaves the language where a wish is no tag or an alias of it', () => {
    expect(formatLocale('en', ['en-'])).toBe('en');
    expect(formatLocale('nb', ['no'])).toBe('nb');
  });
});
