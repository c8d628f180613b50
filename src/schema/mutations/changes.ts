/**
 * Finds the mutations that create, update and delete the records of a type, one by one or in bulk. A change is offered only for a mutation
 * whose target is proven (actionTarget.ts) and whose arguments take the whole key (changeArguments.ts). Changes are plain data;
 * changeRequest.ts builds the variables and reads the result.
 */
import { rowKeys } from '../collections/records';
import { CLIENT_MARK, type FormField, formField } from '../forms/formModel';
import type { ArgumentPath } from '../model/argumentPath';
import { nameKey, plural, wordsOf } from '../model/readableName';
import {
  type ArgumentModel,
  fieldsOf,
  isComposite,
  isList,
  isRequiredArgument,
  namedType,
  possibleTypes,
  type SchemaModel,
  typeOf,
} from '../model/schemaModel';
import { type Action, findActions } from './actions';
import { actionTarget } from './actionTarget';
import { type ChangeArguments, changeArguments } from './changeArguments';
import { inputTypeOf, plainName } from './keys/changeReader';
import { missingParts, PLAIN_KEYS } from './keys/keyColumn';
import type { KeyTarget } from './keys/keyTargets';
import { separatedName } from './names/labelName';
import { isNoun, keyOfWords } from './names/recordNames';
import { isBulkName, isOwn, subjectOfName } from './names/subjects';
import { isVerb, OTHER_LANGUAGES, verbIndex } from './names/verbs';
import { isRecordType, resultRecords } from './resultShape';

/** A way to change records of a type. */
export interface Change {
  readonly kind: 'create' | 'update' | 'delete' | 'bulkCreate' | 'bulkUpdate' | 'bulkDelete';
  /** The mutation. It is also offered under Actions. */
  readonly action: Action;
  /** The type of the records, as passed to `changesOf`. */
  readonly typeName: string;
  /**
   * Where the key is: among the top-level `arguments`, in an `input` object, in a unique `where`, or as an equality condition in a
   * `filter`. `json`: the changed fields are one JSON value.
   */
  readonly family: 'arguments' | 'input' | 'where' | 'filter' | 'json';
  /** The arguments for the key. Several for a composite key; [] for `create`. */
  readonly keys: readonly KeyTarget[];
  /** Path of the object with the changed fields; [] for top-level arguments, null for a deletion. With `itemsAt` it starts at an item. */
  readonly changesAt: ArgumentPath | null;
  /** The form fields that can be changed, by their names inside `changesAt`. Required ones are always sent. */
  readonly fields: readonly FormField[];
  /** The argument for a version, which the server compares before it writes, and the record's field that contains it. */
  readonly version: { readonly column: string; readonly target: ArgumentPath; readonly isRequired: boolean } | null;
  /** The argument that limits the number of changed rows; 1 is sent. */
  readonly cap: ArgumentPath | null;
  /** Path of a list of input objects, each with its own key and changes; null if there is none (then one change applies to all keys). */
  readonly itemsAt: ArgumentPath | null;
  /** Only `certain` changes are offered for editing. */
  readonly sure: 'certain' | 'likely';
  /** The evidence for the recognition, as one line of English. */
  readonly why: string;
}

/** The changes of a record type. Kinds that were not recognized are missing. */
export type Changes = { readonly [Kind in Change['kind']]?: Change };

/** Verbs of creations that are as often a step of an existing record: `submitOrder(orderId)`. */
const STEPS = 'open submit start place schedule enroll enrol admit hire'.split(' ');

/** The verbs of each kind of change, best first. */
const ORDERS = {
  create: `create add insert new register save upsert make book ${STEPS.join(' ')} ${OTHER_LANGUAGES.create}`.split(' '),
  update: `update edit modify change amend revise alter patch set save upsert replace put rename ${OTHER_LANGUAGES.update}`.split(
    ' ',
  ),
  delete: `delete destroy remove purge erase drop ${OTHER_LANGUAGES.delete}`.split(' '),
};

/** The best change of each kind for records of a type. Memoized per type. */
export function changesOf(model: SchemaModel, typeName: string): Changes {
  return model.remember(`changes of ${typeName}`, () => {
    const best = new Map<Change['kind'], { change: Change; worth: number }>();
    for (const action of actionsOn(model, typeName)) {
      for (const change of changesBy(model, action, typeName)) {
        const worth = worthOf(model, change);
        const existing = best.get(change.kind);
        if (existing === undefined || worth > existing.worth) best.set(change.kind, { change, worth });
      }
    }
    const all: Changes = Object.fromEntries([...best].map(([kind, { change }]) => [kind, change]));
    const found = { ...all, ...changesOfOne(model, typeName, all) };
    const { create, update } = found;
    if (create === undefined || update === undefined || !losesValues(model, create, update)) return found;
    return { ...found, update: { ...update, sure: 'likely', why: `${update.why}; it may clear values that it does not take` } };
  });
}

/**
 * The update and the deletion of one record for which there is no mutation of its own: one for several records gets a list with this one, and
 * one for a single field changes only that.
 */
function changesOfOne(
  model: SchemaModel,
  typeName: string,
  { update, delete: removal, bulkUpdate, bulkDelete }: Changes,
): Changes {
  const isFor = (change: Change | undefined): change is Change => change?.sure === 'certain';
  const part = isFor(update) ? undefined : fieldUpdate(model, typeName);
  return {
    ...(isFor(removal) || !isFor(bulkDelete) ? {} : { delete: { ...bulkDelete, kind: 'delete' } }),
    ...(isFor(update) || !isFor(bulkUpdate) || !returnsRecords(model, bulkUpdate.action)
      ? part && { update: part }
      : { update: { ...bulkUpdate, kind: 'update' } }),
  };
}

/** The change by a mutation for a single field of the record, such as `setShipFlag(shipId: ID!, flag: String): Ship`. */
function fieldUpdate(model: SchemaModel, typeName: string): Change | undefined {
  const own = fieldsOf(model.types.get(typeName));
  for (const action of findActions(model)) {
    const target = actionTarget(model, action);
    if (target === null || target.isWhole || target.typeName !== typeName || target.proof !== 'result') continue;
    const words = wordsOf(separatedName(model, action.path.at(-1) ?? '')).map(word => word.toLowerCase());
    if (!/^(set|update|edit|change)$/.test(words[0] ?? '') || isOwn(action.path)) continue;
    const change = changeBy(model, action, typeName, 'update');
    const [field, ...others] = change?.fields ?? [];
    if (change?.kind !== 'update' || change.sure !== 'certain' || field === undefined || others.length > 0) continue;
    const taken = own.get(field.name);
    const isField = taken !== undefined && !isComposite(typeOf(model, taken.type)) && !isList(taken.type);
    if (isField && keyOfWords(words.slice(1)) === nameKey(`${typeName} ${field.name}`)) return change;
  }
  return undefined;
}

/** True if the result proves which record an action changes. */
const returnsRecords = (model: SchemaModel, action: Action): boolean => actionTarget(model, action)?.proof === 'result';

/** True for an update that replaces the record, as its name says, and does not take all values with which a record is created. */
function losesValues(model: SchemaModel, create: Change, update: Change): boolean {
  if (verbWord(model, update.action) !== 'replace') return false;
  const taken = new Set([...update.fields.map(field => field.name), ...update.keys.map(key => key.target.at(-1))]);
  return create.fields.some(field => !taken.has(field.name));
}

/** Actions whose proven target is the type itself or one of its interfaces. */
function actionsOn(model: SchemaModel, typeName: string): readonly Action[] {
  const byTarget = model.remember('actions by target', () => {
    const found = new Map<string, Action[]>();
    for (const action of findActions(model)) {
      const target = actionTarget(model, action);
      if (target === null || !target.isWhole) continue;
      for (const name of new Set([target.typeName, ...possibleTypes(model.types.get(target.typeName))])) {
        const existing = found.get(name);
        if (existing === undefined) found.set(name, [action]);
        else existing.push(action);
      }
    }
    return found;
  });
  return byTarget.get(typeName) ?? [];
}

/**
 * The change that an action makes to one existing record, even if another action is better. Null if it is no update or its target is
 * unproven.
 */
export function updateBy(model: SchemaModel, action: Action): Change | null {
  return model.remember(`update by ${action.id}`, () => {
    const target = actionTarget(model, action);
    if (target === null || action.verb === 'create' || action.verb === 'delete') return null;
    const change = changeBy(model, action, target.typeName, 'update');
    return change === null || change.kind !== 'update' ? null : change;
  });
}

/** The verb of an action's name; `save` for a form without a verb, '' for any other name without one. */
function verbWord(model: SchemaModel, action: Action): string {
  if (isForm(model, action)) return 'save';
  const words = wordsOf(separatedName(model, action.path.at(-1) ?? '')).map(word => word.toLowerCase());
  const [first = ''] = words;
  if (/^(create|add|insert) or (update|edit) /.test(words.join(' '))) return 'upsert';
  const at = verbIndex(words);
  // `uploadStatusUpdate` uploads a `StatusUpdate`: the last verb belongs to the type's name.
  const typeName = at > 0 && isVerb(first) ? actionTarget(model, action)?.typeName : undefined;
  return typeName !== undefined && nameKey(typeName) === keyOfWords(words.slice(1)) ? first : (words[at] ?? '');
}

/**
 * True for a mutation that is named after the record in its payload, and that takes the values of the record and optionally its key in one
 * input object: `film(input: {id, title}): {film, errors}`, as by Graphene for a form of Django.
 */
function isForm(model: SchemaModel, { path, field }: Action): boolean {
  const name = path.at(-1) ?? '';
  const record = typeOf(model, field.type)?.kind === 'object' ? fieldsOf(typeOf(model, field.type)).get(name) : undefined;
  const [input, ...others] = field.args.values();
  const type = input === undefined ? null : inputTypeOf(model, input);
  if (record === undefined || type === null || others.length > 0 || !isRecordType(model, namedType(record.type))) return false;
  const own = fieldsOf(model.types.get(namedType(record.type)));
  const values = [...type.inputFields.values()].filter(value => own.has(value.name));
  const [key] = rowKeys(model, namedType(record.type));
  return values.length > 1 && values.some(value => value.name === key && !isRequiredArgument(value));
}

function* changesBy(model: SchemaModel, action: Action, typeName: string): Iterable<Change> {
  if (isNoun(model, action.path) && !isForm(model, action)) return;
  const word = verbWord(model, action);
  for (const verb of ['create', 'update', 'delete'] as const) {
    if (!ORDERS[verb].includes(word)) continue;
    const made = changeBy(model, action, typeName, verb);
    if (made === null || (verb === 'create' && STEPS.includes(word) && !makesRecord(model, made))) continue;
    yield made;
    // A mutation that creates a list of records can also create a single one.
    const one = made.kind === 'bulkCreate' && made.itemsAt !== null ? changeBy(model, action, typeName, verb, true) : null;
    if (one !== null) yield one;
  }
}

/** True for a creation that returns the record, takes values of it other than its key, and takes no key of an existing one. */
function makesRecord(model: SchemaModel, made: Change): boolean {
  const own = fieldsOf(model.types.get(made.typeName));
  return (
    returnsRecords(model, made.action) &&
    made.fields.some(field => own.has(field.name) && !PLAIN_KEYS.test(plainName(field.name))) &&
    changeBy(model, made.action, made.typeName, 'update') === null
  );
}

/** True if the argument at `path` and all input objects around it are required. */
function isRequired(model: SchemaModel, action: Action, path: ArgumentPath): boolean {
  let fields = action.field.args;
  for (const name of path) {
    const argument = fields.get(name);
    if (argument === undefined || !isRequiredArgument(argument)) return false;
    const type = typeOf(model, argument.type);
    fields = type?.kind === 'input' ? type.inputFields : new Map();
  }
  return true;
}

/** Builds the change of an action for a type and verb; null if it is not possible. @param isOne the list of records contains only one */
function changeBy(
  model: SchemaModel,
  action: Action,
  typeName: string,
  verb: 'create' | 'update' | 'delete',
  isOne = false,
): Change | null {
  const target = actionTarget(model, action);
  // A mutation that creates records of an interface does not say which object type it creates.
  if (target === null || (verb === 'create' && target.typeName !== typeName)) return null;
  const parts = resultRecords(model, action.field)
    .filter(record => record.typeName === target.typeName)
    .flatMap(record => record.path.slice(-1));
  // `deleteSubscription(subscriptionId): AppSubscription`
  const subject = subjectOfName([separatedName(model, action.path.at(-1) ?? '')]);
  if (target.isWhole && subject.length > 0) parts.push(keyOfWords(subject));
  const found = changeArguments(model, action.field.args, typeName, verb, parts, {
    narrows: deletionArguments(model, typeName),
    shared: sharedKeys(model, typeName),
  });
  if (verb !== 'create' && found.keys.length === 0) return null;
  if (verb !== 'create' && isOwn(action.path) && !found.keys.every(key => isRequired(model, action, key.target))) return null;
  if (verb !== 'delete' && found.changesAt === null && found.itemsAt === null) return null;
  // A change by a filter is only safe with the whole key in it, so it is used for single records.
  const isBulk = found.itemsAt !== null || found.keys.some(key => key.asList);
  const single = isOne || !isBulk || (found.itemsAt === null && found.isFilter);
  const unknown = [...found.unfilled, ...found.keys.filter(key => key.column === null).map(key => key.target.join('.'))];
  if (verb !== 'create')
    unknown.push(
      ...missingParts(
        model,
        typeName,
        found.keys.map(key => key.column),
      ),
    );
  // If the name says that several records change, a single id can be that of their parent.
  const isWide = !isBulk && !found.isFilter && found.keyHolder !== 'where' && isBulkName(action.path, typeName);
  // Without records in the result, a list of items with all values of a type can replace what the server has: `updateFlags(flags)`.
  const isReplaced = verb === 'update' && found.itemsAt !== null && target.proof !== 'result' && !isCreated(model, typeName);
  const isSure =
    unknown.length === 0 && !isWide && !isReplaced && !found.isJson && (verb !== 'update' || takesValues(model, typeName, found));
  return {
    kind: single ? verb : (`bulk${verb.charAt(0).toUpperCase()}${verb.slice(1)}` as Change['kind']),
    action,
    typeName,
    family: found.isJson ? 'json' : found.isFilter ? 'filter' : found.keyHolder,
    keys: found.keys,
    changesAt: verb === 'delete' ? null : found.changesAt,
    get fields() {
      return model.remember(`changeable ${action.id} ${typeName} ${verb}`, () =>
        found.changeable.map(entry => formField(model, entry)),
      );
    },
    version: found.version,
    cap: found.cap,
    itemsAt: found.itemsAt,
    sure: isSure ? 'certain' : 'likely',
    why: [target.why, keysText(found), unknown.length > 0 ? `nothing is known for ${unknown.join(', ')}` : null]
      .filter(Boolean)
      .join('; '),
  };
}

/** True if there are mutations that create or delete records of a type. */
const isCreated = (model: SchemaModel, typeName: string): boolean =>
  actionsOn(model, typeName).some(({ verb }) => verb === 'create' || verb === 'delete');

/**
 * True if the update takes values of the record. A list of objects that the record does not have replaces something else of it, an id that
 * it does not have can be that of a record to which it is linked (`setLabels(postId, labelIds)`), and a number is no list of objects.
 */
function takesValues(model: SchemaModel, typeName: string, { changeable }: ChangeArguments): boolean {
  const own = fieldsOf(model.types.get(typeName));
  const links = new Set([...own.keys()].map(plainName));
  return changeable.some(value => {
    const field = own.get(value.name);
    const takesObject = inputTypeOf(model, value) !== null;
    if (field !== undefined)
      return takesObject || isList(value.type) || !isList(field.type) || !isComposite(typeOf(model, field.type));
    const [, holder] = /^(.+?)_?ids?$/i.exec(value.name) ?? [];
    const isLinked = holder === undefined || [holder, plural(holder)].some(name => links.has(plainName(name)));
    return isLinked && (!isList(value.type) || !takesObject);
  });
}

/** The names of all arguments of the deletions of a type, in the form of `plainName`. */
function deletionArguments(model: SchemaModel, typeName: string): ReadonlySet<string> {
  return model.remember(`deletion arguments ${typeName}`, () => {
    const found = new Set<string>();
    for (const { verb, field } of actionsOn(model, typeName)) {
      if (verb !== 'delete') continue;
      for (const argument of field.args.values()) {
        const type = typeOf(model, argument.type);
        for (const name of type?.kind === 'input' ? type.inputFields.keys() : [argument.name]) found.add(plainName(name));
      }
    }
    return found;
  });
}

/** Names of values (see `plainName`) that identify a record, if both its update and its deletion take them. */
const IDENTIFYING = /^(name|token|slug|code|key|handle|username|login|email|identifier|uri|url|domain|path|fullpath|symbol)$/;

/**
 * The values by which both an update and a deletion find a record, in the form of `plainName`: `resourceURI` of `updateResource(resourceURI!,
 * name)` and `deleteResource(resourceURI!)`. Other values, such as a status or the id of another record, can be those of several records.
 */
function sharedKeys(model: SchemaModel, typeName: string): ReadonlySet<string> {
  return model.remember(`shared keys ${typeName}`, () => {
    const own = fieldsOf(model.types.get(typeName));
    const required = actionsOn(model, typeName).map(({ verb, field }) => {
      const flat = [...field.args.values()].flatMap(argument => [
        ...(inputTypeOf(model, argument)?.inputFields.values() ?? [argument]),
      ]);
      return { verb, keys: flat.filter(isRequiredArgument).filter(({ name }) => !CLIENT_MARK.test(name)) };
    });
    const isValue = ({ name, type }: ArgumentModel): boolean => {
      const field = IDENTIFYING.test(plainName(name).replace(nameKey(typeName), '')) ? own.get(name) : undefined;
      return (
        field !== undefined && !isList(type) && namedType(field.type) === namedType(type) && !isComposite(typeOf(model, type))
      );
    };
    const updated = new Set(
      required.flatMap(({ verb, keys }) => (verb === 'update' ? keys.filter(isValue).map(({ name }) => name) : [])),
    );
    const deleted = required.flatMap(({ verb, keys }) =>
      verb === 'delete' && keys.length === 1 ? keys.map(({ name }) => name) : [],
    );
    return new Set(deleted.filter(name => updated.has(name)).map(plainName));
  });
}

const keysText = ({ keys }: ChangeArguments): string | null =>
  keys.length === 0 ? null : `the key goes into ${keys.map(key => key.target.join('.')).join(' and ')}`;

/** The rank of a change, higher is better. Prefers certain changes, keys that every row has, common verbs, no filter and no list. */
function worthOf(model: SchemaModel, change: Change): number {
  const order = ORDERS[change.kind.replace(/^bulk/, '').toLowerCase() as 'create' | 'update' | 'delete'];
  const held = rowKeys(model, change.typeName);
  const isHeld = change.keys.every(key => key.column !== null && held.includes(key.column));
  const primary = change.keys[0]?.column === held[0] ? 3 : 0;
  const target = actionTarget(model, change.action);
  const words = wordsOf(change.action.path.at(-1) ?? '').map(word => word.toLowerCase());
  // Only changed fields are sent. If `updateShip` exists next to `partialUpdateShip` or `patchShip`, it replaces the whole record.
  const isPatch = change.kind === 'update' && words.some(word => word === 'partial' || word === 'patch');
  // A change by a filter whose target is proven only by an input type ranks lower: that input type can be the filter itself.
  const named = target?.typeName !== change.typeName ? 0 : target.proof === 'input' && change.family === 'filter' ? 14 : 20;
  return (
    (change.sure === 'certain' ? 1000 : 0) +
    (change.action.deprecationReason === null ? 200 : 0) +
    (isHeld ? 100 : 0) +
    named +
    primary +
    (isPatch ? 12 : 0) +
    (change.family === 'filter' ? 0 : 40) -
    (change.kind === 'create' && change.itemsAt !== null ? 60 : 0) +
    (10 - order.indexOf(verbWord(model, change.action))) -
    change.action.path.length * 5 -
    Math.min(4, words.length)
  );
}
