/**
 * Records to choose from in a form field that expects the key of a record (`shipId`, `countryCode`), because users know records by name. The
 * type is found from the field's name, or from the relation with that name in the record that the form edits. The records come from that
 * type's collection; the server searches them if it can, otherwise the first page is searched.
 */
import type { Client, RequestPolicy } from '@urql/core';
import { valueAsText } from '../../lib/text/valueAsText';
import { type Collection, findCollections } from '../../schema/collections/collections';
import { type Column, cellValue, columnAt } from '../../schema/collections/columns/columns';
import { defaultColumns } from '../../schema/collections/columns/defaultColumns';
import { displayPath, givenName, joinedName, keyFields, naturalKey } from '../../schema/collections/displayField';
import { homeCollection } from '../../schema/collections/homeCollection';
import { keyFieldOf, keyOfKind } from '../../schema/collections/keyOfKind';
import { findList } from '../../schema/collections/listShape';
import type { Page } from '../../schema/collections/paging/page';
import { keyFromText } from '../../schema/collections/parseRecordRef';
import { keyOf, recordLookup } from '../../schema/collections/records';
import { readableKey, substituteColumns, substituteName } from '../../schema/collections/recordTitle';
import { MOST_ROWS, type Prepared, pageDocument } from '../../schema/documents/documents';
import { recordDocument } from '../../schema/documents/recordDocument';
import { filterCapability } from '../../schema/filters/filterCapability';
import type { Filter, FilterCapability } from '../../schema/filters/filters';
import { nameKey, wordsOf } from '../../schema/model/readableName';
import { enumWords, fieldsOf, itemType, namedType, nullable, type SchemaModel, typeOf } from '../../schema/model/schemaModel';
import type { ValueKind } from '../../schema/model/valueKind';

/** A record that can be chosen. */
export interface RecordChoice {
  /** The value for the field. */
  key: string;
  /** The record's name. */
  label: string;
  /** More values, to distinguish records with the same name; the caller formats them. */
  details: readonly RecordDetail[];
}

/** A value of a record, with its kind (schema/model/valueKind.ts). */
export interface RecordDetail {
  value: string | number | boolean;
  kind: ValueKind;
}

/** The first records that match a text. `more`: there may be further matches. */
export interface FoundRecords {
  choices: readonly RecordChoice[];
  more: boolean;
}

/** The records of a type, as prepared queries (parts/usePrepared.ts). */
export interface RecordChoices {
  /** Label of the collection: 'Ships'. */
  readonly label: string;
  /** Query for records that match a text; '' matches all. */
  search(text: string): Prepared<FoundRecords>;
  /** Filters a result of `search` by the text, if the server cannot search. */
  fitting(found: FoundRecords, text: string): FoundRecords;
  /** False for a text that cannot be a key, such as a name where keys are numbers. */
  isKey(text: string): boolean;
  /** Query for the name of a record; null if its type has no name field, or the record cannot be looked up by this key. */
  name(key: string): Prepared<string | null> | null;
}

/**
 * Runs a prepared query outside of a component. Resolves to null without data. Never rejects.
 * @param requestPolicy urql's request policy. Default: cache-first
 */
export async function fetchChoices<T>(
  client: Client,
  { query, variables, read }: Prepared<T>,
  requestPolicy: RequestPolicy = 'cache-first',
): Promise<T | null> {
  const { data } = await client.query(query, variables, { screen: 'actions', requestPolicy }).toPromise();
  return data === undefined || data === null ? null : read(data);
}

/** The parts of a form field that identify the type of the record. */
export interface ChoiceField {
  readonly name: string;
  readonly control: { readonly kind: string; readonly scalar?: { readonly kind: string } };
}

/**
 * Returns a function from a field to the records it can choose from; null for other fields. The same field always gets the same object.
 * @param about type of the record that the form is about: a plain `id` is the key of such a record
 * @param isNew the form creates a record of that type, so its own key is typed. Default false
 */
export function createRecordChoices(
  model: SchemaModel,
  about: string | null,
  isNew = false,
): (field: ChoiceField, path: readonly (string | number)[]) => RecordChoices | null {
  const made = new Map<string, RecordChoices | null>();
  const ofType = (typeName: string, key: string | null): RecordChoices | null => {
    const name = `${typeName} ${key ?? ''}`;
    const existing = made.get(name);
    if (existing !== undefined) return existing;
    const choices = choicesOf(model, typeName, key);
    made.set(name, choices);
    return choices;
  };
  return (field, path) => {
    const typeName = namedRecord(model, field, path, about, isNew);
    if (typeName !== null) return ofType(typeName, keyOfKind(model, typeName, field.control.scalar?.kind));
    const foreign = foreignRecord(model, field, path, about);
    return foreign && ofType(foreign.typeName, foreign.key);
  };
}

const KEYS = new Set(['id', 'text', 'uuid', 'int', 'bigInt', 'unknown']);
/** Words that describe the role of a record and not its type. */
const WHICH = /^(existing|current|selected|chosen|target|source|other|old|new|parent|child|previous|next)$/i;
/** Operations on a linked record: the id in `author: { connect: { id } }` is that of an author. */
const OPERATION = /^(connect|disconnect|set|add|remove|where)$/;
/** Operations that create the linked record: its `id` is a new key, which is typed. */
const CREATION = /^(create|insert)$/;
const KEY_ENDING = /_?(node_?id|id|ids|uuid|key|pk)$/i;

/** The type of the record that a field refers to by id; null if none is found that can be listed. */
function namedRecord(
  model: SchemaModel,
  field: ChoiceField,
  path: readonly (string | number)[],
  about: string | null,
  isNew: boolean,
): string | null {
  const { control } = field;
  if (control.kind !== 'scalar' || !KEYS.has(control.scalar?.kind ?? '')) return null;
  const names = path.filter((part): part is string => typeof part === 'string');
  const outer = names.slice(0, -1).reverse();
  let name = field.name || (names.at(-1) ?? '');
  while (OPERATION.test(name) && outer.length > 0) name = outer.shift() ?? '';
  const related = relatedType(model, about, name);
  if (related !== null) return related;
  const isId = control.scalar?.kind === 'id' || control.scalar?.kind === 'uuid';
  if (!isId && !/(^|[a-z_])(id|ids|uuid)$/i.test(name)) return null;
  const listed = listedTypes(model);
  const stem = name.replace(KEY_ENDING, '');
  const typeNamed = (word: string): string | null => bySuffix(listed, word) ?? relatedType(model, about, word);
  const isPlainId = stem === '';
  const fromName = isPlainId ? null : (ownerOfList(model, about, stem) ?? typeNamed(stem));
  if (fromName !== null || !(isPlainId || WHICH.test(stem))) return fromName;
  // A plain key belongs to the enclosing input object (`ship: { id }`, `customer: { existingId }`), or to the record the form is about.
  if (isPlainId && CREATION.test(outer[0] ?? '')) return null;
  while (isPlainId && OPERATION.test(outer[0] ?? '')) outer.shift();
  // `parentId` can be deeply nested in objects of its own type (`categories: { children: { parentId } }`), so all enclosing names are tried
  // for it; a plain `id` belongs to the nearest one.
  const fromEnclosing = (isPlainId ? outer.slice(0, 1) : outer).map(typeNamed).find(found => found !== null);
  const named = fromEnclosing ?? (about !== null && listed.has(nameKey(about)) ? about : null);
  return isPlainId && isNew && named === about ? null : named;
}

/**
 * The record that a field refers to by a key other than an id: `countryCode`, if a Country can be looked up by its code, or if the type that
 * the form is about has a field `country` with a `code`.
 */
function foreignRecord(
  model: SchemaModel,
  field: ChoiceField,
  path: readonly (string | number)[],
  about: string | null,
): { typeName: string; key: string } | null {
  const { control } = field;
  if (control.kind !== 'scalar' || !KEYS.has(control.scalar?.kind ?? '')) return null;
  const name = field.name || path.findLast(part => typeof part === 'string') || '';
  const sole = recordByNaturalKey(model, String(name), about);
  if (sole !== null) return sole;
  const words = wordsOf(String(name));
  for (let from = words.length - 1; from > 0; from--) {
    const stem = words.slice(0, from).join('');
    const key = nameKey(words.slice(from).join(''));
    const related = relatedType(model, about, stem);
    const typeName = related ?? bySuffix(listedTypes(model), stem);
    // In a form for a Country itself, `countryCode` is a value of the new record, not a reference.
    if (typeName === null || (related === null && typeName === about)) continue;
    // The key of a supplier can be called `supplierCode` itself.
    const found = keyNamed(model, typeName, key) ?? keyNamed(model, typeName, nameKey(String(name)));
    const lookup = recordLookup(model, typeName)?.keys;
    if (found !== null && (related !== null || (lookup?.length === 1 && lookup[0]?.column === found)))
      return { typeName, key: found };
  }
  return null;
}

/** Names of keys that are values of many types. */
const COMMON_KEY =
  /^(code|key|name|number|slug|email|login|user_?name|handle|title|label|status|type|url|uri|path|ref|reference|value|day|year)$/i;

/**
 * The record whose type is loaded by a value with this name, if only one type is: `vin` is the key of a vehicle in a form for a trip. Null for
 * a value of the form's own type that has no such relation.
 */
function recordByNaturalKey(model: SchemaModel, name: string, about: string | null): { typeName: string; key: string } | null {
  if (COMMON_KEY.test(name)) return null;
  const types = [...listedTypes(model).values()].filter(typeName => naturalKey(model, typeName) === name);
  const [typeName, ...others] = types;
  if (typeName === undefined || others.length > 0 || typeName === about) return null;
  const own = fieldsOf(model.types.get(about ?? ''));
  const isRelated = [...own.values()].some(field => namedType(field.type) === typeName);
  return own.has(name) && !isRelated ? null : { typeName, key: name };
}

/** The type of the relation called `name` in the type `about`; null if there is none that can be listed. */
function relatedType(model: SchemaModel, about: string | null, name: string): string | null {
  const holder = about === null ? undefined : model.types.get(about);
  if (holder?.kind !== 'object') return null;
  for (const field of holder.fields.values()) {
    if (nameKey(field.name) !== nameKey(name)) continue;
    const type = nullable(itemType(field.type) ?? field.type);
    if (type.kind === 'named') return listedTypes(model).get(nameKey(type.name)) ?? null;
  }
  return null;
}

/** Amplify: the key of the Port that has a record in its list `ships` is called `portShipsId`. */
function ownerOfList(model: SchemaModel, about: string | null, stem: string): string | null {
  const words = wordsOf(stem);
  for (let at = 1; at < words.length; at++) {
    const owner = listedTypes(model).get(nameKey(words.slice(0, at).join('')));
    const name = nameKey(words.slice(at).join(''));
    const list = owner && [...fieldsOf(model.types.get(owner)).values()].find(field => nameKey(field.name) === name);
    if (owner && list && findList(model, list.type)?.rowType === about) return owner;
  }
  return null;
}

/** The scalar field of a type with this name, ignoring case and separators. */
function keyNamed(model: SchemaModel, typeName: string, key: string): string | null {
  const type = model.types.get(typeName);
  if (type?.kind !== 'object') return null;
  const found = [...type.fields.values()].find(
    field => nameKey(field.name) === key && typeOf(model, field.type)?.kind === 'scalar',
  );
  return found?.name ?? null;
}

/** The type that the last words of a name match: `fromBerth` → Berth. */
function bySuffix(listed: ReadonlyMap<string, string>, name: string): string | null {
  const words = wordsOf(name);
  for (let from = 0; from < words.length; from++) {
    const found = listed.get(nameKey(words.slice(from).join('')));
    if (found !== undefined) return found;
  }
  return null;
}

/** Types whose records can be listed without required arguments, by `nameKey` of the type's name. */
function listedTypes(model: SchemaModel): ReadonlyMap<string, string> {
  return model.remember('choosable types', () => {
    const types = new Map<string, string>();
    for (const collection of findCollections(model)) {
      if (isChoosable(model, collection)) types.set(nameKey(collection.rowType), collection.rowType);
    }
    return types;
  });
}

function isChoosable(model: SchemaModel, { mustFill, origin, rowType, alternateOf }: Collection): boolean {
  return mustFill.length === 0 && origin !== 'nested' && alternateOf === null && keyFieldOf(model, rowType) !== undefined;
}

/** Number of choices that are shown at once. */
const SHOWN = 20;

/** @param key the field that provides the value; null: the field that the record is looked up by */
function choicesOf(model: SchemaModel, typeName: string, key: string | null): RecordChoices | null {
  const home = homeCollection(model, typeName);
  const collection =
    home !== null && isChoosable(model, home)
      ? home
      : findCollections(model).find(entry => entry.rowType === typeName && isChoosable(model, entry));
  const lookupKey = keyFieldOf(model, typeName);
  const keyColumn = key === null || key === lookupKey ? null : columnAt(model, typeName, [key]);
  const keyField = key ?? lookupKey;
  const naming = displayPath(model, typeName);
  const nameField = naming?.[0] ?? null;
  if (collection === undefined || keyField === undefined) return null;
  const all = defaultColumns(model, typeName);
  const named = all.find(column => naming !== null && column.id === naming.join('.'));
  // With `lastName` alone, two members of a family have the same name.
  const givenField = givenName(model, typeName)?.given;
  const given = named === undefined || givenField === undefined ? null : columnAt(model, typeName, [givenField]);
  const nameColumns = [...(named ? [named] : []), ...(given ? [given] : [])];
  const nameOf = (row: Readonly<Record<string, unknown>>): unknown =>
    named && joinedName(given && cellValue(row, given), cellValue(row, named));
  const others = all.filter(
    column => !nameColumns.some(({ id }) => id === column.id) && !['imageUrl', 'url', 'json', 'bytes'].includes(column.kind),
  );
  const plain = others.filter(column => column.relation === null && !keyFields(model, typeName).includes(column.id));
  // A record without a name is named by its relations and described by its values: "Ada · Bea", "No show · 9:30".
  const substitutes = substituteColumns(model, typeName);
  const isUnnamed = named === undefined || keyFields(model, typeName).includes(named.id);
  const details = isUnnamed ? plain.slice(0, 2) : others.slice(0, 2);
  const detailsOf = (row: Readonly<Record<string, unknown>>): RecordDetail[] =>
    details.flatMap(column => detailOf(model, cellValue(row, column), column) ?? []);
  const columns = [...new Set([...nameColumns, ...substitutes, ...details, ...(keyColumn ? [keyColumn] : [])])];
  const filterFor = searchFilter(filterCapability(model, collection), model.types.get(typeName)?.search ?? [nameField]);
  const choiceOf = (row: Readonly<Record<string, unknown>>): RecordChoice => {
    const key = valueAsText((keyColumn ? cellValue(row, keyColumn) : keyOf(row, keyField)) ?? '');
    const name = isUnnamed ? substituteName(row, substitutes) : nameOf(row);
    const details = detailsOf(row);
    if (name === undefined || name === null || name === '') return { key, label: key, details };
    return {
      key,
      label: valueAsText(name),
      details: isUnnamed ? [...details, { value: readableKey(key), kind: 'id' }] : details,
    };
  };
  const found = (page: Page): FoundRecords => ({ choices: page.rows.map(choiceOf), more: page.next !== null });
  const isKey = (text: string): boolean => keyFromText(model, typeName, keyField, text) !== null;
  return {
    label: collection.label,
    isKey,
    search(text) {
      const wanted = text.trim();
      const isLocal = wanted !== '' && filterFor === null;
      // The server only searches the last name, which is the last word of a full name.
      const searched = given === null ? wanted : (wanted.split(' ').at(-1) ?? wanted);
      const filters = wanted === '' || filterFor === null ? [] : [filterFor(searched)];
      const size = isLocal ? MOST_ROWS : SHOWN;
      const page = pageDocument(model, collection, { columns, filters, size, total: false });
      return { ...page, read: data => found(page.read(data)) };
    },
    fitting(all, text) {
      const wanted = text.trim().toLowerCase();
      if (wanted === '' || filterFor !== null) return all;
      const choices = all.choices.filter(({ key, label, details }) =>
        `${label} ${details.map(({ value }) => value).join(' ')} ${key}`.toLowerCase().includes(wanted),
      );
      return { choices: choices.slice(0, SHOWN), more: all.more || choices.length > SHOWN };
    },
    name(key) {
      const shownColumns = isUnnamed ? substitutes : nameColumns;
      if (shownColumns.length === 0 || !isKey(key)) return null;
      const nameIn = (row: Readonly<Record<string, unknown>> | null | undefined): string | null => {
        const name = row ? (isUnnamed ? substituteName(row, substitutes) : nameOf(row)) : null;
        return name === null || name === undefined || valueAsText(name) === key ? null : valueAsText(name);
      };
      if (keyColumn !== null) {
        const by = filterCapability(model, collection)?.fields.find(({ column }) => column?.join('.') === keyColumn.id);
        if (by?.operators.some(({ tag }) => tag === 'is') !== true) return null;
        const filters: Filter[] = [{ field: by.id, operator: 'is', value: key }];
        const columns = [...new Set([...shownColumns, keyColumn])];
        const page = pageDocument(model, collection, { columns, filters, size: 1, total: false });
        // A server that ignores the filter returns another record, so the key is compared.
        return {
          ...page,
          read: data => nameIn(page.read(data).rows.find(row => valueAsText(cellValue(row, keyColumn)) === key)),
        };
      }
      if (recordLookup(model, typeName) === null) return null;
      const record = recordDocument(model, { typeName, keys: Object.fromEntries([[keyField, key]]) }, shownColumns);
      return { ...record, read: data => nameIn(record.read(data)) };
    },
  };
}

/** The filter that searches names for a text; null if the server has none. */
function searchFilter(
  filter: FilterCapability | null,
  nameFields: readonly (string | null)[],
): ((text: string) => Filter) | null {
  for (const name of nameFields) {
    const byName = filter?.fields.find(field => field.column?.length === 1 && field.column[0] === name);
    for (const tag of ['contains', 'startsWith'] as const) {
      if (byName?.operators.some(operator => operator.tag === tag))
        return text => ({ field: byName.id, operator: tag, value: text });
    }
  }
  const search = filter?.search;
  return search ? text => ({ field: search.id, operator: 'search', value: text }) : null;
}

function detailOf(model: SchemaModel, value: unknown, column: Column): RecordDetail | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  if (column.kind === 'enum') return { value: enumWords(model, column.typeRef).enumLabel(String(value)), kind: 'text' };
  return value === '' ? null : { value, kind: column.kind };
}
