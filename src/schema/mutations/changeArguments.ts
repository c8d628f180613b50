/**
 * Finds the arguments of a mutation that take the record's key, the changed fields, the version and the row limit. It analyzes one mutation
 * for one record type; changes.ts chooses the mutation.
 */
import { rowKeys } from '../collections/records';
import type { ArgumentPath } from '../model/argumentPath';
import { scalarInfo } from '../model/scalars';
import {
  type ArgumentModel,
  fieldsOf,
  type InputTypeModel,
  isRequiredArgument,
  type SchemaModel,
  typeOf,
} from '../model/schemaModel';
import {
  containerOf,
  holdsKeyItself,
  type InputArgument,
  inputArguments,
  isNamedForRecord,
  isOther,
  isValueName,
  selects,
  withoutKeys,
  wrapperOf,
} from './inputRoles';
import {
  type ArgumentFields,
  type ChangeReader,
  changeReader,
  inputTypeOf,
  type KnownKeys,
  plainName,
} from './keys/changeReader';
import { ANOTHER_ID, PLAIN_KEYS } from './keys/keyColumn';
import { type KeyTarget, keyTargets, NATURAL_KEYS, parentKeys } from './keys/keyTargets';
import { narrowingKeys } from './keys/narrowingKeys';
import { innerVersion, isChangeable, type OuterArguments, outerArguments } from './keys/outerArguments';
import { hasOperators, isIdentifier, isReference, isWhere, whereKeys } from './keys/whereKeys';

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

/** The arguments for the changed fields. `taken` are the names of all arguments used by keys or changes. */
interface ChangePlace extends Pick<ChangeArguments, 'keys' | 'changesAt' | 'changeable' | 'isJson' | 'itemsAt' | 'version'> {
  readonly taken: readonly string[];
}

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

function isJson(model: SchemaModel, argument: ArgumentModel): boolean {
  const type = typeOf(model, argument.type);
  return type?.kind === 'scalar' && scalarInfo(type).kind === 'json';
}
