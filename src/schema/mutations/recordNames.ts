/** By which names a schema knows its record types: that of the type, and those of the fields of the query type that give its records. */
import { findList } from '../collections/listShape';
import { rootFields } from '../collections/records';
import { nameKey, singular, wordsOf } from '../model/readableName';
import { fieldsOf, isComposite, isList, type SchemaModel, typeOf } from '../model/schemaModel';
import { isRecordType } from './answerShape';
import { LONGEST_NAME, spokenWords } from './nameWords';
import { isVerb } from './verbs';

/** The words that a mutation's name speaks of. */
export type Subject = readonly string[];

/** Words as one name, the last one in singular. */
export const keyOfWords = (words: Subject): string =>
  words.map((word, index) => (index === words.length - 1 ? singular(word) : word)).join('');

/** What some servers add to the name of a thing for the name of its type. */
const STRONG_ENDING = /(entity|type|node|model|dto|gqltype|graphqltype|gql|graphql)$/;
/** Those that no thing is called by. */
const TECHNICAL_ENDINGS = new Set(['entity', 'dto', 'gqltype', 'graphqltype', 'gql', 'graphql']);
/** All, with those that may be things of their own as well: an `OrderItem` is no `Order`, where there is one. */
const TYPE_ENDINGS = new Set([
  ...TECHNICAL_ENDINGS,
  'type',
  'node',
  'model',
  'object',
  'item',
  'record',
  'output',
  'data',
  'resource',
]);

/** True when the words name this type or field, in singular or plural, with or without what servers add to type names. */
export function isNamed(model: SchemaModel, subject: Subject, name: string): boolean {
  if (subject.length === 0) return false;
  const key = keyOfWords(subject);
  const whole = subject.join('');
  const other = nameKey(name);
  if (other === key || other === whole) return true;
  if (other.startsWith(key) && TYPE_ENDINGS.has(other.slice(key.length))) return isSameThing(model, key, other);
  return other.replace(STRONG_ENDING, '') === whole && isSameThing(model, whole, other);
}

/**
 * True when the ending of the longer key only says that it is a type. `OrderItem` and `EventType` are things of their own where the schema
 * has an `Order` or calls them by their whole name.
 */
function isSameThing(model: SchemaModel, bare: string, longer: string): boolean {
  if (TECHNICAL_ENDINGS.has(longer.slice(bare.length))) return true;
  const { byName, rows } = calledRecords(model);
  const typeName = recordTypesByKey(model).get(longer);
  if (typeName !== undefined && rows.get(bare)?.has(typeName)) return true;
  return !byName.has(bare) && !byName.has(longer) && !compositeKeys(model).has(bare);
}

/** The keys of the names of all types that have fields or members. */
const compositeKeys = (model: SchemaModel): ReadonlySet<string> =>
  model.remember(
    'name keys of composite types',
    () => new Set([...model.types.values()].filter(isComposite).map(type => nameKey(type.name))),
  );

/** True when the name of the type ends with the words: `updateHook` changes a `RossumHook`. */
export function endsWithSubject(model: SchemaModel, subject: Subject, typeName: string): boolean {
  if (subject.length === 0) return false;
  const type = wordsOf(typeName.slice(-LONGEST_NAME)).map(word => singular(word.toLowerCase()));
  if (type.length > 1 && TYPE_ENDINGS.has(type.at(-1) ?? '') && isSameThing(model, type.slice(0, -1).join(''), type.join('')))
    type.pop();
  while (type.length > 1 && TECHNICAL_ENDINGS.has(type.at(-1) ?? '')) type.pop();
  const end = subject.map(word => singular(word));
  const before = type.length - end.length;
  // `UpdateShipOutput` is what an update answers with.
  return before >= 0 && !isVerb(type[0] ?? '') && end.every((word, index) => type[before + index] === word);
}

/** The record type that carries the name of a subject; null when none does. */
export function firstNamed(model: SchemaModel, subjects: readonly Subject[]): string | null {
  for (const names of [recordTypesByKey(model), recordTypesByStem(model)]) {
    for (const subject of subjects) {
      const found = subject.length === 0 ? undefined : (names.get(keyOfWords(subject)) ?? names.get(subject.join('')));
      if (found !== undefined && found !== null) return found;
    }
  }
  return null;
}

/** Record types by the key of their name. */
export function recordTypesByKey(model: SchemaModel): ReadonlyMap<string, string> {
  return model.remember('record types by name key', () => {
    const found = new Map<string, string>();
    for (const name of model.types.keys()) {
      if (name.startsWith('__') || /(payload|connection|edge|result|response|aggregate|_fields|input)$/i.test(name)) continue;
      const key = nameKey(name);
      if (!found.has(key) && isRecordType(model, name) && !isHolder(model, name)) found.set(key, name);
    }
    return found;
  });
}

/** True for a type named by a plural that holds nothing but lists beside its key: `Vms {id, domains}` are no `vm`. */
function isHolder(model: SchemaModel, typeName: string): boolean {
  if (singular(typeName) === typeName) return false;
  const fields = [...fieldsOf(model.types.get(typeName)).values()];
  const others = fields.filter(field => !/^(_?id|nodeId)$/.test(field.name));
  return others.length > 0 && others.every(field => isList(field.type) && isComposite(typeOf(model, field.type)));
}

/**
 * Record types by their name without what servers add to it (`RoleEntity`); null for those that share one. An `EventType` may be a kind of
 * event: it is the event itself only where the query type calls it so.
 */
function recordTypesByStem(model: SchemaModel): ReadonlyMap<string, string | null> {
  return model.remember('record types by stem', () => {
    const found = new Map<string, string | null>();
    const names = new Set([...model.types.keys()].map(nameKey));
    const usual = usualEnding(model);
    for (const [key, name] of recordTypesByKey(model)) {
      const stem = key.replace(STRONG_ENDING, '');
      // Where a type has the bare name, that is what is meant, record or not.
      if (stem === key || stem === '' || names.has(stem)) continue;
      const { byName, rows } = calledRecords(model);
      const ending = key.slice(stem.length);
      const isTechnical = TECHNICAL_ENDINGS.has(ending) || ending === usual;
      if (rows.get(stem)?.has(name) || (isTechnical && !byName.has(stem))) found.set(stem, found.has(stem) ? null : name);
    }
    return found;
  });
}

/** What at least three of four record types end with, such as `Node`: it only says that they are types. */
function usualEnding(model: SchemaModel): string | null {
  const keys = [...recordTypesByKey(model).keys()];
  const counts = new Map<string, number>();
  for (const key of keys) {
    const ending = STRONG_ENDING.exec(key)?.[0] ?? '';
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  for (const [ending, count] of counts) if (ending !== '' && keys.length >= 8 && count * 4 >= keys.length * 3) return ending;
  return null;
}

/**
 * The record type that the query type calls by the words of a subject (`season(id): GolfSeason`, `seasons`); null when it does not, or when
 * it has other names for records of the type as well: then some of them only may be meant (`customers` and `staffUsers` are all users).
 */
export function calledRecord(model: SchemaModel, subject: Subject): string | null {
  if (subject.length === 0) return null;
  const { byName, byType, rows } = calledRecords(model);
  const key = keyOfWords(subject);
  const types = byName.get(key);
  const [typeName] = types ?? [];
  if (typeName === undefined || types?.size !== 1 || !rows.has(key)) return null;
  const names = byType.get(typeName) ?? new Set();
  return names.size <= MOST_NAMES && [...names].every(name => name.includes(key)) ? typeName : null;
}

/** True for words that the query type uses for some of the records of a type only. */
export function callsOnlySome(model: SchemaModel, subject: Subject): boolean {
  return calledRecords(model).byName.has(keyOfWords(subject)) && calledRecord(model, subject) === null;
}

/** True for words that the query type uses for records of this type alone, whatever else it calls them. */
export function callsOnly(model: SchemaModel, subject: Subject, typeName: string): boolean {
  const types = calledRecords(model).byName.get(keyOfWords(subject));
  return types?.size === 1 && types.has(typeName);
}

/** True for words that the query type uses for records of other types, never for those of this one. */
export function callsOther(model: SchemaModel, subject: Subject, typeName: string): boolean {
  const types = calledRecords(model).byName.get(keyOfWords(subject));
  return types !== undefined && !types.has(typeName);
}

/** A type of more names is called by none of them; comparing them all for each mutation would take long. */
const MOST_NAMES = 100;

interface Called {
  readonly byName: ReadonlyMap<string, ReadonlySet<string>>;
  /** The same without names that mean what holds records: `playlist: [Song!]!` gives the songs of one. */
  readonly rows: ReadonlyMap<string, ReadonlySet<string>>;
  readonly byType: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Words of a field's name that say how records are had, and those for the reader's own. */
const HOW =
  /^(get|list|all|fetch|find|query|search|paginated|page|connection|count|by|me|my|viewer|current|one|many|first|unique)$/;

function calledRecords(model: SchemaModel): Called {
  return model.remember('records by what they are called', () => {
    const byName = new Map<string, Set<string>>();
    const byType = new Map<string, Set<string>>();
    const rows = new Map<string, Set<string>>();
    const add = (map: Map<string, Set<string>>, from: string, to: string): void => {
      const known = map.get(from);
      if (known === undefined) map.set(from, new Set([to]));
      else known.add(to);
    };
    for (const { field } of rootFields(model)) {
      const list = findList(model, field.type);
      const typeName = list?.rowType ?? typeOf(model, field.type)?.name ?? '';
      if (!isRecordType(model, typeName) || isHolder(model, typeName)) continue;
      const words = spokenWords(field.name).filter(word => !HOW.test(word));
      if (words.length === 0) continue;
      const key = keyOfWords(words);
      add(byName, key, typeName);
      add(byType, typeName, key);
      if (list === null || key !== words.join('')) add(rows, key, typeName);
    }
    return { byName, byType, rows };
  });
}
