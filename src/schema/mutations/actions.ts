/**
 * What can be done through an API: every mutation, those in namespaces (`mutation { harbour { addShip } }`) included, with its form, the
 * type it is about, and whether its name says that it takes something away. Which of them take a record of a type, and where its key
 * goes, is decided by argument names and types.
 */

import { keyPaths } from '../collections/displayField';
import { findList } from '../collections/listShape';
import { rowKeys } from '../collections/records';
import { type FormField, formModel, isCompleteForm } from '../forms/formModel';
import type { ArgumentPath } from '../model/argumentPath';
import { nameKey, readableName, singular, wordsOf } from '../model/readableName';
import { scalarInfo } from '../model/scalars';
import {
  type ArgumentModel,
  type FieldModel,
  fieldsOf,
  isComposite,
  isList,
  itemType,
  mustBeGiven,
  needsNoArguments,
  type ObjectTypeModel,
  possibleTypes,
  type SchemaModel,
  type TypeRef,
  typeLabel,
  typeOf,
} from '../model/schemaModel';
import { actionTarget } from './actionTarget';
import { answeredRecords, isRecordType } from './answerShape';
import { type ChangeReader, changeReader, plainName } from './changeReader';
import { identityOf, keyColumn } from './keyColumn';
import { lowerWords } from './nameWords';
import { calledName, spokenName } from './spokenName';
import { changesSeveral, isOwn as isReadersOwn, takesOutOf } from './subjects';
import { DANGER_WORDS, DELETE_WORDS, type Verb, verbOf } from './verbs';

/** A mutation. */
export interface Action {
  /** Url-safe and stable: the path joined with '.'. */
  readonly id: string;
  /** Fields from the mutation type down. */
  readonly path: readonly string[];
  readonly field: FieldModel;
  readonly label: string;
  readonly description: string | null;
  readonly deprecationReason: string | null;
  /** Name of the object type it is about; null when that is unknown. */
  readonly about: string | null;
  /** Readable heading to list it under: its namespace, else the type it is about; null for the rest. */
  readonly group: string | null;
  /** True when its name says that something is lost by it (delete, remove, cancel, …). */
  readonly danger: boolean;
  /** What it does to its type, as far as its first word tells. */
  readonly verb: Verb;
  /** Its arguments. */
  readonly form: readonly FormField[];
  /** False when a required argument can never be filled in. */
  readonly isComplete: boolean;
}

const MOST_NAMESPACES = 200;

/** All actions of a schema in its own order; [] without a mutation type. Found once per model. */
export function findActions(model: SchemaModel): readonly Action[] {
  return model.remember('actions', () => {
    const { mutationType } = model;
    if (mutationType === null) return [];
    const found: Action[] = [];
    const holders: Array<{ path: readonly string[]; type: ObjectTypeModel }> = [{ path: [], type: mutationType }];
    const visited = new Set([mutationType.name]);
    for (let index = 0; index < holders.length && index < MOST_NAMESPACES; index++) {
      const { path, type } = holders[index] as (typeof holders)[number];
      for (const field of type.fields.values()) {
        if (field.name.startsWith('__')) continue;
        const inner = path.length < 2 ? namespaceOf(model, field, 1 - path.length) : null;
        if (inner === null) found.push(actionOf(model, [...path, field.name], field));
        else if (!visited.has(inner.name)) {
          visited.add(inner.name);
          holders.push({ path: [...path, field.name], type: inner });
        }
      }
    }
    return found;
  });
}

/** The action of an id; null when the schema has none. */
export function actionById(model: SchemaModel, id: string): Action | null {
  return model.remember('actions by id', () => new Map(findActions(model).map(action => [action.id, action]))).get(id) ?? null;
}

/**
 * A mutation field that only groups others: without arguments, its type named for it and its fields taking arguments, or its fields all
 * being such groups (`CatalogService { Books { create } }`) where there may be `deeper` levels.
 */
function namespaceOf(model: SchemaModel, field: FieldModel, deeper: number): ObjectTypeModel | null {
  if (field.args.size > 0 || isList(field.type)) return null;
  const type = typeOf(model, field.type);
  if (type?.kind !== 'object' || type.fields.has('id')) return null;
  const named = /(mutations?|namespace|ops|operations|actions|api|module|commands)$/i.test(type.name);
  const fields = [...type.fields.values()];
  if (deeper > 0 && fields.length > 0 && fields.every(entry => namespaceOf(model, entry, deeper - 1) !== null)) return type;
  const withArguments = fields.filter(entry => entry.args.size > 0).length;
  return named
    ? withArguments > 0
      ? type
      : null
    : withArguments >= 2 && withArguments * 2 > fields.length && !/(payload|result|response)$/i.test(type.name)
      ? type
      : null;
}

function actionOf(model: SchemaModel, path: readonly string[], field: FieldModel): Action {
  const id = path.join('.');
  const name = spokenName(model, field.name);
  const words = wordsOf(name).map(word => word.toLowerCase());
  const namespace = path.slice(0, -1);
  const verb = verbOf(words);
  return {
    id,
    path,
    field,
    label:
      field.label ??
      readableName(
        words.length === 1 && PLAIN_VERBS.has(words[0] ?? '') ? `${name}_${ofWhat(namespace)}` : calledName(model, field.name),
      ),
    description: field.description,
    deprecationReason: field.deprecationReason,
    danger: isDangerous(words),
    verb,
    get about() {
      return model.remember(
        `about ${id}`,
        () => actionTarget(model, { id, path, field, verb })?.typeName ?? aboutOf(model, field, namespace),
      );
    },
    get group() {
      if (field.section !== undefined) return field.section;
      if (namespace.length > 0) return namespace.map(readableName).join(' › ');
      return this.about === null ? null : typeLabel(model, this.about);
    },
    get form() {
      return model.remember(`action ${id}`, () => formModel(model, field.args.values()));
    },
    get isComplete() {
      return isCompleteForm(this.form);
    },
  };
}

/** What is done in a namespace: `contacts { create }` creates a contact. */
const PLAIN_VERBS = new Set(
  'create new add insert update edit change modify patch replace save set upsert delete destroy remove archive restore rename duplicate publish unpublish activate deactivate enable disable approve reject cancel close reopen'.split(
    ' ',
  ),
);
const CARRIER = /^(mutations?|ops|operations?|actions?|api|module|commands?|service)$/i;

function ofWhat(namespace: readonly string[]): string {
  const words = wordsOf(namespace.at(-1) ?? '').filter(word => !CARRIER.test(word));
  return [...words.slice(0, -1), singular(words.at(-1) ?? '')].join('_');
}

/** Anywhere in the name for words that mean nothing else, at its ends for the others (`closeIssue`, `visitCancel`, but not `setCloseDate`). */
function isDangerous(words: readonly string[]): boolean {
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  if (first === 'un' || first === 'undelete' || first === 'restore') return false;
  return DANGER_WORDS.has(first) || DANGER_WORDS.has(last) || words.some(word => DELETE_WORDS.has(word));
}

/** Names of object types by the key of their name, those left out that only carry others. */
function namedTypes(model: SchemaModel): ReadonlyMap<string, string> {
  return model.remember('types by name key', () => {
    const found = new Map<string, string>();
    for (const name of model.types.keys()) {
      if (name.startsWith('__') || /(payload|connection|edge|result|response|aggregate|_fields|input)$/i.test(name)) continue;
      const key = nameKey(name);
      if (!found.has(key)) found.set(key, name);
    }
    return found;
  });
}

/** The type an action is about: the longest name of a record in its own name, else the record it answers with. */
function aboutOf(model: SchemaModel, field: FieldModel, namespace: readonly string[]): string | null {
  const known = namedTypes(model);
  const answer = recordIn(model, field);
  const words = [...namespace.flatMap(wordsOf), ...wordsOf(field.name)].map(word => word.toLowerCase());
  // Only the last word of a name is a plural; what stands before it is taken as it is.
  const singulars = words.map(word => model.remember(`singular ${word}`, () => singular(word)));
  for (let length = words.length; length > 0; length--) {
    for (let start = 0; start + length <= words.length; start++) {
      const end = start + length - 1;
      const found = known.get(words.slice(start, end).join('') + singulars[end]);
      if (found === undefined || !isRecordType(model, found)) continue;
      if (length > 1 || !DANGER_WORDS.has(words[start] as string) || found === answer) return found;
    }
  }
  return answer;
}

/** The record an action answers with: its own type, or the only record inside its payload. */
function recordIn(model: SchemaModel, field: FieldModel): string | null {
  const type = typeOf(model, field.type);
  if (!isComposite(type)) return null;
  const list = findList(model, field.type);
  if (list !== null) return list.rowType;
  if (keyPaths(model, type.name).length > 0) return type.name;
  const inner: string[] = [];
  for (const entry of fieldsOf(type).values()) {
    const target = typeOf(model, entry.type);
    if (target === model.queryType || !needsNoArguments(entry) || !isComposite(target)) continue;
    if (keyPaths(model, target.name).length > 0 && !/error/i.test(entry.name)) inner.push(target.name);
  }
  return inner.length === 1 ? (inner[0] as string) : null;
}

/** An action that takes a record of a type. */
export interface RecordAction {
  readonly action: Action;
  /** Where the record's key goes; into a list of one when `asList`. */
  readonly target: ArgumentPath;
  /** The field of the record whose value goes there. */
  readonly key: string;
  readonly asList: boolean;
  /** True when the action is about the record itself; false when it only refers to it (book a visit for this ship). */
  readonly isOwn: boolean;
}

/** The actions that take a record of a type, those about the record itself first. */
export function actionsFor(model: SchemaModel, typeName: string): readonly RecordAction[] {
  return model.remember(`actions for ${typeName}`, () => {
    const found: RecordAction[] = [];
    for (const action of findActions(model)) {
      const match = findTarget(model, action, typeName);
      if (match !== null) found.push(match);
    }
    // `updateShipByRowId` is `updateShip` by another key.
    const names = new Set(found.map(({ action }) => action.id));
    const kept = found.filter(
      ({ action }) => !names.has(action.id.replace(/By[A-Z]\w{0,200}$/, '')) || !/By[A-Z]\w{0,200}$/.test(action.id),
    );
    return kept.sort((a, b) => Number(b.isOwn) - Number(a.isOwn));
  });
}

const CHANGES = /^_?(set|data|values|changes|inc|append|prepend|delete.*|update|fields|attributes)$|patch$/i;
const KEY_NAME = /^(id|nodeid|rowid|documentid|objectid|uuid|pk|key|gid|globalid)$/;
/** Those that may be names of one and the same key. */
const ANY_KEY = /^(id|nodeid|uuid|pk|gid|globalid)$/;
/** Arguments that choose the records. */
const SELECTS = /^_?(where|filters?|match)$/i;
const MOST_LEVELS = 2;
/** Words in the name of an object that say nothing of whose key is in it. */
const HOLDER_WORDS =
  /^(input|inputs|in|where|by|filter|filters|data|values|value|fields|attributes|patch|changes|update|updates|set|command|request|payload|params|parameters|args|arguments|options|opts|details|info|body|object|record|entity|item|node|selector|unique|key|keys|pk|columns|target|self|dto|model|query|properties|_)$/;

/** True when an action is proven to change records of this type: its target is the type, or an interface of it. */
function isProvenFor(model: SchemaModel, action: Action, typeName: string): boolean {
  const target = actionTarget(model, action)?.typeName;
  return target !== undefined && (target === typeName || possibleTypes(model.types.get(target)).includes(typeName));
}

/** True when all records of an action's answer are of this type (`setFlag(shipId): Ship`). */
function answersOnly(model: SchemaModel, action: Action, typeName: string): boolean {
  const records = answeredRecords(model, action.field);
  return records.length > 0 && records.every(record => record.typeName === typeName);
}

function findTarget(model: SchemaModel, action: Action, typeName: string): RecordAction | null {
  const keys = rowKeys(model, typeName);
  if (keys.length === 0) return null;
  const own = nameKey(typeName);
  const isProven = isProvenFor(model, action, typeName);
  const isOfOther = !isProven && actionTarget(model, action) !== null;
  const reader = changeReader(model, typeName, 'update', []);
  const names = new Set([own, ...interfaceKeys(model, typeName)]);
  let best: { worth: number; target: ArgumentPath; key: string; asList: boolean; isOwn: boolean } | null = null;
  let isTie = false;
  const consider = (argument: ArgumentModel, path: ArgumentPath, depth: number, beside: Iterable<ArgumentModel>): void => {
    const asList = isList(argument.type);
    const item = asList ? itemType(argument.type) : argument.type;
    const type = item === null ? undefined : typeOf(model, item);
    if (type?.kind === 'input') {
      // What is changed is no place for what it is changed on.
      if (asList || depth >= MOST_LEVELS || (action.verb === 'update' && CHANGES.test(argument.name))) return;
      for (const inner of type.inputFields.values()) consider(inner, [...path, inner.name], depth + 1, type.inputFields.values());
      return;
    }
    if (type?.kind !== 'scalar' || item === null || (asList && isList(item)) || !isKeyScalar(type.name)) return;
    const name = plainName(argument.name);
    const single = asList ? singular(name) : name;
    const isPlainKey = KEY_NAME.test(single);
    // `ship: ID!` is a ship, `comment: String` is a comment's text.
    const mayBeBare = type.name === 'ID' || scalarInfo(type).kind === 'uuid';
    const namesType = [...names].some(
      entry =>
        single === `${entry}id` || single === `${entry}nodeid` || single === `${entry}uuid` || (mayBeBare && single === entry),
    );
    const key = isPlainKey || namesType ? keyFor(reader, single, item) : null;
    if (key === null) return;
    // What makes a user with a `userId` asks for that of the new one.
    if (isProven && action.verb === 'create' && !keys.includes(key)) return;
    // A `key` that may be left out beside the id that says which record is meant is a value of it.
    if (isPlainKey && !ANY_KEY.test(single) && !mustBeGiven(argument) && hasRequiredId(beside)) return;
    // Where conditions choose the records, an `id` elsewhere is a value of them.
    if (isPlainKey && !SELECTS.test(path[0] ?? '') && [...action.field.args.keys()].some(entry => SELECTS.test(entry))) return;
    // What changes the reader's own record needs no key, and would not take another one's.
    if (isReadersOwn(action.path) && !mustBeGiven(argument)) return;
    // A bare `id` is the key of what the action is proven to change; of a new thing it is the new thing's own.
    if (isPlainKey ? !isProven || action.verb === 'create' || !mayHoldKey(model, action, typeName, path, asList) : !namesType)
      return;
    const isOwn = isProven
      ? isPlainKey || action.verb !== 'create'
      : !isOfOther && answersOnly(model, action, typeName) && action.verb !== 'create' && action.verb !== 'delete';
    // To change something else that may also be given this record says little of this record.
    if (!isOwn && action.verb === 'update' && !mustBeGiven(argument)) return;
    const worth = (isOwn ? 100 : 0) + (mustBeGiven(argument) ? 20 : 0) + (asList ? 0 : 10) - depth;
    // Merging two accounts asks for either by the same name: which of them this one is, nobody knows.
    if (best !== null && worth === best.worth && path.at(-1) === best.target.at(-1)) isTie = true;
    if (best !== null && worth <= best.worth) return;
    best = { worth, target: path, key, asList, isOwn };
    isTie = false;
  };
  const args = action.field.args;
  for (const argument of args.values()) consider(argument, [argument.name], 0, args.values());
  const match = (isTie ? null : best) as { target: ArgumentPath; key: string; asList: boolean; isOwn: boolean } | null;
  return match === null ? null : { action, target: match.target, key: match.key, asList: match.asList, isOwn: match.isOwn };
}

/** False for the plain key of something else, as far as the names of the action and of the object around the key tell. */
function mayHoldKey(model: SchemaModel, action: Action, typeName: string, path: ArgumentPath, asList: boolean): boolean {
  if (takesOutOf(action.path) && !namesOthers(model, action)) return false;
  if (!asList && changesSeveral(action.path) && !path.some(name => /where|filter/i.test(name))) return false;
  // In an object named for another thing (`where: {blueprint: {id}}`) it is that thing's.
  const holder = lowerWords(path.at(-2) ?? '')
    .filter(word => !HOLDER_WORDS.test(word))
    .at(-1);
  if (holder === undefined || (path.length === 2 && action.field.args.size === 1)) return true;
  return [typeName, ...interfacesOf(model, typeName)].some(name => singular(lowerWords(name).at(-1) ?? '') === singular(holder));
}

const interfaceKeys = (model: SchemaModel, typeName: string): string[] => interfacesOf(model, typeName).map(nameKey);

function interfacesOf(model: SchemaModel, typeName: string): readonly string[] {
  const type = model.types.get(typeName);
  // `subjectId` of GitHub and its like name no type; interfaces do (`assignableId` takes an Assignable).
  return type?.kind === 'object' ? type.interfaces.filter(name => name !== 'Node') : [];
}

/** True for arguments with more ids than a plain one: `removeMembersFromTeam(id, userIds)`. */
function namesOthers(model: SchemaModel, { field }: Action): boolean {
  const names = [...field.args.values()].flatMap(argument => {
    const type = typeOf(model, argument.type);
    return type?.kind === 'input' ? [...type.inputFields.keys()] : [argument.name];
  });
  return names.some(name => /ids?$/i.test(name) && !KEY_NAME.test(name.replace(/_/g, '').toLowerCase()));
}

const isKeyScalar = (name: string): boolean => !/^(boolean|float|datetime|date|time|json|upload)$/i.test(name);

/** The record's field whose value an argument takes that is named for its key, or (`ship: ID!`) for the record. */
function keyFor(reader: ChangeReader, name: string, type: TypeRef): string | null {
  if (name === 'key') return rowKeys(reader.model, reader.typeName).find(key => plainName(key) === name) ?? null;
  return keyColumn(reader, name, type) ?? (reader.names.has(name) ? identityOf(reader, type) : null);
}

const hasRequiredId = (fields: Iterable<ArgumentModel>): boolean =>
  [...fields].some(field => mustBeGiven(field) && /id$/i.test(field.name));
