/** Matches words with record types, by the names of the types and of the query fields that return their records. */
import { findList } from '../../collections/listShape';
import { rootFields } from '../../collections/records';
import { nameKey, singular, wordsOf } from '../../model/readableName';
import { fieldsOf, isComposite, isList, type SchemaModel, typeOf } from '../../model/schemaModel';
import { isRecordType } from '../resultShape';
import { LONGEST_NAME, wordsWithoutKey } from './nameWords';
import { isVerb } from './verbs';

/** The words of the subject in a mutation's name. */
export type Subject = readonly string[];

/** Joins words to a name, with the last word in the singular. */
export const keyOfWords = (words: Subject): string =>
  words.map((word, index) => (index === words.length - 1 ? singular(word) : word)).join('');

/** Suffixes that some servers add to the names of types. */
const STRONG_ENDING = /(entity|type|node|model|(response|output)?dto|obj|gqltype|graphqltype|gql|graphql)$/;
/** Suffixes that are never part of an ordinary name. */
const TECHNICAL_ENDINGS = new Set([
  'entity',
  'dto',
  'responsedto',
  'outputdto',
  'obj',
  'gqltype',
  'graphqltype',
  'gql',
  'graphql',
]);
/** All suffixes, including those that can be part of an ordinary name: an `OrderItem` is not an `Order`, if the schema has an `Order`. */
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

/** True if the words are the name of the type or field, in singular or plural, with or without a type suffix. */
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
 * True if the suffix of the longer key only marks it as a type. `OrderItem` and `EventType` are separate things if the schema has an
 * `Order` or uses their whole names in query fields.
 */
function isSameThing(model: SchemaModel, bare: string, longer: string): boolean {
  if (TECHNICAL_ENDINGS.has(longer.slice(bare.length))) return true;
  const { byName, rows } = calledRecords(model);
  const typeName = recordTypesByKey(model).get(longer);
  if (typeName !== undefined && rows.get(bare)?.has(typeName)) return true;
  return !byName.has(bare) && !byName.has(longer) && !compositeKeys(model).has(bare);
}

/** The name keys of all object, interface and union types. */
export const compositeKeys = (model: SchemaModel): ReadonlySet<string> =>
  model.remember(
    'name keys of composite types',
    () => new Set([...model.types.values()].filter(isComposite).map(type => nameKey(type.name))),
  );

/** True if the type's name ends with the words: `updateHook` changes a `RossumHook`. */
export function endsWithSubject(model: SchemaModel, subject: Subject, typeName: string): boolean {
  if (subject.length === 0) return false;
  const type = wordsOf(typeName.slice(-LONGEST_NAME)).map(word => singular(word.toLowerCase()));
  if (type.length > 1 && TYPE_ENDINGS.has(type.at(-1) ?? '') && isSameThing(model, type.slice(0, -1).join(''), type.join('')))
    type.pop();
  while (type.length > 1 && TECHNICAL_ENDINGS.has(type.at(-1) ?? '')) type.pop();
  const end = subject.map(word => singular(word));
  const before = type.length - end.length;
  // A type that starts with a verb, such as `UpdateShipOutput`, is the result of a mutation.
  return before >= 0 && !isVerb(type[0] ?? '') && end.every((word, index) => type[before + index] === word);
}

/** The first record type that has the name of a subject, exactly or without a type suffix; null if there is none. */
export function firstNamed(model: SchemaModel, subjects: readonly Subject[]): string | null {
  for (const names of [recordTypesByKey(model), recordTypesByStem(model)]) {
    for (const subject of subjects) {
      const found = subject.length === 0 ? undefined : (names.get(keyOfWords(subject)) ?? names.get(subject.join('')));
      if (found !== undefined && found !== null) return found;
    }
  }
  return null;
}

/** Record types by name key. Memoized per model. */
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

/** True for a type with a plural name that has only lists beside its key: `Vms {id, domains}` is not a record type for `vm`. */
function isHolder(model: SchemaModel, typeName: string): boolean {
  if (singular(typeName) === typeName) return false;
  const fields = [...fieldsOf(model.types.get(typeName)).values()];
  const others = fields.filter(field => !/^(_?id|nodeId)$/.test(field.name));
  return others.length > 0 && others.every(field => isList(field.type) && isComposite(typeOf(model, field.type)));
}

/**
 * Record types by their name without the type suffix (`role` for `RoleEntity`); null if several types share a name. An `EventType` can be a
 * category of events, so it counts as `event` only if a query field uses that name for it.
 */
function recordTypesByStem(model: SchemaModel): ReadonlyMap<string, string | null> {
  return model.remember('record types by stem', () => {
    const found = new Map<string, string | null>();
    const names = new Set([...model.types.keys()].map(nameKey));
    const usual = usualEnding(model);
    for (const [key, name] of recordTypesByKey(model)) {
      const stem = key.replace(STRONG_ENDING, '');
      // If a type has the name without suffix, that type is meant, even if it is not a record type.
      if (stem === key || stem === '' || names.has(stem)) continue;
      const { byName, rows } = calledRecords(model);
      const ending = key.slice(stem.length);
      const isTechnical = TECHNICAL_ENDINGS.has(ending) || ending === usual;
      const isOther = [...(byName.get(stem) ?? [])].some(type => type !== name);
      if (rows.get(stem)?.has(name) || (isTechnical && !isOther)) found.set(stem, found.has(stem) ? null : name);
    }
    return found;
  });
}

/** A suffix of at least three quarters of all record types, such as `Node`, which therefore has no meaning; null if there is none. */
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
 * The record type for which query fields use the words of a subject (`season(id): GolfSeason`, `seasons`). Null if there is none, or if
 * query fields have other names for its records too: then the words can mean only some of them (`customers` and `staffUsers` are both
 * users).
 */
export function recordTypeNamed(model: SchemaModel, subject: Subject): string | null {
  if (subject.length === 0) return null;
  const { byName, byType, rows } = calledRecords(model);
  const key = keyOfWords(subject);
  const typeName = originalOf([...(byName.get(key) ?? [])]);
  if (typeName === null || !rows.has(key)) return null;
  const names = byType.get(typeName) ?? new Set();
  return names.size <= MOST_NAMES && [...names].every(name => name.includes(key)) ? typeName : null;
}

/** The type that the names of all others extend (`App` of `App` and `AppListItem`), or the only one; null if there is none. */
const originalOf = (types: readonly string[]): string | null =>
  types.find(name =>
    types.every(other => other === name || (EXTENSION.test(other.slice(name.length)) && other.startsWith(name))),
  ) ?? null;

/** Words after the name of a record type, for a type with fewer of its values. */
const EXTENSION = /^_?(List)?(Item|Row|Entry|Preview|Summary|Minimal|Teaser|Short)$/;

/**
 * True for a mutation that is named only after its records: in an API with `query { book(op) }` and `mutation { book(op) }`, `book` is not
 * a verb.
 */
export const isNoun = (model: SchemaModel, path: readonly string[]): boolean =>
  path.length === 1 && wordsOf(path[0] ?? '').length === 1 && model.queryType.fields.has(path[0] ?? '');

/** True if query fields use the words, but possibly for only some of the records of a type. */
export function namesOnlySomeRecords(model: SchemaModel, subject: Subject): boolean {
  return calledRecords(model).byName.has(keyOfWords(subject)) && recordTypeNamed(model, subject) === null;
}

/** True if query fields use the words only for records of this type. They can have other names for these records, too. */
export function namesOnlyRecordsOf(model: SchemaModel, subject: Subject, typeName: string): boolean {
  const types = calledRecords(model).byName.get(keyOfWords(subject));
  return types?.size === 1 && types.has(typeName);
}

/** True if query fields use the words for records of other types, but not of this one. */
export function namesOnlyOtherRecords(model: SchemaModel, subject: Subject, typeName: string): boolean {
  const types = calledRecords(model).byName.get(keyOfWords(subject));
  return types !== undefined && !types.has(typeName);
}

/** True where the query type has records of this type, and none under such words. */
export function haveOtherNames(model: SchemaModel, subject: Subject, typeName: string): boolean {
  const names = calledRecords(model).byType.get(typeName);
  const key = keyOfWords(subject);
  return names !== undefined && (names.size > MOST_NAMES || ![...names].some(name => name.includes(key)));
}

/** Words in the name of a namespace that only mark it as one, such as `Mutations` in `catalogMutations`. */
const CARRIER = /^(quer(y|ies)|mutations?|ops|operations?|actions?|api|module|commands?|service)$/;

/**
 * True if a query field with these words is outside of all namespaces, or in the namespace of the mutation: `board { deleteCard }` does not
 * delete what `trello { card }` returns.
 */
export function isNamedInSpace(model: SchemaModel, subject: Subject, path: readonly string[]): boolean {
  const own = path.length > 1 ? spaceOf(path[0] ?? '') : '';
  const spaces = calledRecords(model).spaces.get(keyOfWords(subject)) ?? new Set(['']);
  // Names of a namespace can have additional parts: `shepherd` and `shepherdGraph`.
  return [...spaces].some(space => space === '' || space.startsWith(own) || own.startsWith(space));
}

/** The name of a namespace without the words that only mark it as one. */
const spaceOf = (name: string): string =>
  wordsOf(name)
    .map(word => word.toLowerCase())
    .filter(word => !CARRIER.test(word))
    .join('');

/** Maximum number of names per type. Types with more are not matched, because comparing all names for each mutation would be slow. */
const MOST_NAMES = 100;

/** The names that query fields use for records. */
interface Called {
  /** Type names by field name. */
  readonly byName: ReadonlyMap<string, ReadonlySet<string>>;
  /** `byName` without singular names of lists, which name a parent: `playlist: [Song!]!` returns the songs of a playlist. */
  readonly rows: ReadonlyMap<string, ReadonlySet<string>>;
  /** Field names by type name. */
  readonly byType: ReadonlyMap<string, ReadonlySet<string>>;
  /** Namespaces of the fields by field name; '' for the query type itself. */
  readonly spaces: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Words in a query field's name that describe how records are loaded, or that they belong to the signed-in user. */
const HOW =
  /^(get|list|all|fetch|find|query|search|paginated|page|connection|count|by|me|my|viewer|current|one|many|first|unique|single)$/;

const wordsCalled = (name: string): string[] => wordsWithoutKey(name).filter(word => !HOW.test(word));

/** The name that a query field gives its records, as a key: `film` for `getFilmByName`. */
export const calledBy = (name: string): string => keyOfWords(wordsCalled(name));

/** The words for the rows of a query field. `assets { list }` returns assets, unless a type is called so (`users { list: [UserMinimal] }`). */
function wordsOfRows(model: SchemaModel, name: string, path: readonly string[]): string[] {
  const words = wordsCalled(name);
  if (words.length > 0 || path.length < 2) return words;
  const space = wordsCalled(path.at(-2) ?? '');
  return recordTypesByKey(model).has(keyOfWords(space)) ? [] : space;
}

function calledRecords(model: SchemaModel): Called {
  return model.remember('records by what they are called', () => {
    const byName = new Map<string, Set<string>>();
    const byType = new Map<string, Set<string>>();
    const rows = new Map<string, Set<string>>();
    const spaces = new Map<string, Set<string>>();
    const add = (map: Map<string, Set<string>>, from: string, to: string): void => {
      const existing = map.get(from);
      if (existing === undefined) map.set(from, new Set([to]));
      else existing.add(to);
    };
    for (const { field, path } of rootFields(model)) {
      const list = findList(model, field.type);
      const typeName = list?.rowType ?? typeOf(model, field.type)?.name ?? '';
      if (!isRecordType(model, typeName) || isHolder(model, typeName)) continue;
      const words = wordsOfRows(model, field.name, path);
      if (words.length === 0) continue;
      const key = keyOfWords(words);
      add(byName, key, typeName);
      add(byType, typeName, key);
      add(spaces, key, path.length > 1 ? spaceOf(path[0] ?? '') : '');
      if (list === null || key !== words.join('')) add(rows, key, typeName);
    }
    return { byName, byType, rows, spaces };
  });
}
