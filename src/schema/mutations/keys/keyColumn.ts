/** Finds the field of a record that an argument refers to: its own key (`id`, `shipId`) or the key of its parent record (`boardId`). */
import { fieldAt, internalKey, keyPaths } from '../../collections/displayField';
import { recordLookup, rowKeys } from '../../collections/records';
import { nameKey } from '../../model/readableName';
import { scalarInfo } from '../../model/scalars';
import {
  type FieldModel,
  fieldsOf,
  isComposite,
  isList,
  namedType,
  needsNoArguments,
  type SchemaModel,
  type TypeRef,
  typeOf,
} from '../../model/schemaModel';
import { type ChangeReader, plainName } from './changeReader';

/** Names of arguments (see `plainName`) that are a key of any type. */
export const PLAIN_KEYS =
  /^(id|_id|nodeid|rowid|documentid|objectid|uuid|guid|urn|arn|pk|gid|globalid|externalid|databaseid|primaryid)$/;

/**
 * The record's key field for an argument such as `id`, `documentId` or `shipId`. Undefined if the argument is not a key of the record, null
 * if it is ambiguous.
 * @param name the argument's name in the form of `plainName`
 */
export function keyColumn(reader: ChangeReader, name: string, type: TypeRef): string | null | undefined {
  const found = namedColumn(reader, name, type);
  return found === 'id' && name !== 'nodeid' ? (internalKey(reader.model, reader.typeName) ?? found) : found;
}

function namedColumn(reader: ChangeReader, name: string, type: TypeRef): string | null | undefined {
  const { model, typeName, names } = reader;
  const own = [...fieldsOf(model.types.get(typeName)).values()];
  const exacts = own.filter(field => plainName(field.name) === name && needsNoArguments(field) && !isList(field.type));
  const exact = exacts.find(field => namedType(field.type) === namedType(type)) ?? exacts[0];
  // The key of a `Document` can be named `documentId`.
  const isNamed = exact === undefined && names.has(name.replace(/id$/, ''));
  if (PLAIN_KEYS.test(name) && !isNamed) {
    if (exact !== undefined && !isComposite(typeOf(model, exact.type)) && canTake(model, exact.type, type)) return exact.name;
    // A key such as `externalId` that the record does not have cannot be set from the record.
    if (!/^(id|nodeid|gid|uuid|globalid|pk)$/.test(name)) return undefined;
    return identityOf(reader, type, ANOTHER_ID) ?? undefined;
  }
  // Try `id` first: `bookingId` ends with `gid`, but is the id of a booking.
  const ending =
    ['id', 'uuid', 'nodeid', 'gid'].find(entry => name.endsWith(entry) && names.has(name.slice(0, -entry.length))) ?? 'id';
  const bare = name.length > ending.length && name.endsWith(ending) ? name.slice(0, -ending.length) : undefined;
  const scalar = typeOf(model, type);
  const isOfType =
    scalar?.kind === 'scalar' &&
    [/_?id$/i, /_?gid$/i].some(end => end.test(scalar.name) && names.has(nameKey(scalar.name.replace(end, ''))));
  if (name === nameKey(typeName) && exact === undefined) return bareKey(reader, type);
  if (bare === undefined || (!names.has(bare) && !isOfType)) return undefined;
  // For a `PartnerArtist` with a relation `artist`, `artistId` is the key of the related artist.
  const isRelated = own.some(field => plainName(field.name) === bare && isComposite(typeOf(model, field.type)));
  if (isRelated && bare !== nameKey(typeName) && exact === undefined) return undefined;
  // Prefer the field with the same type: `eventId: ID!` takes `id: ID`, even if the record is loaded by `uuid: UUID!`.
  const plain = own.find(
    field => plainName(field.name) === ending && namedType(field.type) === namedType(type) && !isList(field.type),
  );
  const identity = plain?.name ?? identityOf(reader, type) ?? undefined;
  if (exact === undefined || identity === undefined) return exact?.name ?? identity;
  // Ambiguous: the argument `sentryProjectId: ID!` has the type of the field `id: ID!`, but the name of `sentryProjectId: String!`.
  const typeNamed = (column: string): string => namedType(fieldAt(model, typeName, column)?.type ?? type);
  return typeNamed(exact.name) !== namedType(type) && typeNamed(identity) === namedType(type) ? null : exact.name;
}

/** `ship: ID!` or `post: PostId!` is the record's key; a text of that name may be anything. */
function bareKey(reader: ChangeReader, type: TypeRef): string | undefined {
  const key = identityOf(reader, type);
  const scalar = typeOf(reader.model, type);
  if (key === null || scalar?.kind !== 'scalar') return undefined;
  const own = fieldAt(reader.model, reader.typeName, key)?.type;
  const isKey = /^(id|uuid)$/.test(scalarInfo(scalar).kind) || /id$/i.test(scalar.name);
  return isKey && own !== undefined && namedType(own) === namedType(type) ? key : undefined;
}

/** Names of special ids, which a plain `id` argument does not mean. */
export const ANOTHER_ID = /^(document|object|row|external|database)_?id$/i;

/**
 * The record's key for an argument of a type; null if there is none. Prefers a key of the same type. A number never matches a UUID.
 * @param except matches names of keys to leave out
 */
export function identityOf(reader: ChangeReader, type: TypeRef, except?: RegExp): string | null {
  const { model, typeName } = reader;
  const keys = rowKeys(model, typeName).filter(key => isIdentity(reader, key) && except?.test(key) !== true);
  const refs = new Map(keys.map(key => [key, fieldAt(model, typeName, key)?.type ?? type]));
  const isSame = (key: string): boolean => namedType(refs.get(key) ?? type) === namedType(type);
  return keys.find(isSame) ?? keys.find(key => canTake(model, refs.get(key) ?? type, type)) ?? null;
}

/** False if one type is a number and the other a UUID. */
function canTake(model: SchemaModel, value: TypeRef, place: TypeRef): boolean {
  const kinds = [value, place].map(ref => {
    const scalar = typeOf(model, ref);
    return scalar?.kind === 'scalar' ? scalarInfo(scalar).kind : 'unknown';
  });
  return !kinds.includes('uuid') || !kinds.some(kind => kind === 'int' || kind === 'bigInt');
}

/** True for a pure identifier of the record itself, unlike `key`, `name` or the `projectId` of another record. */
function isIdentity({ model, typeName, names }: ChangeReader, key: string): boolean {
  const name = plainName(key.replace(/^.*\./, ''));
  const [, bare = null] = /^(.*?)(id|uuid|uid|guid|pk)$/.exec(name) ?? [];
  // An `internalId` beside an `id` is for other purposes.
  const isInternal = bare === 'internal' && !fieldsOf(model.types.get(typeName)).has('id');
  return bare === '' || isInternal || PLAIN_KEYS.test(name) || (bare !== null && names.has(bare));
}

/** The sets of fields that identify a record: the fields of a compound key together, or each single key by itself. */
export function wholeKeys(model: SchemaModel, typeName: string): readonly (readonly string[])[] {
  const parts = recordLookup(model, typeName)?.keys.map(key => key.column) ?? [];
  const own = rowKeys(model, typeName);
  if (parts.length < 2) return own.map(column => [column]);
  return [...own.filter(column => !parts.includes(column)).map(column => [column]), parts];
}

/** The missing parts of a record's compound key. Without them, a change would apply to any of several records. */
export function missingParts(model: SchemaModel, typeName: string, columns: readonly (string | null)[]): readonly string[] {
  const sets = wholeKeys(model, typeName);
  const parts = sets.find(set => set.length > 1) ?? [];
  const isPart = (column: string | null): boolean => column !== null && parts.includes(column) && !isPlainKey(column);
  if (columns.length === 0 || !columns.every(isPart)) return [];
  return parts.filter(part => !columns.includes(part));
}

const isPlainKey = (column: string): boolean => PLAIN_KEYS.test(plainName(column));

/**
 * The record's field for an argument: `projectPath` → `project.fullPath`, `boardId` → `boardId` or `board.id`, and `organizationId` →
 * `cluster.organization.id` if no other related record has an organization. Null if there is none.
 * @param selects the argument helps to select the record, so `environmentName` is the name of its environment
 */
export function relatedColumn({ model, typeName }: ChangeReader, name: string, selects = false): string | null {
  const own = fieldsOf(model.types.get(typeName));
  const leafIn = (fields: Iterable<FieldModel>): string | undefined =>
    [...fields].find(field => plainName(field.name) === plainName(name) && !isComposite(typeOf(model, field.type)))?.name;
  const leaf = leafIn(own.values());
  if (leaf !== undefined) return leaf;
  const system = keyHolder(model, typeName);
  const inSystem = system === null ? undefined : leafIn(fieldsOf(typeOf(model, own.get(system)?.type)).values());
  if (inSystem !== undefined) return `${system}.${inSystem}`;
  const [, holder = '', part = ''] = (selects ? SELECTING_PART : KEY_PART).exec(name) ?? [];
  if (holder === '') return null;
  const near = partIn(model, typeName, plainName(holder), part);
  if (near !== null) return near;
  const far = [...own.values()].flatMap(field => {
    const inner = typeOf(model, field.type);
    if (inner?.kind !== 'object' || inner.name === typeName || isList(field.type) || !needsNoArguments(field)) return [];
    const found = partIn(model, inner.name, plainName(holder), part);
    return found === null ? [] : [`${field.name}.${found}`];
  });
  return far.length === 1 ? (far[0] as string) : null;
}

/** The field with the object that contains the record's key (`sys`, `metadata`); null if the record itself has a key. */
export function keyHolder(model: SchemaModel, typeName: string): string | null {
  const [holder = '', inner] = (keyPaths(model, typeName)[0] ?? '').split('.');
  return inner === undefined ? null : holder;
}

const KEY_PART = /^(.+?)_?(id|full_?path|path|slug|key|code)$/i;
const SELECTING_PART = /^(.+?)_?(id|full_?path|path|slug|key|code|name)$/i;

/** The path of a value in the related object with this name (see `plainName`); null if there is none. */
function partIn(model: SchemaModel, typeName: string, holder: string, part: string): string | null {
  for (const field of fieldsOf(model.types.get(typeName)).values()) {
    if (plainName(field.name) !== holder || !needsNoArguments(field) || isList(field.type)) continue;
    const inner = fieldsOf(typeOf(model, field.type));
    for (const wanted of part.toLowerCase() === 'path' ? ['fullpath', 'path'] : [plainName(part)])
      for (const entry of inner.values())
        if (plainName(entry.name) === wanted)
          return `${field.name}.${(entry.name === 'id' ? internalKey(model, namedType(field.type)) : undefined) ?? entry.name}`;
  }
  return null;
}
