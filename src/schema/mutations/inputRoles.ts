/**
 * What the input objects of a mutation are for: one selects the record, one contains its new values or wraps all arguments, others have
 * other purposes.
 */
import { rowKeys } from '../collections/records';
import { nameKey, singular } from '../model/readableName';
import {
  type ArgumentModel,
  fieldsOf,
  type InputTypeModel,
  isList,
  isRequiredArgument,
  type SchemaModel,
} from '../model/schemaModel';
import { type ArgumentFields, type ChangeReader, inputTypeOf, namesOther, plainName } from './keys/changeReader';
import { PLAIN_KEYS } from './keys/keyColumn';
import { type KeyTarget, NATURAL_KEYS } from './keys/keyTargets';
import { isChangeable } from './keys/outerArguments';
import { isIdentifier, isReference, isWhere, isWhereName } from './keys/whereKeys';

/** An argument that takes an input object or a list of input objects. */
export interface InputArgument {
  readonly argument: ArgumentModel;
  readonly type: InputTypeModel;
  readonly asList: boolean;
}

const PLAIN_CHANGES = /^_?(set|data|patch|changes|input|update|values|fields|attributes)$/i;
const CHANGES =
  /^_?(set|data|patch|changes|change|values|value|update|updates|fields|attributes|body|object|payload|record|input|details|properties|params)$|(patch|(?<!meta_?)data|input|fields|attributes|changes)$/i;
const OTHER_OPERATIONS =
  /^_?(inc|append|prepend|delete_\w+|remove|push|pull|connect|disconnect|create|delete|connectorcreate|on_?conflict|upsert|unset|condition)$/i;

/** True for an argument that selects the record to change: a condition, or a reference with the name of the record. */
export const selects = (reader: ChangeReader, { argument, type, asList }: InputArgument): boolean =>
  isWhere(argument, type, reader.typeName) ||
  (!asList && ((reader.names.has(plainName(argument.name)) && isReference(type)) || isIdentifier(reader, argument, type)));

/** True for an argument of a change that refers to another record. The key of the changed record must not be sent in it. */
export const isOther = (reader: ChangeReader, { argument: { name } }: InputArgument): boolean =>
  reader.verb !== 'create' && !CHANGES.test(name) && !isWhereName(name) && namesOther(reader, name);

/**
 * True for an argument with the name of the record, such as `filter` of a `Filter`, or an optional argument with the name of one of its
 * fields.
 */
export const isValueName = ({ model, typeName, names }: ChangeReader, argument: ArgumentModel): boolean =>
  names.has(plainName(argument.name)) ||
  (!isRequiredArgument(argument) && fieldsOf(model.types.get(typeName)).has(argument.name));

export function inputArguments(model: SchemaModel, fields: ArgumentFields): InputArgument[] {
  return [...fields.values()].flatMap(argument => {
    const type = inputTypeOf(model, argument);
    return type === null ? [] : [{ argument, type, asList: isList(argument.type) }];
  });
}

/** The single input object that contains everything (`updateX(input: {id, name})`), unless it is a filter or a part of the record. */
export function wrapperOf(
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
export function holdsKeyItself(reader: ChangeReader, input: InputArgument, beside: readonly KeyTarget[]): boolean {
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
 * (`{name, tasks: {connect}}`, `{name, profileData: {title}}`), a list (`{name, attributes: [{value}]}`) or its name does not suggest the
 * whole record (`{name, seo: {title}}`).
 */
function isPartOfRecord(reader: ChangeReader, fields: ArgumentFields, entry: InputArgument): boolean {
  const { model, typeName } = reader;
  const own = new Set([...fieldsOf(model.types.get(typeName)).keys()].map(plainName));
  const isPlainField = (field: ArgumentModel): boolean =>
    own.has(plainName(field.name)) && !PLAIN_KEYS.test(plainName(field.name)) && inputTypeOf(model, field) === null;
  if (![...fields.values()].some(field => field !== entry.argument && isPlainField(field))) return false;
  return entry.asList || isOwnPart(reader, own, plainName(entry.argument.name)) || !isNamedForRecord(reader, entry);
}

/** True for the name of a field of the record, also with a word for its new values: `profileData` for the field `profile`. */
function isOwnPart({ names }: ChangeReader, own: ReadonlySet<string>, name: string): boolean {
  const part = name.replace(/(data|input|patch)$/, '');
  return own.has(name) || (own.has(part) && !names.has(part));
}

export function isNamedForRecord({ names }: ChangeReader, { argument }: InputArgument): boolean {
  return CHANGES.test(argument.name) || names.has(nameKey(argument.name)) || names.has(nameKey(singular(argument.name)));
}

/** The input object for the changed fields, recognized by its name or by the fields that it shares with the record. */
export function containerOf(
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
export const withoutKeys = (fields: ArgumentFields, keys: readonly KeyTarget[]): ArgumentFields =>
  new Map([...fields].filter(([name]) => !keys.some(key => key.target.at(-1) === name)));

function holdsFieldsOf({ model, typeName }: ChangeReader, type: InputTypeModel): boolean {
  const own = new Set([...fieldsOf(model.types.get(typeName)).keys()].map(plainName));
  // Objects of all kinds have these keys, so they identify nothing.
  const names = [...type.inputFields.keys()].map(plainName).filter(name => !PLAIN_KEYS.test(name));
  const shared = names.filter(name => own.has(name) || own.has(name.replace(/ids?$/, ''))).length;
  return shared > 0 && shared * 2 >= names.length;
}
