/**
 * How an API changes the records of a type: the mutations that create, update and delete one, and their bulk forms. A change is offered
 * only for a mutation whose target is proven (actionTarget.ts) and whose arguments have a place for the whole key (changeArguments.ts).
 * Plain data; what is sent and how the answer is read is in changeRequest.ts.
 */
import { rowKeys } from '../collections/records';
import { type FormField, formField } from '../forms/formModel';
import type { ArgumentPath } from '../model/argumentPath';
import { nameKey, wordsOf } from '../model/readableName';
import { mustBeGiven, possibleTypes, type SchemaModel, typeOf } from '../model/schemaModel';
import { type Action, findActions } from './actions';
import { actionTarget } from './actionTarget';
import { answeredRecords } from './answerShape';
import { type ChangeArguments, changeArguments } from './changeArguments';
import type { KeyTarget } from './keyTargets';
import { keyOfWords } from './recordNames';
import { spokenName } from './spokenName';
import { changesSeveral, isOwn } from './subjects';
import { isVerb, verbIndex } from './verbs';

/** One way to change records of a type. */
export interface Change {
  readonly kind: 'create' | 'update' | 'delete' | 'bulkCreate' | 'bulkUpdate' | 'bulkDelete';
  /** The mutation; its form stays under Actions as well. */
  readonly action: Action;
  /** The type of the records, as it was asked for. */
  readonly typeName: string;
  /** `arguments`: keys among the arguments; `input`: in the one input; `where`: in a unique where; `filter`: equality in a filter. */
  readonly family: 'arguments' | 'input' | 'where' | 'filter' | 'json';
  /** Where each value of the key goes. Several for a composite key; [] for `create`. */
  readonly keys: readonly KeyTarget[];
  /** The object that takes the changed fields; [] for the arguments themselves, null for a deletion. Inside an item where `itemsAt` is set. */
  readonly changesAt: ArgumentPath | null;
  /** A form of the fields that can be changed, by their names inside `changesAt`. Required ones are sent each time. */
  readonly fields: readonly FormField[];
  /** A version the server compares before it writes, and the record's field that holds it. */
  readonly version: { readonly column: string; readonly target: ArgumentPath } | null;
  /** The most rows that may be changed; 1 is sent. */
  readonly cap: ArgumentPath | null;
  /** A list of inputs with a key and changes of their own (bulk forms); null when one change goes to all keys. */
  readonly itemsAt: ArgumentPath | null;
  /** Only `certain` ones are offered as editing. */
  readonly sure: 'certain' | 'likely';
  /** One English line: by what it was recognised. */
  readonly why: string;
}

/** The changes of a record type; a kind that is missing was not recognised. */
export type Changes = { readonly [Kind in Change['kind']]?: Change };

const UPDATES = ['update', 'edit', 'modify', 'change', 'patch', 'set', 'save', 'upsert', 'replace', 'put'];
const DELETES = ['delete', 'destroy', 'remove', 'purge', 'erase', 'drop'];
const CREATES = ['create', 'add', 'insert', 'new', 'register', 'save', 'upsert', 'make', 'book'];
const ORDERS = { create: CREATES, update: UPDATES, delete: DELETES };

/** The best change of each kind for records of a type. Found once per type. */
export function changesOf(model: SchemaModel, typeName: string): Changes {
  return model.remember(`changes of ${typeName}`, () => {
    const best = new Map<Change['kind'], { change: Change; worth: number }>();
    for (const action of actionsOn(model, typeName)) {
      for (const change of changesBy(model, action, typeName)) {
        const worth = worthOf(model, change);
        const known = best.get(change.kind);
        if (known === undefined || worth > known.worth) best.set(change.kind, { change, worth });
      }
    }
    return Object.fromEntries([...best].map(([kind, { change }]) => [kind, change]));
  });
}

/** Actions whose proven target is the type itself or an interface of it. */
function actionsOn(model: SchemaModel, typeName: string): readonly Action[] {
  const byTarget = model.remember('actions by target', () => {
    const found = new Map<string, Action[]>();
    for (const action of findActions(model)) {
      const target = actionTarget(model, action);
      if (target === null || !target.isWhole) continue;
      for (const name of new Set([target.typeName, ...possibleTypes(model.types.get(target.typeName))])) {
        const known = found.get(name);
        if (known === undefined) found.set(name, [action]);
        else known.push(action);
      }
    }
    return found;
  });
  return byTarget.get(typeName) ?? [];
}

/** How an action changes one existing record, whatever else changes such records; null when it makes or deletes one, or is not proven. */
export function updateBy(model: SchemaModel, action: Action): Change | null {
  return model.remember(`update by ${action.id}`, () => {
    const target = actionTarget(model, action);
    if (target === null || action.verb === 'create' || action.verb === 'delete') return null;
    const change = changeBy(model, action, target.typeName, 'update');
    return change === null || change.kind !== 'update' ? null : change;
  });
}

/** The verb of an action's name; '' when it has none. */
function verbWord(model: SchemaModel, action: Action): string {
  const words = wordsOf(spokenName(model, action.path.at(-1) ?? '')).map(word => word.toLowerCase());
  const [first = ''] = words;
  const at = verbIndex(words);
  // `uploadStatusUpdate` uploads a `StatusUpdate`: the verb at the end belongs to the name of the type.
  const typeName = at > 0 && isVerb(first) ? actionTarget(model, action)?.typeName : undefined;
  return typeName !== undefined && nameKey(typeName) === keyOfWords(words.slice(1)) ? first : (words[at] ?? '');
}

function* changesBy(model: SchemaModel, action: Action, typeName: string): Iterable<Change> {
  const word = verbWord(model, action);
  for (const verb of ['create', 'update', 'delete'] as const) {
    if (!ORDERS[verb].includes(word)) continue;
    const made = changeBy(model, action, typeName, verb);
    if (made === null) continue;
    yield made;
    // A list of new records may be one of one.
    const one = made.kind === 'bulkCreate' && made.itemsAt !== null ? changeBy(model, action, typeName, verb, true) : null;
    if (one !== null) yield one;
  }
}

/** True where the key has to be given: an optional one of the reader's own record is left out. */
function isRequired(model: SchemaModel, action: Action, path: ArgumentPath): boolean {
  let fields = action.field.args;
  for (const name of path) {
    const argument = fields.get(name);
    if (argument === undefined || !mustBeGiven(argument)) return false;
    const type = typeOf(model, argument.type);
    fields = type?.kind === 'input' ? type.inputFields : new Map();
  }
  return true;
}

/** @param isOne its list is to hold one record */
function changeBy(
  model: SchemaModel,
  action: Action,
  typeName: string,
  verb: 'create' | 'update' | 'delete',
  isOne = false,
): Change | null {
  const target = actionTarget(model, action);
  // What makes records of an interface says nothing of which members it makes.
  if (target === null || (verb === 'create' && target.typeName !== typeName)) return null;
  const parts = answeredRecords(model, action.field)
    .filter(record => record.typeName === target.typeName)
    .flatMap(record => record.path.slice(-1));
  const found = changeArguments(model, action.field.args, typeName, verb, parts);
  if (verb !== 'create' && found.keys.length === 0) return null;
  if (verb !== 'create' && isOwn(action.path) && !found.keys.every(key => isRequired(model, action, key.target))) return null;
  if (verb !== 'delete' && found.changesAt === null && found.itemsAt === null) return null;
  // What changes rows by a filter is only safe with the whole key in it.
  const isBulk = found.itemsAt !== null || found.keys.some(key => key.asList);
  const single = isOne || !isBulk || (found.itemsAt === null && found.isFilter);
  const unknown = [...found.unfilled, ...found.keys.filter(key => key.column === null).map(key => key.target.join('.'))];
  // The one id of a bulk change is that of what holds the records.
  const isWide = verb !== 'create' && !isBulk && !found.isFilter && found.keyHolder !== 'where' && changesSeveral(action.path);
  const isSure = unknown.length === 0 && !isWide && !found.isJson && !(verb === 'update' && found.changeable.length === 0);
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

const keysText = ({ keys }: ChangeArguments): string | null =>
  keys.length === 0 ? null : `the key goes into ${keys.map(key => key.target.join('.')).join(' and ')}`;

/** Higher is better: certain, by a key that every row holds, by the plainest verb, not by a filter, and not in a list. */
function worthOf(model: SchemaModel, change: Change): number {
  const order = ORDERS[change.kind.replace(/^bulk/, '').toLowerCase() as 'create' | 'update' | 'delete'];
  const held = rowKeys(model, change.typeName);
  const isHeld = change.keys.every(key => key.column !== null && held.includes(key.column));
  const primary = change.keys[0]?.column === held[0] ? 3 : 0;
  const target = actionTarget(model, change.action);
  // An input that has a filter may be made for the filter alone.
  const named = target?.typeName !== change.typeName ? 0 : target.proof === 'input' && change.family === 'filter' ? 14 : 20;
  return (
    (change.sure === 'certain' ? 1000 : 0) +
    (change.action.deprecationReason === null ? 200 : 0) +
    (isHeld ? 100 : 0) +
    named +
    primary +
    (change.family === 'filter' ? 0 : 40) -
    (change.kind === 'create' && change.itemsAt !== null ? 60 : 0) +
    (10 - order.indexOf(verbWord(model, change.action))) -
    change.action.path.length * 5 -
    Math.min(4, wordsOf(change.action.path.at(-1) ?? '').length)
  );
}
