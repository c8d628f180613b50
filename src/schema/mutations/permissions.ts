/**
 * Permissions of the account that the API itself tells: for each collection, objects or flags for creating, updating and deleting, as in
 * Payload's `Access { posts { update { permission } } }` (https://payloadcms.com/docs/access-control/overview), or a list of types with flags
 * that hide these actions, as in Keystone's `keystone { adminMeta { lists { key hideCreate hideDelete } } }`. Permissions for single fields
 * are not read.
 */
import { type Collection, findCollections } from '../collections/collections';
import { nameKey, singular } from '../model/readableName';
import { type FieldModel, fieldsOf, isList, namedType, needsNoArguments, type SchemaModel, typeOf } from '../model/schemaModel';
import { changesOf } from './changes';

type Kind = 'create' | 'update' | 'delete';
const KINDS: readonly Kind[] = ['create', 'update', 'delete'];

/** An action that the account must not run. */
export interface Denial {
  readonly actionId: string;
  /** Where the API says so, as a dotted path: `Access.posts.update`. */
  readonly source: string;
}

/** A query for the permissions, and how to read its `data`, whatever it contains. */
export interface PermissionsQuery {
  readonly query: string;
  read(data: unknown): readonly Denial[];
}

/** A value in the result that denies a kind of change. */
interface Flag {
  readonly path: readonly string[];
  readonly typeName: string;
  readonly kind: Kind;
}

/** The query for the permissions of the account; null if the API has none that are known. Memoized. */
export const permissionsQuery = (model: SchemaModel): PermissionsQuery | null =>
  model.remember('permissions query', () => perCollection(model) ?? perType(model));

/** Flags that can say yes or no, directly or as an object: `update: {permission: Boolean!}`. */
const ALLOWED = /^(permission|permitted|allowed|isAllowed|granted)$/;

function perCollection(model: SchemaModel): PermissionsQuery | null {
  for (const root of model.queryType.fields.values()) {
    if (!isPlainObject(model, root) || !/access|permission|right/i.test(root.name)) continue;
    const flags: Flag[] = [];
    const parts: string[] = [];
    for (const entry of objectFields(model, root)) {
      const typeName = rowTypeNamed(model, entry.name);
      const inner = fieldsOf(typeOf(model, entry.type));
      const kinds = KINDS.flatMap(kind => {
        const below = flagBelow(model, inner.get(kind));
        return below === null ? [] : [{ kind, below }];
      });
      if (typeName === null || kinds.length < 2) continue;
      parts.push(
        `${entry.name} { ${kinds.map(({ kind, below }) => [kind, ...below.map(name => `{ ${name} }`)].join(' ')).join(' ')} }`,
      );
      for (const { kind, below } of kinds) flags.push({ path: [root.name, entry.name, kind, ...below], typeName, kind });
    }
    if (parts.length > 0)
      return {
        query: `query Permissions { ${root.name} { ${parts.join(' ')} } }`,
        read: data => flags.flatMap(flag => (valueAt(data, flag.path) === false ? denial(model, flag) : [])),
      };
  }
  return null;
}

/** The path below a field to its flag: [] for the field itself; null if there is none. */
function flagBelow(model: SchemaModel, field: FieldModel | undefined): readonly string[] | null {
  if (field === undefined || isList(field.type) || !needsNoArguments(field)) return null;
  if (namedType(field.type) === 'Boolean') return [];
  const inner = [...fieldsOf(typeOf(model, field.type)).values()].find(
    entry => ALLOWED.test(entry.name) && namedType(entry.type) === 'Boolean' && needsNoArguments(entry),
  );
  return inner === undefined ? null : [inner.name];
}

/** Flags that hide an action, by the kind of change. */
const HIDES: Readonly<Record<Kind, string>> = { create: 'hideCreate', update: 'hideUpdate', delete: 'hideDelete' };

function perType(model: SchemaModel): PermissionsQuery | null {
  for (const root of model.queryType.fields.values()) {
    if (!isPlainObject(model, root)) continue;
    for (const meta of objectFields(model, root)) {
      for (const list of fieldsOf(typeOf(model, meta.type)).values()) {
        const entry = fieldsOf(typeOf(model, list.type));
        const hidden = KINDS.filter(kind => namedType(entry.get(HIDES[kind])?.type ?? NONE) === 'Boolean');
        if (!isList(list.type) || !needsNoArguments(list) || !entry.has('key') || hidden.length === 0) continue;
        const path = [root.name, meta.name, list.name];
        return {
          query: `query Permissions { ${root.name} { ${meta.name} { ${list.name} { key ${hidden.map(kind => HIDES[kind]).join(' ')} } } } }`,
          read: data => hiddenTypes(model, valueAt(data, path), path, hidden),
        };
      }
    }
  }
  return null;
}

function hiddenTypes(model: SchemaModel, lists: unknown, path: readonly string[], kinds: readonly Kind[]): readonly Denial[] {
  if (!Array.isArray(lists)) return [];
  return lists.flatMap(entry => {
    const typeName = valueAt(entry, ['key']);
    if (typeof typeName !== 'string' || !model.types.has(typeName)) return [];
    return kinds.flatMap(kind =>
      valueAt(entry, [HIDES[kind]]) === true ? denial(model, { path: [...path, typeName, HIDES[kind]], typeName, kind }) : [],
    );
  });
}

function denial(model: SchemaModel, { typeName, kind, path }: Flag): readonly Denial[] {
  const actionId = changesOf(model, typeName)[kind]?.action.id;
  return actionId === undefined ? [] : [{ actionId, source: path.filter(name => !ALLOWED.test(name)).join('.') }];
}

/** The row type of the only collection with a name; null if there are several or none. */
function rowTypeNamed(model: SchemaModel, name: string): string | null {
  const key = nameKey(singular(name));
  const isNamed = ({ field, origin }: Collection): boolean =>
    origin !== 'nested' && (nameKey(singular(field.name)) === key || nameKey(field.name) === nameKey(name));
  const types = new Set(findCollections(model).flatMap(collection => (isNamed(collection) ? [collection.rowType] : [])));
  const [only] = types;
  return types.size === 1 && only !== undefined ? only : null;
}

const NONE = { kind: 'named', name: '' } as const;

const isPlainObject = (model: SchemaModel, field: FieldModel): boolean =>
  !isList(field.type) && needsNoArguments(field) && typeOf(model, field.type)?.kind === 'object';

const objectFields = (model: SchemaModel, field: FieldModel): readonly FieldModel[] =>
  [...fieldsOf(typeOf(model, field.type)).values()].filter(entry => isPlainObject(model, entry));

/** A value at a path of own keys. */
function valueAt(data: unknown, path: readonly string[]): unknown {
  let value = data;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}
