/**
 * Finds the arguments of a mutation that take the record's key, the changed fields, the version and the row limit. It analyzes one mutation
 * for one record type; changes.ts chooses the mutation.
 */
import { rowKeys } from '../collections/records';
import type { ArgumentPath } from '../model/argumentPath';
import { nameKey, singular } from '../model/readableName';
import { scalarInfo } from '../model/scalars';
import {
  type ArgumentModel,
  fieldsOf,
  type InputTypeModel,
  isList,
  isRequiredArgument,
  type SchemaModel,
  typeOf,
} from '../model/schemaModel';
import {
  type ArgumentFields,
  type ChangeReader,
  changeReader,
  inputTypeOf,
  type KnownKeys,
  namesOther,
  plainName,
} from './keys/changeReader';
import { ANOTHER_ID, PLAIN_KEYS } from './keys/keyColumn';
import { type KeyTarget, keyTargets, NATURAL_KEYS, parentKeys } from './keys/keyTargets';
import { narrowingKeys } from './keys/narrowingKeys';
import { innerVersion, isChangeable, type OuterArguments, outerArguments } from './keys/outerArguments';
import { hasOperators, isIdentifier, isReference, isWhere, isWhereName, whereKeys } from './keys/whereKeys';

/** The arguments of a mutation, analyzed for one record type. */
export interface ChangeArguments extends OuterArguments {
  readonly keys: readonly KeyTarget[];
  /** True if the key is an equality condition in a filter. Without it the mutation would change all rows. */
  readonly isFilter: boolean;
  /** Where the keys are: in top-level arguments, an input object or a condition. */
  readonly keyHolder: 'arguments' | 'input' | 'where';
  /** Path of the object with the changed fields; [] for top-level arguments, null if there is none. */
  readonly changesAt: ArgumentPath | null;
  readonly changeable: readonly ArgumentModel[];
  /** True if the changed fields are one JSON value. */
  readonly isJson: boolean;
  /** Path of a list of input objects, each with its own key and changes. The other paths then start at an item. */
  readonly itemsAt: ArgumentPath | null;
}

/** An argument that takes an input object or a list of input objects. */
interface InputArgument {
  readonly argument: ArgumentModel;
  readonly type: InputTypeModel;
  readonly asList: boolean;
}

/** The arguments for the changed fields. `taken` are the names of all arguments used by keys or changes. */
interface ChangePlace extends Pick<ChangeArguments, 'keys' | 'changesAt' | 'changeable' | 'isJson' | 'itemsAt' | 'version'> {
  readonly taken: readonly string[];
}

const PLAIN_CHANGES = /^_?(set|data|patch|changes|input|update|values|fields|attributes)$/i;
const CHANGES =
  /^_?(set|data|patch|changes|change|values|value|update|updates|fields|attributes|body|object|payload|record|input|details|properties|params)$|(patch|(?<!meta_?)data|input|fields|attributes|changes)$/i;
const OTHER_OPERATIONS =
  /^_?(inc|append|prepend|delete_\w+|remove|push|pull|connect|disconnect|create|delete|connectorcreate|on_?conflict|upsert|unset|condition)$/i;
const JSON_CHANGES = /^(column_?values|data|values|fields|attributes|patch|input|changes|properties|body|payload|set)$/i;

/**
 * Analyzes the arguments of a mutation for records of a type.
 * @param parts names of the fields under which the result contains the record
 * @param known what other mutations of the type say about its keys
 */
export function changeArguments(
  model: SchemaModel,
  args: ArgumentFields,
  typeName: string,
  verb: ChangeReader['verb'],
  parts: readonly string[],
  known: KnownKeys,
): ChangeArguments {
  return readLevel(changeReader(model, typeName, verb, parts, known), args, [], 0);
}

/** Analyzes the top-level arguments, or the fields of the input object at `prefix`. */
function readLevel(reader: ChangeReader, fields: ArgumentFields, prefix: ArgumentPath, depth: number): ChangeArguments {
  const inputs = inputArguments(reader.model, fields);
  const own = keyTargets(reader, fields, prefix);
  const wrapper = depth < 2 ? wrapperOf(reader, withoutKeys(fields, own), inputs, depth) : undefined;
  if (wrapper !== undefined && (own.length === 0 || holdsKeyItself(reader, wrapper, own)))
    return readWrapped(reader, fields, wrapper, prefix, depth, own);
  // If an object takes all keys of the record, an `externalId` next to it is a value.
  const isIdentified = inputs.some(({ argument, type }) => isIdentifier(reader, argument, type));
  const hasIdentity = own.some(
    ({ column, target }) =>
      column !== null && !NATURAL_KEYS.test(plainName(target.at(-1) ?? '')) && !(isIdentified && ANOTHER_ID.test(column)),
  );
  // If the mutation takes the record's id, an object with the record's name holds new values: `updatePost(id, post: {id, slug})`.
  const isChange = ({ argument, type, asList }: InputArgument): boolean =>
    hasIdentity &&
    reader.verb === 'update' &&
    !asList &&
    (!isWhere(argument, type, reader.typeName) || isValueName(reader, argument));
  const where =
    reader.verb === 'create'
      ? undefined
      : inputs.find(entry => selects(reader, entry) && !isOther(reader, entry) && !isChange(entry));
  // In a list of conditions each one identifies a record: `deletePosts(where: [{id}])`. Not for updates: the changes would apply to all.
  // A list of filters takes one filter as well (SAP's CAP), which GraphQL coerces to a list.
  const isOfFilters = where?.asList === true && hasOperators(reader.model, where.type);
  const isUsable = where !== undefined && !hasIdentity && (!where.asList || isOfFilters || reader.verb === 'delete');
  const isEach = isUsable && where.asList && !isOfFilters;
  const conditions = isUsable ? whereKeys(reader, where.type, [...prefix, where.argument.name], isEach) : null;
  const isListed = isEach && conditions !== null;
  // Without conditions the mutation applies to all rows, unless the key is a separate argument.
  const isOpen = where !== undefined && conditions === null && (!hasIdentity || isRequiredArgument(where.argument));
  const { taken, ...place } = changePlace(reader, fields, prefix, inputs, where, conditions?.keys ?? own, isChange);
  const narrowing = narrowingKeys(reader, fields, prefix, { ...place, taken });
  const narrowed = new Set(narrowing.keys.map(key => key.target.at(-1)));
  const outer = outerArguments(reader, fields, prefix, taken);
  return {
    ...place,
    keys: [...place.keys, ...narrowing.keys],
    itemsAt: isListed ? [...prefix, where.argument.name] : place.itemsAt,
    // Exclude narrowing keys only if the changed fields are on the same level. In a separate object, equal names are different fields.
    changeable:
      place.changesAt?.length === prefix.length ? place.changeable.filter(field => !narrowed.has(field.name)) : place.changeable,
    ...outer,
    // An item of the list contains only the key.
    version: isListed ? null : (outer.version ?? place.version),
    unfilled: [
      ...outer.unfilled,
      ...narrowing.unfilled,
      ...(isListed ? narrowing.keys.map(key => key.target.join('.')) : []),
      ...(isOpen ? [[...prefix, where.argument.name].join('.')] : []),
    ],
    isFilter: conditions?.isFilter ?? false,
    keyHolder: conditions === null ? 'arguments' : 'where',
  };
}

/** True for an argument that selects the record to change: a condition, or a reference with the name of the record. */
const selects = (reader: ChangeReader, { argument, type, asList }: InputArgument): boolean =>
  isWhere(argument, type, reader.typeName) ||
  (!asList && ((reader.names.has(plainName(argument.name)) && isReference(type)) || isIdentifier(reader, argument, type)));

/** True for an argument of a change that refers to another record. The key of the changed record must not be sent in it. */
const isOther = (reader: ChangeReader, { argument: { name } }: InputArgument): boolean =>
  reader.verb !== 'create' && !CHANGES.test(name) && !isWhereName(name) && namesOther(reader, name);

/**
 * True for an argument with the name of the record, such as `filter` of a `Filter`, or an optional argument with the name of one of its
 * fields.
 */
const isValueName = ({ model, typeName, names }: ChangeReader, argument: ArgumentModel): boolean =>
  names.has(plainName(argument.name)) ||
  (!isRequiredArgument(argument) && fieldsOf(model.types.get(typeName)).has(argument.name));

function inputArguments(model: SchemaModel, fields: ArgumentFields): InputArgument[] {
  return [...fields.values()].flatMap(argument => {
    const type = inputTypeOf(model, argument);
    return type === null ? [] : [{ argument, type, asList: isList(argument.type) }];
  });
}

/** The single input object that contains everything (`updateX(input: {id, name})`), unless it is a filter or a part of the record. */
function wrapperOf(
  reader: ChangeReader,
  fields: ArgumentFields,
  inputs: readonly InputArgument[],
  depth: number,
): InputArgument | undefined {
  const possible = inputs.filter(({ argument }) => isRequiredArgument(argument) || !OTHER_OPERATIONS.test(argument.name));
  const needed = possible.filter(({ argument }) => isRequiredArgument(argument));
  const isBesideOptions = needed.length === 1 && possible.every(input => input === needed[0] || isOption(reader, input));
  const [only, another] = isBesideOptions ? needed : possible;
  if (only === undefined || another !== undefined) return undefined;
  if (selects(reader, only) || isOther(reader, only)) return undefined;
  const isAlone = [...fields.values()].every(field => field === only.argument || /(id|path)$/i.test(field.name));
  // Beside other values (`editTeam(avatar, payload: {teamId, name})`), a plain `id` can be that of a part of the record.
  if (reader.verb !== 'create' && holdsOwnKey(reader, only, isAlone)) return only;
  if (isPartOfRecord(reader, fields, only)) return undefined;
  if (depth === 0 || isNamedForRecord(reader, only) || holdsFieldsOf(reader, only.type)) return only;
  // Inside an input object, another input object among other fields is only a part of the record (`imageOpts` of a build).
  const others = [...fields.values()].filter(field => field !== only.argument && isChangeable(reader, field));
  return others.length === 0 ? only : undefined;
}

/** True for an optional input object that neither selects records nor has values of them: `context: {account}`. */
const isOption = (reader: ChangeReader, input: InputArgument): boolean =>
  !isRequiredArgument(input.argument) &&
  !input.asList &&
  !selects(reader, input) &&
  !CHANGES.test(input.argument.name) &&
  !holdsFieldsOf(reader, input.type) &&
  !isNamedForRecord(reader, input);

/** True if the keys beside an input object belong to parents, and the object has the record's key: `(projectId, input: {id, name})`. */
function holdsKeyItself(reader: ChangeReader, input: InputArgument, beside: readonly KeyTarget[]): boolean {
  const isParent = ({ column, target, asList }: KeyTarget): boolean => {
    const name = plainName(target.at(-1) ?? '');
    return (
      !asList && column !== null && !PLAIN_KEYS.test(name) && !reader.names.has(name.replace(/(id|path|slug|key|code)$/, ''))
    );
  };
  const keys = rowKeys(reader.model, reader.typeName);
  const holdsNaturalKey = [...input.type.inputFields.values()].some(
    field => isRequiredArgument(field) && keys.includes(field.name) && NATURAL_KEYS.test(plainName(field.name)),
  );
  return beside.every(isParent) && (holdsOwnKey(reader, input) || (!input.asList && holdsNaturalKey));
}

/** True for an input object with a required key field such as `id` (unless `plain` is false), or `environmentId` of an `Environment`. */
function holdsOwnKey({ names }: ChangeReader, { type, asList }: InputArgument, plain = true): boolean {
  const isKey = (name: string): boolean =>
    (plain && PLAIN_KEYS.test(name)) || (name.endsWith('id') && names.has(name.slice(0, -2)));
  return !asList && [...type.inputFields.values()].some(field => isRequiredArgument(field) && isKey(plainName(field.name)));
}

/**
 * True for an input object that is only a part of the record: its siblings are fields of the record, and it is such a field itself
 * (`{name, tasks: {connect}}`), a list (`{name, attributes: [{value}]}`) or its name does not suggest the whole record
 * (`{name, seo: {title}}`).
 */
function isPartOfRecord(reader: ChangeReader, fields: ArgumentFields, entry: InputArgument): boolean {
  const { model, typeName } = reader;
  const own = new Set([...fieldsOf(model.types.get(typeName)).keys()].map(plainName));
  const isPlainField = (field: ArgumentModel): boolean =>
    own.has(plainName(field.name)) && !PLAIN_KEYS.test(plainName(field.name)) && inputTypeOf(model, field) === null;
  if (![...fields.values()].some(field => field !== entry.argument && isPlainField(field))) return false;
  return entry.asList || own.has(plainName(entry.argument.name)) || !isNamedForRecord(reader, entry);
}

function isNamedForRecord({ names }: ChangeReader, { argument }: InputArgument): boolean {
  return CHANGES.test(argument.name) || names.has(nameKey(argument.name)) || names.has(nameKey(singular(argument.name)));
}

/** Analyzes the fields of a wrapper, together with the arguments beside it. */
function readWrapped(
  reader: ChangeReader,
  fields: ArgumentFields,
  { argument, type, asList }: InputArgument,
  prefix: ArgumentPath,
  depth: number,
  beside: readonly KeyTarget[],
): ChangeArguments {
  const path = [...prefix, argument.name];
  const inner = readLevel(reader, type.inputFields, asList ? [] : path, depth + 1);
  const [key] = inner.keys;
  const parents = beside.length > 0 || key === undefined || asList ? beside : parentKeys(reader, fields, prefix, key);
  const outer = outerArguments(reader, fields, prefix, [argument.name, ...parents.map(parent => parent.target.at(-1) ?? '')]);
  const unfilled = [...inner.unfilled, ...outer.unfilled];
  // The version is inside each item; the cap applies to the whole list.
  if (asList) return { ...inner, cap: outer.cap, unfilled, itemsAt: path };
  return {
    ...inner,
    keys: [...inner.keys, ...parents],
    version: inner.version ?? outer.version,
    cap: inner.cap ?? outer.cap,
    keyHolder: inner.keyHolder === 'arguments' ? 'input' : inner.keyHolder,
    unfilled,
  };
}

/** Finds the arguments for the changed fields of a level: an input object, a JSON value, or the arguments themselves. */
function changePlace(
  reader: ChangeReader,
  fields: ArgumentFields,
  prefix: ArgumentPath,
  inputs: readonly InputArgument[],
  where: InputArgument | undefined,
  keys: readonly KeyTarget[],
  isChange: (entry: InputArgument) => boolean,
): ChangePlace {
  const { model, verb } = reader;
  const taken = keys.map(key => key.target[prefix.length] ?? '');
  if (where !== undefined) taken.push(where.argument.name);
  const place: ChangePlace = { keys, changesAt: null, changeable: [], isJson: false, itemsAt: null, version: null, taken };
  if (verb === 'delete') return place;
  const others = inputs.filter(
    entry =>
      entry !== where &&
      !isOther(reader, entry) &&
      ((isChange(entry) && isNamedForRecord(reader, entry)) || (!selects(reader, entry) && !isReference(entry.type))),
  );
  const container = containerOf(reader, fields, others, keys);
  if (container !== undefined)
    return { ...place, ...insideContainer(reader, container, prefix, keys), taken: [...taken, container.argument.name] };
  const possible = [...fields.values()].filter(
    field =>
      !taken.includes(field.name) && isChangeable(reader, field) && !(where !== undefined && inputTypeOf(model, field) !== null),
  );
  const json = [...fields.values()].find(argument => isJson(model, argument) && JSON_CHANGES.test(argument.name));
  const own = fieldsOf(model.types.get(reader.typeName));
  // Next to other values of the record, a JSON value that the record has too is one of them: `updateEvent(id, name, payload: JSON)`.
  const isValue = (name: string): boolean => own.has(name) && possible.some(field => field.name !== name && own.has(field.name));
  if (json !== undefined && !isValue(json.name))
    return { ...place, changesAt: [...prefix, json.name], isJson: true, taken: [...taken, json.name] };
  const changeable = withoutOtherKeys(reader, fields, possible, keys);
  const names = changeable.map(field => field.name);
  return { ...place, changeable, changesAt: changeable.length > 0 ? prefix : null, taken: [...taken, ...names] };
}

/**
 * The values without alternative keys of the record. An optional key in `updateRule(id, key, actions)` means that `key` can select the
 * record instead, unless the values include other fields of the record.
 */
function withoutOtherKeys(
  { model, typeName }: ChangeReader,
  fields: ArgumentFields,
  values: readonly ArgumentModel[],
  keys: readonly KeyTarget[],
): readonly ArgumentModel[] {
  const own = fieldsOf(model.types.get(typeName));
  const isOpen = keys.some(key => {
    const argument = fields.get(key.target.at(-1) ?? '');
    return argument !== undefined && !isRequiredArgument(argument);
  });
  const isKey = (field: ArgumentModel): boolean => !isRequiredArgument(field) && rowKeys(model, typeName).includes(field.name);
  return !isOpen || values.some(field => own.has(field.name) && !isKey(field)) ? values : values.filter(field => !isKey(field));
}

/** The input object for the changed fields, recognized by its name or by the fields that it shares with the record. */
function containerOf(
  reader: ChangeReader,
  fields: ArgumentFields,
  inputs: readonly InputArgument[],
  keys: readonly KeyTarget[],
): InputArgument | undefined {
  // A list beside a single key contains parts of the record (`privileges` of a role), not records.
  const isPart = (entry: InputArgument): boolean =>
    OTHER_OPERATIONS.test(entry.argument.name) ||
    (entry.asList && keys.some(key => !key.asList)) ||
    isPartOfRecord(reader, withoutKeys(fields, keys), entry);
  const containers = inputs.filter(entry => !isPart(entry));
  const named = containers.filter(entry => CHANGES.test(entry.argument.name));
  // Several matching inputs (`oAuthMetadataInput`, `webhookMetadataInput`) are parts of the record, unless one has a plain name such as
  // `data`.
  const [only] = named.length === 1 ? named : named.filter(entry => PLAIN_CHANGES.test(entry.argument.name));
  if (only !== undefined) return only;
  const fitting = containers.filter(entry => holdsFieldsOf(reader, entry.type));
  // If there is an object for each kind of record (`flagDefinition`, `textDefinition`), none of them applies to all records.
  return fitting.length === 1 ? fitting[0] : fitting.find(entry => isNamedForRecord(reader, entry));
}

/** The fields of a level without those for the key: an `id` beside `data` does not make `data` a part of the record. */
const withoutKeys = (fields: ArgumentFields, keys: readonly KeyTarget[]): ArgumentFields =>
  new Map([...fields].filter(([name]) => !keys.some(key => key.target.at(-1) === name)));

/** The fields to change inside a container. The key can be one of its fields (`updateX(data: {id, name}, notify: Boolean)`). */
function insideContainer(
  reader: ChangeReader,
  { argument, type, asList }: InputArgument,
  prefix: ArgumentPath,
  outerKeys: readonly KeyTarget[],
): Pick<ChangePlace, 'keys' | 'changesAt' | 'changeable' | 'itemsAt' | 'version'> {
  const path = [...prefix, argument.name];
  // For a list, paths start at an item.
  const changesAt = asList ? [] : path;
  const isInside = outerKeys.length === 0 && reader.verb === 'update';
  const keys = isInside ? keyTargets(reader, type.inputFields, changesAt) : outerKeys;
  const again = isInside || asList ? [] : repeatedKeys(reader, type, path, outerKeys);
  const repeated = again.filter(({ target }) => isRequired(type, target.at(-1)));
  const names = new Set(
    [...keys, ...again].filter(key => key.target.length === changesAt.length + 1).map(key => key.target.at(-1)),
  );
  const changeable = [...type.inputFields.values()].filter(field => !names.has(field.name) && isChangeable(reader, field, true));
  const version = innerVersion(reader, type.inputFields, changesAt);
  return { keys: [...keys, ...repeated], changesAt, changeable, itemsAt: asList ? path : null, version };
}

/** The fields of a container that repeat the record's id: `updatePost(id, post: {id, title})`. The id is never changed. */
function repeatedKeys(
  reader: ChangeReader,
  type: InputTypeModel,
  path: ArgumentPath,
  outerKeys: readonly KeyTarget[],
): readonly KeyTarget[] {
  const columns = new Set(outerKeys.map(key => key.column));
  return keyTargets(reader, type.inputFields, path).filter(
    ({ column, target, asList }) =>
      column !== null && columns.has(column) && !asList && PLAIN_KEYS.test(plainName(target.at(-1) ?? '')),
  );
}

const isRequired = ({ inputFields }: InputTypeModel, name = ''): boolean => {
  const field = inputFields.get(name);
  return field !== undefined && isRequiredArgument(field);
};

function holdsFieldsOf({ model, typeName }: ChangeReader, type: InputTypeModel): boolean {
  const own = new Set([...fieldsOf(model.types.get(typeName)).keys()].map(plainName));
  // Objects of all kinds have these keys, so they identify nothing.
  const names = [...type.inputFields.keys()].map(plainName).filter(name => !PLAIN_KEYS.test(name));
  const shared = names.filter(name => own.has(name) || own.has(name.replace(/ids?$/, ''))).length;
  return shared > 0 && shared * 2 >= names.length;
}

function isJson(model: SchemaModel, argument: ArgumentModel): boolean {
  const type = typeOf(model, argument.type);
  return type?.kind === 'scalar' && scalarInfo(type).kind === 'json';
}
