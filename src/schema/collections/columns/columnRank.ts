/**
 * Part of columns.ts: ranks the fields of a type for the default columns.
 */

import { wordsOf } from '../../model/readableName';
import {
  type FieldModel,
  isComposite,
  isList,
  namedType,
  needsNoArguments,
  possibleTypes,
  type SchemaModel,
  typeOf,
} from '../../model/schemaModel';
import { valueKind } from '../../model/valueKind';
import {
  amountOf,
  displayPath,
  envelopedRecord,
  givenName,
  isSystemName,
  keyFields,
  keyPaths,
  naturalKey,
} from '../displayField';
import { findList } from '../listShape';

/** Words in the names of fields with very long texts, in addition to those of `valueKind`. */
const HEAVY = /^(?:config|settings|payload|raw|logs?|diff)$/;
/** Names of scalars whose values are whole documents, shapes or vectors. */
const HEAVY_TYPE = /(?:json|document|blocks|geometry|vector|blob|xml)$/i;
/** Names of numbers that servers often have to count for each row. */
const COUNTED = /counts?$/i;

/** The rank of a date that is neither the creation nor the update of the record. */
export const DATE_RANK = 20;

/** The rank of a key that names the record, because nothing else does. */
export const KEY_RANK = 30;

/** The rank of a field that the server adds to every record, or that is empty in most of them. */
export const OWN_RANK = 95;

/** Names of dates that only removed records have. */
const REMOVED = /^(deleted|archived|removed|trashed)_?(at|on|date)$/;
/** Names of values that say little beside others: the parts of a full name, and how other values are written. */
const MINOR = /^(currency|locale|language|timezone|tracking|encoded|(first|last|given|family|middle|fore|sur)_?name)/;

/** The rank of a field in a table's default columns: lower comes first, 100 and above is left out. */
export function columnRank(model: SchemaModel, typeName: string, field: FieldModel): number {
  if (field.deprecationReason !== null || field.name.startsWith('__')) return 1000;
  const name = field.name.toLowerCase();
  const naming = displayPath(model, typeName);
  const keys = keyFields(model, typeName);
  // A vehicle's VIN tells people more than an id.
  const isTelling = field.name === naturalKey(model, typeName) && !/(id|key)$/.test(name);
  if (naming?.length === 1 && field.name === naming[0]) return keys.includes(field.name) && !isTelling ? KEY_RANK : 0;
  // The same rank as the family name, so both keep the schema's order.
  if (field.name === givenName(model, typeName)?.given) return 0;
  const kind = valueKind(model, field.type, field.name);
  const words = new Set(wordsOf(field.name).map(word => word.toLowerCase()));
  if (isTelling) return 10;
  if (kind === 'id' || keys.includes(field.name)) return name === 'id' ? 150 : 200;
  if (/^(nodeid|cursor|typename|hash|checksum|etag|version|lockversion|password|secret|token|salt)$/.test(name)) return 200;
  if (name === 'slug' && naming !== null) return 70;
  if (MINOR.test(name)) return 70;
  if (kind === 'longText' || kind === 'json' || kind === 'bytes') return 110;
  if ((kind === 'text' && HEAVY.test(name)) || (kind !== 'enum' && HEAVY_TYPE.test(typeOf(model, field.type)?.name ?? '')))
    return 110;
  if (/html$|resourcepath$|^is.*(able|viewer)|^viewer/.test(name)) return 150;
  if (kind === 'enum') return words.has('status') || words.has('state') || words.has('type') ? 5 : 21;
  // Metadata of the server (`_rev`, `_lastChangedAt`).
  if (field.name.startsWith('_') || REMOVED.test(name)) return OWN_RANK;
  if (kind === 'dateTime' || kind === 'date' || kind === 'localDateTime')
    return words.has('updated') || words.has('modified') ? 45 : words.has('created') ? 40 : DATE_RANK;
  if (kind === 'imageUrl') return 35;
  if (kind === 'url') return 105;
  if (kind === 'boolean') return 50;
  if (kind === 'number' || kind === 'bigInt' || kind === 'decimal') return COUNTED.test(field.name) ? 65 : 22;
  return kind === 'unknown' ? 60 : 21;
}

/**
 * Lower-case names of the fields with a relation's foreign key, which need no column: `berth` → berthid, `berthByQuayId` → quayid, and
 * `vehicle` → vin, if a vehicle is loaded by its `vin`.
 */
export function foreignKeysOf(model: SchemaModel, { name: relation, type }: FieldModel): string[] {
  const name = relation.replace(/_/g, '').toLowerCase();
  const by = /[a-z0-9]By([A-Z]\w{0,200}Id)$/.exec(relation)?.[1];
  const sole = naturalKey(model, namedType(type))?.replace(/_/g, '').toLowerCase();
  const isCommon = sole === undefined || /^(code|key|name|number|slug)$/.test(sole);
  return [`${name}id`, `${name}uuid`, ...(by === undefined ? [] : [by.toLowerCase()]), ...(isCommon ? [] : [sole])];
}

/** True for an amount of money: an object with an amount and usually a currency, as in most shop APIs. */
export function isAmount(model: SchemaModel, field: FieldModel): boolean {
  if (isList(field.type) || !needsNoArguments(field)) return false;
  const type = typeOf(model, field.type);
  return type !== undefined && amountOf(model, type.name) !== null;
}

/** True for a relation to a single record that has a naming field. */
export function isRelation(model: SchemaModel, field: FieldModel): boolean {
  if (isList(field.type) || !needsNoArguments(field)) return false;
  const type = typeOf(model, field.type);
  if (!isComposite(type) || findList(model, field.type) !== null) return false;
  const isRecord = type.kind !== 'object' || keyPaths(model, type.name).length > 0 || envelopedRecord(model, type.name) !== null;
  if (isSystemName(field.name) || !isRecord) return false;
  const named = [type.name, ...possibleTypes(type)].some(name => displayPath(model, name) !== null);
  return named && !/^(viewer|query|node|relay|root)$/i.test(field.name);
}
