/** Which field of a record an argument names: its own key (`id`, `shipId`), or the key of the record that it belongs to (`boardId`). */
import { fieldAt } from '../collections/displayField';
import { rowKeys } from '../collections/records';
import { nameKey } from '../model/readableName';
import { fieldsOf, isComposite, isList, namedType, needsNoArguments, type TypeRef, typeOf } from '../model/schemaModel';
import { type ChangeReader, plainName } from './changeReader';

/** Plain names of arguments that are a key whatever the type. */
export const PLAIN_KEYS = /^(id|_id|nodeid|rowid|documentid|objectid|uuid|guid|pk|gid|globalid|externalid|databaseid|primaryid)$/;

/**
 * `id`, `documentId`, `shipId` → the record's field; undefined for an argument that is no key of it, null where two fields may be meant.
 * @param name the argument's plain name
 */
export function keyColumn(reader: ChangeReader, name: string, type: TypeRef): string | null | undefined {
  const { model, typeName, names } = reader;
  const keys = rowKeys(model, typeName);
  const own = [...fieldsOf(model.types.get(typeName)).values()];
  const exact = own.find(field => plainName(field.name) === name && needsNoArguments(field) && !isList(field.type));
  if (PLAIN_KEYS.test(name)) {
    if (exact !== undefined && !isComposite(typeOf(model, exact.type))) return exact.name;
    // An `externalId` the record does not show is another way to the same record.
    if (!/^(id|nodeid|gid|uuid|globalid|pk)$/.test(name)) return undefined;
    return keys.find(isIdentity);
  }
  const [, bare, ending] = /^(.+?)(id|uuid|nodeid|gid)$/.exec(name) ?? [];
  const scalar = typeOf(model, type);
  const named =
    scalar?.kind === 'scalar' && /^(.+?)(id|gid)$/i.test(scalar.name) ? nameKey(scalar.name.replace(/_?(id|gid)$/i, '')) : '';
  if (bare === undefined || (!names.has(bare) && !names.has(named))) return undefined;
  // `artistId` of a `PartnerArtist` that holds an `artist` is that artist's key, not its own.
  const isRelated = own.some(field => plainName(field.name) === bare && isComposite(typeOf(model, field.type)));
  if (isRelated && bare !== nameKey(typeName) && exact === undefined) return undefined;
  // `eventId: ID!` takes the `id: ID` of what is loaded by its `uuid: UUID!`.
  const plain = own.find(
    field => plainName(field.name) === ending && namedType(field.type) === namedType(type) && !isList(field.type),
  );
  const identity = plain?.name ?? keys.find(isIdentity);
  if (exact === undefined || identity === undefined) return exact?.name ?? identity;
  // `sentryProjectId: ID!` has the type of the record's `id: ID!` and the name of its `sentryProjectId: String!`: it may be either.
  const typeNamed = (column: string): string => namedType(fieldAt(model, typeName, column)?.type ?? type);
  return typeNamed(exact.name) !== namedType(type) && typeNamed(identity) === namedType(type) ? null : exact.name;
}

/** True for a key that only identifies: no `key` or `name` of a thing. */
const isIdentity = (key: string): boolean => /(^|[._a-z])(id|uuid|uid|guid|pk)$/i.test(key);

/** `projectPath` → `project.fullPath`, `boardId` → `boardId` or `board.id`; null when the record does not hold it. */
export function relatedColumn({ model, typeName }: ChangeReader, name: string): string | null {
  const own = fieldsOf(model.types.get(typeName));
  for (const field of own.values())
    if (plainName(field.name) === plainName(name) && !isComposite(typeOf(model, field.type))) return field.name;
  const [, holder = '', part = ''] = /^(.+?)_?(id|full_?path|path|slug|key|code)$/i.exec(name) ?? [];
  for (const field of own.values()) {
    if (plainName(field.name) !== plainName(holder) || !needsNoArguments(field) || isList(field.type)) continue;
    const inner = fieldsOf(typeOf(model, field.type));
    for (const wanted of part.toLowerCase() === 'path' ? ['fullpath', 'path'] : [plainName(part)])
      for (const entry of inner.values()) if (plainName(entry.name) === wanted) return `${field.name}.${entry.name}`;
  }
  return null;
}
