import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { english } from '../../src/i18n/english';
import { firstEnglish } from '../../src/i18n/firstEnglish';
import { createLanguage } from '../../src/i18n/language';
import { createLanguageStore } from '../../src/i18n/languageStore';
import { pseudoCatalogue } from '../../src/i18n/pseudoCatalogue';

describe('texts', () => {
  it('are formatted with their values, and plurals by the rules of the language', () => {
    const { text } = createLanguage({ tag: 'en', english, timeZone: 'UTC' });
    expect(text('ui.close')).toBe('Close');
    expect(text('ui.rowsLoaded', { count: 1 })).toBe('1 row');
    expect(text('ui.rowsLoaded', { count: 12_000 })).toBe('12,000 rows');
    const polish = createLanguage({
      tag: 'pl',
      english,
      timeZone: 'UTC',
      catalogue: { ui: { rowsLoaded: '{count, plural, one {# wiersz} few {# wiersze} many {# wierszy} other {# wiersza}}' } },
    });
    expect([1, 3, 5, 1.5].map(count => polish.text('ui.rowsLoaded', { count }))).toEqual([
      '1 wiersz',
      '3 wiersze',
      '5 wierszy',
      '1,5 wiersza',
    ]);
  });

  it('are shown in English if the catalogue lacks them', () => {
    const { text } = createLanguage({ tag: 'de', english, timeZone: 'UTC', catalogue: { ui: { close: 'Schließen' } } });
    expect(text('ui.close')).toBe('Schließen');
    expect(text('ui.cancel')).toBe('Cancel');
  });

  it('are the same, compiled in advance or not', () => {
    const compiled = Object.fromEntries(
      Object.entries(english).map(([area, texts]) => [
        area,
        Object.fromEntries(Object.entries(texts).map(([key, message]) => [key, compileMessageOrThrow(message)])),
      ]),
    );
    const plain = createLanguage({ tag: 'en', english, timeZone: 'UTC' }).text;
    const built = createLanguage({ tag: 'en', english: compiled, timeZone: 'UTC' }).text;
    expect(built('ui.close')).toBe(plain('ui.close'));
    expect(built('shell.uploads', { count: 2, percent: '43%' })).toBe('2 uploads 43%');
    expect(built('shell.connectionState', { name: 'Harbour', state: 'ready' })).toBe('Harbour, schema loaded');
  });

  it('of a feature can be added later, and never replace those of the catalogue', () => {
    const language = createLanguage({
      tag: 'de',
      english: firstEnglish,
      timeZone: 'UTC',
      catalogue: { settings: { title: 'Einstellungen' } },
    });
    expect(language.text('settings.language')).toBe('settings.language');
    language.addMessages({ settings: english.settings });
    expect(language.text('settings.language')).toBe('Language');
    expect(language.text('settings.title')).toBe('Einstellungen');
  });
});

describe('English', () => {
  const texts = Object.entries(english).flatMap(([area, messages]) =>
    Object.entries(messages as Record<string, string>).map(([key, message]) => [`${area}.${key}`, message] as const),
  );

  it.each(texts)('%s is valid ICU MessageFormat', (_key, message) => {
    expect(() => compileMessageOrThrow(message)).not.toThrow();
  });

  it('has no exclamation mark, no "Oops", and no space at its ends', () => {
    for (const [key, message] of texts) expect([key, /!|oops|^\s|\s$/i.test(message)]).toEqual([key, false]);
  });
});

describe('the pseudo-language', () => {
  it('changes every word and keeps values, plurals and choices working', () => {
    const { text, direction } = createLanguage({ tag: 'ar-XB', english, timeZone: 'UTC', catalogue: pseudoCatalogue() });
    expect(direction).toBe('rtl');
    expect(text('ui.close')).toBe('[Çlööšé]');
    expect(text('ui.rowsLoaded', { count: 2 })).toMatch(/^\[2 r.+w.+\]$/);
    expect(text('shell.connectionState', { name: 'Harbour', state: 'ready' })).toContain('Harbour');
  });
});

describe('the language store', () => {
  it('uses the language that was requested last, even if an earlier one is loaded later', async () => {
    const waiting = new Map<string, (catalogue: undefined) => void>();
    const store = createLanguageStore({ english, load: tag => new Promise(resolve => waiting.set(tag, resolve)) });
    const german = store.choose('de');
    const french = store.choose('fr');
    waiting.get('fr')?.(undefined);
    expect(await french).toBe(true);
    waiting.get('de')?.(undefined);
    expect(await german).toBe(false);
    expect(store.current.get().tag).toBe('fr');
    expect(store.change.get()).toEqual({ loading: null, failed: null });
  });

  it('keeps its language if a catalogue cannot be loaded', async () => {
    const store = createLanguageStore({ english, load: () => Promise.reject(new Error('gone')) });
    expect(await store.choose('fi')).toBe(false);
    expect(store.current.get().tag).toBe('en');
    expect(store.change.get()).toEqual({ loading: null, failed: 'fi' });
  });

  it('refuses a time zone that the platform does not know, and keeps its own', () => {
    const store = createLanguageStore({ english, timeZone: 'Asia/Tokyo', load: async () => undefined });
    expect(store.setTimeZone('Mars/Olympus')).toBe(false);
    expect(store.current.get().formats.timeZone).toBe('Asia/Tokyo');
    expect(store.setTimeZone('Europe/Oslo')).toBe(true);
    expect(store.current.get().formats.dateTime('2025-07-01T12:00:00Z')).toContain('2:00');
  });
});
