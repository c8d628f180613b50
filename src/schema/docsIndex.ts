/**
 * A schema as documentation: who uses a type, and a ranked search over names and descriptions. Made once per schema and kept with it; a
 * search looks at lower-case copies made beforehand, so that a keystroke costs a few milliseconds on schemas of ten thousand fields.
 */
import { readableName } from './readableName';
import { type ArgumentModel, fieldsOf, namedType, type SchemaModel, type TypeRef } from './schemaModel';

/** Something that can be looked up. `holder` is the type a field, argument or value belongs to. */
export interface DocsHit {
  kind: 'type' | 'field' | 'inputField' | 'value' | 'argument' | 'directive';
  /** Its own name. */
  name: string;
  /** Type (and field, for an argument) it belongs to: ['Query', 'ships']; empty for a type or directive. */
  holder: readonly string[];
  description: string | null;
  deprecated: boolean;
}

/** A place where a type is used: as the type of a field, an argument or an input field. */
export interface DocsUse {
  /** Type that holds it. */
  holder: string;
  /** Field, or input field. */
  field: string;
  /** Argument of that field, when it is used there. */
  argument: string | null;
  type: TypeRef;
}

/** What documentation needs beyond the model. */
export interface DocsIndex {
  /** The best hits first, at most `limit`; none for an empty text. */
  search(text: string, limit: number): readonly DocsHit[];
  /** Where a type is used, in the schema's order. */
  usedBy(typeName: string): readonly DocsUse[];
  /** Types that implement an interface, and unions that have an object type as a member. */
  membersOf(typeName: string): readonly string[];
  unionsWith(typeName: string): readonly string[];
}

interface Entry {
  hit: DocsHit;
  name: string;
  words: string;
  description: string;
}

/** The index of a schema. */
export function docsIndex(model: SchemaModel): DocsIndex {
  return model.remember('docsIndex', () => makeIndex(model));
}

function makeIndex(model: SchemaModel): DocsIndex {
  const entries: Entry[] = [];
  const uses = new Map<string, DocsUse[]>();
  const unions = new Map<string, string[]>();
  const members = new Map<string, string[]>();
  const put = <T>(map: Map<string, T[]>, key: string, value: T): void => {
    const list = map.get(key);
    if (list) list.push(value);
    else map.set(key, [value]);
  };
  const add = (hit: DocsHit): void => {
    entries.push({
      hit,
      name: hit.name.toLowerCase(),
      words: readableName(hit.name).toLowerCase(),
      description: (hit.description ?? '').slice(0, 2000).toLowerCase(),
    });
  };
  const addArgument = (argument: ArgumentModel, holder: readonly string[]): void =>
    add({
      kind: 'argument',
      name: argument.name,
      holder,
      description: argument.description,
      deprecated: argument.deprecationReason !== null,
    });

  for (const type of model.types.values()) {
    if (type.name.startsWith('__')) continue;
    add({ kind: 'type', name: type.name, holder: [], description: type.description, deprecated: false });
    for (const field of fieldsOf(type).values()) {
      const { name, description, deprecationReason } = field;
      add({ kind: 'field', name, holder: [type.name], description, deprecated: deprecationReason !== null });
      put(uses, namedType(field.type), { holder: type.name, field: name, argument: null, type: field.type });
      for (const argument of field.args.values()) {
        addArgument(argument, [type.name, name]);
        put(uses, namedType(argument.type), { holder: type.name, field: name, argument: argument.name, type: argument.type });
      }
    }
    for (const name of type.kind === 'object' || type.kind === 'interface' ? type.interfaces : []) put(members, name, type.name);
    if (type.kind === 'union') for (const name of type.possibleTypes) put(unions, name, type.name);
    if (type.kind === 'enum') {
      for (const { name, description, deprecationReason } of type.values) {
        add({ kind: 'value', name, holder: [type.name], description, deprecated: deprecationReason !== null });
      }
    }
    if (type.kind === 'input') {
      for (const field of type.inputFields.values()) {
        const { name, description, deprecationReason } = field;
        add({ kind: 'inputField', name, holder: [type.name], description, deprecated: deprecationReason !== null });
        put(uses, namedType(field.type), { holder: type.name, field: name, argument: null, type: field.type });
      }
    }
  }
  for (const directive of model.directives.values()) {
    add({ kind: 'directive', name: directive.name, holder: [], description: directive.description, deprecated: false });
  }

  return {
    search: (text, limit) => search(entries, text, limit),
    usedBy: name => uses.get(name) ?? [],
    membersOf: name => members.get(name) ?? [],
    unionsWith: name => unions.get(name) ?? [],
  };
}

/** Ranks: the whole name, its beginning, a word's beginning, anywhere in it, in the description; types before their fields. */
function search(entries: readonly Entry[], text: string, limit: number): DocsHit[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  // "Ship.visits" looks for the field of that type.
  const dot = wanted.indexOf('.');
  const holder = dot > 0 ? wanted.slice(0, dot) : null;
  const name = dot > 0 ? wanted.slice(dot + 1) : wanted;
  const ranked: Entry[][] = [[], [], [], [], [], []];
  for (const entry of entries) {
    if (holder !== null && entry.hit.holder.at(0)?.toLowerCase() !== holder) continue;
    const rank = rankOf(entry, name);
    if (rank === null) continue;
    const list = ranked[entry.hit.kind === 'type' || rank >= 4 ? rank : rank + 1];
    if (list && list.length < limit) list.push(entry);
  }
  const hits: DocsHit[] = [];
  for (const list of ranked) {
    list.sort((a, b) => a.name.length - b.name.length);
    for (const { hit } of list) if (hits.length < limit) hits.push(hit);
  }
  return hits;
}

function rankOf({ name, words, description }: Entry, wanted: string): number | null {
  if (wanted === '' || name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (words.includes(` ${wanted}`)) return 2;
  if (name.includes(wanted) || words.includes(wanted)) return 3;
  return description.includes(wanted) ? 5 : null;
}
