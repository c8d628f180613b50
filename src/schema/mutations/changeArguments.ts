/**
 * Where in the arguments of a mutation the record's key, the changed fields, the version and the cap go. It reads one mutation for one
 * record type and knows nothing of how it is chosen (changes.ts).
 */
import { rowKeys } from '../collections/records';
import type { ArgumentPath } from '../model/argumentPath';
import { nameKey, singular, wordsOf } from '../model/readableName';
import { scalarInfo } from '../model/scalars';
import {
  type ArgumentModel,
  fieldsOf,
  type InputTypeModel,
  isComposite,
  isList,
  itemType,
  mustBeGiven,
  needsNoArguments,
  type SchemaModel,
  type TypeRef,
  typeOf,
} from '../model/schemaModel';

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

/** The arguments of a mutation, read for one record type. */
export interface ChangeArguments {
  readonly keys: readonly KeyTarget[];
  /** True where the key is an equality in a filter: without it the mutation would change all rows. */
  readonly isFilter: boolean;
  /** Where the keys stand. */
  readonly keyHolder: 'arguments' | 'input' | 'where';
  /** The object that takes the changed fields; [] for the arguments themselves, null when there is none. */
  readonly changesAt: ArgumentPath | null;
  readonly changeable: readonly ArgumentModel[];
  /** The changed fields are one JSON value. */
  readonly isJson: boolean;
  readonly version: { readonly column: string; readonly target: ArgumentPath } | null;
  /** The most rows that may be changed. */
  readonly cap: ArgumentPath | null;
  /** A list of inputs, each with a key and changes of its own. The other paths then begin inside an item of it. */
  readonly itemsAt: ArgumentPath | null;
  /** Required arguments that nothing is known for. */
  readonly unfilled: readonly string[];
}

type Fields = ReadonlyMap<string, ArgumentModel>;

const PLAIN_KEYS = /^(id|_id|nodeid|rowid|documentid|objectid|uuid|guid|pk|gid|globalid|externalid|databaseid|primaryid)$/;
const NATURAL_KEYS =
  /^(iid|slug|code|key|handle|name|label|status|fullpath|path|username|login|email|sku|number|isbn|identifier|ref|symbol)$/;
const WHERE =
  /^_?(where|by|filter|filters|pk_?columns|key|keys|selector|unique|which|match|criteria|query|lookup|find|target|ids?)$/i;
const CHANGES =
  /^_?(set|data|patch|changes|change|values|value|update|updates|fields|attributes|body|object|payload|record|input|details|properties|params)$|(patch|data|input|fields|attributes|changes)$/i;
const OTHER_OPERATIONS =
  /^_?(inc|append|prepend|delete_\w+|remove|push|pull|connect|disconnect|create|delete|connectorcreate|on_?conflict|upsert|unset|condition)$/i;
const VERSION =
  /^(_version|version|lock_?version|revision|rev|_rev|etag|e_?tag|expected_?version|expected_?revision|if_?match|row_?version|record_?version)$/i;
const UPDATED_AT =
  /^(expected_?|if_?unmodified_?since|last_?seen_?|previous_?)?(updated_?at|modified_?at|last_?modified|if_?unmodified_?since)$/i;
const CAP = /^(at_?most|limit|max|max_?count|max_?rows|first|take)$/i;
const JSON_CHANGES = /^(column_?values|data|values|fields|attributes|patch|input|changes|properties|body|payload|set)$/i;
const EQUALS = ['eq', '_eq', 'equals', 'equal', 'equalTo', 'is', 'EQ', 'exact', 'eq_', 'value'];
const ONE_OF = ['in', '_in', 'oneOf', 'IN', 'any', 'anyOf'];

/** Reads the arguments of a mutation for records of a type. `parts`: names under which the answer holds the record. */
export function changeArguments(
  model: SchemaModel,
  args: Fields,
  typeName: string,
  verb: 'create' | 'update' | 'delete',
  parts: readonly string[],
): ChangeArguments {
  const reader: Reader = { model, typeName, names: namesOf(model, typeName, parts), verb };
  return readLevel(reader, args, [], 0);
}

interface Reader {
  readonly model: SchemaModel;
  readonly typeName: string;
  /** Names of the type as they stand before `Id`: `projectcard`, `card`. */
  readonly names: ReadonlySet<string>;
  readonly verb: 'create' | 'update' | 'delete';
}

function namesOf(model: SchemaModel, typeName: string, parts: readonly string[]): ReadonlySet<string> {
  const names = new Set([nameKey(typeName), ...parts.map(nameKey)]);
  const words = wordsOf(typeName).map(word => word.toLowerCase());
  for (let start = 1; start < words.length; start++) names.add(nameKey(words.slice(start).join('')));
  // `ProjectV2` goes by `projectId`; `TransactionItem` by `transactionId`.
  if (/^(v\d+|item|entity|type|node)$/.test(words.at(-1) ?? '')) names.add(nameKey(words.slice(0, -1).join('')));
  const type = model.types.get(typeName);
  if (type?.kind === 'object') for (const name of type.interfaces) if (!/^(Node|Entity)$/.test(name)) names.add(nameKey(name));
  return names;
}

function readLevel(reader: Reader, fields: Fields, prefix: ArgumentPath, depth: number): ChangeArguments {
  const { model, verb } = reader;
  const inputs = [...fields.values()].flatMap(argument => {
    const type = inputOf(model, argument);
    return type === null ? [] : [{ argument, type, asList: isList(argument.type) }];
  });
  const own = leafKeys(reader, fields, prefix);
  const single = inputs.filter(entry => mustBeGiven(entry.argument) || !OTHER_OPERATIONS.test(entry.argument.name));
  const [only] = single;
  // One input holds everything (`updateX(input: {id, name})`), unless it is a filter.
  if (own.length === 0 && single.length === 1 && only !== undefined && depth < 2 && !isWhere(only.argument, only.type)) {
    const inner = readLevel(reader, only.type.inputFields, only.asList ? [] : [...prefix, only.argument.name], depth + 1);
    const path = [...prefix, only.argument.name];
    const outer = outerOf(reader, fields, prefix, [only.argument.name]);
    if (only.asList)
      return { ...inner, ...outer, unfilled: [...inner.unfilled, ...outer.unfilled], version: inner.version, itemsAt: path };
    const version = inner.version ?? outer.version;
    return {
      ...inner,
      version,
      cap: inner.cap ?? outer.cap,
      keyHolder: inner.keyHolder === 'arguments' ? 'input' : inner.keyHolder,
      unfilled: [...inner.unfilled, ...outer.unfilled],
    };
  }
  const where = verb === 'create' ? undefined : inputs.find(entry => isWhere(entry.argument, entry.type));
  const whereKeys =
    where === undefined || own.some(key => key.column !== null && !NATURAL_KEYS.test(plain(key.target.at(-1) ?? '')))
      ? null
      : keysInside(reader, where.type, [...prefix, where.argument.name], where.asList);
  let keys = whereKeys?.keys ?? own;
  // A list beside a key holds parts of the record (`privileges` of a role), not records.
  const isPart = (entry: (typeof inputs)[number]): boolean =>
    entry === where || OTHER_OPERATIONS.test(entry.argument.name) || (entry.asList && keys.some(key => !key.asList));
  const containers = inputs.filter(entry => !isPart(entry));
  const container =
    containers.find(entry => CHANGES.test(entry.argument.name)) ?? containers.find(entry => holdsFieldsOf(reader, entry.type));
  const json =
    container === undefined && verb !== 'delete'
      ? [...fields.values()].find(argument => isJson(model, argument) && JSON_CHANGES.test(argument.name))
      : undefined;
  const taken = new Set(keys.map(key => key.target[prefix.length] ?? ''));
  if (where !== undefined) taken.add(where.argument.name);
  // The key may be one of the fields that are changed (`updateX(data: {id, name}, notify: Boolean)`).
  let changesAt: ArgumentPath | null = null;
  let changeable: readonly ArgumentModel[] = [];
  let itemsAt: ArgumentPath | null = null;
  if (container !== undefined && verb !== 'delete') {
    changesAt = [...prefix, container.argument.name];
    taken.add(container.argument.name);
    if (container.asList) itemsAt = changesAt;
    if (keys.length === 0 && verb === 'update')
      keys = leafKeys(reader, container.type.inputFields, container.asList ? [] : changesAt);
    const inner = new Set(
      keys.filter(key => key.target.length === (changesAt as ArgumentPath).length + 1).map(key => key.target.at(-1) as string),
    );
    changeable = [...container.type.inputFields.values()].filter(field => !inner.has(field.name) && isChangeable(reader, field));
  } else if (json !== undefined) {
    changesAt = [...prefix, json.name];
    taken.add(json.name);
  } else if (verb !== 'delete') {
    changeable = [...fields.values()].filter(
      field => !taken.has(field.name) && isChangeable(reader, field) && !(where !== undefined && inputOf(model, field) !== null),
    );
    changesAt = changeable.length > 0 ? prefix : null;
    for (const field of changeable) taken.add(field.name);
  }
  const outer = outerOf(reader, fields, prefix, [...taken]);
  return {
    keys,
    isFilter: whereKeys?.isFilter ?? false,
    keyHolder: whereKeys === null ? 'arguments' : 'where',
    changesAt,
    changeable,
    isJson: json !== undefined,
    version: outer.version,
    cap: outer.cap,
    itemsAt,
    unfilled: outer.unfilled,
  };
}

/** Version, cap and unfilled arguments of a level, those at the given names left out. */
function outerOf(
  reader: Reader,
  fields: Fields,
  prefix: ArgumentPath,
  taken: readonly string[],
): Pick<ChangeArguments, 'version' | 'cap' | 'unfilled'> {
  const { model, typeName } = reader;
  const own = fieldsOf(model.types.get(typeName));
  let version: ChangeArguments['version'] = null;
  let cap: ArgumentPath | null = null;
  const unfilled: string[] = [];
  for (const argument of fields.values()) {
    const path = [...prefix, argument.name];
    const column = versionColumn(own, argument.name);
    if (column !== null && inputOf(model, argument) === null) version ??= { column, target: path };
    else if (CAP.test(argument.name) && isNumber(model, argument)) cap ??= path;
    else if (/^condition$/i.test(argument.name)) version ??= conditionVersion(reader, argument, path);
    else if (mustBeGiven(argument) && !taken.includes(argument.name)) unfilled.push(path.join('.'));
  }
  return { version, cap, unfilled };
}

/** The record's field that a version argument compares; null for another argument. */
function versionColumn(own: ReadonlyMap<string, unknown>, name: string): string | null {
  if (!VERSION.test(name) && !UPDATED_AT.test(name)) return null;
  // A bare `updatedAt` is a value to be set, not a condition.
  if (/^(updated_?at|modified_?at|last_?modified)$/i.test(name)) return null;
  const bare = plain(name).replace(/^(expected|lastseen|previous|ifunmodifiedsince)/, '');
  const found =
    [...own.keys()].find(field => plain(field) === plain(name)) ??
    [...own.keys()].find(field => plain(field) === bare && bare !== '');
  if (found !== undefined) return found;
  return /^if/i.test(name) ? ([...own.keys()].find(field => /^(etag|_?version|updated_?at)$/i.test(field)) ?? null) : null;
}

function conditionVersion(reader: Reader, argument: ArgumentModel, path: ArgumentPath): ChangeArguments['version'] {
  const type = inputOf(reader.model, argument);
  if (type === null) return null;
  const own = fieldsOf(reader.model.types.get(reader.typeName));
  for (const field of type.inputFields.values()) {
    if ((!VERSION.test(field.name) && !/^(updated|modified)_?at$/i.test(field.name)) || !own.has(field.name)) continue;
    const inner = equality(reader.model, field, [...path, field.name]);
    if (inner !== null && !inner.asList) return { column: field.name, target: inner.target };
  }
  return null;
}

/** Leaf arguments of a level that take the record's key: a plain or typed key, else all required arguments that name its columns. */
function leafKeys(reader: Reader, fields: Fields, prefix: ArgumentPath): KeyTarget[] {
  if (reader.verb === 'create') return [];
  const found: Array<KeyTarget & { worth: number }> = [];
  for (const argument of fields.values()) {
    const leaf = keyLeaf(reader.model, argument);
    if (leaf === null) continue;
    const name = leaf.asList ? plain(singular(argument.name)) : plain(argument.name);
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

/** `id`, `documentId`, `shipId` → the record's field; undefined for an argument that is no key of it. */
function keyColumn(reader: Reader, name: string, type: TypeRef): string | undefined {
  const { model, typeName, names } = reader;
  const keys = rowKeys(model, typeName);
  const own = [...fieldsOf(model.types.get(typeName)).values()];
  const exact = own.find(field => plain(field.name) === name && needsNoArguments(field) && !isList(field.type));
  if (PLAIN_KEYS.test(name)) {
    if (exact !== undefined && !isComposite(typeOf(model, exact.type))) return exact.name;
    // An `externalId` the record does not show is another way to the same record.
    if (!/^(id|nodeid|gid|uuid|globalid|pk)$/.test(name)) return undefined;
    return keys.find(isIdentity);
  }
  const bare = /^(.+?)(id|uuid|nodeid|gid)$/.exec(name)?.[1];
  const scalar = typeOf(model, type);
  const named =
    scalar?.kind === 'scalar' && /^(.+?)(id|gid)$/i.test(scalar.name) ? nameKey(scalar.name.replace(/_?(id|gid)$/i, '')) : '';
  if (bare === undefined || (!names.has(bare) && !names.has(named))) return undefined;
  return exact?.name ?? keys.find(isIdentity);
}

/** True for a key that only identifies: no `key` or `name` of a thing. */
const isIdentity = (key: string): boolean => /(^|[._a-z])(id|uuid|uid|guid|pk)$/i.test(key);

/** Required ids beside the key that belong to what the record is in: `board_id` of an item is its `board.id`. */
function parentKeys(reader: Reader, fields: Fields, prefix: ArgumentPath, key: KeyTarget): KeyTarget[] {
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

/** `projectPath` → `project.fullPath`, `boardId` → `boardId` or `board.id`; null when the record does not hold it. */
function relatedColumn({ model, typeName }: Reader, name: string): string | null {
  const own = fieldsOf(model.types.get(typeName));
  for (const field of own.values())
    if (plain(field.name) === plain(name) && !isComposite(typeOf(model, field.type))) return field.name;
  const [, holder = '', part = ''] = /^(.+?)_?(id|full_?path|path|slug|key|code)$/i.exec(name) ?? [];
  for (const field of own.values()) {
    if (plain(field.name) !== plain(holder) || !needsNoArguments(field) || isList(field.type)) continue;
    const inner = fieldsOf(typeOf(model, field.type));
    for (const wanted of part.toLowerCase() === 'path' ? ['fullpath', 'path'] : [plain(part)])
      for (const entry of inner.values()) if (plain(entry.name) === wanted) return `${field.name}.${entry.name}`;
  }
  return null;
}

/** A key of several columns, or one that is no id: all required leaf arguments, when each names a column of the record or of its parent. */
function naturalKeys(reader: Reader, fields: Fields, prefix: ArgumentPath): KeyTarget[] {
  const { model, typeName } = reader;
  const known = new Set(rowKeys(model, typeName).map(plain));
  const required = [...fields.values()].filter(argument => mustBeGiven(argument) && keyLeaf(model, argument)?.asList === false);
  const found: KeyTarget[] = [];
  let isKey = false;
  for (const argument of required) {
    const name = plain(argument.name);
    const leaf = keyLeaf(model, argument);
    const column = relatedColumn(reader, argument.name);
    const looksLikeKey = known.has(name) || NATURAL_KEYS.test(name) || /(id|path)$/.test(name);
    if (leaf === null || !looksLikeKey) continue;
    if (known.has(name) || NATURAL_KEYS.test(name)) isKey = true;
    found.push({ column, target: [...prefix, argument.name], ...leaf });
  }
  // A name that is also a value to be set is a key only where the schema looks records up by it, or nothing else could be.
  const only = found.length === 1 ? found[0] : undefined;
  if (only !== undefined && !known.has(plain(only.target.at(-1) ?? '')) && reader.verb !== 'delete' && required.length > 1)
    return [];
  return isKey ? found : [];
}

/** The key inside `where`, `filter` or `pk_columns`: by equality; null when it has no place for the whole key. */
function keysInside(
  reader: Reader,
  type: InputTypeModel,
  path: ArgumentPath,
  asList: boolean,
): { keys: KeyTarget[]; isFilter: boolean } | null {
  const { model, typeName } = reader;
  const prefix = asList ? [] : path;
  const isFilter = isFilterType(model, type);
  const required = [...type.inputFields.values()].filter(mustBeGiven);
  if (!isFilter && required.length > 0) {
    const keys = required.map(field => {
      const leaf = keyLeaf(model, field);
      return leaf === null
        ? null
        : {
            column: keyColumn(reader, plain(field.name), leaf.type) ?? relatedColumn(reader, field.name),
            target: [...prefix, field.name],
            ...leaf,
          };
    });
    return keys.every(key => key !== null) ? { keys: keys as KeyTarget[], isFilter: false } : null;
  }
  for (const column of rowKeys(model, typeName)) {
    const last = plain(column.slice(column.lastIndexOf('.') + 1));
    for (const field of type.inputFields.values()) {
      if (plain(field.name) !== last && plain(field.name) !== `${last}eq`) continue;
      const place = equality(model, field, [...prefix, field.name]);
      if (place !== null) return { keys: [{ column, ...place, asList: place.asList || asList }], isFilter };
    }
  }
  return null;
}

/** Where a filter takes "equal to": the field itself, `{eq}`, or a list of one. */
function equality(model: SchemaModel, field: ArgumentModel, path: ArgumentPath): Omit<KeyTarget, 'column'> | null {
  const leaf = keyLeaf(model, field);
  if (leaf !== null) return { target: path, ...leaf };
  const type = inputOf(model, field);
  if (type === null) return null;
  for (const name of [...EQUALS, ...ONE_OF]) {
    const operator = type.inputFields.get(name);
    const inner = operator === undefined ? null : keyLeaf(model, operator);
    if (inner !== null) return { target: [...path, name], ...inner };
  }
  return null;
}

/** True for an input that selects rows by conditions: with and/or/not, or with operators inside its fields. */
function isFilterType(model: SchemaModel, type: InputTypeModel): boolean {
  if (/unique|pk_?columns/i.test(type.name)) return false;
  let operators = 0;
  for (const field of type.inputFields.values()) {
    if (/^_?(and|or|not)$/i.test(field.name)) return true;
    const inner = inputOf(model, field);
    if (inner !== null && [...EQUALS, ...ONE_OF].some(name => inner.inputFields.has(name))) operators++;
  }
  return operators > 0 || /filter|bool_?exp|where/i.test(type.name);
}

function isWhere(argument: ArgumentModel, type: InputTypeModel): boolean {
  return WHERE.test(argument.name) || /(where\w{0,200}|filter|bool_?exp|pk_columns)_?(input)?$/i.test(type.name);
}

function holdsFieldsOf({ model, typeName }: Reader, type: InputTypeModel): boolean {
  const own = new Set([...fieldsOf(model.types.get(typeName)).keys()].map(plain));
  const shared = [...type.inputFields.keys()].filter(
    name => own.has(plain(name)) || own.has(plain(name).replace(/ids?$/, '')),
  ).length;
  return shared > 0 && shared * 2 >= type.inputFields.size;
}

/** What can be set: not the bookkeeping of the request, not a version. */
function isChangeable({ model, typeName }: Reader, field: ArgumentModel): boolean {
  if (/^client_?mutation_?id$/i.test(field.name) || CAP.test(field.name)) return false;
  return versionColumn(fieldsOf(model.types.get(typeName)), field.name) === null;
}

function keyLeaf(model: SchemaModel, argument: ArgumentModel): { asList: boolean; type: TypeRef } | null {
  const asList = isList(argument.type);
  const ref = itemType(argument.type) ?? argument.type;
  if (isList(ref)) return null;
  const type = typeOf(model, ref);
  if (type?.kind === 'enum') return { asList, type: ref };
  if (type?.kind !== 'scalar' || /^(boolean|float|json|upload)$/i.test(type.name)) return null;
  return /^(boolean|float|json|upload|date|dateTime|time)$/.test(scalarInfo(type).kind) ? null : { asList, type: ref };
}

function inputOf(model: SchemaModel, argument: ArgumentModel): InputTypeModel | null {
  const type = typeOf(model, argument.type);
  return type?.kind === 'input' ? type : null;
}

function isJson(model: SchemaModel, argument: ArgumentModel): boolean {
  const type = typeOf(model, argument.type);
  return type?.kind === 'scalar' && scalarInfo(type).kind === 'json';
}

function isNumber(model: SchemaModel, argument: ArgumentModel): boolean {
  const type = typeOf(model, argument.type);
  return type?.kind === 'scalar' && scalarInfo(type).kind === 'int';
}

const plain = (name: string): string => name.replace(/_/g, '').toLowerCase();
