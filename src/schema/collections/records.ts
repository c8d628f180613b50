/**
 * Finds how to load a single record by the keys in its row: `ship(id)`, `ships_by_pk(id)`, `node(id)`, `user(where: {id})` or a filter on a
 * collection. See lookups.ts for records whose keys the user types in, recordLinks.ts for relations.
 */
import { filterCapability } from '../filters/filterCapability';
import { foundSorting } from '../filters/sortCapability';
import { type ArgumentPath, isSingleLeaf, valueAt } from '../model/argumentPath';
import { nameKey } from '../model/readableName';
import {
  type ArgumentModel,
  actualType,
  type FieldModel,
  fieldsOf,
  isComposite,
  isList,
  isRequiredArgument,
  nullable,
  possibleTypes,
  type SchemaModel,
  typeOf,
} from '../model/schemaModel';
import { type Collection, findCollections, nameOfRows } from './collections';
import { fieldAt, internalKey, isPlainLeaf, keyPaths } from './displayField';
import { findList } from './listShape';
import { isNamedFor } from './soleKey';

/** A way to load a record of a type. */
export interface RecordLookup {
  /** The object, interface or union type of the record. */
  readonly typeName: string;
  /** `field`: a field that returns the record. `node`: Relay's `node`. `collection`: a row of a collection, usually found by a filter. */
  readonly kind: 'field' | 'node' | 'collection';
  /** Field names from the query type down. */
  readonly path: readonly string[];
  readonly field: FieldModel;
  /** The type that the field returns. If it is not `typeName`, an inline fragment is needed (`... on Ship`). */
  readonly gives: string;
  /** The arguments that take the row's keys. An empty `target` means that the record is searched among all rows of the collection. */
  readonly keys: ReadonlyArray<{ readonly column: string; readonly target: ArgumentPath }>;
  /** The collection, for kind `collection`; else null. */
  readonly collection: Collection | null;
}

/** A reference to a record: its type and the keys of its `RecordLookup`. Plain data. */
export interface RecordRef {
  readonly typeName: string;
  readonly keys: Readonly<Record<string, unknown>>;
}

/** The way to load a record of a type; null if the schema has none. Every row must select its keys (`rowKeys`). Memoized per type. */
export function recordLookup(model: SchemaModel, typeName: string): RecordLookup | null {
  return model.remember(`lookup ${typeName}`, () => fieldLookup(model, typeName) ?? lookupByCollection(model, typeName));
}

/** The best root field that returns a record of a type; null if there is none. */
function fieldLookup(model: SchemaModel, typeName: string): RecordLookup | null {
  return model.remember(`field lookup ${typeName}`, () => {
    if (!isComposite(model.types.get(typeName))) return null;
    const candidates = rootFields(model).flatMap(root => lookupBy(model, typeName, root));
    candidates.sort((a, b) => a.cost - b.cost);
    return candidates[0]?.lookup ?? null;
  });
}

/** Dotted paths of the fields that every row of a type should select, so that its record can be loaded again. */
export function rowKeys(model: SchemaModel, typeName: string): readonly string[] {
  return model.remember(`row keys ${typeName}`, () => {
    // A lookup by collection uses one of the `keyPaths`, so only the keys of a field lookup must be added.
    const wanted = [...(fieldLookup(model, typeName)?.keys.map(key => key.column) ?? []), ...keyPaths(model, typeName)];
    return [...new Set(wanted)].filter(path => fieldAt(model, typeName, path) !== undefined);
  });
}

/** The value of a key (`rowKeys`) in a row; undefined if the row does not contain it. */
export function keyOf(row: Readonly<Record<string, unknown>>, key: string): unknown {
  return valueAt(row, key.split('.'));
}

/** The reference of a row or nested object of a result; null if its type has no lookup or a key is missing. */
export function recordRef(model: SchemaModel, typeName: string, row: unknown): RecordRef | null {
  if (typeof row !== 'object' || row === null) return null;
  const values = row as Readonly<Record<string, unknown>>;
  const actual = actualType(model, typeName, values);
  const lookup = recordLookup(model, actual);
  if (lookup === null) return null;
  const keys = lookup.keys.map(({ column }) => [column, keyOf(values, column)] as const);
  return keys.some(([, value]) => value == null || typeof value === 'object')
    ? null
    : { typeName: actual, keys: Object.fromEntries(keys) };
}

/** Formats a reference as text for a URL: a single key as it is (`42`), several as JSON. `parseRecordRef` is the inverse. */
export function formatRecordRef(model: SchemaModel, ref: RecordRef): string {
  const [value, ...others] = recordLookup(model, ref.typeName)?.keys.map(key => ref.keys[key.column]) ?? [];
  if (others.length === 0 && (typeof value === 'number' || (typeof value === 'string' && !value.startsWith('{'))))
    return String(value);
  return JSON.stringify(ref.keys);
}

/** A field of the query type or of a namespace, with its path. */
export interface Root {
  readonly path: readonly string[];
  readonly field: FieldModel;
}

/** The fields of the query type and of all namespaces that contain collections. */
export function rootFields(model: SchemaModel): readonly Root[] {
  return model.remember('root fields', () => {
    const roots: Root[] = [...model.queryType.fields.values()].map(field => ({ path: [field.name], field }));
    const seen = new Set(['']);
    for (const collection of findCollections(model)) {
      const within = collection.path.slice(0, -1);
      const name = within.join('.');
      if (collection.origin !== 'namespace' || seen.has(name)) continue;
      seen.add(name);
      for (const field of fieldsOf(model.types.get(collection.parentType)).values())
        roots.push({ path: [...within, field.name], field });
    }
    return roots.filter(({ field }) => !/^(__|_service$|_entities$)/.test(field.name));
  });
}

type Candidate = { cost: number; lookup: RecordLookup };

/** Ways to load a record of a type with one root field. Lower cost is better: the type's own id, then `node`, then other unique fields. */
function lookupBy(model: SchemaModel, typeName: string, { path, field }: Root): Candidate[] {
  if (isList(field.type) || field.args.size === 0) return [];
  const gives = typeOf(model, field.type);
  if (!isComposite(gives)) return [];
  const narrowed = gives.name !== typeName;
  if (narrowed && !possibleTypes(gives).includes(typeName)) return [];
  if (!narrowed && findList(model, field.type) !== null) return [];
  const isNode = narrowed && /^(node|nodeById|nodeByNodeId)$/i.test(field.name);
  // A field that returns an interface or union (`repositoryOwner(login)`) works, but a field of the type itself is better.
  const base = isNode ? 20 : narrowed ? 60 : 0;
  const args = [...field.args.values()];
  const required = args.filter(isRequiredArgument);
  const internal = isNode ? undefined : internalKey(model, typeName);
  const make = (found: RecordLookup['keys'], cost: number): Candidate => {
    const keys = found.map(({ column, target }) => ({ column: (column === 'id' && internal) || column, target }));
    return {
      cost: base + cost + path.length - 1 + (field.deprecationReason === null ? 0 : 100),
      lookup: { typeName, kind: isNode ? 'node' : 'field', path, field, gives: gives.name, keys, collection: null },
    };
  };
  const found: Candidate[] = [];
  if (required.length > 0) {
    const isSingle = required.length === 1;
    const onlyOf = isSingle && !NAMES_KEY.test(field.name) ? field.name : null;
    const keys = required.map(
      argument =>
        keyFor(model, typeName, argument, [argument.name], onlyOf) ?? (isSingle ? null : relatedKey(model, typeName, argument)),
    );
    const whole = keys.flatMap(key => key ?? []);
    if (keys.every(key => key !== null) && whole.length > 0) found.push(make(whole, keyCost(model, typeName, whole)));
  } else {
    for (const argument of args) {
      const isOfOther = namesOther(model, typeName, argument.name.replace(/_/g, '').toLowerCase());
      const key = keyFor(model, typeName, argument, [argument.name], isOfOther ? field.name : null);
      if (key !== null) found.push(make(key, 5 + keyCost(model, typeName, key)));
    }
  }
  return found;
}

/** The cost of keys: 0 for `id`, 1 for another key of the type, 40 for any other field. */
function keyCost(model: SchemaModel, typeName: string, keys: RecordLookup['keys']): number {
  const ids = keyPaths(model, typeName);
  return keys.reduce((cost, key) => cost + (ids.includes(key.column) ? (/^id$/i.test(lastOf(key.column)) ? 0 : 1) : 40), 0);
}

/** Field names that say that the argument is a key: `role_by_pk(label)`, `userByHandle(handle)`. */
const NAMES_KEY = /(_by_pk|[a-z0-9]By[A-Z]\w{0,200})$/;
const UNIQUE_WORDS =
  /^(slug|login|username|handle|code|key|email|name|number|imo|isbn|sku|iban|symbol|uri|path|url|oid|sha|ref|reference|title|iso|alpha2|databaseid)$/i;

/**
 * The row's fields for an argument, which is either a key with the same name or an input object of keys. Null if a row cannot provide the
 * argument.
 * @param onlyOf the name of the root field if this is its only argument and the name does not name a key. Then an `…Id` that is not of another
 *   record is the id, and other fields count only if their names suggest unique values. Null for one of several arguments
 */
function keyFor(
  model: SchemaModel,
  typeName: string,
  argument: ArgumentModel,
  target: ArgumentPath,
  onlyOf: string | null,
): RecordLookup['keys'] | null {
  if (isSingleLeaf(model, argument)) {
    const ids = keyPaths(model, typeName);
    const wanted = argument.name.replace(/_/g, '').toLowerCase();
    const isOwnId = /id$/.test(wanted) && !namesOther(model, typeName, wanted);
    // `shipName` of a ship is its `name`.
    const bare = wanted.replace(nameKey(typeName), '');
    const near = nearFields(model, typeName);
    const found = near.get(wanted) ?? near.get(bare);
    const exact = found === undefined ? undefined : fieldAt(model, typeName, found);
    if (
      found !== undefined &&
      exact !== undefined &&
      isPlainLeaf(model, exact) &&
      sameScalar(model, exact, argument) &&
      (ids.includes(found) || UNIQUE_WORDS.test(exact.name) || onlyOf === null || (isOwnId && isNamedFor(onlyOf, typeName)))
    ) {
      return [{ column: found, target }];
    }
    const [id] = ids;
    const idField = id === undefined ? undefined : fieldAt(model, typeName, id);
    const namesId = /^(id|uuid|pk)$/.test(bare) || (onlyOf !== null && isOwnId && exact === undefined);
    return idField !== undefined && namesId && sameScalar(model, idField, argument) ? [{ column: id as string, target }] : null;
  }
  const type = isList(argument.type) ? undefined : typeOf(model, argument.type);
  // Prisma puts a compound key in such an object: `{owner_name: {owner, name}}`.
  const isInside = target.length > 1;
  if (
    type?.kind !== 'input' ||
    (!isInside && !/^(where|by|input|params|request|filter|key|unique|pk|idorslug|id|data|options)/i.test(argument.name))
  )
    return null;
  const inner = [...type.inputFields.values()];
  const required = inner.filter(isRequiredArgument);
  // A single key in it is that of another record: `{owner: {id}}`.
  if (isInside && required.length === 1) return null;
  if (required.length > 0) {
    const keys = required.map(entry =>
      isSingleLeaf(model, entry)
        ? keyFor(model, typeName, entry, [...target, entry.name], required.length === 1 ? (onlyOf ?? '') : null)
        : null,
    );
    return keys.every(key => key !== null) ? keys.flatMap(key => key ?? []) : null;
  }
  // One key is enough for `where: {id, email}` of Prisma and Keystone, and for `@oneOf` input objects.
  if (isInside || (!type.isOneOf && !/unique|where|by/i.test(`${type.name} ${argument.name}`))) return null;
  const byId = inner.find(
    entry => keyPaths(model, typeName).some(path => lastOf(path) === entry.name) && isSingleLeaf(model, entry),
  );
  if (byId !== undefined) return keyFor(model, typeName, byId, [...target, byId.name], null);
  for (const entry of inner) {
    const keys = isSingleLeaf(model, entry) ? null : keyFor(model, typeName, entry, [...target, entry.name], null);
    if (keys !== null) return keys;
  }
  return null;
}

/** The key of a related record for one of several arguments: `chat: {id}` of `seat(chat: {id}, user: {id})`. Null for other objects. */
function relatedKey(model: SchemaModel, typeName: string, { name, type }: ArgumentModel): RecordLookup['keys'] | null {
  const input = typeOf(model, type);
  const [only, ...others] = input?.kind === 'input' ? input.inputFields.values() : [];
  const column = `${name}.${only?.name}`;
  const field = fieldAt(model, typeName, column);
  const isKey = only && field && others.length === 0 && isSingleLeaf(model, only) && sameScalar(model, field, only);
  return isKey && !isList(fieldAt(model, typeName, name)?.type ?? type) ? [{ column, target: [name, only.name] }] : null;
}

/** Names of all types. A `projectId` is that of a `Project`, if there is such a type. */
const typeKeys = (model: SchemaModel): ReadonlySet<string> =>
  model.remember('type name keys', () => new Set([...model.types.keys()].map(nameKey)));

const fieldKeys = (model: SchemaModel, typeName: string): ReadonlySet<string> =>
  model.remember(`field name keys ${typeName}`, () => new Set([...fieldsOf(model.types.get(typeName)).keys()].map(nameKey)));

/** True for the id of another record: `captainId` where there is a type `Captain`, or where the record has a field `captain`. */
function namesOther(model: SchemaModel, typeName: string, wanted: string): boolean {
  const stem = nameKey(wanted.replace(/id$/, ''));
  if (stem === '' || stem === nameKey(wanted) || nameKey(typeName).endsWith(stem)) return false;
  return typeKeys(model).has(stem) || fieldKeys(model, typeName).has(stem);
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/**
 * Paths of the fields that can be keys, by their plain names: the type's own fields, and those of the object that contains the key (such as
 * `sys`). Cached, because large schemas have thousands of arguments to match.
 */
function nearFields(model: SchemaModel, typeName: string): ReadonlyMap<string, string> {
  return model.remember(`near fields ${typeName}`, () => {
    const paths = [...fieldsOf(model.types.get(typeName)).keys()];
    const [holder, inner] = (keyPaths(model, typeName)[0] ?? '').split('.');
    if (holder !== undefined && inner !== undefined)
      for (const name of fieldsOf(typeOf(model, fieldAt(model, typeName, holder)?.type)).keys()) paths.push(`${holder}.${name}`);
    // The first of several paths wins.
    return new Map(paths.reverse().map(path => [lastOf(path).replace(/_/g, '').toLowerCase(), path]));
  });
}

/** True if the argument accepts values of the field: the types are equal or a common combination of ID, String, Int and UUID. */
function sameScalar(model: SchemaModel, field: FieldModel, argument: ArgumentModel): boolean {
  const [from, to] = [typeOf(model, nullable(field.type)), typeOf(model, nullable(argument.type))];
  if (from === undefined || to === undefined) return false;
  if (from === to) return true;
  if (from.kind !== 'scalar' || to.kind !== 'scalar') return false;
  if (to.name === 'ID' || to.name === 'String') return true;
  // Servers generated from another API description may use Int for an argument and a 64-bit scalar for the field, or Float (NestJS).
  if (NUMBER.test(from.name) && NUMBER.test(to.name)) return true;
  return from.name === 'ID' && !/^(boolean|date(time)?|json)$/i.test(to.name);
}

const NUMBER = /^((big)?int|long|float)\d*$/i;

/** A lookup by a collection that can be filtered by the key or always returns all rows; null if there is none. */
function lookupByCollection(model: SchemaModel, typeName: string): RecordLookup | null {
  if (!isComposite(model.types.get(typeName))) return null;
  const keys = keyPaths(model, typeName);
  const open = findCollections(model).filter(({ mustFill }) => mustFill.length === 0);
  const own = open.filter(({ rowType }) => rowType === typeName);
  // Without a collection of the type itself, those of its interfaces are used if they have the key.
  const lists = own.length > 0 ? own : open.filter(({ rowType }) => holdsMembers(model, rowType, typeName, keys[0]));
  const by = (collection: Collection, column: string, target: ArgumentPath): RecordLookup => ({
    typeName,
    kind: 'collection',
    path: collection.path,
    field: collection.field,
    gives: collection.rowType,
    keys: [{ column, target }],
    collection,
  });
  for (const collection of lists) {
    if (collection.origin === 'viewer') continue;
    for (const key of keys) {
      const filter = filterCapability(model, collection)?.fields.find(field => (field.column ?? field.path).join('.') === key);
      const operator = filter?.operators.find(entry => entry.tag === 'is') ?? filter?.operators.find(entry => entry.tag === 'in');
      const target = operator?.targets[0];
      if (target !== undefined) return by(collection, key, target);
    }
  }
  const [whole, ...others] = lists;
  return whole && keys[0] && others.length === 0 && isWhole(model, whole) ? by(whole, keys[0], []) : null;
}

function holdsMembers(model: SchemaModel, rowType: string, typeName: string, key = ''): boolean {
  const type = model.types.get(typeName);
  return type?.kind === 'object' && type.interfaces.includes(rowType) && fieldAt(model, rowType, key) !== undefined;
}

/**
 * True if a list probably contains all records of its type: it is named after the type and has no arguments except for sorting. `openShips`
 * and `ships(archived)` return only some.
 */
function isWhole(model: SchemaModel, collection: Collection): boolean {
  const { origin, paging, shape, field, rowType, args } = collection;
  const used = foundSorting(model, collection)?.used ?? [];
  return (
    origin !== 'viewer' &&
    paging.style === 'none' &&
    paging.limit === null &&
    shape.node === null &&
    nameKey(nameOfRows(field.name, rowType)) === nameKey(rowType) &&
    [...args.keys()].every(name => used.some(path => path.length === 1 && path[0] === name))
  );
}
