/**
 * Determines which record type a mutation changes. The evidence is, in this order: the result type and the names of its fields, the fields
 * and type of the input, and the name of the mutation without verb and filler words (`projectUpdate` changes a `Project`, even if a type
 * `ProjectUpdate` exists). If the evidence is contradictory, the result is null: a button on the wrong record is worse than none.
 */
import { findList } from '../../collections/listShape';
import { rowKeys } from '../../collections/records';
import { nameKey, singular, wordsOf } from '../../model/readableName';
import { type FieldModel, fieldsOf, isList, type SchemaModel, typeOf, type UnionTypeModel } from '../../model/schemaModel';
import { inputTypeOf } from '../keys/changeReader';
import { inputTarget } from '../names/inputTarget';
import { separatedName } from '../names/labelName';
import { lowerWords } from '../names/nameWords';
import {
  endsWithSubject,
  firstNamed,
  isNamed,
  keyOfWords,
  namesOnlyOtherRecords,
  namesOnlyRecordsOf,
  recordTypeNamed,
  type Subject,
} from '../names/recordNames';
import { isMembershipName, namesOnlyPart, splitFillerWord, subjectOfName, subjectsOf } from '../names/subjects';
import { endsWithNamed, isOfSome, isOfType, isPartOf, namesWithMore } from '../names/subjectTypes';
import { type Verb, verbOf } from '../names/verbs';
import { isRecordType, type ResultRecord, resultRecords } from '../resultShape';
import { changedRecords, isKeyAlone } from './changedRecords';
import type { NamedMutation } from './namedMutation';

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

/** The target by the evidence of the mutation itself; null if there is none or if it is contradictory. */
export function ownTarget(model: SchemaModel, action: NamedMutation): ActionTarget | null {
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
    if (holder === undefined || !subjects.some(subject => isNamed(model, subject, holder))) continue;
    const members = unionAt(model, field, record);
    if (members?.possibleTypes.some(member => subjects.some(subject => isNamed(model, subject, member)))) continue;
    const target = members?.name ?? typeName;
    const isWhole = !isOfSome(model, verb, subjects, typeName);
    return { typeName: target, proof: 'result', isWhole, why: `the result contains ${whereText(path)} of type ${target}` };
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

/** The union of records that is in the place of a record in the result; null if there is none. */
function unionAt(model: SchemaModel, field: FieldModel, { path }: ResultRecord): UnionTypeModel | null {
  let type = typeOf(model, field.type);
  for (const name of path) {
    const inner = fieldsOf(type).get(name);
    type = inner && typeOf(model, inner.type);
  }
  return type?.kind === 'union' && type.possibleTypes.every(member => isRecordType(model, member)) ? type : null;
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
  const [only] = types;
  if (verb === 'delete' && unlinksRecords(model, field, named)) return null;
  if (verb === 'create' && types.length === 1 && only !== undefined && linksRecords(field, named))
    return { typeName: only, proof: 'result', isWhole: false, why: `the result is of type ${only}` };
  // A deletion often returns the parent of the deleted record (`deleteProjectColumn: {project}`).
  if (types.length === 0 || (verb === 'delete' && isPayload) || verb === 'create')
    return { typeName: named, proof: 'name', isWhole: true, why: `the name says ${named}` };
  return describedTarget(model, field, named, types);
}

/** True for `issueAddLabel(id, labelId): {issue}`: it takes nothing but keys, one of them that of an existing `IssueLabel`. */
function linksRecords({ args }: FieldModel, named: string): boolean {
  const holders = [...args.values()].map(argument => /^(.*?)_?ids?$/i.exec(argument.name)?.[1]);
  return (
    holders.length > 1 &&
    holders.every(holder => holder !== undefined) &&
    holders.some(holder => holder !== undefined && holder !== '' && nameKey(named).endsWith(nameKey(holder)))
  );
}

/**
 * True for `removeFormQuestion(form, question)`: it takes a question of any kind out of a form, even if there is a `FormQuestion` that
 * implements `Question`.
 */
function unlinksRecords(model: SchemaModel, { args }: FieldModel, named: string): boolean {
  const type = model.types.get(named);
  const flat = [...args.values()].flatMap(argument => [...(inputTypeOf(model, argument)?.inputFields.values() ?? [argument])]);
  const holders = new Set(flat.map(({ name }) => nameKey(name.replace(/_?ids?$/i, ''))));
  const whole = nameKey(named);
  return (
    type?.kind === 'object' &&
    type.interfaces
      .map(nameKey)
      .some(kind => holders.has(kind) && whole.endsWith(kind) && holders.has(whole.slice(0, -kind.length)))
  );
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
  const isForSome =
    namesOnlyPart(subjects[0] ?? [], only) ||
    namesSomethingOn(model, subjects[0] ?? [], only) ||
    namesOneKind(model, verb, subjects[0] ?? [], only);
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

/** True for the name of something else that belongs to a record of the type: `licensePlanOnAccount` for an `Account`. */
function namesSomethingOn(model: SchemaModel, subject: Subject, typeName: string): boolean {
  const at = subject.findLastIndex(word => word === 'on' || word === 'for');
  return at > 0 && isNamed(model, subject.slice(at + 1), typeName);
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

/** True if the result type is not a record type, but has the key of `named` and most of its fields belong to it: `{pk, name, sections}`. */
function isCopyOf(model: SchemaModel, field: FieldModel, named: string): boolean {
  const type = typeOf(model, field.type);
  if (type === undefined || isRecordType(model, type.name)) return false;
  const own = fieldsOf(model.types.get(named));
  const returned = [...fieldsOf(type).keys()];
  const shared = returned.filter(name => own.has(name)).length;
  return shared * 2 > returned.length && rowKeys(model, named).some(key => returned.includes(key));
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

/** The only type of the records in a result; null if there are several or none. */
function onlyType(model: SchemaModel, types: readonly string[]): string | null {
  const [first] = types;
  if (types.length === 1 && first !== undefined && isRecordType(model, first)) return first;
  return null;
}

const whereText = (path: readonly string[]): string => (path.length === 0 ? 'the record' : `"${path.join('.')}"`);
