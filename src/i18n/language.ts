/**
 * A language in use: its texts and its formats, made from a catalogue. The texts are compiled before they get here (messageLoader.cjs), so
 * nothing is parsed or evaluated in the page and a Content-Security-Policy without unsafe-eval is enough; in development and in tests they
 * are compiled when they are said first. Nothing is kept in the module: two requests may be rendered in two languages at once.
 */
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { EnglishMessage, MessageKey } from './english';
import { type CompiledMessage, formatMessage, type MessageRules } from './formatMessage';
import { createFormats, type Formats } from './formats';
import { type AnyLanguageTag, type Direction, directionOf, formatLocale } from './languages';
import type { MessageParameters } from './messageParameters';

/** Texts by area and key, compiled or not: what the file of a language exports. */
export type CatalogueSource = Record<string, Record<string, unknown>>;

type Values<Key extends MessageKey> = MessageParameters<EnglishMessage<Key>>;

/** The text of a key in the language in use: `text('ui.close')`, `text('ui.rowsLoaded', { count })`. */
export type Text = <Key extends MessageKey>(
  key: Key,
  ...values: keyof Values<Key> extends never ? [] : [values: Values<Key>]
) => string;

/** A language in use. */
export interface Language {
  tag: AnyLanguageTag;
  direction: Direction;
  text: Text;
  formats: Formats;
  /** Adds English texts for what is not known yet; what the catalogue says stays. Cheap when it was done before. */
  addMessages(english: CatalogueSource): void;
}

/** What `createLanguage` is made from. */
export interface LanguageOptions {
  tag: AnyLanguageTag;
  /** The English texts to begin with: those of the first screen in a page, all of them in a test. */
  english: CatalogueSource;
  /** Texts of the language; what it lacks is said in English. Default: English alone. */
  catalogue?: CatalogueSource | undefined;
  /** IANA name of the time zone; null or unknown: the device's. */
  timeZone: string | null;
  /** The reader's languages in order (`navigator.languages`), for the variety of dates and numbers. Default: none. */
  wishes?: readonly string[] | undefined;
}

/** Makes a language. */
export function createLanguage({ tag, english, catalogue, timeZone, wishes }: LanguageOptions): Language {
  const locale = formatLocale(tag, wishes);
  const own = catalogue ? flatten(catalogue) : {};
  const learned = new Set<unknown>();
  let messages: Record<string, unknown> = { ...flatten(english), ...own };
  const rules = rulesOf(locale);
  // Most texts have no parameters and are asked for at every render.
  const fixed = new Map<string, string>();
  const text = (key: string, values?: Record<string, unknown>): string => {
    const known = values ? undefined : fixed.get(key);
    if (known !== undefined) return known;
    const made = formatMessage(compiled(messages[key] ?? key), values ?? {}, rules);
    if (values) return made;
    fixed.set(key, made);
    return made;
  };
  return {
    tag,
    direction: directionOf(tag),
    text: text as Text,
    formats: createFormats(locale, timeZone),
    addMessages(areas) {
      if (learned.has(areas)) return;
      learned.add(areas);
      // The catalogue has the last word.
      messages = { ...messages, ...flatten(areas), ...own };
      fixed.clear();
    },
  };
}

/** A production build has compiled them all. */
function compiled(message: unknown): CompiledMessage {
  if (process.env.NODE_ENV !== 'production' && typeof message === 'string') return compileMessage(message) as CompiledMessage;
  return message as CompiledMessage;
}

/** Intl's own, made when they are wanted. */
function rulesOf(locale: string): MessageRules {
  let numbers: Intl.NumberFormat | undefined;
  const plurals: Partial<Record<Intl.PluralRuleType, Intl.PluralRules>> = {};
  return {
    number(value) {
      numbers ??= new Intl.NumberFormat(locale);
      return numbers.format(value);
    },
    plural(value, isOrdinal) {
      const type = isOrdinal ? 'ordinal' : 'cardinal';
      plurals[type] ??= new Intl.PluralRules(locale, { type });
      return plurals[type].select(value);
    },
  };
}

/** `{ui: {close}}` to `{'ui.close'}`. */
function flatten(source: CatalogueSource): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [area, texts] of Object.entries(source))
    for (const [name, text] of Object.entries(texts)) flat[`${area}.${name}`] = text;
  return flat;
}
