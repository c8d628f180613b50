/**
 * Records to choose from where a form expects the key of one (`shipId`, `countryCode`): people know ships by their names. The field's name says which
 * type is meant, or the relation of that name in the record that the form is about. The records come from that type's collection, searched by the
 * server where it can, else within the first page.
 */

import type { Client, RequestPolicy } from '@urql/core';
import { type Collection, findCollections } from '../../schema/collections/collections';
import { type Column, cellValue, columnAt } from '../../schema/collections/columns/columns';
import { defaultColumns } from '../../schema/collections/columns/defaultColumns';
import { displayPath, givenName, joinedName } from '../../schema/collections/displayField';
import { keyFieldOf, keyOfKind } from '../../schema/collections/keyOfKind';
import type { Page } from '../../schema/collections/page';
import { keyOf, recordLookup } from '../../schema/collections/records';
import { MOST_ROWS, type Prepared, pageDocument } from '../../schema/documents/documents';
import { recordDocument } from '../../schema/documents/recordDocument';
import { filterCapability } from '../../schema/filters/filterCapability';
import type { Filter, FilterCapability } from '../../schema/filters/filters';
import { nameKey, wordsOf } from '../../schema/model/readableName';
import { enumWords, nullable, type SchemaModel, typeOf } from '../../schema/model/schemaModel';

/** A record that can be chosen. */
export interface RecordChoice {
  /** What goes into the field. */
  key: string;
  /** What people call it. */
  label: string;
  /** A little more, to tell it from others of that name; '' for nothing. */
  detail: string;
}

/** The first records that fit a text. `more`: there may be others. */
export interface FoundRecords {
  choices: readonly RecordChoice[];
  more: boolean;
}

/** The records of a type, as documents to send (parts/usePrepared.ts). */
export interface RecordChoices {
  /** What they are called together: 'Ships'. */
  readonly label: string;
  /** Asks for records that fit a text; '' fits all. */
  search(text: string): Prepared<FoundRecords>;
  /** Those of an answer to `search` that fit the text: the server may not be able to search. */
  fitting(found: FoundRecords, text: string): FoundRecords;
  /** Asks for the name of a record; null where its type has no name. */
  name(key: string): Prepared<string | null> | null;
}

/**
 * Sends a question outside of a component; null when it could not be answered. Never rejects.
 * @param requestPolicy urql's; default: an answer that is kept will do
 */
export async function askChoices<T>(
  client: Client,
  { query, variables, read }: Prepared<T>,
  requestPolicy: RequestPolicy = 'cache-first',
): Promise<T | null> {
  const { data } = await client.query(query, variables, { screen: 'actions', requestPolicy }).toPromise();
  return data === undefined || data === null ? null : read(data);
}

/** A field of a form, as far as it says whose key it holds. */
export interface ChoiceField {
  readonly name: string;
  readonly control: { readonly kind: string; readonly scalar?: { readonly kind: string } };
}

/**
 * The records a field chooses from, by its path; null for a field that names none. Gives the same object for the same field.
 * @param about type that the whole form is about: a bare `id` is the key of one of those
 */
export function createRecordChoices(
  model: SchemaModel,
  about: string | null,
): (field: ChoiceField, path: readonly (string | number)[]) => RecordChoices | null {
  const made = new Map<string, RecordChoices | null>();
  const ofType = (typeName: string, key: string | null): RecordChoices | null => {
    const name = `${typeName} ${key ?? ''}`;
    const known = made.get(name);
    if (known !== undefined) return known;
    const choices = choicesOf(model, typeName, key);
    made.set(name, choices);
    return choices;
  };
  return (field, path) => {
    const typeName = namedRecord(model, field, path, about);
    if (typeName !== null) return ofType(typeName, keyOfKind(model, typeName, field.control.scalar?.kind));
    const foreign = foreignRecord(model, field, path, about);
    return foreign && ofType(foreign.typeName, foreign.key);
  };
}

const KEYS = new Set(['id', 'text', 'uuid', 'int', 'bigInt', 'unknown']);
/** Words that say which record is meant, not of which type it is. */
const WHICH = /^(existing|current|selected|chosen|target|source|other|old|new|parent|child|previous|next)$/i;
const KEY_ENDING = /_?(node_?id|id|ids|uuid|key|pk)$/i;

/** The type whose record a field names; null when it names none that can be listed. */
function namedRecord(
  model: SchemaModel,
  field: ChoiceField,
  path: readonly (string | number)[],
  about: string | null,
): string | null {
  const { control } = field;
  if (control.kind !== 'scalar' || !KEYS.has(control.scalar?.kind ?? '')) return null;
  const names = path.filter((part): part is string => typeof part === 'string');
  const name = field.name || (names.at(-1) ?? '');
  const isId = control.scalar?.kind === 'id' || control.scalar?.kind === 'uuid';
  if (!isId && !/(^|[a-z_])(id|ids|uuid)$/i.test(name)) return null;
  const listed = listedTypes(model);
  const stem = name.replace(KEY_ENDING, '');
  const named = stem === '' ? null : bySuffix(listed, stem);
  if (named !== null || !(stem === '' || WHICH.test(stem))) return named;
  // A bare key is that of what it stands in (`ship: { id }`, `customer: { existingId }`), or of what all of it is about.
  const outer = names.slice(0, -1).reverse();
  // What says which one it is may stand deep in others of its kind (`categories: { children: { parentId } }`); a bare id is of its own.
  const held = (stem === '' ? outer.slice(0, 1) : outer).map(holder => bySuffix(listed, holder)).find(found => found !== null);
  return held ?? (about !== null && listed.has(nameKey(about)) ? about : null);
}

/**
 * The record that a field names by another key than an id: `countryCode`, where Country is found by its code, or where what the form is about has a
 * `country` with a `code`.
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
  const words = wordsOf(String(name));
  for (let from = words.length - 1; from > 0; from--) {
    const stem = words.slice(0, from).join('');
    const key = nameKey(words.slice(from).join(''));
    const related = relatedType(model, about, stem);
    const typeName = related ?? bySuffix(listedTypes(model), stem);
    // The code of a new country belongs to no record yet.
    if (typeName === null || (related === null && typeName === about)) continue;
    const found = keyNamed(model, typeName, key);
    const lookup = recordLookup(model, typeName)?.keys;
    if (found !== null && (related !== null || (lookup?.length === 1 && lookup[0]?.column === found)))
      return { typeName, key: found };
  }
  return null;
}

/** The type of another record that a type names so; null when it names none that can be listed. */
function relatedType(model: SchemaModel, about: string | null, name: string): string | null {
  const holder = about === null ? undefined : model.types.get(about);
  if (holder?.kind !== 'object') return null;
  for (const field of holder.fields.values()) {
    const type = nullable(field.type);
    if (type.kind === 'named' && nameKey(field.name) === nameKey(name)) return listedTypes(model).get(nameKey(type.name)) ?? null;
  }
  return null;
}

/** The scalar field of a type that has a name, whatever the way it is written. */
function keyNamed(model: SchemaModel, typeName: string, key: string): string | null {
  const type = model.types.get(typeName);
  if (type?.kind !== 'object') return null;
  const found = [...type.fields.values()].find(
    field => nameKey(field.name) === key && typeOf(model, field.type)?.kind === 'scalar',
  );
  return found?.name ?? null;
}

/** The type that the last words of a name say: `fromBerth` → Berth. */
function bySuffix(listed: ReadonlyMap<string, string>, name: string): string | null {
  const words = wordsOf(name);
  for (let from = 0; from < words.length; from++) {
    const found = listed.get(nameKey(words.slice(from).join('')));
    if (found !== undefined) return found;
  }
  return null;
}

/** Types whose records can be listed without arguments, by the key of their name. */
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

/** How many are shown before a search. */
const SHOWN = 20;

/** @param key what goes into the field; null: what the record is found by */
function choicesOf(model: SchemaModel, typeName: string, key: string | null): RecordChoices | null {
  const collection = findCollections(model).find(entry => entry.rowType === typeName && isChoosable(model, entry));
  const lookupKey = keyFieldOf(model, typeName);
  const keyColumn = key === null || key === lookupKey ? null : columnAt(model, typeName, [key]);
  const keyField = key ?? lookupKey;
  const naming = displayPath(model, typeName);
  const nameField = naming?.[0] ?? null;
  if (collection === undefined || keyField === undefined) return null;
  const all = defaultColumns(model, typeName);
  const named = all.find(column => naming !== null && column.id === naming.join('.'));
  // `lastName` alone does not tell two people of a family apart.
  const givenField = givenName(model, typeName)?.given;
  const given = named === undefined || givenField === undefined ? null : columnAt(model, typeName, [givenField]);
  const nameColumns = [...(named ? [named] : []), ...(given ? [given] : [])];
  const nameOf = (row: Readonly<Record<string, unknown>>): unknown =>
    named && joinedName(given && cellValue(row, given), cellValue(row, named));
  const details = all
    .filter(
      column => !nameColumns.some(({ id }) => id === column.id) && !['imageUrl', 'url', 'json', 'bytes'].includes(column.kind),
    )
    .slice(0, 2);
  const columns = [...new Set([...nameColumns, ...details, ...(keyColumn ? [keyColumn] : [])])];
  const filterFor = searchFilter(filterCapability(model, collection), model.types.get(typeName)?.search ?? [nameField]);
  const choiceOf = (row: Readonly<Record<string, unknown>>): RecordChoice => {
    const key = String((keyColumn ? cellValue(row, keyColumn) : keyOf(row, keyField)) ?? '');
    const name = nameOf(row);
    return {
      key,
      label: name === undefined || name === null || name === '' ? key : String(name),
      detail: details
        .map(column => shown(model, cellValue(row, column), column))
        .filter(text => text !== '')
        .join(' · '),
    };
  };
  const found = (page: Page): FoundRecords => ({ choices: page.rows.map(choiceOf), more: page.next !== null });
  return {
    label: collection.label,
    search(text) {
      const wanted = text.trim();
      const isLocal = wanted !== '' && filterFor === null;
      // The server searches the family name: the last word of a whole one.
      const searched = given === null ? wanted : (wanted.split(' ').at(-1) ?? wanted);
      const filters = wanted === '' || filterFor === null ? [] : [filterFor(searched)];
      const size = isLocal ? MOST_ROWS : SHOWN;
      const page = pageDocument(model, collection, { columns, filters, size, total: false });
      return { ...page, read: data => found(page.read(data)) };
    },
    fitting(all, text) {
      const wanted = text.trim().toLowerCase();
      if (wanted === '' || filterFor !== null) return all;
      const choices = all.choices.filter(({ key, label, detail }) => `${label} ${detail} ${key}`.toLowerCase().includes(wanted));
      return { choices: choices.slice(0, SHOWN), more: all.more || choices.length > SHOWN };
    },
    name(key) {
      if (named === undefined) return null;
      const nameIn = (row: Readonly<Record<string, unknown>> | null | undefined): string | null => {
        const name = row ? nameOf(row) : null;
        return name === null || name === undefined || String(name) === key ? null : String(name);
      };
      if (keyColumn !== null) {
        const by = filterCapability(model, collection)?.fields.find(({ column }) => column?.join('.') === keyColumn.id);
        if (by?.operators.some(({ tag }) => tag === 'is') !== true) return null;
        const filters: Filter[] = [{ field: by.id, operator: 'is', value: key }];
        const columns = [...new Set([...nameColumns, keyColumn])];
        const page = pageDocument(model, collection, { columns, filters, size: 1, total: false });
        // A filter that the server does not heed gives another record.
        return { ...page, read: data => nameIn(page.read(data).rows.find(row => String(cellValue(row, keyColumn)) === key)) };
      }
      if (recordLookup(model, typeName) === null) return null;
      const record = recordDocument(model, { typeName, keys: Object.fromEntries([[keyField, key]]) }, nameColumns);
      return { ...record, read: data => nameIn(record.read(data)) };
    },
  };
}

/** How the server searches names for a text; null when it cannot. */
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

function shown(model: SchemaModel, value: unknown, column: Column): string {
  if (value === null || value === undefined || typeof value === 'object') return '';
  return column.kind === 'enum' ? enumWords(model, column.typeRef).enumLabel(String(value)) : String(value);
}
