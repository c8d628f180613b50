/**
 * Applies a presentation to a schema model: adds its labels, descriptions, order, groups, formats and colours, so that screens need not
 * know about presentations. Names that the schema does not have are ignored.
 */
import {
  type Presentation,
  type PresentedField,
  type PresentedFormat,
  type PresentedOffer,
  presentedText,
} from '../../lib/page/presentation';
import { valueAsText } from '../../lib/text/valueAsText';
import { createLazyMap } from '../model/lazyMap';
import { readableName, singular, wordsOf } from '../model/readableName';
import {
  type FieldModel,
  type FigureFormat,
  type ObjectTypeModel,
  type SchemaModel,
  type TypeModel,
  typeOf,
} from '../model/schemaModel';
import { amountName, minorUnits } from './minorUnits';

/** What a presentation says about a field: of a record, or a root field (collection, action, feed). */
type FieldPresentation = PresentedOffer & PresentedField;

/** The model with the presentation applied. `tag` is the language tag for its texts. */
export function presentModel(model: SchemaModel, presentation: Presentation, tag: string): SchemaModel {
  const presented = presentedFields(model, presentation);
  const formOf = formFields(presentation);
  const named = <T extends { description: string | null }>(item: T, by: FieldPresentation | undefined): T => {
    if (by === undefined) return item;
    const label = presentedText(by.label, tag);
    const description = presentedText(by.description, tag);
    return {
      ...item,
      ...(label === undefined ? {} : { label }),
      ...(description === undefined ? {} : { description }),
      ...(by.hidden ? { hidden: true } : {}),
    };
  };
  const labelled = <T extends { name: string; description: string | null }>(
    items: ReadonlyMap<string, T>,
    by: ReadonlyMap<string, FieldPresentation> | undefined,
  ): ReadonlyMap<string, T> =>
    by === undefined
      ? items
      : createLazyMap(items, item => named(item, by.get(item.name) ?? by.get(item.name.replace(/_?id$/i, ''))));
  const field = (
    item: FieldModel,
    by: FieldPresentation | undefined,
    isAction: boolean,
    siblings: ReadonlyMap<string, FieldModel>,
  ): FieldModel => {
    const section = presentedText(by?.group, tag);
    return {
      ...named(item, by),
      ...(isAction ? { args: labelled(item.args, formOf(item.name)) } : {}),
      ...(section === undefined ? {} : { section }),
      ...(by?.format ? { format: figureFormat(by.format, by.format.minor ? amountName(item.name, siblings) : null) } : {}),
    };
  };
  const present = (item: TypeModel): TypeModel => {
    const by = presentation.types.get(item.name);
    if (item.kind === 'enum') {
      const values = presentation.enums.get(item.name);
      if (values === undefined) return named(item, by);
      const shown = item.values.map(value => named(value, values.get(value.name)));
      const labels = new Map(shown.map(({ name, label }) => [name, label]));
      const words = {
        enumLabel: (name: string) => labels.get(name) ?? readableName(name),
        enumTone: (name: string) => values.get(name)?.colour,
      };
      return { ...named(item, by), values: shown, words };
    }
    if (item.kind === 'input')
      return { ...named(item, by), inputFields: labelled(item.inputFields, by?.fields ?? formOf(item.name)) };
    const own = withRecognized(minorUnits(model, item), presented.get(item.name));
    const isAction = item === model.mutationType;
    if ((item.kind !== 'object' && item.kind !== 'interface') || (own === undefined && by === undefined && !isAction))
      return named(item, by);
    return {
      ...named(item, by),
      fields: createLazyMap(inOrder(item.fields, own), each => field(each, own?.get(each.name), isAction, item.fields)),
      ...(by?.display ? { display: by.display } : {}),
      ...(by?.search ? { search: by.search } : {}),
    };
  };
  const types = createLazyMap(model.types, present);
  const root = (item: ObjectTypeModel | null): ObjectTypeModel | null =>
    item === null ? null : (types.get(item.name) as ObjectTypeModel);
  const remembered = new Map<string, unknown>();
  return {
    ...model,
    queryType: root(model.queryType) as ObjectTypeModel,
    mutationType: root(model.mutationType),
    subscriptionType: root(model.subscriptionType),
    types,
    remember<T>(key: string, make: () => T): T {
      if (!remembered.has(key)) remembered.set(key, make());
      return remembered.get(key) as T;
    },
  };
}

/** What the presentation says about fields, by type name and field name. Root fields (collections, actions, feeds) are included. */
function presentedFields(
  model: SchemaModel,
  presentation: Presentation,
): ReadonlyMap<string, ReadonlyMap<string, FieldPresentation>> {
  const all = new Map<string, Map<string, FieldPresentation>>();
  const put = (typeName: string, fieldName: string, presented: FieldPresentation): void => {
    const own = all.get(typeName) ?? new Map<string, FieldPresentation>();
    all.set(typeName, own.set(fieldName, { ...own.get(fieldName), ...presented }));
  };
  for (const [typeName, { fields }] of presentation.types)
    for (const [name, presented] of fields ?? []) put(typeName, name, presented);
  for (const [root, offers] of [
    [model.queryType, presentation.collections],
    [model.mutationType, presentation.actions],
    [model.subscriptionType, presentation.feeds],
  ] as const) {
    for (const [id, presented] of offers) {
      const place = root === null ? null : placeOf(model, root, id);
      if (place !== null) put(place.typeName, place.fieldName, presented);
    }
  }
  return all;
}

/** Merges automatically recognized properties with those of the presentation, which take precedence. */
function withRecognized(
  found: ReadonlyMap<string, PresentedField>,
  presented: ReadonlyMap<string, FieldPresentation> | undefined,
): ReadonlyMap<string, FieldPresentation> | undefined {
  if (found.size === 0) return presented;
  const all = new Map<string, FieldPresentation>(found);
  for (const [name, own] of presented ?? []) all.set(name, { ...all.get(name), ...own });
  return all;
}

/** The field with the id of a collection, action or feed; null if the schema has none. */
export function placeOf(
  model: SchemaModel,
  root: ObjectTypeModel,
  id: string,
): { readonly typeName: string; readonly fieldName: string } | null {
  const path = id.split('.');
  const fieldName = path.pop() as string;
  let holder: TypeModel | undefined = root;
  for (const name of path) {
    const field: FieldModel | undefined = holder?.kind === 'object' ? holder.fields.get(name) : undefined;
    // The id of a nested collection starts with the type of its parent record.
    holder = field ? typeOf(model, field.type) : path.length === 1 ? model.types.get(name) : undefined;
  }
  return holder?.kind === 'object' && holder.fields.has(fieldName) ? { typeName: holder.name, fieldName } : null;
}

/** The fields, sorted by the `order` of the presentation. Fields without one come last. */
function inOrder(
  fields: ReadonlyMap<string, FieldModel>,
  presented: ReadonlyMap<string, FieldPresentation> | undefined,
): ReadonlyMap<string, FieldModel> {
  const place = (name: string): number => presented?.get(name)?.order ?? Number.POSITIVE_INFINITY;
  if (![...(presented?.values() ?? [])].some(({ order }) => order !== undefined)) return fields;
  const names = [...fields.keys()].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
  return new Map(names.map(name => [name, fields.get(name) as FieldModel]));
}

/** Words that occur beside the type's name in the names of input types and actions. */
const BESIDE = new Set(
  'create add new insert update edit change modify patch set save upsert delete remove bulk many one by pk id input data fields values attributes payload args params where filter condition bool exp order sort mutation'.split(
    ' ',
  ),
);

/** Returns a function that finds the presented record fields for an input type or action by its name (`CreateShipInput`, `updateShip`). */
function formFields(presentation: Presentation): (name: string) => ReadonlyMap<string, PresentedField> | undefined {
  const plain = (name: string): string[] => wordsOf(name).map(word => singular(word.toLowerCase()));
  const types = [...presentation.types].flatMap(([name, { fields }]) => (fields ? [{ words: plain(name), fields }] : []));
  return name => {
    const words = plain(name).filter(word => !BESIDE.has(word));
    return types.find(type => type.words.filter(word => !BESIDE.has(word)).join(' ') === words.join(' '))?.fields;
  };
}

const MS = { milliseconds: 1, seconds: 1000, minutes: 60_000, hours: 3_600_000 } as const;

/** Converts a presentation's format to a `FigureFormat`. `amount`: the parts of the name of an amount in minor units. */
function figureFormat(
  { as, currency, currencyField, minor, whole, unit }: PresentedFormat,
  amount: ReturnType<typeof amountName>,
): FigureFormat {
  return {
    ...(amount === null ? {} : { amountName: amount.name }),
    currencyField: as === 'money' ? (currencyField ?? null) : null,
    ...(as === 'money' && currency !== undefined ? { currency } : {}),
    text(value, formats, beside) {
      const written = valueAsText(value);
      const number = Number(written);
      if (!Number.isFinite(number)) return written.slice(0, 200);
      if (as === 'bytes') return formats.bytes(value);
      if (as === 'duration') return formats.duration(number * MS[unit ?? 'seconds']);
      if (as === 'percent')
        return formats.number(whole === 'hundred' ? number / 100 : number, { style: 'percent', maximumFractionDigits: 2 });
      const code = typeof beside === 'string' && beside !== '' ? beside : currency;
      const digits = minor ? digitsOf(code) : 0;
      // Without a known currency, an amount in minor units is shown as the server's number.
      if (code === undefined || digits === null) return [formats.number(value), amount?.unit].filter(Boolean).join(' ');
      return formats.money(minor ? shifted(String(value), digits) : value, code);
    },
    ...(as === 'money' && minor
      ? { digits: (beside: unknown) => digitsOf(typeof beside === 'string' && beside !== '' ? beside : currency) }
      : {}),
  };
}

/** Divides an integer by ten to the power of `digits`, without rounding. */
function shifted(whole: string, digits: number): string | number {
  if (!/^-?\d+$/.test(whole)) return Number(whole) / 10 ** digits;
  if (digits === 0) return whole;
  const padded = whole.replace('-', '').padStart(digits + 1, '0');
  return `${whole.startsWith('-') ? '-' : ''}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** Currencies whose minor unit is not a hundredth (ISO 4217). Intl is no substitute: it drops digits that are not used in print (HUF). */
const ISO_DIGITS: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map(code => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map(code => [code, 3] as const),
  ...'CLF UYW'.split(' ').map(code => [code, 4] as const),
]);
/** Known currency codes. Empty in browsers without `Intl.supportedValuesOf`. */
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf?.('currency'));

/** The number of decimal places of a currency: 2 for EUR, 0 for JPY. Null if there is no such currency. */
function digitsOf(code: string | undefined): number | null {
  const known = code?.toUpperCase() ?? '';
  const isCurrency = CURRENCIES.size > 0 ? CURRENCIES.has(known) : /^[A-Z]{3}$/.test(known);
  return isCurrency ? (ISO_DIGITS.get(known) ?? 2) : null;
}
