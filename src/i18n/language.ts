/**
 * A language: messages from a catalogue, and formats. Messages are compiled at build time (messageLoader.cjs), so the page parses and evaluates
 * nothing, and a Content-Security-Policy without unsafe-eval is enough; in development and in tests they are compiled at first use. There is
 * no module state, because a server can render two requests in two languages at once.
 */
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { EnglishMessage, MessageKey } from './english';
import { type CompiledMessage, formatMessage, type MessageRules } from './formatMessage';
import { createFormats, type Formats } from './formats';
import { type AnyLanguageTag, type Direction, directionOf, formatLocale } from './languages';
import type { MessageParameters } from './messageParameters';

/** Messages by area and key, compiled or not. The export of a catalogue file. */
export type CatalogueSource = Record<string, Record<string, unknown>>;

type Values<Key extends MessageKey> = MessageParameters<EnglishMessage<Key>>;

/** Returns the message of a key: `text('ui.close')`, `text('ui.rowsLoaded', { count })`. */
export type Text = <Key extends MessageKey>(
  key: Key,
  ...values: keyof Values<Key> extends never ? [] : [values: Values<Key>]
) => string;

/** A language with its messages and formats. */
export interface Language {
  tag: AnyLanguageTag;
  direction: Direction;
  text: Text;
  formats: Formats;
  /** Adds English messages for keys that the catalogue does not translate. Adding the same object again costs nothing. */
  addMessages(english: CatalogueSource): void;
}

/** Options of `createLanguage`. */
export interface LanguageOptions {
  tag: AnyLanguageTag;
  /** The initial English messages: those of the first screen in a page, all in a test. */
  english: CatalogueSource;
  /** Messages of the language; missing ones are shown in English. Default: English only. */
  catalogue?: CatalogueSource | undefined;
  /** IANA name of the time zone; null or an unknown name selects the device's zone. */
  timeZone: string | null;
  /** The user's languages in order (`navigator.languages`), for regional formats of dates and numbers. Default: none. */
  wishes?: readonly string[] | undefined;
}

/** Creates a language. */
export function createLanguage({ tag, english, catalogue, timeZone, wishes }: LanguageOptions): Language {
  const locale = formatLocale(tag, wishes);
  const own = catalogue ? flatten(catalogue) : {};
  const added = new Set<unknown>();
  let messages: Record<string, unknown> = { ...flatten(english), ...own };
  const rules = rulesOf(locale);
  // Messages without parameters are cached, because they are read in every render.
  const fixed = new Map<string, string>();
  const text = (key: string, values?: Record<string, unknown>): string => {
    const cached = values ? undefined : fixed.get(key);
    if (cached !== undefined) return cached;
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
      if (added.has(areas)) return;
      added.add(areas);
      // The catalogue's messages override the English ones.
      messages = { ...messages, ...flatten(areas), ...own };
      fixed.clear();
    },
  };
}

/** Compiles a message in development and tests. In production all messages are compiled already. */
function compiled(message: unknown): CompiledMessage {
  if (process.env.NODE_ENV !== 'production' && typeof message === 'string') return compileMessage(message) as CompiledMessage;
  return message as CompiledMessage;
}

/** The rules of Intl, created at first use. */
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

/** Converts `{ui: {close}}` to `{'ui.close'}`. */
function flatten(source: CatalogueSource): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [area, texts] of Object.entries(source))
    for (const [name, text] of Object.entries(texts)) flat[`${area}.${name}`] = text;
  return flat;
}
