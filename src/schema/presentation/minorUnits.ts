/**
 * Recognizes amounts of money in minor units (`totalCents: Int` beside `currency`). Requires that a name or description says so and that a
 * sibling field contains the currency. Such amounts are formatted like a field with `minor` in a presentation.
 */
import type { PresentedField } from '../../lib/page/presentation';
import { scalarInfo } from '../model/scalars';
import {
  type FieldModel,
  fieldsOf,
  isList,
  needsNoArguments,
  nullable,
  type SchemaModel,
  type TypeModel,
  typeOf,
} from '../model/schemaModel';
import { lowerWords } from '../mutations/names/nameWords';

const MINOR = new Set(['cents', 'pence', 'pennies']);
/** Words that denote an amount of money. */
const MONEY = new Set('amount price total subtotal cost fee tax balance discount refund'.split(' '));
/** Words that exclude an amount of money, whatever the other words are. */
const NO_MONEY = new Set('count items quantity qty percent rate year id number position ratio score is has version'.split(' '));
const ENDING = /_?(in_?)?(cents|pence|pennies|minor_?units?|minor)$/i;
const MENTION =
  /\bin (whole |euro |US )?(cents|pence|pennies)\b|\b(minor (currency |monetary )?units?|(smallest|lowest|minor|fractional) (currency |monetary )?(unit|denomination)s?)\b/i;
const NEGATION = /\b(not|never|no longer|instead of|rather than)\b[^.]{0,40}\b(cents|pence|minor|smallest|lowest)\b/i;
/** Matches phrases in which "cents" probably refers to something other than the field, such as a conversion. */
const OTHER_CONTEXT =
  /\b(whole (dollars|euros|units)|major units?|percent|number of|multipl\w{1,6}|divid\w{1,6}|use|see)\b|\*\s?100\b/i;
const CURRENCY = /^(iso_?)?currency(_?(code|iso))?$/i;

const mentionsMinorUnits = (text: string | null | undefined): boolean => {
  const start = (text ?? '').slice(0, 2000);
  return MENTION.test(start) && !NEGATION.test(start);
};

/** The presentation of a type's amounts in minor units, by field name. Empty for most types. */
export function minorUnits(model: SchemaModel, type: TypeModel): ReadonlyMap<string, PresentedField> {
  const found = new Map<string, PresentedField>();
  if (type.kind !== 'object' && type.kind !== 'interface') return found;
  if (type === model.queryType || type === model.mutationType || type === model.subscriptionType) return found;
  const whole = [...type.fields.values()].filter(field => isWhole(model, field));
  const sure = new Set(whole.filter(field => isSure(model, type, field)));
  for (const field of whole) {
    if (!sure.has(field) && !(sure.size > 0 && mayBeMinor(field))) continue;
    const currencyField = currencyBeside(model, type.fields, field.name);
    if (currencyField === null) continue;
    found.set(field.name, { format: { as: 'money', currencyField, minor: true } });
  }
  return found;
}

/**
 * The parts of a name that ends with a minor unit: `total` and `cents` for `totalCents`. Null for any other name, and if a sibling field
 * has the first part as its name.
 */
export function amountName(name: string, siblings: ReadonlyMap<string, unknown>): { name: string; unit: string } | null {
  const [ending = '', , unit = ''] = ENDING.exec(name) ?? [];
  const stem = name.slice(0, name.length - ending.length);
  return ending === '' || stem === '' || siblings.has(stem) ? null : { name: stem, unit: unit.toLowerCase() };
}

/** True if a type, or an object type directly inside it, has amounts in minor units. */
export function hasMinorUnits(model: SchemaModel, typeName: string): boolean {
  return model.remember(`minor units ${typeName}`, () => {
    const type = model.types.get(typeName);
    if (type?.kind !== 'object' && type?.kind !== 'interface') return false;
    if (minorUnits(model, type).size > 0) return true;
    return [...type.fields.values()].some(field => {
      const inner = needsNoArguments(field) && !isList(field.type) ? typeOf(model, field.type) : undefined;
      return inner?.kind === 'object' && minorUnits(model, inner).size > 0;
    });
  });
}

/** The words before "minor" or "minor units" at the end of a name; [] for any other name. */
function beforeMinor(words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? '';
  return words.slice(0, last === 'minor' ? -1 : /^units?$/.test(last) && words.at(-2) === 'minor' ? -2 : 0);
}

/** True for a name such as `paidMinor`, which is an amount only if the type also has an unambiguous one. */
const mayBeMinor = (field: FieldModel): boolean => {
  const words = lowerWords(field.name);
  return beforeMinor(words).length > 0 && !isOther(words, field);
};

/** True if a word of the name, or the description, shows that it is not an amount in minor units. */
const isOther = (words: readonly string[], field: FieldModel): boolean =>
  words.some(word => NO_MONEY.has(word)) || NEGATION.test((field.description ?? '').slice(0, 2000));

function isSure(model: SchemaModel, type: TypeModel, field: FieldModel): boolean {
  const words = lowerWords(field.name);
  if (isOther(words, field)) return false;
  // False if the description mentions cents for something else, or a sibling field has the same amount in cents.
  const isAbout = !mentionsMinorUnitsOfOthers(field.description) && !minorTwins(model, type).has(field.name.toLowerCase());
  if (isAbout && mentionsMinorUnits(field.description)) return true;
  const last = words.at(-1) ?? '';
  if (MINOR.has(last)) return true;
  // "minor" alone is not enough: it can be a person under age, or the number of minor units of a currency.
  if (beforeMinor(words).some(word => MONEY.has(word))) return true;
  if (!isAbout || !MONEY.has(last)) return false;
  const scalar = typeOf(model, nullable(field.type));
  return (
    mentionsMinorUnits(type.description) ||
    mentionsMinorUnits(scalar?.kind === 'scalar' && !/^(Int|Float)$/.test(scalar.name) ? scalar.description : null)
  );
}

/**
 * True if a description mentions cents together with words such as "divide" or "see" in one clause. Such words in another sentence, or
 * after a comma, can be a hint for the reader and do not count.
 */
function mentionsMinorUnitsOfOthers(description: string | null): boolean {
  const parts = (description ?? '').slice(0, 2000).split(/\.\s|[;\n]|, (?=see\b|use\b|divid)/i);
  return parts.some(part => MENTION.test(part) && OTHER_CONTEXT.test(part));
}

/** Lower-case names of fields for which a sibling field has the same amount in minor units: `price` beside `priceCents`. */
function minorTwins(model: SchemaModel, type: TypeModel): ReadonlySet<string> {
  return model.remember(
    `minor twins ${type.name}`,
    () =>
      new Set([...fieldsOf(type).keys()].filter(name => ENDING.test(name)).map(name => name.replace(ENDING, '').toLowerCase())),
  );
}

function isWhole(model: SchemaModel, field: FieldModel): boolean {
  if (isList(field.type) || !needsNoArguments(field)) return false;
  const scalar = typeOf(model, nullable(field.type));
  // A custom scalar (`Cents`, `Money`) can contain integers; its name or description says so.
  return (
    scalar?.kind === 'scalar' &&
    (/^(int|bigInt)$/.test(scalarInfo(scalar).kind) || /cents|minor/i.test(scalar.name) || mentionsMinorUnits(scalar.description))
  );
}

/** The name of the currency field: that of the amount itself (`feeCurrency` for `feeCents`), else that of the record, else null. */
function currencyBeside(model: SchemaModel, fields: ReadonlyMap<string, FieldModel>, name: string): string | null {
  const stem = name.replace(ENDING, '').toLowerCase();
  const isCode = (field: FieldModel): boolean => {
    const leaf = isList(field.type) || !needsNoArguments(field) ? undefined : typeOf(model, nullable(field.type));
    return leaf?.kind === 'enum' || leaf?.kind === 'scalar';
  };
  const codes = [...fields.values()].filter(isCode);
  const own = codes.find(field => {
    const plain = field.name.toLowerCase();
    return plain.startsWith(stem) && CURRENCY.test(plain.slice(stem.length).replace(/^_/, ''));
  });
  return (own ?? codes.find(field => CURRENCY.test(field.name)))?.name ?? null;
}
