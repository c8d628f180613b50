/**
 * Amounts of money in the smallest unit of their currency (`totalCents: Int` beside `currency`): recognised only where the name or a
 * description says so and a field beside holds the currency. They are shown as a presentation with `minor` has them.
 */
import type { PresentedField } from '../../lib/presentation';
import { wordsOf } from '../model/readableName';
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

const MINOR = new Set(['cents', 'pence', 'pennies']);
/** What an amount is called, as whole words. */
const MONEY = new Set('amount price total subtotal cost fee tax balance discount refund'.split(' '));
/** What is not an amount, however it goes on. */
const NO_MONEY = new Set('count items quantity qty percent rate year id number position ratio score'.split(' '));
const ENDING = /_?(in_?)?(cents|pence|pennies|minor_?units?|minor)$/i;
const SAID =
  /\bin (whole |euro |US )?(cents|pence|pennies)\b|\b(minor (currency |monetary )?units?|(smallest|lowest|minor|fractional) (currency |monetary )?(unit|denomination)s?)\b/i;
const DENIED = /\b(not|never|no longer|instead of|rather than)\b[^.]{0,40}\b(cents|pence|minor|smallest|lowest)\b/i;
/** What makes a sentence one about the cents of something else. */
const OF_OTHERS =
  /\b(whole (dollars|euros|units)|major units?|percent|number of|multipl\w{1,6}|divid\w{1,6}|use|see)\b|\*\s?100\b/i;
const CURRENCY = /^(iso_?)?currency(_?(code|iso))?$/i;

const says = (text: string | null | undefined): boolean => {
  const start = (text ?? '').slice(0, 2000);
  return SAID.test(start) && !DENIED.test(start);
};

/** What is to be said about the fields of a type that are such amounts, by their names; empty for most types. */
export function minorUnits(model: SchemaModel, type: TypeModel): ReadonlyMap<string, PresentedField> {
  const found = new Map<string, PresentedField>();
  if (type.kind !== 'object' && type.kind !== 'interface') return found;
  if (type === model.queryType || type === model.mutationType || type === model.subscriptionType) return found;
  for (const field of type.fields.values()) {
    if (!isWhole(model, field) || !isSure(model, type, field)) continue;
    const currencyField = currencyBeside(model, type.fields, field.name);
    if (currencyField === null) continue;
    // Its label stays: its editor and its filter hold the server's number under the same one.
    found.set(field.name, { format: { as: 'money', currencyField, minor: true } });
  }
  return found;
}

/** True when a type, or one right inside it, has such amounts. */
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

function isSure(model: SchemaModel, type: TypeModel, field: FieldModel): boolean {
  const words = wordsOf(field.name).map(word => word.toLowerCase());
  if (DENIED.test((field.description ?? '').slice(0, 2000)) || words.some(word => NO_MONEY.has(word))) return false;
  // It speaks of cents as of what the field is not, or of another field.
  const isAbout = !isOfOthers(field.description) && !minorTwins(model, type).has(field.name.toLowerCase());
  if (isAbout && says(field.description)) return true;
  const last = words.at(-1) ?? '';
  if (MINOR.has(last)) return true;
  // A minor is a person under age as well, and a currency says how many minor units it has.
  const beforeMinor = words.slice(0, last === 'minor' ? -1 : /^units?$/.test(last) && words.at(-2) === 'minor' ? -2 : 0);
  if (beforeMinor.some(word => MONEY.has(word))) return true;
  if (!isAbout || !MONEY.has(last)) return false;
  const scalar = typeOf(model, nullable(field.type));
  return (
    says(type.description) || says(scalar?.kind === 'scalar' && !/^(Int|Float)$/.test(scalar.name) ? scalar.description : null)
  );
}

/** True where the part of a sentence that says cents says it of something else. What follows a comma, or another sentence, may be a hint. */
function isOfOthers(description: string | null): boolean {
  const parts = (description ?? '').slice(0, 2000).split(/\.\s|[;\n]|, (?=see\b|use\b|divid)/i);
  return parts.some(part => SAID.test(part) && OF_OTHERS.test(part));
}

/** Names of fields in lower case beside which another field has the same amount in cents: `price` beside `priceCents`. */
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
  // The description may be of a scalar of its own (`Cents`, `Money`) that holds whole numbers.
  return (
    scalar?.kind === 'scalar' &&
    (/^(int|bigInt)$/.test(scalarInfo(scalar).kind) || /cents|minor/i.test(scalar.name) || says(scalar.description))
  );
}

/** The field that holds the currency: that of the amount itself (`feeCurrency` of `feeCents`), else that of the record. */
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
