/** What the window "Customise" changes: one collection, lookup, action or feed, the type of its records and its enums, in a presentation that stays as it is. */
import type {
  Presentation,
  PresentedColour,
  PresentedField,
  PresentedFormat,
  PresentedOffer,
  PresentedText,
  PresentedType,
  PresentedValue,
} from '../../lib/presentation';

/** What is customised. */
export interface Subject {
  /** What is offered in the rail; null for the records of a type alone. */
  readonly offer: { readonly area: 'collections' | 'actions' | 'feeds'; readonly id: string } | null;
  /** The type of the records; null for an action. */
  readonly typeName: string | null;
}

/** A presentation with another entry of a collection or an action. */
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

/** The map with an entry changed; a part that is undefined is taken away. */
function withEntry<T extends object>(
  map: ReadonlyMap<string, T>,
  key: string,
  change: { [Part in keyof T]?: T[Part] | undefined },
) {
  const parts = Object.entries({ ...map.get(key), ...change }).filter(([, part]) => part !== undefined);
  return new Map(map).set(key, Object.fromEntries(parts) as T);
}

/** A text with the one of a language replaced; '' takes it away. Undefined: nothing is left. */
export function withText(value: PresentedText | undefined, tag: string, text: string): PresentedText | undefined {
  const texts = new Map(typeof value === 'string' ? [['en', value]] : value);
  if (text.trim() === '') texts.delete(tag);
  else texts.set(tag, text.slice(0, 4000));
  return texts.size === 0 ? undefined : texts;
}

/** The text of exactly that language. */
export function ownText(value: PresentedText | undefined, tag: string): string {
  return (typeof value === 'string' ? (tag === 'en' ? value : '') : value?.get(tag)) ?? '';
}

/** Choices of a format, as one word each: `money:currency`, `percent`. */
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
