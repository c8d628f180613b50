/** The leaf arguments of a mutation that take the key of the record. */
import { rootFields, rowKeys } from '../collections/records';
import type { ArgumentPath } from '../model/argumentPath';
import { singular } from '../model/readableName';
import { scalarInfo } from '../model/scalars';
import {
  type ArgumentModel,
  fieldsOf,
  isList,
  itemType,
  mustBeGiven,
  type SchemaModel,
  type TypeRef,
  typeOf,
} from '../model/schemaModel';
import { type ArgumentFields, type ChangeReader, plainName } from './changeReader';
import { keyColumn, PLAIN_KEYS, relatedColumn } from './keyColumn';

/** A place for one value of the record's key. */
export interface KeyTarget {
  /** The record's field as a dotted path (`id`, `project.id`); null when the record does not hold the value. */
  readonly column: string | null;
  readonly target: ArgumentPath;
  /** The value goes into a list of one (or of all, in a bulk form). */
  readonly asList: boolean;
  /** Type of the value there, without the list: numbers are sent to an Int, texts to an ID. */
  readonly type: TypeRef;
}

/** Plain names of arguments that may identify a record, and may be a value of it as well. */
export const NATURAL_KEYS =
  /^(iid|slug|code|key|handle|name|label|status|fullpath|path|username|login|email|sku|number|isbn|identifier|ref|symbol|token|uri|url|domain)$/;
/** Those that are values of a record far more often than they say which one is meant. */
const VALUES = /^(status|username|login|email|number|token|url|domain|handle)$/;

/** Leaf arguments of a level that take the record's key: a plain or typed key, else all required arguments that name its columns. */
export function keyTargets(reader: ChangeReader, fields: ArgumentFields, prefix: ArgumentPath): KeyTarget[] {
  if (reader.verb === 'create') return [];
  const found: Array<KeyTarget & { worth: number }> = [];
  for (const argument of fields.values()) {
    const leaf = keyLeaf(reader.model, argument);
    if (leaf === null) continue;
    const own = behindKey(reader, argument.name);
    const name = plainName(leaf.asList ? singular(own) : own);
    const column = keyColumn(reader, name, leaf.type);
    if (column === undefined) continue;
    let worth = (mustBeGiven(argument) ? 4 : 0) + (PLAIN_KEYS.test(name) ? 2 : 0) + (leaf.asList ? 0 : 1);
    // Beside an `id` the `keyId` is that of a key.
    if (own !== argument.name) worth -= 8;
    found.push({ column, target: [...prefix, argument.name], ...leaf, worth });
  }
  found.sort((a, b) => b.worth - a.worth);
  const [best] = found;
  if (best !== undefined) return [strip(best), ...parentKeys(reader, fields, prefix, best)];
  return naturalKeys(reader, fields, prefix);
}

/** `filmId` of `keyFilmId`, the film's id, which may stand among the changed values as well; of what holds a `key`, `keyId` is the id of that. */
const behindKey = (reader: ChangeReader, name: string): string =>
  relatedColumn(reader, name) === null ? name.replace(/^key_?(?=[A-Z])/, '') : name;

const strip = ({ column, target, asList, type }: KeyTarget): KeyTarget => ({ column, target, asList, type });

/** Required ids beside the key that belong to what the record is in: `board_id` of an item is its `board.id`. */
export function parentKeys(reader: ChangeReader, fields: ArgumentFields, prefix: ArgumentPath, key: KeyTarget): KeyTarget[] {
  const found: KeyTarget[] = [];
  const isValue = (name: string): boolean =>
    reader.verb === 'update' && PLAIN_KEYS.test(plainName(key.column ?? '')) && isOwnValue(reader, fields, name);
  for (const argument of fields.values()) {
    if (!mustBeGiven(argument) || argument.name === key.target.at(-1) || isValue(argument.name)) continue;
    const leaf = keyLeaf(reader.model, argument);
    if (leaf === null || leaf.asList || !/(id|path|slug|key|code)$/i.test(argument.name)) continue;
    const column = relatedColumn(reader, argument.name);
    if (column !== null) found.push({ column, target: [...prefix, argument.name], ...leaf });
  }
  return found;
}

/** True for the record's own `code` among other values of it: beside its id it is one of those that are changed. */
function isOwnValue({ model, typeName }: ChangeReader, fields: ArgumentFields, name: string): boolean {
  const own = fieldsOf(model.types.get(typeName));
  return (
    /^(path|slug|key|code)$/i.test(name) &&
    own.has(name) &&
    [...fields.keys()].some(key => own.has(key) && !/(id|path|slug|key|code)$/i.test(key))
  );
}

/** A key of several columns, or one that is no id: all required leaf arguments, when each names a column of the record or of its parent. */
function naturalKeys(reader: ChangeReader, fields: ArgumentFields, prefix: ArgumentPath): KeyTarget[] {
  const { model, typeName, verb } = reader;
  const known = new Set(rowKeys(model, typeName).map(plainName));
  const required = [...fields.values()].filter(argument => mustBeGiven(argument) && keyLeaf(model, argument)?.asList === false);
  const found: KeyTarget[] = [];
  let isKey = false;
  for (const argument of required) {
    const name = ownName(reader, argument.name);
    const leaf = keyLeaf(model, argument);
    const looksLikeKey = known.has(plainName(name)) || NATURAL_KEYS.test(plainName(name)) || /(id|path)$/i.test(name);
    if (leaf === null || !looksLikeKey) continue;
    if (known.has(plainName(name)) || NATURAL_KEYS.test(plainName(name))) isKey = true;
    found.push({ column: relatedColumn(reader, name), target: [...prefix, argument.name], ...leaf });
  }
  const isValue = ({ column }: KeyTarget): boolean => VALUES.test(plainName(column ?? ''));
  const isKnown = ({ column }: KeyTarget): boolean => known.has(plainName(column ?? ''));
  if (!isKey) return isPairOfRecord(reader, found, required.length) ? found : [];
  if (verb === 'delete') return uniqueKeys(reader, found);
  if (found.some(isKnown)) return found;
  // A name that is also a value to be set is a key only where the schema looks records up by it, or nothing else could be.
  if (found.length === 1) return required.length > 1 || (known.size > 0 && isValue(found[0] as KeyTarget)) ? [] : found;
  return known.size > 0 && found.every(key => isValue(key) || /^(name|label|code|key)$/.test(plainName(key.column ?? '')))
    ? []
    : found;
}

/** Names that tell one record from the others beside it, in the same project or list. */
const KEYS_INSIDE = /^(iid|slug|code|key|fullpath|path|number|sku|identifier|ref|symbol)$/;

/**
 * The keys of a deletion, without their columns where other rows may have the same values: with the record's `url` all webhooks of that
 * address may go. A type without a key of its own has no better one.
 */
export function uniqueKeys(reader: ChangeReader, keys: readonly KeyTarget[]): KeyTarget[] {
  const own = rowKeys(reader.model, reader.typeName);
  const known = new Set(own.map(plainName));
  const nameOf = (key: KeyTarget): string => plainName(key.column ?? '');
  const isInside =
    keys.some(key => /(id|path)$/.test(nameOf(key)) && !KEYS_INSIDE.test(nameOf(key))) &&
    keys.some(key => KEYS_INSIDE.test(nameOf(key)));
  const asked = askedBy(reader.model).get(reader.typeName);
  const isOwn = (key: KeyTarget): boolean => {
    const name = plainName(key.target.at(-1) ?? '');
    return known.has(nameOf(key)) || asked?.has(name) === true || keyColumn(reader, name, key.type) !== undefined;
  };
  const isUnique = isInside || keys.some(isOwn) || isPairOfRecord(reader, keys, keys.length);
  return reader.verb !== 'delete' || own.length === 0 || isUnique ? [...keys] : keys.map(key => ({ ...key, column: null }));
}

/** By which single arguments the query type gives one record: `film(filmName: ID!): Film`. */
function askedBy(model: SchemaModel): ReadonlyMap<string, ReadonlySet<string>> {
  return model.remember('single arguments by type', () => {
    const found = new Map<string, Set<string>>();
    for (const { field } of rootFields(model)) {
      const [only] = field.args.values();
      const type = typeOf(model, field.type);
      if (only === undefined || field.args.size > 1 || type === undefined || isList(field.type)) continue;
      const known = found.get(type.name) ?? new Set();
      found.set(type.name, known.add(plainName(only.name)));
    }
    return found;
  });
}

/** What deletes a `Probe` by its `probeName` takes its `name`. */
function ownName({ model, typeName, names, verb }: ChangeReader, name: string): string {
  const own = fieldsOf(model.types.get(typeName));
  // An update may choose another one by it: `changePlan(planKey)`.
  if (own.has(name) || verb !== 'delete') return name;
  for (const [, holder = '', part = ''] of [/^(.+?)_?(name|slug|code|key|label)$/i.exec(name) ?? []])
    if (names.has(plainName(holder)) && own.has(part.toLowerCase())) return part.toLowerCase();
  return name;
}

/** True for two or more ids that are all that a mutation requires, of the things a record stands between: `(teamId, userId)` of a `TeamMember`. */
function isPairOfRecord({ typeName }: ChangeReader, keys: readonly KeyTarget[], required: number): boolean {
  const holders = keys.map(key => plainName(key.target.at(-1) ?? '').replace(/(id|path)$/, ''));
  return (
    keys.length > 1 &&
    keys.length === required &&
    keys.every(key => key.column !== null) &&
    holders.some(holder => holder.length > 1 && plainName(typeName).startsWith(holder))
  );
}

/** What an argument takes when it can hold a key: an id, a text, a whole number or an enum, or a list of them; null for another one. */
export function keyLeaf(model: SchemaModel, argument: ArgumentModel): { asList: boolean; type: TypeRef } | null {
  const asList = isList(argument.type);
  const ref = itemType(argument.type) ?? argument.type;
  if (isList(ref)) return null;
  const type = typeOf(model, ref);
  if (type?.kind === 'enum') return { asList, type: ref };
  if (type?.kind !== 'scalar' || /^(boolean|float|json|upload)$/i.test(type.name)) return null;
  return /^(boolean|float|json|upload|date|dateTime|time)$/.test(scalarInfo(type).kind) ? null : { asList, type: ref };
}
