/**
 * The presentation of an API: names, descriptions, order, groups and formats that the API's owner has chosen for the users of Oriel. It is
 * a separate file (`presentation.json`), an option of the embeds, or edited in Oriel ("Customise"). Reading is strict: the error names an
 * unknown key or a value of a wrong type. Entries for names that the schema does not have are kept and have no effect.
 * The JSON Schema of the file: static/presentation.schema.json.
 */

/** A text by language (`{en: "Fleet", ar: "الأسطول"}`), or a single text for all languages. */
export type PresentedText = string | ReadonlyMap<string, string>;

/** The presentation of anything that has a name. */
export interface Named {
  readonly label?: PresentedText;
  readonly description?: PresentedText;
  /** Not offered in the rail, in search, as a column or as a field. Its address still opens it. */
  readonly hidden?: boolean;
}

/** The presentation of a collection, lookup, action or feed. */
export interface PresentedOffer extends Named {
  /** Sort position: lower numbers first, entries without one last. */
  readonly order?: number;
  /** Heading in the rail. */
  readonly group?: PresentedText;
  /** The initial view of a collection: parameters of the address (`columns`, `filter`, `sort`, …). */
  readonly view?: ReadonlyMap<string, string>;
}

/** How a number is displayed. */
export interface PresentedFormat {
  readonly as: 'money' | 'percent' | 'duration' | 'bytes';
  /** For money: the currency code, or the adjacent field that contains the code. */
  readonly currency?: string;
  readonly currencyField?: string;
  /** For money: the value is in the smallest unit (cents). */
  readonly minor?: boolean;
  /** For percentages: whether the whole is `one` (a half is 0.5) or `hundred` (a half is 50). Default `one`. */
  readonly whole?: 'one' | 'hundred';
  /** For durations. Default seconds. */
  readonly unit?: 'milliseconds' | 'seconds' | 'minutes' | 'hours';
}

export interface PresentedField extends Named {
  readonly format?: PresentedFormat;
}

/** The presentation of an object type. */
export interface PresentedType extends Named {
  /** The field that names a record. */
  readonly display?: string;
  /** The fields that a record search looks into. */
  readonly search?: readonly string[];
  readonly fields?: ReadonlyMap<string, PresentedField>;
}

/** Colours of enum values, named by meaning as in the design. */
export const COLOURS = ['neutral', 'ok', 'busy', 'warning', 'danger'] as const;
export type PresentedColour = (typeof COLOURS)[number];

export interface PresentedValue extends Named {
  readonly colour?: PresentedColour;
}

/** The parsed presentation file. */
export interface Presentation {
  readonly collections: ReadonlyMap<string, PresentedOffer>;
  readonly actions: ReadonlyMap<string, PresentedOffer>;
  /** Subscriptions. */
  readonly feeds: ReadonlyMap<string, PresentedOffer>;
  readonly types: ReadonlyMap<string, PresentedType>;
  readonly enums: ReadonlyMap<string, ReadonlyMap<string, PresentedValue>>;
}

/** Largest file, in characters of its JSON. */
export const LARGEST_PRESENTATION = 500_000;
const LONGEST_LABEL = 200;
const LONGEST_TEXT = 4000;
const LONGEST_NAME = 300;
const MOST_ENTRIES = 5000;

/** The address parameters that a view may set. */
const VIEW = new Set(['kind', 'by', 'group', 'columns', 'filter', 'sort', 'size', 'args']);

/** A presentation that changes nothing. */
export const NO_PRESENTATION: Presentation = {
  collections: new Map(),
  actions: new Map(),
  feeds: new Map(),
  types: new Map(),
  enums: new Map(),
};

/**
 * Reads a presentation from a parsed JSON value.
 * @throws TypeError that names the place and what is expected there
 */
export function readPresentation(json: unknown): Presentation {
  if (sizeOf(json) > LARGEST_PRESENTATION)
    throw new TypeError(`The presentation must have at most ${LARGEST_PRESENTATION} characters.`);
  const file = keys('presentation', json, { $schema: text, collections, actions: offers, feeds: offers, types, enums });
  return {
    collections: (file.get('collections') ?? new Map()) as Presentation['collections'],
    actions: (file.get('actions') ?? new Map()) as Presentation['actions'],
    feeds: (file.get('feeds') ?? new Map()) as Presentation['feeds'],
    types: (file.get('types') ?? new Map()) as Presentation['types'],
    enums: (file.get('enums') ?? new Map()) as Presentation['enums'],
  };
}

/**
 * Checks the text of presentation.json.
 * @returns the parsed but otherwise unchanged JSON; undefined if it is an empty object
 * @throws Error that names the file and what is wrong in it
 */
export function checkPresentationFile(text: string): object | undefined {
  try {
    const json = JSON.parse(text);
    readPresentation(json);
    return Object.keys(json).length === 0 ? undefined : json;
  } catch (cause) {
    throw new Error(`presentation.json: ${(cause as Error).message}`, { cause });
  }
}

/** Converts a presentation back to JSON. Untrusted names become own keys of objects without a prototype. */
export function plainPresentation(presentation: Presentation): unknown {
  return plain(new Map(Object.entries(presentation)));
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value;
  const entries = value instanceof Map ? [...value] : typeof value === 'object' && value !== null ? Object.entries(value) : null;
  if (entries === null) return value;
  const object: Record<string, unknown> = Object.create(null);
  for (const [key, item] of entries) {
    const inner = plain(item);
    const isEmpty = typeof inner === 'object' && inner !== null && Object.keys(inner).length === 0;
    if (inner !== undefined && !isEmpty) object[key as string] = inner;
  }
  return object;
}

/** The text for a language: for the exact tag (`pt-BR`), for its base (`pt`), in English, or in any other language. */
export function presentedText(value: PresentedText | undefined, tag: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  return value.get(tag) ?? value.get(tag.split('-', 1)[0] as string) ?? value.get('en') ?? [...value.values()][0];
}

/** Reads the value at `place`, or throws. */
type Read = (place: string, value: unknown) => unknown;

function refuse(place: string, wanted: string): never {
  throw new TypeError(`${place} must be ${wanted}.`);
}

function sizeOf(json: unknown): number {
  try {
    return JSON.stringify(json)?.length ?? 0;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function entriesOf(place: string, value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(place, 'an object');
  const entries = Object.entries(value);
  if (entries.length > MOST_ENTRIES) refuse(place, `an object of at most ${MOST_ENTRIES} entries`);
  return entries;
}

const at = (place: string, key: string): string =>
  place === 'presentation' ? key.slice(0, LONGEST_NAME) : `${place}.${key.slice(0, LONGEST_NAME)}`;

/** Reads an object with known keys. */
function keys(place: string, value: unknown, readers: Readonly<Record<string, Read>>): Map<string, unknown> {
  const read = new Map<string, unknown>();
  for (const [key, item] of entriesOf(place, value)) {
    const reader = Object.hasOwn(readers, key) ? readers[key] : undefined;
    if (reader === undefined) throw new TypeError(`${at(place, key)} is not a key of the presentation.`);
    read.set(key, reader(at(place, key), item));
  }
  return read;
}

/** Reads an object whose keys are names of the API. */
const named =
  (item: Read): Read =>
  (place, value) =>
    new Map(entriesOf(place, value).map(([key, inner]) => [key, item(at(place, key), inner)]));

/** Reads an object with known keys into an ordinary object, as the interfaces above require. */
const object =
  (readers: Readonly<Record<string, Read>>): Read =>
  (place, value) =>
    Object.fromEntries(keys(place, value, readers));

function text(place: string, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '' || value.length > LONGEST_TEXT)
    refuse(place, `a text of 1 to ${LONGEST_TEXT} characters`);
  return value;
}

function name(place: string, value: unknown): string {
  if (typeof value !== 'string' || value === '' || value.length > LONGEST_NAME) refuse(place, 'a name');
  return value;
}

const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/;

const texts =
  (longest: number): Read =>
  (place, value) => {
    const one: Read = (where, item) =>
      text(where, item).length > longest ? refuse(where, `a text of 1 to ${longest} characters`) : item;
    if (typeof value === 'string') return one(place, value);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      refuse(place, 'a text or an object of languages and texts');
    for (const tag of Object.keys(value)) if (!LANGUAGE.test(tag)) refuse(at(place, tag), 'a language such as "en" or "pt-BR"');
    return named(one)(place, value);
  };

const flag: Read = (place, value) => (typeof value === 'boolean' ? value : refuse(place, 'true or false'));
const number: Read = (place, value) => (Number.isFinite(value) ? value : refuse(place, 'a number'));
const oneOf =
  (words: readonly string[]): Read =>
  (place, value) =>
    words.includes(value as string) ? value : refuse(place, `one of ${words.join(', ')}`);
const names: Read = (place, value) =>
  Array.isArray(value) && value.length <= 20
    ? value.map((item, index) => name(`${place}[${index}]`, item))
    : refuse(place, 'a list of at most 20 names');
const view: Read = (place, value) => {
  for (const key of Object.keys(value ?? {}))
    if (!VIEW.has(key)) throw new TypeError(`${at(place, key)} is not a key of the presentation.`);
  return named(text)(place, value);
};

const NAMED = { label: texts(LONGEST_LABEL), description: texts(LONGEST_TEXT), hidden: flag };
const OFFER = { ...NAMED, order: number, group: texts(LONGEST_LABEL) };
const offers = named(object(OFFER));
const collections = named(object({ ...OFFER, view }));
const format = object({
  as: oneOf(['money', 'percent', 'duration', 'bytes']),
  currency: name,
  currencyField: name,
  minor: flag,
  whole: oneOf(['one', 'hundred']),
  unit: oneOf(['milliseconds', 'seconds', 'minutes', 'hours']),
});
const fullFormat: Read = (place, value) => {
  const read = format(place, value) as PresentedFormat;
  return read.as === undefined ? refuse(`${place}.as`, 'one of money, percent, duration, bytes') : read;
};
const types = named(object({ ...NAMED, display: name, search: names, fields: named(object({ ...NAMED, format: fullFormat })) }));
const enums = named(named(object({ ...NAMED, colour: oneOf(COLOURS) })));
