/**
 * Records to choose from where a form wants the key of one (`shipId`): people know ships by their names. Which type is meant is told by the
 * field's name, the records come from the collection they are at home in, looked through by the server where it can, else among the first
 * page.
 */

import type { Client } from '@urql/core';
import { type Collection, findCollections } from '../../schema/collections/collections';
import { type Column, cellValue, defaultColumns } from '../../schema/collections/columns';
import { displayPath } from '../../schema/collections/displayField';
import { keyOf, recordLookup } from '../../schema/collections/records';
import { MOST_ROWS, pageDocument } from '../../schema/documents/documents';
import { recordDocument } from '../../schema/documents/recordDocument';
import { filterCapability } from '../../schema/filters/filterCapability';
import type { Filter, FilterCapability } from '../../schema/filters/filters';
import { nameKey, readableName, wordsOf } from '../../schema/model/readableName';
import type { SchemaModel } from '../../schema/model/schemaModel';
import { stoppable } from '../../transport/stoppable';

/** A record that can be chosen. */
export interface RecordChoice {
  /** What goes into the field. */
  key: string;
  /** What people call it. */
  label: string;
  /** A little more, to tell it from others of that name; '' for nothing. */
  detail: string;
}

/** The records of a type. No method rejects. */
export interface RecordChoices {
  /** What they are called together: 'Ships'. */
  readonly label: string;
  /** Those that fit a text ('' fits all), the first ones; null when they could not be loaded, or the signal gave them up. `more`: there may be others. */
  search(text: string, signal?: AbortSignal): Promise<{ choices: readonly RecordChoice[]; more: boolean } | null>;
  /** What the record of a key is called; null when there is none or it has no name. */
  name(key: string): Promise<string | null>;
}

/** Where in a form a field stands, and what it is called. */
export interface ChoiceField {
  readonly name: string;
  readonly control: { readonly kind: string; readonly scalar?: { readonly kind: string } };
}

/**
 * The records a field chooses from, by its path; null for a field that names none. Gives the same object for the same field.
 * @param about type that the whole form is about: a bare `id` is the key of one of those
 */
export function createRecordChoices(
  client: Client,
  model: SchemaModel,
  about: string | null,
): (field: ChoiceField, path: readonly (string | number)[]) => RecordChoices | null {
  const made = new Map<string, RecordChoices | null>();
  const ofType = (typeName: string): RecordChoices | null => {
    const known = made.get(typeName);
    if (known !== undefined) return known;
    const choices = choicesOf(client, model, typeName);
    made.set(typeName, choices);
    return choices;
  };
  return (field, path) => {
    const typeName = namedRecord(model, field, path, about);
    return typeName === null ? null : ofType(typeName);
  };
}

const KEYS = new Set(['id', 'text', 'uuid', 'int', 'bigInt', 'unknown']);
/** Says which of them it is, not what it is. */
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

/** The type that the last words of a name say: `fromBerth` → Berth. */
function bySuffix(listed: ReadonlyMap<string, string>, name: string): string | null {
  const words = wordsOf(name);
  for (let from = 0; from < words.length; from++) {
    const found = listed.get(nameKey(words.slice(from).join('')));
    if (found !== undefined) return found;
  }
  return null;
}

/** Types whose records can be listed without being asked anything, by the key of their name. */
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
  return mustFill.length === 0 && origin !== 'nested' && alternateOf === null && recordLookup(model, rowType) !== null;
}

/** As many as a person looks through before they search. */
const SHOWN = 20;

function choicesOf(client: Client, model: SchemaModel, typeName: string): RecordChoices | null {
  const collection = findCollections(model).find(entry => entry.rowType === typeName && isChoosable(model, entry));
  const keyField = recordLookup(model, typeName)?.keys[0]?.column;
  const naming = displayPath(model, typeName);
  const nameField = naming?.[0] ?? null;
  if (collection === undefined || keyField === undefined) return null;
  const all = defaultColumns(model, typeName);
  const named = all.find(column => naming !== null && column.id === naming.join('.'));
  const details = all
    .filter(column => column !== named && !['imageUrl', 'url', 'json', 'bytes'].includes(column.kind))
    .slice(0, 2);
  const columns = named ? [named, ...details] : details;
  const filterFor = searchFilter(filterCapability(model, collection), nameField);
  const choiceOf = (row: Readonly<Record<string, unknown>>): RecordChoice => {
    const key = String(keyOf(row, keyField) ?? '');
    const name = named ? cellValue(row, named) : undefined;
    return {
      key,
      label: name === undefined || name === null || name === '' ? key : String(name),
      detail: details
        .map(column => shown(cellValue(row, column), column))
        .filter(text => text !== '')
        .join(' · '),
    };
  };
  const load = async (filters: readonly Filter[], size: number, signal?: AbortSignal) => {
    const { query, variables, read } = pageDocument(model, collection, { columns, filters, size, total: false });
    const result = await stoppable(client.query(query, variables, { screen: 'actions' }), signal);
    return result?.data === undefined || result.data === null ? null : read(result.data);
  };
  return {
    label: collection.label,
    async search(text, signal) {
      const wanted = text.trim();
      if (wanted === '' || filterFor !== null) {
        const page = await load(wanted === '' || filterFor === null ? [] : [filterFor(wanted)], SHOWN, signal);
        return page && { choices: page.rows.map(choiceOf), more: page.next !== null };
      }
      const page = await load([], MOST_ROWS, signal);
      if (page === null) return null;
      const lower = wanted.toLowerCase();
      const choices = page.rows
        .map(choiceOf)
        .filter(({ key, label, detail }) => `${label} ${detail} ${key}`.toLowerCase().includes(lower));
      return { choices: choices.slice(0, SHOWN), more: page.next !== null || choices.length > SHOWN };
    },
    async name(key) {
      if (named === undefined) return null;
      const { query, variables, read } = recordDocument(model, { typeName, keys: Object.fromEntries([[keyField, key]]) }, [
        named,
      ]);
      const result = await client.query(query, variables, { screen: 'actions' }).toPromise();
      const row = result.data === undefined || result.data === null ? null : read(result.data);
      const name = row === null ? null : cellValue(row, named);
      return name === null || name === undefined || String(name) === key ? null : String(name);
    },
  };
}

/** How the server looks for a text among names; null when it cannot. */
function searchFilter(filter: FilterCapability | null, nameField: string | null): ((text: string) => Filter) | null {
  const byName = filter?.fields.find(field => field.column?.length === 1 && field.column[0] === nameField);
  for (const tag of ['contains', 'startsWith'] as const) {
    if (byName?.operators.some(operator => operator.tag === tag))
      return text => ({ field: byName.id, operator: tag, value: text });
  }
  const search = filter?.search;
  return search ? text => ({ field: search.id, operator: 'search', value: text }) : null;
}

function shown(value: unknown, column: Column): string {
  if (value === null || value === undefined || typeof value === 'object') return '';
  return column.kind === 'enum' ? readableName(String(value)) : String(value);
}
