/**
 * The changes of the "Customise" dialog to a presentation: one collection, lookup, action or feed, the type of its records, and its enums. All
 * functions return a new presentation.
 */
import type {
  Presentation,
  PresentedColour,
  PresentedField,
  PresentedFormat,
  PresentedOffer,
  PresentedText,
  PresentedType,
  PresentedValue,
} from '../../lib/page/presentation';

/** The part of the API that is customised. */
export interface Subject {
  /** The entry in the rail; null for a record type without one. */
  readonly offer: { readonly area: 'collections' | 'actions' | 'feeds'; readonly id: string } | null;
  /** The record type; null for an action. */
  readonly typeName: string | null;
}

/** Changes the entry of a collection, an action or a feed. */
export function withOffer(all: Presentation, { area, id }: NonNullable<Subject['offer']>, change: PresentedOffer): Presentation {
  return { ...all, [area]: withEntry(all[area], id, change) };
}

export function withType(all: Presentation, name: string, change: PresentedType): Presentation {
  return { ...all, types: withEntry(all.types, name, change) };
}

export function withField(all: Presentation, typeName: string, name: string, change: PresentedField): Presentation {
  const fields = withEntry(all.types.get(typeName)?.fields ?? new Map<string, PresentedField>(), name, change);
  return withType(all, typeName, { fields });
}

export function withValue(all: Presentation, enumName: string, value: string, change: PresentedValue): Presentation {
  const values = withEntry(all.enums.get(enumName) ?? new Map<string, PresentedValue>(), value, change);
  return { ...all, enums: new Map(all.enums).set(enumName, values) };
}

/** Returns a map with a changed entry. Members that are undefined are removed. */
function withEntry<T extends object>(
  map: ReadonlyMap<string, T>,
  key: string,
  change: { [Part in keyof T]?: T[Part] | undefined },
) {
  const parts = Object.entries({ ...map.get(key), ...change }).filter(([, part]) => part !== undefined);
  return new Map(map).set(key, Object.fromEntries(parts) as T);
}

/** Replaces the text of one language; '' removes it. Returns undefined if no text is left. */
export function withText(value: PresentedText | undefined, tag: string, text: string): PresentedText | undefined {
  const texts = new Map(typeof value === 'string' ? [['en', value]] : value);
  if (text.trim() === '') texts.delete(tag);
  else texts.set(tag, text.slice(0, 4000));
  return texts.size === 0 ? undefined : texts;
}

/** The text in exactly that language; '' if there is none. */
export function ownText(value: PresentedText | undefined, tag: string): string {
  return (typeof value === 'string' ? (tag === 'en' ? value : '') : value?.get(tag)) ?? '';
}

/** A format as the value of a select option: `money:currency`, `percent`. */
export function formatChoice(format: PresentedFormat | undefined): string {
  return format === undefined ? '' : format.as === 'money' && format.currencyField ? `money:${format.currencyField}` : format.as;
}

export function formatOf(choice: string): PresentedFormat | undefined {
  if (choice === '') return undefined;
  const [as, currencyField] = choice.split(':');
  return { as: as as PresentedFormat['as'], ...(currencyField ? { currencyField } : {}) };
}

export const colourOf = (choice: string): PresentedColour | undefined =>
  choice === '' ? undefined : (choice as PresentedColour);
