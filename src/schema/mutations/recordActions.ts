/**
 * Finds the actions that take a record of a type: those that change it, and those that only refer to it. They are found by the names and
 * types of their arguments.
 */
import { fieldAt } from '../collections/displayField';
import { rowKeys } from '../collections/records';
import type { ArgumentPath } from '../model/argumentPath';
import { nameKey, singular } from '../model/readableName';
import { scalarInfo } from '../model/scalars';
import {
  type ArgumentModel,
  isList,
  isRequiredArgument,
  itemType,
  namedType,
  possibleTypes,
  type SchemaModel,
  type TypeRef,
  typeOf,
} from '../model/schemaModel';
import { type Action, findActions } from './actions';
import { actionTarget } from './actionTarget';
import { type ChangeReader, changeReader, namesOther, plainName } from './keys/changeReader';
import { identityOf, keyColumn } from './keys/keyColumn';
import { lowerWords } from './names/nameWords';
import { compositeKeys } from './names/recordNames';
import { isBulkName, isMembershipName, isOwn as isReadersOwn, singularName, subjectOfName } from './names/subjects';
import { type KeyPart, naturalReference, naturalTarget } from './naturalTarget';
import { resultRecords } from './resultShape';
import { changedRecords } from './targets/changedRecords';

/** An action that takes a record of a type, with the argument for its key. */
export interface RecordAction extends KeyPart {
  readonly action: Action;
  /** True if the action changes the record itself, false if it only refers to it (book a visit for this ship). */
  readonly isOwn: boolean;
  /** True if it links the record with others, or removes such links. */
  readonly isLink: boolean;
  /** The arguments for the other parts of a composite key. */
  readonly others: readonly KeyPart[];
}

/** The actions that take a record of a type, those that change the record itself first. Memoized per type. */
export function actionsFor(model: SchemaModel, typeName: string): readonly RecordAction[] {
  return model.remember(`actions for ${typeName}`, () => {
    const found: RecordAction[] = [];
    for (const action of findActions(model)) {
      const match = findTarget(model, action, typeName) ?? findNatural(model, action, typeName);
      if (match !== null) found.push(match);
    }
    // Leave out `updateShipByRowId`, which is `updateShip` with another key.
    const names = new Set(found.map(({ action }) => action.id));
    const kept = found.filter(
      ({ action }) => !names.has(action.id.replace(/By[A-Z]\w{0,200}$/, '')) || !/By[A-Z]\w{0,200}$/.test(action.id),
    );
    // Leave out `deleteManyShips(where)` next to `deleteShip`, which is made for one ship.
    const isWide = ({ action, asList, target }: RecordAction): boolean =>
      !asList && SELECTS.test(target[0] ?? '') && isBulkName(action.path, typeName);
    const single = new Set(kept.filter(entry => entry.isOwn && !isWide(entry)).map(firstWord));
    return kept
      .filter(entry => !isWide(entry) || !single.has(firstWord(entry)))
      .sort((a, b) => Number(b.isOwn) - Number(a.isOwn));
  });
}

/** The actions to offer for a record: without `deleteShips(ids)` next to `deleteShip(id)`. Memoized per type. */
export function offeredActions(model: SchemaModel, typeName: string): readonly RecordAction[] {
  return model.remember(`offered actions ${typeName}`, () => {
    const found = actionsFor(model, typeName);
    const single = new Set(found.filter(entry => !entry.asList).map(({ action }) => singularName(action.path)));
    return found.filter(entry => !entry.asList || !single.has(singularName(entry.action.path)));
  });
}

const firstWord = ({ action }: RecordAction): string => lowerWords(action.path.at(-1) ?? '')[0] ?? '';

const CHANGES = /^_?(set|data|values|changes|inc|append|prepend|delete.*|update|fields|attributes)$|patch$/i;
const KEY_NAME = /^(id|nodeid|rowid|documentid|objectid|uuid|pk|key|gid|globalid)$/;
/** Names of keys that can all mean the same key. */
const ANY_KEY = /^(id|nodeid|uuid|pk|gid|globalid)$/;
/** Names of arguments that select records by conditions. */
const SELECTS = /^_?(where|filters?|match)$/i;
const MOST_LEVELS = 2;
/** Words in the name of an input object that do not say which record its key belongs to. */
const HOLDER_WORDS =
  /^(input|inputs|in|where|by|filter|filters|data|values|value|fields|attributes|patch|changes|update|updates|set|command|request|payload|params|parameters|args|arguments|options|opts|details|info|body|object|record|entity|item|node|selector|unique|key|keys|pk|columns|target|self|dto|model|query|properties|_)$/;

/** True if an action is proven to change records of this type: its target is the type or one of its interfaces. */
function isProvenFor(model: SchemaModel, action: Action, typeName: string): boolean {
  const target = actionTarget(model, action)?.typeName;
  return target !== undefined && (target === typeName || possibleTypes(model.types.get(target)).includes(typeName));
}

/** True if all records in an action's result have this type (`setFlag(shipId): Ship`). */
function returnsOnly(model: SchemaModel, action: Action, typeName: string): boolean {
  const records = changedRecords(model, action);
  return records.length > 0 && records.every(record => record.typeName === typeName);
}

/** True if the end of a key is the name of a result field that contains a record of another type. */
const isNamedAfterResult = (model: SchemaModel, action: Action, typeName: string, key: string): boolean =>
  resultRecords(model, action.field).some(record => {
    const name = plainName(record.path.at(-1) ?? '');
    return (
      name !== '' &&
      record.typeName !== typeName &&
      key.replace(/(node|uu)?id$/, '') === name &&
      nameKey(record.typeName).endsWith(name)
    );
  });

function findTarget(model: SchemaModel, action: Action, typeName: string): RecordAction | null {
  const keys = rowKeys(model, typeName);
  if (keys.length === 0) return null;
  const own = nameKey(typeName);
  const isLink = linksOthers(model, action, typeName);
  const isProven = isProvenFor(model, action, typeName) || (isLink && isLinkOf(model, action, typeName));
  const verb = isLink ? 'other' : action.verb;
  const isOfOther = !isProven && actionTarget(model, action) !== null;
  const reader = model.remember(`keys of ${typeName} in actions`, () => changeReader(model, typeName, 'update', []));
  const names = new Set([own, ...interfaceKeys(model, typeName)]);
  let best: { worth: number; target: ArgumentPath; key: string; asList: boolean; isOwn: boolean } | null = null;
  let isTie = false;
  const { args } = action.field;
  const consider = (argument: ArgumentModel, path: ArgumentPath, depth: number, beside: Iterable<ArgumentModel>): void => {
    const asList = isList(argument.type);
    const item = asList ? itemType(argument.type) : argument.type;
    const type = item === null ? undefined : typeOf(model, item);
    if (type?.kind === 'input') {
      // An object with the changed values does not contain the key of the record to change.
      const holdsChanges = CHANGES.test(argument.name) && (verb === 'update' || hasRequiredId(model, beside));
      if (asList || depth >= MOST_LEVELS || holdsChanges) return;
      for (const inner of type.inputFields.values()) consider(inner, [...path, inner.name], depth + 1, type.inputFields.values());
      return;
    }
    if (type?.kind !== 'scalar' || item === null || (asList && isList(item)) || !isKeyScalar(type.name)) return;
    const name = plainName(argument.name);
    const single = asList ? singular(name) : name;
    const isPlainKey = KEY_NAME.test(single);
    // `ship: ID!` takes the key of a ship, but `comment: String` the text of a comment.
    const mayBeBare = type.name === 'ID' || scalarInfo(type).kind === 'uuid';
    const namesType = [...names].some(
      entry =>
        single === `${entry}id` || single === `${entry}nodeid` || single === `${entry}uuid` || (mayBeBare && single === entry),
    );
    // The `settlementId` of a `CarrierSettlement` that the action changes, if there is no `Settlement`.
    const holder = single.replace(/(node|uu)?id$/, '');
    const namesEnd =
      isProven && verb !== 'create' && holder !== single && reader.names.has(holder) && !compositeKeys(model).has(holder);
    // A plain `id` is the key of the record that the action is proven to change. When creating, it is the key of the new record.
    if (isPlainKey ? !isProven || verb === 'create' || !mayHoldKey(reader, action, path, asList) : !namesType && !namesEnd)
      return;
    // The `id` beside `userIds` is not the key of a user.
    if (isPlainKey && isLink && listsKeysOf(model, action, names)) return;
    // In `editComment: {comment: GoalComment}`, `commentId` is not the key of a `Comment`.
    if (!isProven && verb !== 'create' && isNamedAfterResult(model, action, typeName, single)) return;
    // In an update of another record, an object with the name of this one is a part of it: `updateBilling(input: {vat: {vatId}})`.
    if (!isProven && verb === 'update' && path.length > 2 && names.has(plainName(path.at(-2) ?? ''))) return;
    const key = keyFor(reader, single, item);
    if (key === null || (namesEnd && !keys.includes(key))) return;
    if (!isProven && path.length > 2 && isOfOtherSystem(reader, action, path, item, key)) return;
    // In a mutation that creates a user, `userId` can be a field of the new user.
    if (isProven && verb === 'create' && !keys.includes(key)) return;
    // An optional argument such as `key`, beside a required id, is a value to set.
    if (isPlainKey && !ANY_KEY.test(single) && !isRequiredArgument(argument) && hasRequiredId(model, beside)) return;
    // A `key` that is required together with an id belongs to a record only inside the record of that id.
    if (single === 'key' && hasRequiredId(model, args.values(), MOST_LEVELS)) return;
    // An optional id in an object, beside the required id of another record, can be the id of a new record.
    if (isPlainKey && depth > 0 && verb === 'other' && !isRequiredArgument(argument) && hasRequiredId(model, args.values()))
      return;
    // If conditions select the records, an `id` outside of them is a value to set.
    if (isPlainKey && !SELECTS.test(path[0] ?? '') && [...action.field.args.keys()].some(entry => SELECTS.test(entry))) return;
    // A mutation of the signed-in user's own record takes no key of another record, so an optional id is something else.
    if (isReadersOwn(action.path) && !isRequiredArgument(argument)) return;
    const isOwn = isProven
      ? isPlainKey || verb !== 'create'
      : !isOfOther && returnsOnly(model, action, typeName) && verb !== 'create' && verb !== 'delete';
    // An update of another record with an optional reference to this one is not offered for this record.
    if (!isOwn && verb === 'update' && !isRequiredArgument(argument)) return;
    const worth = (isOwn ? 100 : 0) + (isRequiredArgument(argument) ? 20 : 0) + (asList ? 0 : 10) - depth;
    // If two equally good arguments have the same name (merging two accounts), it is unclear which one takes this record.
    if (best !== null && worth === best.worth && path.at(-1) === best.target.at(-1)) isTie = true;
    if (best !== null && worth <= best.worth) return;
    best = { worth, target: path, key, asList, isOwn };
    isTie = false;
  };
  for (const argument of args.values()) consider(argument, [argument.name], 0, args.values());
  const match = (isTie ? null : best) as { target: ArgumentPath; key: string; asList: boolean; isOwn: boolean } | null;
  if (match === null) return null;
  return { action, target: match.target, key: match.key, asList: match.asList, isOwn: match.isOwn, isLink, others: [] };
}

/** The target of an action that changes a record with a natural or composite key, or refers to one by its natural key. */
function findNatural(model: SchemaModel, action: Action, typeName: string): RecordAction | null {
  if (!isProvenFor(model, action, typeName)) return findReference(model, action, typeName);
  const [first, ...others] = naturalTarget(model, action, typeName);
  return first === undefined || (others.length > 0 && [first, ...others].some(part => part.asList))
    ? null
    : { action, ...first, isOwn: true, isLink: false, others };
}

/** An action that refers to a record by a required argument with the name of its type and key; a list is as good as one. */
function findReference(model: SchemaModel, action: Action, typeName: string): RecordAction | null {
  const isOfOther = actionTarget(model, action) !== null;
  // `deleteDose(patientMrn, drug)` deletes a dose, not the patient.
  if (isOfOther && action.verb === 'delete') return null;
  const isOwn = !isOfOther && returnsOnly(model, action, typeName) && action.verb !== 'create' && action.verb !== 'delete';
  const part = naturalReference(model, action, typeName, isOwn);
  if (part === null) return null;
  return { action, ...part, isOwn, isLink: false, others: [] };
}

/**
 * True for an id in an object that is not called like a record, if it is of another type than the record's: in `subscribe(input: {slack:
 * {teamId: String!}})`, the id is that of a team in Slack.
 */
function isOfOtherSystem(reader: ChangeReader, action: Action, path: ArgumentPath, type: TypeRef, key: string): boolean {
  const own = fieldAt(reader.model, reader.typeName, key)?.type;
  const holder = path.at(-2) ?? '';
  if (own === undefined || namedType(own) === namedType(type) || namesOther(reader, holder)) return false;
  const said = new Set(action.path.flatMap(lowerWords));
  return lowerWords(holder).some(word => !HOLDER_WORDS.test(word) && !said.has(word));
}

/** False if a plain key belongs to another record, judged by the names of the action and of the input object around the key. */
function mayHoldKey(reader: ChangeReader, action: Action, path: ArgumentPath, asList: boolean): boolean {
  const { model, typeName } = reader;
  if (isMembershipName(action.path) && !namesOthers(model, action)) return false;
  if (!asList && isBulkName(action.path, typeName) && !path.some(name => /where|filter/i.test(name))) return false;
  // In an object named after another type (`where: {blueprint: {id}}`), the key belongs to that type.
  const holder = lowerWords(path.at(-2) ?? '')
    .filter(word => !HOLDER_WORDS.test(word))
    .at(-1);
  if (holder === undefined) return true;
  if (path.length === 2 && action.field.args.size === 1) return !namesOther(reader, path[0] ?? '');
  return [typeName, ...interfacesOf(model, typeName)].some(name => singular(lowerWords(name).at(-1) ?? '') === singular(holder));
}

const interfaceKeys = (model: SchemaModel, typeName: string): string[] => interfacesOf(model, typeName).map(nameKey);

function interfacesOf(model: SchemaModel, typeName: string): readonly string[] {
  const type = model.types.get(typeName);
  // Interfaces can be part of argument names too: GitHub's `assignableId` takes an `Assignable`.
  return type?.kind === 'object' ? type.interfaces.filter(name => name !== 'Node') : [];
}

/** True if there are ids other than a plain `id`: `removeMembersFromTeam(id, userIds)`. */
const namesOthers = (model: SchemaModel, action: Action): boolean =>
  flatArguments(model, action).some(({ name }) => /ids?$/i.test(name) && !KEY_NAME.test(plainName(name)));

/** True if an action requires the plain key of a record besides those that it refers to: `moveVisit(id, shipId)` changes one visit. */
export const needsPlainKey = (model: SchemaModel, action: Action): boolean =>
  flatArguments(model, action).some(argument => KEY_NAME.test(plainName(argument.name)) && isRequiredArgument(argument));

/** The arguments, with the fields of input objects in place of the objects. */
const flatArguments = (model: SchemaModel, { field }: Action): readonly ArgumentModel[] =>
  [...field.args.values()].flatMap(argument => {
    const type = typeOf(model, argument.type);
    return type?.kind === 'input' ? [...type.inputFields.values()] : [argument];
  });

const LINKS = /^(add|remove|connect|disconnect|attach|detach|link|unlink|assign|unassign|include|exclude)$/;

/** The lists of keys of an action: `userIds`. A plain list `ids` holds the keys of the changed records. */
const keyLists = (model: SchemaModel, action: Action): readonly ArgumentModel[] =>
  flatArguments(model, action).filter(
    argument => isList(argument.type) && /.ids$/i.test(argument.name) && isRequiredArgument(argument),
  );

/**
 * True for an action that links one record with others, or removes such links: `teamAddUsers(id, userIds)`. It neither creates nor deletes
 * the record of its id, unlike `addTeam(id, userIds)`.
 */
function linksOthers(model: SchemaModel, action: Action, typeName: string): boolean {
  const { path } = action;
  const target = actionTarget(model, action)?.typeName ?? typeName;
  return (
    lowerWords(path.at(-1) ?? '').some(word => LINKS.test(word)) &&
    keyLists(model, action).length > 0 &&
    singular(subjectOfName(path).join('')) !== nameKey(target)
  );
}

/** True if the name, or else the one record in the result, says that the links are those of a record of this type. */
const isLinkOf = (model: SchemaModel, action: Action, typeName: string): boolean =>
  action.about === typeName && !isList(action.field.type) && returnsOnly(model, action, typeName);

/** True if a list of keys is called like one of these types. */
const listsKeysOf = (model: SchemaModel, action: Action, names: ReadonlySet<string>): boolean =>
  keyLists(model, action).some(({ name }) => names.has(singular(plainName(name)).replace(/(node|uu)?id$/, '')));

const isKeyScalar = (name: string): boolean => !/^(boolean|datetime|date|time|json|upload)$/i.test(name);

/** The record's field for an argument that is named after its key or (`ship: ID!`) after the record itself; null if there is none. */
function keyFor(reader: ChangeReader, name: string, type: TypeRef): string | null {
  if (name === 'key') return rowKeys(reader.model, reader.typeName).find(key => plainName(key) === name) ?? null;
  return keyColumn(reader, name, type) ?? (reader.names.has(name) ? identityOf(reader, type) : null);
}

/** True if one of the fields is a required id. @param levels how many levels of required input objects to search as well */
const hasRequiredId = (model: SchemaModel, fields: Iterable<ArgumentModel>, levels = 0): boolean =>
  [...fields].some(field => {
    const type = typeOf(model, field.type);
    if (!isRequiredArgument(field) || type === undefined) return false;
    if (type.kind === 'input') return levels > 0 && hasRequiredId(model, type.inputFields.values(), levels - 1);
    return type.kind === 'scalar' && (/id$/i.test(field.name) || namedType(field.type) === 'ID');
  });
