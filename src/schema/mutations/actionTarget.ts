/**
 * Determines which record type a mutation changes. The evidence is, in this order: the result type and the names of its fields, the fields
 * and type of the input, and the name of the mutation without verb and filler words (`projectUpdate` changes a `Project`, even if a type
 * `ProjectUpdate` exists). If the evidence is contradictory, the result is null: a button on the wrong record is worse than none.
 */
import { keyFields } from '../collections/displayField';
import { findList } from '../collections/listShape';
import { rowKeys } from '../collections/records';
import { nameKey, singular, wordsOf } from '../model/readableName';
import {
  type FieldModel,
  fieldsOf,
  isList,
  namedType,
  possibleTypes,
  type SchemaModel,
  typeOf,
  type UnionTypeModel,
} from '../model/schemaModel';
import { inputTarget } from './names/inputTarget';
import { separatedName } from './names/labelName';
import { lowerWords } from './names/nameWords';
import {
  endsWithSubject,
  firstNamed,
  isNamed,
  isNamedInSpace,
  keyOfWords,
  namesOnlyOtherRecords,
  namesOnlyRecordsOf,
  namesOnlySomeRecords,
  recordTypeNamed,
  recordTypesByKey,
  type Subject,
} from './names/recordNames';
import { isMembershipName, namesOnlyPart, recordTypeInSpace, splitFillerWord, subjectOfName, subjectsOf } from './names/subjects';
import { endsWithNamed, isOfSome, isOfType, isPartOf, namesWithMore, startsWithType } from './names/subjectTypes';
import { type Verb, verbOf } from './names/verbs';
import { isRecordType, type ResultRecord, resultRecords } from './resultShape';
import { spaceSiblings, updatesBeside } from './spaceSiblings';

/** A mutation with its path from the mutation type and the verb of its name. */
export interface NamedMutation {
  readonly id: string;
  readonly path: readonly string[];
  readonly field: FieldModel;
  readonly verb: Verb;
}

/** The record type that a mutation changes, with the evidence. */
export interface ActionTarget {
  /** An object or interface type with a key. */
  readonly typeName: string;
  readonly proof: 'result' | 'input' | 'name';
  /** True if the mutation changes the record as a whole, false for a part of it (`checkoutEmailUpdate`). */
  readonly isWhole: boolean;
  /** The evidence, as one line of English. */
  readonly why: string;
}

/** The record type that an action changes, creates or deletes; null if it is not proven. Memoized per action. */
export function actionTarget(model: SchemaModel, action: NamedMutation): ActionTarget | null {
  return model.remember(`target ${action.id}`, () => {
    const path = [...action.path.slice(0, -1), separatedName(model, action.path.at(-1) ?? '')];
    const spoken: NamedMutation = { id: action.id, path, field: action.field, verb: action.verb };
    const found = findTarget(model, spoken);
    const whole = found?.isWhole === true ? found : targetOfUpdate(model, spoken);
    return whole ?? found ?? siblingTarget(model, spoken);
  });
}

function findTarget(model: SchemaModel, action: NamedMutation): ActionTarget | null {
  const { field, verb } = action;
  // `register(input): {token, user: Me}` signs somebody up. `machines { register }` creates a machine.
  if (action.path.length === 1 && nameKey(action.path[0] ?? '') === 'register') return null;
  const subjects = subjectsOf(action.path);
  // The result of a deletion can be only the key (`{documentId}`), which is not a record.
  const records = changedRecords(model, action).filter(record => verb !== 'delete' || !isKeyAlone(model, record.typeName));
  const types = [...new Set(records.map(record => record.typeName))];
  const only = onlyType(model, types);
  // `removeUserFromGroup` deletes neither the user nor the group.
  if (isMembershipName(action.path))
    return only === null ? null : { typeName: only, proof: 'result', isWhole: false, why: `the result is of type ${only}` };
  const named = firstNamed(model, subjects);
  for (const record of records) {
    const { typeName, path } = record;
    const why = `the result contains ${whereText(path)} of type ${typeName}`;
    if (subjects.some(subject => isNamed(model, subject, typeName)) || (named === null && isNamedButThing(model, action, record)))
      return { typeName, proof: 'result', isWhole: true, why };
    const holder = path.at(-1);
    if (holder !== undefined && subjects.some(subject => isNamed(model, subject, holder)))
      return { typeName, proof: 'result', isWhole: !isOfSome(model, verb, subjects, typeName), why };
  }
  if (named !== null && verb !== 'delete' && isCopyOf(model, field, named))
    return { typeName: named, proof: 'result', isWhole: true, why: `the result has the key and the fields of ${named}` };
  if (named !== null)
    return namedTarget(
      model,
      action,
      subjects,
      named,
      types,
      records.every(record => record.path.length > 0),
    );
  if (only === null) {
    const byInput = targetByInput(model, field);
    // The result contains records of other types, so an `OrderLineInput` can also be the input for a `DraftOrderLine`.
    if (byInput !== null && types.length > 0 && !types.includes(byInput.typeName)) return null;
    if (byInput === null || isOfType(model, subjects, byInput.typeName)) return byInput;
    // An input object inside another (`attachments` of a correction) does not prove the target.
    return verb === 'delete' || byInput.isInside ? null : byInput;
  }
  return resultTarget(model, action, subjects, only);
}

/** The records in the result of a mutation that are not inside of what its name says. */
export function changedRecords(model: SchemaModel, { field, path }: NamedMutation): readonly ResultRecord[] {
  const subjects = subjectsOf(path);
  // A payload type can have the whole name of the mutation.
  const payload = nameKey(namedType(field.type));
  const holder = payload === nameKey(path.at(-1) ?? '') ? null : payload;
  return resultRecords(model, field).filter(record => !isInsideSubject(model, holder, subjects, record));
}

/**
 * True for a record inside the subject of the name: `updateProposal: {proposal: {call}}` does not change the call, nor does
 * `updateBilling: Billing` change the tax number in it.
 * @param holder the name of the result type, as by `nameKey`
 */
function isInsideSubject(
  model: SchemaModel,
  holder: string | null,
  subjects: readonly Subject[],
  { path, typeName }: ResultRecord,
): boolean {
  if (path.length === 0) return false;
  if (subjects.some(subject => keyOfWords(subject) === holder)) return !isOfType(model, subjects, typeName);
  const isInside = path.slice(0, -1).some(name => subjects.some(subject => isNamed(model, subject, name)));
  return isInside && !subjects.some(subject => isNamed(model, subject, typeName));
}

/** True if the result type is not a record type, but has the key of `named` and most of its fields belong to it: `{pk, name, sections}`. */
function isCopyOf(model: SchemaModel, field: FieldModel, named: string): boolean {
  const type = typeOf(model, field.type);
  if (type === undefined || isRecordType(model, type.name)) return false;
  const own = fieldsOf(model.types.get(named));
  const returned = [...fieldsOf(type).keys()];
  const shared = returned.filter(name => own.has(name)).length;
  return shared * 2 > returned.length && rowKeys(model, named).some(key => returned.includes(key));
}

/** The target if a type has the name of the subject, but the result contains other records or none. */
function namedTarget(
  model: SchemaModel,
  { field, verb }: NamedMutation,
  subjects: readonly Subject[],
  named: string,
  types: readonly string[],
  isPayload: boolean,
): ActionTarget | null {
  // All lines of an order at once: the mutation takes the key of the order.
  const parent =
    types.length === 1 && subjects.some(subject => isPartOf(model, subject, types[0] as string)) ? types[0] : undefined;
  if (parent !== undefined) return { typeName: parent, proof: 'result', isWhole: false, why: `the result is of type ${parent}` };
  // A deletion often returns the parent of the deleted record (`deleteProjectColumn: {project}`).
  if (types.length === 0 || (verb === 'delete' && isPayload) || verb === 'create')
    return { typeName: named, proof: 'name', isWhole: true, why: `the name says ${named}` };
  return describedTarget(model, field, named, types);
}

/** The target if no type has the name of the subject, and the result contains records of one type. */
function resultTarget(
  model: SchemaModel,
  { field, path, verb }: NamedMutation,
  subjects: readonly Subject[],
  only: string,
): ActionTarget | null {
  const why = `the result is of type ${only}`;
  // `restoreVersionPost(id): Post` takes the id of what the query field `versionPost` returns, not of a `Post`.
  if (subjects[0] !== undefined && namesOnlyOtherRecords(model, subjects[0], only)) return null;
  const bySubject = subjects.some(
    subject => subject.length === 0 || endsWithNamed(model, subject, only) || endsWithSubject(model, subject, only),
  );
  // `updateDraftOrder` changes only drafts, not every order. `deleteFavoriteShip` deletes the favourite, not the ship.
  const isOther = verb === 'delete' && !isOfType(model, subjects, only);
  const isForSome = namesOnlyPart(subjects[0] ?? [], only) || namesOneKind(model, verb, subjects[0] ?? [], only);
  if (bySubject || (verb === 'update' && namesWithMore(subjects[0] ?? [], only)))
    return { typeName: only, proof: 'result', isWhole: verb === 'create' || (!isOther && !isForSome), why };
  const byInput = targetByInput(model, field);
  if (byInput?.typeName === only && !isOther)
    return { ...byInput, isWhole: !isForSome, why: `${why}, and the input is made for it` };
  if (verb !== 'delete' && subjects.some(subject => isPartOf(model, subject, only)))
    return { typeName: only, proof: 'result', isWhole: false, why };
  // `deleteFromShips` deletes ships, but `removeFromShips` can take one out of a list.
  const called = /^remove/i.test(path.at(-1) ?? '') ? (subjects[0] ?? []) : subjectOfName(path);
  if (recordTypeNamed(model, called) === only)
    return { typeName: only, proof: 'result', isWhole: true, why: `${why}, which the schema calls so` };
  return null;
}

/**
 * True if the subject is not the type itself, and other mutations with the same verb name one kind of its records: `sceneEditUpdate` and
 * `tagEditUpdate` return an `Edit`, but neither changes every edit.
 */
function namesOneKind(model: SchemaModel, verb: Verb, subject: Subject, typeName: string): boolean {
  if (isOfType(model, [subject], typeName)) return false;
  const kinds = model.remember('kinds of records by verb and type', () => {
    const found = new Map<string, Set<string>>();
    for (const field of model.mutationType?.fields.values() ?? []) {
      const name = separatedName(model, field.name);
      const [words] = subjectsOf([name]);
      const own = onlyType(model, [...new Set(resultRecords(model, field).map(record => record.typeName))]);
      if (own === null || words === undefined || !(endsWithNamed(model, words, own) || namesWithMore(words, own))) continue;
      const key = `${verbOf(lowerWords(name))} ${own}`;
      found.set(key, (found.get(key) ?? new Set()).add(keyOfWords(words)));
    }
    return found;
  });
  return [...(kinds.get(`${verb} ${typeName}`) ?? [])].some(kind => kind !== keyOfWords(subject));
}

/**
 * The target of a deletion with the subject of an update beside it: `deletePartnerContact` deletes the `Contact` that `updatePartnerContact`
 * changes. Null if the result of the deletion contains other records.
 */
function targetOfUpdate(model: SchemaModel, action: NamedMutation): ActionTarget | null {
  const subject = subjectOfName(action.path);
  if (action.verb !== 'delete' || subject.length === 0 || isMembershipName(action.path)) return null;
  if (namesOnlySomeRecords(model, subject)) return null;
  const returned = resultRecords(model, action.field).filter(record => !isKeyAlone(model, record.typeName));
  for (const update of updatesBeside(model, action.path)) {
    const target = findTarget(model, update);
    if (target?.isWhole !== true || namesOnlyPart([...subject, target.typeName], target.typeName)) continue;
    if (returned.every(({ typeName }) => typeName === target.typeName))
      return { ...target, proof: 'name', why: `"${update.path.at(-1)}" changes ${target.typeName}` };
  }
  return null;
}

/**
 * The target according to other fields with the same subject: `deleteSeason(id): Boolean` deletes the type that `createSeason` and
 * `updateSeason` return, or that the query field `season` returns, whatever the name of the type. Without such fields, the only id can name
 * the type: `deleteVariant(productVariantId)` deletes a `ProductVariant`.
 */
function siblingTarget(model: SchemaModel, action: NamedMutation): ActionTarget | null {
  const subject = subjectOfName(action.path);
  if (subject.length === 0 && action.verb !== 'other') return spaceTarget(model, action);
  if ((action.verb !== 'delete' && action.verb !== 'update') || isMembershipName(action.path)) return null;
  if (namesOnlySomeRecords(model, subject)) return null;
  const sibling = siblingTypes(model).get(keyOfWords(subject));
  const returned = resultRecords(model, action.field).filter(record => !isKeyAlone(model, record.typeName));
  const union = unionNamed(model, subject);
  if (union !== null && returned.every(({ typeName }) => possibleTypes(union).includes(typeName)))
    return { typeName: union.name, proof: 'name', isWhole: true, why: `the name says ${union.name}` };
  if (returned.some(({ typeName, path }) => typeName !== sibling || path.length > 0)) return null;
  const inSpace = returned.length > 0 ? null : recordTypeInSpace(model, subject, action.path);
  if (inSpace !== null) return { typeName: inSpace, proof: 'name', isWhole: true, why: `name and namespace say ${inSpace}` };
  const byId = sibling === undefined && action.verb === 'delete' ? typeOfOnlyId(model, action, subject) : null;
  if (byId !== null) return { typeName: byId, proof: 'name', isWhole: true, why: `the id is that of ${byId}` };
  const typeName = sibling ?? (isNamedInSpace(model, subject, action.path) ? recordTypeNamed(model, subject) : null);
  if (typeName === null || typeName === undefined) return null;
  // `removeTopShip` removes a ship from the list `topShips` instead of deleting it.
  if (
    /^remove/i.test(action.path.at(-1) ?? '') &&
    endsWithNamed(model, subject, typeName) &&
    !endsWithSubject(model, subject, typeName)
  )
    return null;
  const by = sibling === undefined ? 'the query type calls' : 'other mutations of that name return';
  return { typeName, proof: 'name', isWhole: true, why: `${by} ${typeName}` };
}

/**
 * The target of a mutation whose name is only a verb: what the others in its namespace create and update, or what its namespace in the
 * query type returns (`comments { update }`).
 */
function spaceTarget(model: SchemaModel, action: NamedMutation): ActionTarget | null {
  if (action.path.length < 2) return null;
  const siblings = spaceSiblings(model, action.path);
  const rows = rowsOfSpace(model, [action, ...siblings]);
  if (rows !== null)
    return { typeName: rows, proof: 'result', isWhole: true, why: `this and the mutations beside it return ${rows}` };
  if (action.verb === 'create' || resultRecords(model, action.field).length > 0) return null;
  const targets = siblings.map(sibling => findTarget(model, sibling));
  const [first] = targets;
  if (first && targets.every(target => target?.isWhole === true && target.typeName === first.typeName))
    return { ...first, proof: 'name', why: `the other mutations beside it change ${first.typeName}` };
  const called = recordTypeNamed(model, subjectsOf(action.path)[0] ?? []);
  if (called === null || !isNamedInSpace(model, subjectsOf(action.path)[0] ?? [], action.path)) return null;
  return { typeName: called, proof: 'name', isWhole: true, why: `the query type calls ${called} so` };
}

/**
 * The record type that the mutations of a namespace return, whatever it is called, if one of them takes several of its values. Null for a
 * namespace that is called like a field of the record: `emails { create }` returns the user, but creates an address.
 */
function rowsOfSpace(model: SchemaModel, mutations: readonly NamedMutation[]): string | null {
  const [first] = mutations;
  const results = mutations.map(({ field }) => onlyRecord(model, field));
  const typeName = results.find(result => result !== null && result !== '');
  if (first === undefined || !typeName || !results.every(result => result === typeName || result === '')) return null;
  const own = fieldsOf(model.types.get(typeName));
  const space = keyOfWords(subjectsOf(first.path).at(-1) ?? []);
  if ([...own.keys()].some(name => nameKey(name) === space)) return null;
  return mutations.some(({ verb, field }) => verb !== 'delete' && takesValuesOf(model, field, typeName)) ? typeName : null;
}

/** The type of the record that a mutation returns; '' if it returns none, null if it returns several. */
function onlyRecord(model: SchemaModel, field: FieldModel): string | null {
  const [first, ...others] = resultRecords(model, field).filter(record => !isKeyAlone(model, record.typeName));
  return first === undefined ? '' : others.length > 0 || first.isList ? null : first.typeName;
}

/** True if most arguments of a mutation, and at least two, are values of the record other than its keys. */
function takesValuesOf(model: SchemaModel, field: FieldModel, typeName: string): boolean {
  const own = fieldsOf(model.types.get(typeName));
  const keys = new Set(rowKeys(model, typeName));
  const values = [...field.args.values()]
    .flatMap(argument => {
      const type = typeOf(model, argument.type);
      return type?.kind === 'input' ? [...type.inputFields.keys()] : [argument.name];
    })
    .filter(name => !keys.has(name));
  const shared = values.filter(name => own.has(name)).length;
  return shared > 1 && shared * 2 >= values.length;
}

/** The union that has the name of a subject, if all its members are record types; null if there is none. */
function unionNamed(model: SchemaModel, subject: Subject): UnionTypeModel | null {
  const unions = model.remember(
    'unions of records',
    () =>
      new Map(
        [...model.types.values()].flatMap(type =>
          type.kind === 'union' && type.possibleTypes.every(name => isRecordType(model, name))
            ? [[nameKey(type.name), type]]
            : [],
        ),
      ),
  );
  return unions.get(keyOfWords(subject)) ?? null;
}

/** The record type that the only argument of a mutation names, if the subject is the end of the type's name. */
function typeOfOnlyId(model: SchemaModel, { field }: NamedMutation, subject: Subject): string | null {
  const [only] = field.args.values();
  const [, name = ''] = /^(.+?)_?(?:uu)?id$/i.exec(only?.name ?? '') ?? [];
  const typeName = recordTypesByKey(model).get(nameKey(name));
  return field.args.size === 1 && typeName !== undefined && endsWithSubject(model, subject, typeName) ? typeName : null;
}

/** The types that root mutations change, by the subject of their names; null if mutations with the same subject disagree. */
function siblingTypes(model: SchemaModel): ReadonlyMap<string, string | null> {
  return model.remember('targets by subject', () => {
    const found = new Map<string, string | null>();
    for (const field of model.mutationType?.fields.values() ?? []) {
      const name = separatedName(model, field.name);
      const path = [name];
      const subject = subjectOfName(path);
      if (subject.length === 0) continue;
      const verb = verbOf(lowerWords(name));
      if (verb === 'other') continue;
      const target = findTarget(model, { id: field.name, path, field, verb });
      if (target === null || !target.isWhole || namesOnlyPart(subject, target.typeName)) continue;
      const isMadeFor =
        verb === 'create' &&
        target.proof === 'input' &&
        namedType(field.type) === target.typeName &&
        startsWithType(model, subject, target.typeName);
      if (target.proof !== 'result' && !isMadeFor) continue;
      // The subject must match the whole type: `addFavoriteShip` returns a ship, but adds a favourite.
      const before = splitFillerWord(path);
      const subjects = before === null ? subjectsOf(path) : [...subjectsOf(path), before.subject];
      const isWhole = subjects.some(
        words => isNamed(model, words, target.typeName) || endsWithSubject(model, words, target.typeName),
      );
      if (!isWhole && !isMadeFor) continue;
      const key = keyOfWords(subject);
      const existing = found.get(key);
      found.set(key, existing === undefined || existing === target.typeName ? target.typeName : null);
    }
    return found;
  });
}

/**
 * True if the result has the type named before a word like `item` (`update_film_item: film`), unless records of that type contain such
 * items (`updateOrderItem: Order`) or the result can be the parent of a deleted item (`deleteOrderItem: Order`).
 */
function isNamedButThing(model: SchemaModel, { field, path, verb }: NamedMutation, record: ResultRecord): boolean {
  const before = splitFillerWord(path);
  if (before === null || !isNamed(model, before.subject, record.typeName)) return false;
  // A query field has the same subject, including that word: `filmCollection`.
  if (namesOnlyRecordsOf(model, [...before.subject, before.thing], record.typeName)) return true;
  if (!record.isList && (verb === 'delete' || record.path.length > 0)) return false;
  const has = [...fieldsOf(model.types.get(record.typeName)).values()].some(
    entry =>
      singular(wordsOf(entry.name).at(-1) ?? '').toLowerCase() === before.thing &&
      (isList(entry.type) || findList(model, entry.type) !== null),
  );
  return !has || inputTarget(model, field)?.typeName === record.typeName;
}

/** True for a type that has only key fields. */
function isKeyAlone(model: SchemaModel, typeName: string): boolean {
  const keys = keyFields(model, typeName);
  return [...fieldsOf(model.types.get(typeName)).keys()].every(name => keys.includes(name));
}

const whereText = (path: readonly string[]): string => (path.length === 0 ? 'the record' : `"${path.join('.')}"`);

/** The only type of the records in a result; null if there are several or none. */
function onlyType(model: SchemaModel, types: readonly string[]): string | null {
  const [first] = types;
  if (types.length === 1 && first !== undefined && isRecordType(model, first)) return first;
  return null;
}

/** The target if name and result contradict each other. The description of the key can decide ("ID of the order line to update"). */
function describedTarget(model: SchemaModel, field: FieldModel, named: string, types: readonly string[]): ActionTarget | null {
  for (const argument of field.args.values()) {
    if (!/^(id|uuid|node_?id)$/i.test(argument.name) || argument.description === null) continue;
    const said = argument.description
      .slice(0, 300)
      .toLowerCase()
      .replace(/[^a-z]+/g, '');
    if (
      said.includes(nameKey(named)) &&
      !types.some(type => !nameKey(named).includes(nameKey(type)) && said.includes(nameKey(type)))
    )
      return { typeName: named, proof: 'input', isWhole: true, why: `the description of "${argument.name}" says ${named}` };
  }
  return targetByInput(model, field, named);
}

/** The target according to the input type. @param wanted accept only this type */
function targetByInput(
  model: SchemaModel,
  field: FieldModel,
  wanted?: string,
): (ActionTarget & { readonly isInside: boolean }) | null {
  const found = inputTarget(model, field, wanted);
  return found === null ? null : { ...found, proof: 'input', isWhole: true };
}
