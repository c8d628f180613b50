/**
 * The search index of Find: everything that can be opened by name, and how well a name matches the input. It is built once per schema. A
 * search visits each entry once, which takes a few milliseconds for GitHub's schema (10,000 fields).
 */

import { type Collection, findCollections } from '../../schema/collections/collections';
import { findFeeds } from '../../schema/collections/feeds';
import { findLookups } from '../../schema/collections/lookups';
import { filterCapability } from '../../schema/filters/filterCapability';
import { formatFilters } from '../../schema/filters/filterText';
import { readableName } from '../../schema/model/readableName';
import { fieldsOf, isRequiredArgument, type SchemaModel } from '../../schema/model/schemaModel';
import { findActions } from '../../schema/mutations/actions';
import type { RecentRecord } from '../../session/history/recentRecords';
import { href } from '../../session/navigation/navigation';

export type FindKind = 'collection' | 'lookup' | 'action' | 'feed' | 'type' | 'field' | 'tool' | 'setting' | 'record' | 'search';

/** A search entry. */
export interface FindEntry {
  kind: FindKind;
  label: string;
  /** The schema name, or where the entry belongs. */
  detail: string;
  href: string;
  /** The searched text, in lower case. */
  words: string;
  /** Lowers the rank within the same kind; default 0. */
  behind?: number;
}

/** The entries of a schema, most useful kinds first. */
export function schemaEntries(schema: SchemaModel): readonly FindEntry[] {
  return schema.remember('app.findEntries', () => {
    const entries: FindEntry[] = [];
    // Cached, because names such as `id` occur in every second type.
    const readable = new Map<string, string>();
    const labelOf = (name: string): string => {
      const label = readable.get(name) ?? readableName(name);
      readable.set(name, label);
      return label;
    };
    const add = (kind: FindKind, label: string, detail: string, to: string): void => {
      entries.push({ kind, label, detail, href: to, words: `${label} ${detail}`.toLowerCase() });
    };
    for (const one of findCollections(schema))
      if (one.alternateOf === null && !one.field.hidden) add('collection', one.label, one.path.join('.'), href(['data', one.id]));
    for (const one of findActions(schema))
      if (!one.field.hidden) add('action', one.label, one.path.join('.'), href(['actions', one.id]));
    for (const one of findFeeds(schema)) if (!one.field.hidden) add('feed', one.label, one.field.name, href(['live', one.id]));
    for (const one of findLookups(schema)) {
      if (one.field.hidden) continue;
      add('lookup', one.label, one.path.join('.'), href(['data', one.id]));
      // Users prefer the collection to a lookup by a single key: `ships` ranks above `ship(id)`, but `repository(owner, name)` is not
      // lowered.
      const last = entries.at(-1);
      if (last && [...one.field.args.values()].filter(isRequiredArgument).length === 1) last.behind = 1;
    }
    for (const type of schema.types.values()) {
      if (type.name.startsWith('__')) continue;
      add('type', type.label ?? labelOf(type.name), type.name, href(['docs', type.name]));
    }
    for (const type of schema.types.values()) {
      if (type.name.startsWith('__')) continue;
      for (const field of fieldsOf(type).values())
        add('field', field.label ?? labelOf(field.name), `${type.name}.${field.name}`, `/docs/${type.name}/${field.name}`);
      if (type.kind === 'input')
        for (const field of type.inputFields.values())
          add('field', field.label ?? labelOf(field.name), `${type.name}.${field.name}`, `/docs/${type.name}/${field.name}`);
    }
    return entries;
  });
}

const KIND_WEIGHT: Readonly<Record<FindKind, number>> = {
  record: 0,
  search: 0,
  collection: 0,
  lookup: 0,
  action: 1,
  feed: 1,
  tool: 1,
  setting: 2,
  type: 6,
  field: 12,
};

/** The entries of recently opened records, newest first. */
export function recordEntries(records: readonly RecentRecord[]): readonly FindEntry[] {
  return records.map(({ typeName, title, href: to }) => ({
    kind: 'record',
    label: title,
    detail: typeName,
    href: to,
    words: `${title} ${typeName}`.toLowerCase(),
  }));
}

/** Maximum number of collections that searches are offered for. */
const MOST_SEARCHES = 6;
/** Maximum number of collections whose arguments are read for a search. */
const MOST_READ = 200;

/**
 * Adds entries that search the rows of collections for the input, if the server supports it: after screens and the exact name of a type or
 * a field, before other types and fields. If no name in the schema matches, adds a search in Docs, which also finds initials, other
 * spellings and descriptions.
 * @param docs the name of the Docs screen
 */
export function withSearches(
  schema: SchemaModel,
  found: readonly FindEntry[],
  typed: string,
  docs: string,
): readonly FindEntry[] {
  const value = typed.trim();
  if (value === '') return found;
  const searches = searchable(schema).map(({ one, field }): FindEntry => {
    const filter = formatFilters([{ field, operator: 'search', value }]);
    return { kind: 'search', label: `${one.label}: ${value}`, detail: '', href: href(['data', one.id], { filter }), words: '' };
  });
  const screens = found.filter(entry => KIND_WEIGHT[entry.kind] < KIND_WEIGHT.type);
  const members = found.filter(entry => !screens.includes(entry));
  if (members.length === 0)
    searches.push({ kind: 'search', label: `${docs}: ${value}`, detail: '', href: href(['docs'], { q: value }), words: '' });
  const exact = members.filter(({ detail }) => detail === value);
  return [...screens, ...exact, ...searches, ...members.filter(entry => !exact.includes(entry))];
}

/** The first collections that the server can search, each with the field that takes the text. */
function searchable(schema: SchemaModel): readonly { one: Collection; field: string }[] {
  return schema.remember('app.searchable', () =>
    findCollections(schema)
      .filter(one => one.alternateOf === null && !one.field.hidden && one.mustFill.length === 0)
      .slice(0, MOST_READ)
      .flatMap(one => {
        const field = filterCapability(schema, one)?.search?.id;
        return field === undefined ? [] : [{ one, field }];
      })
      .slice(0, MOST_SEARCHES),
  );
}

/**
 * The best `limit` entries for an input; all of its words must match. Without input, the first entries that are neither types nor fields.
 */
export function searchEntries(entries: readonly FindEntry[], typed: string, limit: number): readonly FindEntry[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return entries.filter(entry => entry.kind !== 'type' && entry.kind !== 'field').slice(0, limit);
  const found: { entry: FindEntry; rank: number; at: number }[] = [];
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at];
    if (!entry) continue;
    let rank = KIND_WEIGHT[entry.kind] + (entry.behind ?? 0);
    for (const word of wanted) {
      const place = entry.words.indexOf(word);
      if (place < 0) {
        rank = Number.POSITIVE_INFINITY;
        break;
      }
      // The start of the name ranks best, then the start of a word, then any other position.
      const starts = place === 0 || /[\s._]/.test(entry.words[place - 1] ?? '');
      rank += place === 0 ? 0 : starts ? 3 : 8;
    }
    if (rank === Number.POSITIVE_INFINITY) continue;
    // If two entries match equally, the shorter name is closer to the input.
    found.push({ entry, rank: rank + entry.label.length / 50, at });
  }
  return found
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .slice(0, limit)
    .map(({ entry }) => entry);
}
