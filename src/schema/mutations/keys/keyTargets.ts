/** Finds the scalar and enum arguments of a mutation that take the key of the record. */
import { recordLookup, rootFields, rowKeys } from '../../collections/records';
import { CLIENT_MARK } from '../../forms/formModel';
import type { ArgumentPath } from '../../model/argumentPath';
import { singular } from '../../model/readableName';
import { scalarInfo } from '../../model/scalars';
import {
  type ArgumentModel,
  fieldsOf,
  isList,
  isRequiredArgument,
  itemType,
  namedType,
  type SchemaModel,
  type TypeRef,
  typeOf,
} from '../../model/schemaModel';
import { calledBy } from '../names/recordNames';
import { type ArgumentFields, type ChangeReader, inputTypeOf, plainName } from './changeReader';
import { ANOTHER_ID, keyColumn, keyHolder, PLAIN_KEYS, relatedColumn } from './keyColumn';

/** An argument that takes one value of the record's key. */
export interface KeyTarget {
  /** The record's field as a dotted path (`id`, `project.id`); null if the record does not contain the value. */
  readonly column: string | null;
  readonly target: ArgumentPath;
  /** True if the argument takes a list: of one key, or of all keys for a bulk change. */
  readonly asList: boolean;
  /** The type of the value, without the list. An Int takes numbers, an ID strings. */
  readonly type: TypeRef;
}

/** Names of arguments (see `plainName`) that can be a key of a record or an ordinary value of it. */
export const NATURAL_KEYS =
  /^(iid|slug|code|key|handle|name|label|status|fullpath|path|username|login|email|sku|number|isbn|identifier|ref|symbol|token|uri|url|domain)$/;
/** Those of `NATURAL_KEYS` that are far more often ordinary values than keys. */
const VALUES = /^(status|username|login|email|number|token|url|domain|handle)$/;

/** The arguments of a level that take the record's key: an id argument with those of parent records, else the natural key. */
export function keyTargets(reader: ChangeReader, fields: ArgumentFields, prefix: ArgumentPath): KeyTarget[] {
  if (reader.verb === 'create') return [];
  const related = relatedKeys(reader, fields, prefix);
  if (related.length > 0) return related;
  const found: Array<KeyTarget & { worth: number }> = [];
  for (const argument of fields.values()) {
    const leaf = keyLeaf(reader.model, argument);
    if (leaf === null) continue;
    const own = behindKey(reader, argument.name);
    const name = plainName(leaf.asList ? singular(own) : own);
    const column = keyColumn(reader, name, leaf.type);
    if (column === undefined) continue;
    let worth = (isRequiredArgument(argument) ? 4 : 0) + (PLAIN_KEYS.test(name) ? 2 : 0) + (leaf.asList ? 0 : 1);
    // Prefer an `id` to a `keyId`, which can be the id of something called "key".
    if (own !== argument.name) worth -= 8;
    if (ANOTHER_ID.test(own)) worth -= 1;
    found.push({ column, target: [...prefix, argument.name], ...leaf, worth });
  }
  found.sort((a, b) => b.worth - a.worth);
  const [best] = found;
  if (best !== undefined) return [strip(best), ...parentKeys(reader, fields, prefix, best)];
  return naturalKeys(reader, fields, prefix);
}

/**
 * The key of several related records that the query of a single record takes in objects too: `deleteSeat(chat: {id}, user: {id})`. [] for
 * other arguments.
 */
function relatedKeys({ model, typeName }: ChangeReader, fields: ArgumentFields, prefix: ArgumentPath): KeyTarget[] {
  const lookup = recordLookup(model, typeName);
  if (lookup === null || lookup.keys.length < 2) return [];
  const found = lookup.keys.flatMap(({ column, target: [first = '', inner = '', ...deeper] }) => {
    const [asked, taken] = [lookup.field.args.get(first), fields.get(first)];
    const type = taken && inputTypeOf(model, taken);
    const part = type?.inputFields.get(inner);
    const isSame = asked !== undefined && type !== undefined && type === inputTypeOf(model, asked) && deeper.length === 0;
    return isSame && part ? [{ column, target: [...prefix, first, inner], asList: false, type: part.type }] : [];
  });
  return found.length === lookup.keys.length ? found : [];
}

/**
 * Removes the prefix `key` (`keyFilmId` → `filmId`), with which servers distinguish a key from a changed value of the same name. If the
 * record has such a field (`keyId` or `key { id }`), the name is unchanged.
 */
const behindKey = (reader: ChangeReader, name: string): string => {
  if (relatedColumn(reader, name) !== null) return name;
  const bare = name.replace(/^key_?(?=[A-Z])/, '');
  // `idToDelete`. In an update, such ids can belong to other records.
  return reader.verb === 'delete' ? bare.replace(/_?to_?(delete|remove|destroy)$/i, '') : bare;
};

const strip = ({ column, target, asList, type }: KeyTarget): KeyTarget => ({ column, target, asList, type });

/** Required ids beside the key that belong to parent records: for an item, `board_id` takes `board.id`. */
export function parentKeys(reader: ChangeReader, fields: ArgumentFields, prefix: ArgumentPath, key: KeyTarget): KeyTarget[] {
  const found: KeyTarget[] = [];
  const isAlone = reader.verb === 'update' && PLAIN_KEYS.test(plainName(key.column ?? ''));
  for (const argument of fields.values()) {
    if (!isRequiredArgument(argument) || argument.name === key.target.at(-1)) continue;
    const leaf = keyLeaf(reader.model, argument);
    const column = relatedColumn(reader, argument.name);
    if (leaf === null || leaf.asList || column === null || !isKeyName(argument, column)) continue;
    if (isAlone && isValueBesideId(reader, fields, argument.name, column)) continue;
    found.push({ column, target: [...prefix, argument.name], ...leaf });
  }
  return found;
}

/** True for an argument whose name ends with the word for a key, unlike `paid`. */
const isKeyName = (argument: ArgumentModel, column: string | null): boolean =>
  /(^|_)(id|path|slug|key|code)$|(Id|ID|Path|Slug|Key|Code)$/.test(argument.name) ||
  (/(id|path|slug|key|code)$/i.test(argument.name) && (column?.includes('.') === true || namedType(argument.type) === 'ID'));

/**
 * True for an argument beside an id of the record that is a value to change, not a part of the key: a `code` among other values, another
 * id of the record itself, or the id of a related record among other required values. Ids that deletions take too are a part of the key.
 */
function isValueBesideId(reader: ChangeReader, fields: ArgumentFields, name: string, column: string): boolean {
  const { model, typeName, narrows } = reader;
  const own = fieldsOf(model.types.get(typeName));
  const values = [...fields.values()].filter(field => own.has(field.name) && !/(id|path|slug|key|code)$/i.test(field.name));
  if (/(path|slug|key|code)$/i.test(name) && own.has(name)) return values.length > 0;
  if (narrows.has(plainName(name))) return false;
  return ANOTHER_ID.test(name) ? column === name : values.some(isRequiredArgument);
}

/** The name of another record: `environmentName`. */
const NAME_OF_OTHER = /.(N|_n)ame$/;

/** The natural key: all required arguments that look like keys, of the record or of its parent. [] if they do not identify the record. */
function naturalKeys(reader: ChangeReader, fields: ArgumentFields, prefix: ArgumentPath): KeyTarget[] {
  const { model, typeName, verb, narrows, shared } = reader;
  const known = new Set([...rowKeys(model, typeName).map(plainName), ...shared]);
  for (const argument of fields.values()) if (isSingleArgument(reader, argument)) known.add(plainName(argument.name));
  const required = [...fields.values()].filter(
    argument => isRequiredArgument(argument) && keyLeaf(model, argument)?.asList === false,
  );
  const found: KeyTarget[] = [];
  const unknown: KeyTarget[] = [];
  let isKey = false;
  for (const argument of required) {
    const name = ownName(reader, argument.name);
    const leaf = keyLeaf(model, argument);
    // A deletion has no new values, so a value of the record helps to select it: `signalDelete(name!, owner!)`.
    const isSelecting = verb === 'delete' || narrows.has(plainName(name));
    const isOwnField = fieldsOf(model.types.get(typeName)).has(name);
    const isOther = !isOwnField && NAME_OF_OTHER.test(name);
    const column = relatedColumn(reader, name, isSelecting || isOther);
    const selects = (isSelecting && isOwnField) || ((isSelecting || isOther) && column?.includes('.') === true);
    if (isOther && column === null && leaf !== null) unknown.push({ column, target: [...prefix, argument.name], ...leaf });
    const looksLikeKey =
      known.has(plainName(name)) || NATURAL_KEYS.test(plainName(name)) || selects || isKeyName(argument, column);
    if (leaf === null || !looksLikeKey) continue;
    // In an update, the `status` of a record with a key of its own is a value, whatever ids are beside it.
    const isPlainValue = verb === 'update' && known.size > 0 && VALUES.test(plainName(name));
    if (known.has(plainName(name)) || (NATURAL_KEYS.test(plainName(name)) && !isPlainValue)) isKey = true;
    found.push({ column, target: [...prefix, argument.name], ...leaf });
  }
  const isValue = ({ column }: KeyTarget): boolean => VALUES.test(plainName(column ?? ''));
  const isKnown = ({ column }: KeyTarget): boolean => known.has(plainName(column ?? ''));
  if (!isKey) return isPairOfRecord(reader, found, required.length) ? found : [];
  if (verb === 'delete') return uniqueKeys(reader, found);
  // Beside the key of a parent record, an `environmentName` that the record does not contain can be a part of the key.
  if (found.some(({ column }) => column?.includes('.') === true)) found.push(...unknown);
  if (found.some(isKnown)) return withoutTitles(reader, fields, found, known);
  // For an update, an argument that can be an ordinary value counts as a key only if there is no better explanation.
  if (found.length === 1) return required.length > 1 || (known.size > 0 && isValue(found[0] as KeyTarget)) ? [] : found;
  return known.size > 0 && found.every(key => isValue(key) || /^(name|label|code|key)$/.test(plainName(key.column ?? '')))
    ? []
    : withoutTitles(reader, fields, found, known);
}

/**
 * The natural keys of an update, without the `name` and similar values beside a key that identifies the record alone, among other values of
 * the record: `saveForm(slug!, name!, description)` can change the name.
 * @param known the record's own keys
 */
function withoutTitles(
  { model, typeName }: ChangeReader,
  fields: ArgumentFields,
  keys: readonly KeyTarget[],
  known: ReadonlySet<string>,
): KeyTarget[] {
  const own = fieldsOf(model.types.get(typeName));
  const nameOf = ({ column }: KeyTarget): string => plainName(column ?? '');
  const isTitle = (key: KeyTarget): boolean => {
    const name = nameOf(key);
    return !known.has(name) && (/^(name|label)$/.test(name) || VALUES.test(name));
  };
  const isAlone = (key: KeyTarget): boolean => known.has(nameOf(key)) || /^(slug|iid|identifier|isbn|sku)$/.test(nameOf(key));
  const holdsValues = [...fields.keys()].some(name => own.has(name) && !keys.some(key => key.target.at(-1) === name));
  return holdsValues && keys.some(isAlone) ? keys.filter(key => !isTitle(key)) : [...keys];
}

/** Names that identify a record only within its parent, such as a project or list. */
export const KEYS_INSIDE = /^(iid|slug|code|key|fullpath|path|number|sku|identifier|ref|symbol)$/;

/**
 * For a deletion, sets the columns of the keys to null if other rows can have the same values: deleting a webhook by its `url` could delete
 * all webhooks with that URL. Keys of a type without key fields are unchanged, because there are no better ones.
 */
export function uniqueKeys(reader: ChangeReader, keys: readonly KeyTarget[]): KeyTarget[] {
  const own = rowKeys(reader.model, reader.typeName);
  const known = new Set([...own.map(plainName), ...reader.shared]);
  const nameOf = (key: KeyTarget): string => plainName(key.column ?? '');
  const isInside =
    keys.some(key => /(id|path)$/.test(nameOf(key)) && !KEYS_INSIDE.test(nameOf(key))) &&
    keys.some(key => KEYS_INSIDE.test(nameOf(key)));
  const asked = singleArguments(reader);
  const isOwn = (key: KeyTarget): boolean => {
    const name = plainName(key.target.at(-1) ?? '');
    return known.has(nameOf(key)) || asked.has(name) || keyColumn(reader, name, key.type) !== undefined;
  };
  const isUnique = isInside || isNamedInParent(reader, keys) || keys.some(isOwn) || isPairOfRecord(reader, keys, keys.length);
  return reader.verb !== 'delete' || own.length === 0 || isUnique ? [...keys] : keys.map(key => ({ ...key, column: null }));
}

/** True for a name together with values of parent records (`team.slug`) or a namespace, within which it is unique. */
function isNamedInParent({ model, typeName }: ChangeReader, keys: readonly KeyTarget[]): boolean {
  const holder = keyHolder(model, typeName);
  const columns = keys.map(({ column }) =>
    holder !== null && column?.startsWith(`${holder}.`) ? column.slice(holder.length + 1) : column,
  );
  const isParent = (column: string | null): boolean => column?.includes('.') === true || column === 'namespace';
  const isName = (column: string | null): boolean => column === 'name' || KEYS_INSIDE.test(column ?? '');
  return columns.some(isParent) && columns.some(isName) && columns.every(column => isParent(column) || isName(column));
}

/**
 * True for a value of a custom scalar that a query field uses to find the record, such as `address: Address!`. A String is more often an
 * ordinary value.
 */
function isSingleArgument(reader: ChangeReader, argument: ArgumentModel): boolean {
  const { model, typeName } = reader;
  const type = namedType(argument.type);
  const own = fieldsOf(model.types.get(typeName)).get(argument.name);
  return (
    model.types.get(type)?.kind === 'scalar' &&
    !/^(String|Int|Float|Boolean)$/.test(type) &&
    own !== undefined &&
    namedType(own.type) === type &&
    singleArguments(reader).has(plainName(argument.name))
  );
}

/**
 * The arguments of query fields that have the record's name, take a single argument and return one record: `filmname` for `film(filmName:
 * ID!): Film`. Not `nextFilm(status: Status!): Film`, because other films have the same status.
 */
function singleArguments({ model, typeName, names }: ChangeReader): ReadonlySet<string> {
  const asked = model.remember('single arguments by type', () => {
    const found = new Map<string, [called: string, argument: string][]>();
    for (const { field } of rootFields(model)) {
      const [only] = field.args.values();
      const type = typeOf(model, field.type);
      if (only === undefined || field.args.size > 1 || type === undefined || isList(field.type)) continue;
      const entry: [string, string] = [calledBy(field.name), plainName(only.name)];
      found.set(type.name, [...(found.get(type.name) ?? []), entry]);
    }
    return found;
  });
  return new Set((asked.get(typeName) ?? []).flatMap(([called, argument]) => (names.has(called) ? [argument] : [])));
}

/** For a deletion, maps an argument with the type's name to the record's field: `probeName` to the `name` of a `Probe`. */
function ownName({ model, typeName, names, verb }: ChangeReader, name: string): string {
  const own = fieldsOf(model.types.get(typeName));
  // In an update the argument can refer to another record: `changePlan(planKey)` chooses a new plan.
  if (own.has(name) || verb !== 'delete') return name;
  for (const [, holder = '', part = ''] of [/^(.+?)_?(name|slug|code|key|label)$/i.exec(name) ?? []])
    if (names.has(plainName(holder)) && own.has(part.toLowerCase())) return part.toLowerCase();
  return name;
}

/**
 * True if the only required arguments are two or more ids of the records that this record connects: `(teamId, userId)` of a `TeamMember`.
 * Not for an enum: several tokens of a team can be for the same service.
 */
function isPairOfRecord({ model, typeName }: ChangeReader, keys: readonly KeyTarget[], required: number): boolean {
  const holders = keys.map(key => plainName(key.target.at(-1) ?? '').replace(/(id|path)$/, ''));
  return (
    keys.length > 1 &&
    keys.length === required &&
    keys.every(key => key.column !== null && typeOf(model, key.type)?.kind !== 'enum') &&
    holders.some(holder => holder.length > 1 && plainName(typeName).startsWith(holder))
  );
}

/** The type of an argument that can take a key: an ID, string, integer or enum, or a list of these. Null for any other argument. */
export function keyLeaf(model: SchemaModel, argument: ArgumentModel): { asList: boolean; type: TypeRef } | null {
  if (CLIENT_MARK.test(argument.name)) return null;
  const asList = isList(argument.type);
  const ref = itemType(argument.type) ?? argument.type;
  if (isList(ref)) return null;
  const type = typeOf(model, ref);
  if (type?.kind === 'enum') return { asList, type: ref };
  if (type?.kind !== 'scalar' || /^(boolean|json|upload)$/i.test(type.name)) return null;
  const { kind } = scalarInfo(type);
  // NestJS turns ids of type `number` into Float.
  if (kind === 'float' && !/^_?ids?$|[a-z\d]Ids?$|_ids?$/.test(argument.name)) return null;
  return /^(boolean|json|upload|date|dateTime|time)$/.test(kind) ? null : { asList, type: ref };
}
