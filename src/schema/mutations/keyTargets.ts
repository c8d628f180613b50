/** The leaf arguments of a mutation that take the key of the record. */
import { rowKeys } from '../collections/records';
import type { ArgumentPath } from '../model/argumentPath';
import { singular } from '../model/readableName';
import { scalarInfo } from '../model/scalars';
import { type ArgumentModel, isList, itemType, mustBeGiven, type SchemaModel, type TypeRef, typeOf } from '../model/schemaModel';
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
  /^(iid|slug|code|key|handle|name|label|status|fullpath|path|username|login|email|sku|number|isbn|identifier|ref|symbol)$/;

/** Leaf arguments of a level that take the record's key: a plain or typed key, else all required arguments that name its columns. */
export function keyTargets(reader: ChangeReader, fields: ArgumentFields, prefix: ArgumentPath): KeyTarget[] {
  if (reader.verb === 'create') return [];
  const found: Array<KeyTarget & { worth: number }> = [];
  for (const argument of fields.values()) {
    const leaf = keyLeaf(reader.model, argument);
    if (leaf === null) continue;
    const name = leaf.asList ? plainName(singular(argument.name)) : plainName(argument.name);
    const column = keyColumn(reader, name, leaf.type);
    if (column === undefined) continue;
    const worth = (mustBeGiven(argument) ? 4 : 0) + (PLAIN_KEYS.test(name) ? 2 : 0) + (leaf.asList ? 0 : 1);
    found.push({ column, target: [...prefix, argument.name], ...leaf, worth });
  }
  found.sort((a, b) => b.worth - a.worth);
  const [best] = found;
  if (best !== undefined) return [strip(best), ...parentKeys(reader, fields, prefix, best)];
  return naturalKeys(reader, fields, prefix);
}

const strip = ({ column, target, asList, type }: KeyTarget): KeyTarget => ({ column, target, asList, type });

/** Required ids beside the key that belong to what the record is in: `board_id` of an item is its `board.id`. */
function parentKeys(reader: ChangeReader, fields: ArgumentFields, prefix: ArgumentPath, key: KeyTarget): KeyTarget[] {
  const found: KeyTarget[] = [];
  for (const argument of fields.values()) {
    if (!mustBeGiven(argument) || argument.name === key.target.at(-1)) continue;
    const leaf = keyLeaf(reader.model, argument);
    if (leaf === null || leaf.asList || !/(id|path|slug|key|code)$/i.test(argument.name)) continue;
    const column = relatedColumn(reader, argument.name);
    if (column !== null) found.push({ column, target: [...prefix, argument.name], ...leaf });
  }
  return found;
}

/** A key of several columns, or one that is no id: all required leaf arguments, when each names a column of the record or of its parent. */
function naturalKeys(reader: ChangeReader, fields: ArgumentFields, prefix: ArgumentPath): KeyTarget[] {
  const { model, typeName } = reader;
  const known = new Set(rowKeys(model, typeName).map(plainName));
  const required = [...fields.values()].filter(argument => mustBeGiven(argument) && keyLeaf(model, argument)?.asList === false);
  const found: KeyTarget[] = [];
  let isKey = false;
  for (const argument of required) {
    const name = plainName(argument.name);
    const leaf = keyLeaf(model, argument);
    const column = relatedColumn(reader, argument.name);
    const looksLikeKey = known.has(name) || NATURAL_KEYS.test(name) || /(id|path)$/.test(name);
    if (leaf === null || !looksLikeKey) continue;
    if (known.has(name) || NATURAL_KEYS.test(name)) isKey = true;
    found.push({ column, target: [...prefix, argument.name], ...leaf });
  }
  // A name that is also a value to be set is a key only where the schema looks records up by it, or nothing else could be.
  const only = found.length === 1 ? found[0] : undefined;
  if (only !== undefined && !known.has(plainName(only.target.at(-1) ?? '')) && reader.verb !== 'delete' && required.length > 1)
    return [];
  return isKey ? found : [];
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
