/**
 * Finds the field that names a record for users (`Ship.name`, `User.login`) and the fields that identify it (`id`, `nodeId`, `_id`).
 */
import { nameKey, plural, wordsOf } from '../model/readableName';
import { scalarInfo } from '../model/scalars';
import {
  type FieldModel,
  fieldsOf,
  isList,
  namedType,
  needsNoArguments,
  nullable,
  type SchemaModel,
  typeOf,
} from '../model/schemaModel';
import { soleKey } from './soleKey';

const NAMES =
  'name displayname fullname title label namewithowner login username headline subject caption filename heading legalname companyname shortname productname nickname handle slug summary email emailaddress code symbol key number sku reference ref identifier value text path message'.split(
    ' ',
  );
/** Names of fields with the complete text of an object that is only a part of a record, such as a person's name. */
const PART_NAMES = ['full', 'fullname', 'formatted', 'displayname', 'display', 'userpreferred', 'rendered'];
/** Names of fields that hold a currency code. */
export const CURRENCY = /^(currency|currency_?code|iso_?currency|currency_?iso)$/i;
const KEYS =
  'id _id nodeid node_id uuid uid guid urn arn pk rowid objectid key __id databaseid documentid entityid internalid codename'.split(
    ' ',
  );

/** True for a field without required arguments whose value is a single scalar or enum. */
export function isPlainLeaf(model: SchemaModel, field: FieldModel): boolean {
  if (isList(field.type) || !needsNoArguments(field)) return false;
  const type = typeOf(model, nullable(field.type));
  return type?.kind === 'scalar' || type?.kind === 'enum';
}

/** Field names that certainly contain a name. Other fields, such as a number or address, are only substitutes. */
export const TRUE_NAME = /(name|title|label|login|headline|subject|caption|heading|nickname|handle)$/i;
const NAME_OBJECTS = ['name', 'fullName', 'displayName', 'title', 'label'];

/**
 * Path to the value that names a record: its naming field or, if no plain field is a better name, a field inside an object
 * (`name { full }`, `title { rendered }`). Null if no field names the record.
 */
export function displayPath(model: SchemaModel, typeName: string): readonly string[] | null {
  return model.remember(`display path ${typeName}`, () => {
    const own = displayField(model, typeName);
    const wrapped = wrappedName(model, typeName);
    if (wrapped !== null && own !== model.types.get(typeName)?.display) return wrapped;
    if (own !== null && (TRUE_NAME.test(own) || own === model.types.get(typeName)?.display)) return [own];
    const fields = fieldsOf(model.types.get(typeName));
    for (const name of NAME_OBJECTS) {
      const field = fields.get(name);
      if (field === undefined || isList(field.type) || field.deprecationReason !== null || !needsNoArguments(field)) continue;
      const type = typeOf(model, field.type);
      const inner = type?.kind === 'object' && keyFields(model, type.name).length === 0 ? displayField(model, type.name) : null;
      if (inner !== null) return [name, inner];
    }
    return throughValues(model, typeName, own) ?? (own === null ? null : [own]);
  });
}

/** Path to a name that is wrapped in an object (`Name {value}`); null if there is none. */
function wrappedName(model: SchemaModel, typeName: string): readonly string[] | null {
  for (const field of fieldsOf(model.types.get(typeName)).values()) {
    const isName = NAME_OBJECTS.some(name => name.toLowerCase() === field.name.toLowerCase());
    const inner = isName ? wrappedIn(model, field) : null;
    if (inner !== null) return [field.name, inner.name];
  }
  return null;
}

/** The field with the value of a field that is an object around one value (see `wrappedValue`); null for other fields. */
export function wrappedIn(model: SchemaModel, field: FieldModel): FieldModel | null {
  const type = isList(field.type) || !needsNoArguments(field) ? undefined : typeOf(model, field.type);
  return type === undefined ? null : wrappedValue(model, type.name);
}

/** Names of fields without which a `value` is not complete: a pair of key and value, or a quantity with a unit. */
const BESIDE_VALUE = /^(key|name|code|type|unit\w*|currency\w*|symbol|scale|min|max)$/i;

/**
 * The value of an object that only wraps it, as in Salesforce and ServiceNow (`{value, displayValue}`): for a text the one to display, else
 * `value`. Null for other types.
 */
export function wrappedValue(model: SchemaModel, typeName: string): FieldModel | null {
  return model.remember(`wrapped value ${typeName}`, () => {
    const type = model.types.get(typeName);
    const fields = fieldsOf(type);
    const value = fields.get('value');
    if (type?.kind !== 'object' || value === undefined || !isPlainLeaf(model, value)) return null;
    if (keyFields(model, typeName).length > 0 || [...fields.keys()].some(name => BESIDE_VALUE.test(name))) return null;
    const scalar = typeOf(model, value.type);
    if (scalar?.kind !== 'scalar' || scalarInfo(scalar).kind !== 'text') return value;
    const shown = ['displayValue', 'display_value', 'label'].map(name => fields.get(name)).find(inner => inner !== undefined);
    return shown !== undefined && isPlainLeaf(model, shown) ? shown : value;
  });
}

/** The type of `attributes`, for records that keep their values in that object (Strapi 4: `ArticleEntity {id, attributes}`); else null. */
export function valuesType(model: SchemaModel, typeName: string): string | null {
  const field = fieldsOf(model.types.get(typeName)).get('attributes');
  const type = field && needsNoArguments(field) && !isList(field.type) ? typeOf(model, field.type) : undefined;
  return type?.kind === 'object' && type.name !== typeName ? type.name : null;
}

/** The type of the Strapi record inside an object that only wraps it (`{data: ArticleEntity}`); else null. */
export function envelopedRecord(model: SchemaModel, typeName: string): string | null {
  const fields = fieldsOf(model.types.get(typeName));
  const field = fields.size === 1 ? fields.get('data') : undefined;
  const inner = field && needsNoArguments(field) && !isList(field.type) ? typeOf(model, field.type) : undefined;
  return inner && valuesType(model, inner.name) !== null && keyFields(model, inner.name).length > 0 ? inner.name : null;
}

function throughValues(model: SchemaModel, typeName: string, own: string | null): readonly string[] | null {
  const record = envelopedRecord(model, typeName);
  const path = record === null ? null : displayPath(model, record);
  if (path !== null) return ['data', ...path];
  const values = valuesType(model, typeName);
  // Keep the record's own display field, unless it is only a key.
  if (values === null || (own !== null && !keyFields(model, typeName).includes(own))) return null;
  const name = displayField(model, values);
  return name !== null && TRUE_NAME.test(name) ? ['attributes', name] : null;
}

/** The name of the field that names a record of a type; null if there is none, which includes all unions. */
export function displayField(model: SchemaModel, typeName: string): string | null {
  return model.remember(`display ${typeName}`, () => findDisplayField(model, typeName));
}

function findDisplayField(model: SchemaModel, typeName: string): string | null {
  const type = model.types.get(typeName);
  const candidates = [...fieldsOf(type).values()].filter(field => isPlainLeaf(model, field) && field.deprecationReason === null);
  const isText = (field: FieldModel): boolean => {
    const scalar = typeOf(model, field.type);
    if (scalar?.kind !== 'scalar') return false;
    const kind = scalarInfo(scalar).kind;
    return kind === 'text' || kind === 'longText' || kind === 'email' || kind === 'url';
  };
  const chosen = candidates.find(field => field.name === type?.display);
  if (chosen !== undefined) return chosen.name;
  const byName = new Map<string, FieldModel>();
  for (const field of candidates) {
    const key = field.name.replace(/_/g, '').toLowerCase();
    if (!byName.has(key)) byName.set(key, field);
  }
  const own = nameKey(typeName);
  // The best name for an image record is the image itself.
  const picture = /(image|photo|picture|thumbnail|avatar|logo)$/i.test(typeName)
    ? (byName.get('url') ?? byName.get('src') ?? byName.get('originalsrc'))
    : undefined;
  if (picture !== undefined) return picture.name;
  // A type without keys is only a part of a record, such as a person's name or an amount of money.
  if (keyFields(model, typeName).length === 0) {
    const wrapped = wrappedValue(model, typeName);
    if (wrapped !== null) return wrapped.name;
    const whole = PART_NAMES.map(name => byName.get(name)).find(field => field !== undefined && isText(field));
    if (whole !== undefined) return whole.name;
    if (amountOf(model, typeName) !== null) return 'amount';
  }
  const numbers = new Set(['number', 'code', 'key', 'reference', 'ref', 'identifier']);
  // A person without a full name is named by the family name, joined with the given name (`givenName`). A `title` is only "Dr" or "Mrs".
  const person = PERSON_NAMES.map(([, family]) => byName.get(family)).find(field => field !== undefined && isText(field));
  const isPerson = person !== undefined && PERSON_NAMES.some(([given]) => byName.has(given));
  if (isPerson) {
    const whole = WHOLE_NAMES.map(name => byName.get(name)).find(field => field !== undefined && isText(field));
    return (whole ?? person).name;
  }
  // Any other text names a record only if it is non-null and is not something like a note, a currency or a whole document (`bibtex`).
  const isNaming = (field: FieldModel): boolean =>
    field.type.kind === 'nonNull' &&
    isText(field) &&
    !/(^_|url|uri|id|hash|token|cursor|type|path|notes?|comments?|reason|currency|locale|zone|xml|html|json|tex|(currency|country|language)_?code)$/i.test(
      field.name,
    );
  const isKey = (field: FieldModel): boolean => keyFields(model, typeName).includes(field.name);
  // "Hex bolt" tells more than its article number.
  const described = candidates.find(field => field.name === 'description' && isNaming(field));
  for (const name of NAMES) {
    const field = byName.get(name) ?? byName.get(`${own}${name}`);
    if (field !== undefined && (isText(field) || numbers.has(name)))
      return isKey(field) && described ? described.name : field.name;
  }
  const ending = candidates.find(field => isText(field) && /(name|title|label)$/i.test(field.name));
  const text = ending ?? (described && candidates.filter(isNaming).some(isKey) ? described : candidates.find(isNaming));
  // A post or a comment without a title. Its author or its key would not tell it from others.
  const said = text ?? ['body', 'content'].map(name => byName.get(name)).find(field => field !== undefined && isText(field));
  return said?.name ?? keyFields(model, typeName)[0] ?? null;
}

/** Field names of given and family name, without separators. */
const PERSON_NAMES = [
  ['firstname', 'lastname'],
  ['givenname', 'familyname'],
  ['forename', 'surname'],
  ['firstname', 'surname'],
] as const;
const WHOLE_NAMES = ['name', 'fullname', 'displayname', 'nickname', 'legalname'];

/** The two fields of a person's name, if the type has no field with the full name; null for other types. */
export function givenName(model: SchemaModel, typeName: string): { readonly given: string; readonly family: string } | null {
  return model.remember(`given name ${typeName}`, () => {
    const family = displayField(model, typeName);
    const fields = fieldsOf(model.types.get(typeName));
    const bare = (name: string): string => name.replace(/_/g, '').toLowerCase();
    for (const [given, last] of PERSON_NAMES) {
      if (family === null || bare(family) !== last) continue;
      const field = [...fields.values()].find(entry => bare(entry.name) === given && isPlainLeaf(model, entry));
      if (field !== undefined) return { given: field.name, family };
    }
    return null;
  });
}

/** Joins "Ada" and "Lovelace". If one is empty, returns the other. */
export function joinedName(given: unknown, family: unknown): unknown {
  const parts = [given, family].filter(part => typeof part === 'string' && part.trim() !== '');
  return parts.length === 0 ? family : parts.join(' ');
}

/**
 * The names of the fields that identify a record among those of its type: usually one, at most two, [] if there is none. Without an id, the
 * key is the value with which a record is loaded.
 */
export function keyFields(model: SchemaModel, typeName: string): readonly string[] {
  return model.remember(`keys ${typeName}`, () => {
    const fields = fieldsOf(model.types.get(typeName));
    const lower = new Map([...fields.keys()].map(name => [name.toLowerCase(), name]));
    const found: string[] = [];
    for (const key of [...KEYS, `${typeName.toLowerCase()}id`, `${typeName.toLowerCase()}_id`]) {
      const field = fields.get(lower.get(key) ?? '');
      if (field === undefined || !isPlainLeaf(model, field)) continue;
      found.push(field.name);
      // Keep two keys: a global id for `node`, and the table's own id for everything else.
      if (found.length === 2) break;
    }
    if (found.length > 0) return found;
    const key = soleKey(model, typeName) ?? shortKey(model, typeName);
    return key === undefined ? [] : [key];
  });
}

/**
 * The key that is named with the beginning of the type's name: `custId` of `Customer`, `did` of `Doctor`. Undefined if several fields are, or
 * if the name or its beginning is that of a type, to which the field then refers. Booleans and decimals cannot tell records apart.
 */
function shortKey(model: SchemaModel, typeName: string): string | undefined {
  const [word = '', ...others] = wordsOf(typeName);
  if (others.length > 0) return undefined;
  const names = model.remember('type names', () => new Set([...model.types.keys()].map(name => name.toLowerCase())));
  const keys = [...fieldsOf(model.types.get(typeName)).values()].filter(field => {
    const start = field.name.toLowerCase().replace(/_?id$/, '');
    const isShort = start !== '' && start.length < field.name.length && word.toLowerCase().startsWith(start);
    if (!isShort || [start, plural(start), field.name.toLowerCase()].some(name => names.has(name))) return false;
    if (/^(Boolean|Float)$/.test(namedType(field.type))) return false;
    return field.type.kind === 'nonNull' && isPlainLeaf(model, field);
  });
  return keys.length === 1 ? keys[0]?.name : undefined;
}

/** The key of a type without an id, which people may know, such as the VIN of a vehicle; null for other types. */
export function naturalKey(model: SchemaModel, typeName: string): string | null {
  const [key = ''] = keyFields(model, typeName);
  return key === soleKey(model, typeName) && !KEYS.includes(key.toLowerCase()) ? key : null;
}

/** True for the name of an object with a record's system values (`sys`, `meta`). It is a part of the record, not a relation. */
export const isSystemName = (name: string): boolean => /^_*(sys|meta|metadata)_*$|^_system_$/i.test(name);

const KEY_HOLDER = /^_?_?(sys|system|meta|metadata|identifier|contentlink)_?$/i;

/**
 * The keys of a type as dotted paths: its key fields or, without any, those in an object of system values (Contentful's `sys.id`, Prismic's
 * `_meta.uid`, Kontent's `_system_.codename`) or of its base type (`ProjectBase`). [] if there are none.
 */
export function keyPaths(model: SchemaModel, typeName: string): readonly string[] {
  return model.remember(`key paths ${typeName}`, () => {
    const own = keyFields(model, typeName);
    const type = model.types.get(typeName);
    if (own.length > 0 || type?.kind === 'union') return own;
    for (const field of fieldsOf(type).values()) {
      const holder = needsNoArguments(field) && !isList(field.type) ? typeOf(model, field.type) : undefined;
      // The `base` of a `Project` is a `ProjectBase`; that of an exchange rate is another record.
      if (holder?.kind === 'object' && (KEY_HOLDER.test(field.name) || holder.name === `${typeName}Base`)) {
        const inside = keyFields(model, holder.name);
        if (inside.length > 0) return inside.map(name => `${field.name}.${name}`);
      }
    }
    return own;
  });
}

/** The id that arguments mean in place of `id`, where `id` is only for Relay's `node`: the `internalID` beside a globally unique id. */
export function internalKey(model: SchemaModel, typeName: string): string | undefined {
  const fields = fieldsOf(model.types.get(typeName));
  return fields.has('internalID') && /global/i.test(fields.get('id')?.description ?? '') ? 'internalID' : undefined;
}

/** The field at a dotted path; undefined if there is none. */
export function fieldAt(model: SchemaModel, typeName: string, path: string): FieldModel | undefined {
  let holder: string | undefined = typeName;
  let field: FieldModel | undefined;
  for (const name of path.split('.')) {
    field = holder === undefined ? undefined : fieldsOf(model.types.get(holder)).get(name);
    holder = field && typeOf(model, field.type)?.name;
  }
  return field;
}

/**
 * Recognizes an amount of money: an object with `amount` and usually a currency, as in shop APIs. Null for any other type.
 * @returns `currency`: the name of the currency field, or null if the currency cannot be used
 */
export function amountOf(model: SchemaModel, typeName: string): { readonly currency: string | null } | null {
  return model.remember(`amount ${typeName}`, () => {
    const type = model.types.get(typeName);
    const amount = fieldsOf(type).get('amount');
    if (type?.kind !== 'object' || amount === undefined || !isPlainLeaf(model, amount)) return null;
    if (keyFields(model, typeName).length > 0) return null;
    // An integer is usually in minor units of unknown size, so it is not formatted with a currency.
    const scalar = typeOf(model, nullable(amount.type));
    const isWhole = scalar?.kind === 'scalar' && /^(int|bigInt)$/.test(scalarInfo(scalar).kind);
    if (isWhole) return { currency: null };
    const currency = [...type.fields.values()].find(field => CURRENCY.test(field.name) && isPlainLeaf(model, field));
    return { currency: currency?.name ?? null };
  });
}
