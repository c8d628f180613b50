/**
 * Decides whether the result of a mutation proves that it was executed. The structure decides, not the names of types. These results are
 * refusals: a union member without a key where another member is a record, `{success: false}`, non-empty errors, null for a deleted record,
 * and an affected count of 0. A result that proves nothing is `unknown`, and the screen shows it unchanged.
 */
import { keyPaths } from '../../collections/displayField';
import { rowKeys } from '../../collections/records';
import { nameKey, readableName } from '../../model/readableName';
import {
  actualType,
  type FieldModel,
  fieldsOf,
  isComposite,
  isList,
  possibleTypes,
  type SchemaModel,
  type TypeModel,
  typeOf,
} from '../../model/schemaModel';
import { isOtherKey, keyTexts, sentCount, sentKeys } from '../keys/sentKeys';
import type { Verb } from '../names/verbs';
import { ERROR_TYPE, isErrorDetailType, isErrorField, isRecordType } from '../resultShape';
import {
  countOf,
  deniesOtherChange,
  isCount,
  isErrorText,
  isKeyOfChanged,
  isLeftOut,
  isOutweighed,
  isProof,
  judgeLeaf,
  type LeafOutcome,
} from './leafOutcome';
import {
  addErrorField,
  collectErrors,
  fieldName,
  forbiddenBy,
  isMessageField,
  isObject,
  MOST_ITEMS,
  messageOf,
  type PayloadError,
  type Row,
} from './payloadErrors';
import { isAbout, isBesideSuccess, judgeRecord, type Mutation, type Outcome, type OutcomeState } from './recordOutcome';

/** Names of lists with the failed items of a bulk change. */
const FAILED_FIELD = /failed(_?(ids?|keys|items|records|rows))?$/i;

/** Names of scalars without values (`Void` of graphql-scalars, Directus). Null is all that they can say. */
const VOID = /^(void|null|empty|nothing|unit)$/i;

const nothing: Outcome = { state: 'unknown', errors: [] };

/**
 * The outcome of a mutation, from the value of its field.
 * @param sent the arguments that were sent
 */
export function judgeResult(model: SchemaModel, field: FieldModel, value: unknown, verb: Verb, sent: unknown = null): Outcome {
  const type = typeOf(model, field.type);
  const mutation: Mutation = { model, verb, name: nameKey(field.name), sent };
  if ((verb === 'delete' || verb === 'update') && areSentKeys(type?.name, value, sent))
    return { state: isFewer(mutation, keyTexts(value)) ? 'unknown' : 'done', errors: [] };
  // A list in place of an object, or a scalar in place of a record, proves nothing.
  if (Array.isArray(value)) return isList(field.type) ? judgeList(mutation, type?.name ?? '', value) : nothing;
  if (value === null && VOID.test(type?.name ?? '')) return nothing;
  if (value === null || value === undefined)
    return { state: verb === 'delete' || (verb === 'update' && isComposite(type)) ? 'refused' : 'unknown', errors: [] };
  if (!isComposite(type)) return { state: judgeScalar(value, verb), errors: [] };
  if (!isObject(value)) return nothing;
  // `CreateVesselResult {id, vessel}`: the id may be that of the request.
  const isPayload =
    nameKey(type.name).startsWith(mutation.name) && nameKey(type.name) !== mutation.name && holdsRecord(model, type.name);
  return isPayload ? judgePayload(mutation, type.name, value, 2) : judgeObject(mutation, type.name, value, 2);
}

/** True if the result consists of keys that were sent: `deleteShip(id): ID`. For a record that was not found, the server returns null. */
function areSentKeys(typeName: string | undefined, value: unknown, sent: unknown): boolean {
  if (typeName === undefined || !/^(id|uuid|guid|objectid)$/i.test(typeName)) return false;
  const keys = Array.isArray(value) ? value.slice(0, MOST_ITEMS) : [value];
  const known = new Set(sentKeys(sent));
  return keys.length > 0 && keys.every(key => (typeof key === 'string' || typeof key === 'number') && known.has(String(key)));
}

/** True if a bulk change returns fewer records, keys or a smaller count than the keys that were sent. */
function isFewer({ name, sent, verb }: Mutation, changed: readonly unknown[] | number): boolean {
  if (verb !== 'update' && verb !== 'delete') return false;
  return (typeof changed === 'number' ? changed : new Set(changed).size) < sentCount(name, sent);
}

/** The outcome for a scalar result. `true` proves success, `false` and 0 can prove a refusal; all other values are `unknown`. */
function judgeScalar(value: unknown, verb: Verb): OutcomeState {
  if (value === true) return 'done';
  if (verb === 'other') return 'unknown';
  if (value === false) return verb === 'delete' ? 'refused' : 'unknown';
  if (typeof value === 'number' && verb !== 'create') return value === 0 ? 'refused' : 'unknown';
  return 'unknown';
}

function judgeList(mutation: Mutation, typeName: string, items: readonly unknown[]): Outcome {
  const { verb } = mutation;
  if (items.length === 0) return { state: verb === 'update' || verb === 'delete' ? 'refused' : 'unknown', errors: [] };
  const judged = items.slice(0, MOST_ITEMS).map(item => {
    if (isObject(item)) return judgeObject(mutation, typeName, item, 1);
    return { state: item === null ? 'refused' : judgeScalar(item, verb), errors: [] } satisfies Outcome;
  });
  const errors = judged.flatMap(entry => entry.errors);
  const first = judged[0]?.state ?? 'unknown';
  // If the items have different outcomes, or some are missing, the user must read the result.
  const isWhole = judged.every(entry => entry.state === first) && !(first === 'done' && isFewer(mutation, items.length));
  return { state: isWhole ? first : 'unknown', errors };
}

function judgeObject(mutation: Mutation, typeName: string, value: Row, depth: number): Outcome {
  const { model } = mutation;
  const actual = actualType(model, typeName, value);
  const declared = model.types.get(typeName);
  if (isRecordType(model, actual) && !isFailureMember(model, typeName, actual))
    return judgeRecord(mutation, typeName, actual, value);
  const errors = declared === undefined || declared.kind === 'object' ? null : memberErrors(model, typeName, value);
  if (errors !== null) return { state: 'refused', errors };
  const judged = judgePayload(mutation, actual, value, depth);
  return judged.state === 'done' && isBesideSuccess(model, typeName, actual) ? { ...judged, state: 'unknown' } : judged;
}

/** The errors in a value of a union or interface whose member reports a failure; null for any other value. */
export function memberErrors(model: SchemaModel, typeName: string, value: Row): PayloadError[] | null {
  const actual = actualType(model, typeName, value);
  return isFailureMember(model, typeName, actual) ? failureErrors(actual, value) : null;
}

/**
 * True for a union or interface member that reports a failure: it has no key while another member is or contains a record, or it has a
 * message while the others have none.
 */
function isFailureMember(model: SchemaModel, typeName: string, member: string): boolean {
  const members = possibleTypes(model.types.get(typeName));
  if (members.length < 2 || typeName === member) return false;
  const said = fieldsOf(model.types.get(member)).has('message') || ERROR_TYPE.test(member);
  const others = members.filter(name => name !== member && !ERROR_TYPE.test(name));
  const isRecord = isRecordType(model, member);
  if (isRecord && !said) return false;
  const beside = others.filter(name => isRecordType(model, name) && !fieldsOf(model.types.get(name)).has('message'));
  if (beside.length > 0) return isRecord ? said : !holdsRecord(model, member) || said;
  if (ERROR_TYPE.test(member)) return true;
  return !isRecord && said && others.some(name => !fieldsOf(model.types.get(name)).has('message') && hasEvidence(model, name, 2));
}

/** True for a union or interface member with a message if another member has none. */
function isMemberWithMessage(model: SchemaModel, typeName: string, value: unknown): boolean {
  const members = possibleTypes(model.types.get(typeName));
  const hasMessage = (name: string): boolean => fieldsOf(model.types.get(name)).has('message');
  if (!isObject(value) || members.every(hasMessage)) return false;
  const actual = actualType(model, typeName, value);
  return actual !== typeName && hasMessage(actual);
}

/**
 * True for a type that contains evidence of a change: a record, a deleted record's key, a count or a flag, also nested
 * (`{data {deletedBookId}}`).
 */
function hasEvidence(model: SchemaModel, typeName: string, depth: number): boolean {
  return model.remember(`evidence ${depth} ${typeName}`, () => findEvidence(model, typeName, depth));
}

function findEvidence(model: SchemaModel, typeName: string, depth: number): boolean {
  if (holdsRecord(model, typeName)) return true;
  for (const field of fieldsOf(model.types.get(typeName)).values()) {
    const inner = typeOf(model, field.type);
    if (isComposite(inner)) {
      if (depth > 0 && inner !== model.queryType && hasEvidence(model, inner.name, depth - 1)) return true;
    } else if (isProof(field.name)) return true;
  }
  return false;
}

function holdsRecord(model: SchemaModel, typeName: string): boolean {
  for (const field of fieldsOf(model.types.get(typeName)).values()) {
    const inner = typeOf(model, field.type);
    if (isComposite(inner) && isRecordType(model, inner.name) && inner !== model.queryType) return true;
  }
  return false;
}

/** The errors in a union member that reports a failure. Without any message, its type name is the message. */
function failureErrors(typeName: string, value: Row): PayloadError[] {
  const inside: PayloadError[] = [];
  for (const inner of Object.values(value)) if (Array.isArray(inner) && inner.some(isObject)) collectErrors(inner, inside, 2);
  const own = messageOf(value);
  if (own === null && inside.length > 0) return inside;
  const said = own === null ? ({ message: readableName(typeName), isOnlyName: true } as const) : { message: own };
  return [{ ...said, field: fieldName(value), ...forbiddenBy(value, typeName) }, ...inside];
}

/** The outcome for a payload, from its errors, flags, records, keys and counts. Any error or refusal outweighs success. */
function judgePayload(mutation: Mutation, typeName: string, value: Row, depth: number): Outcome {
  const { model, verb } = mutation;
  const fields = fieldsOf(model.types.get(typeName));
  const errors: PayloadError[] = [];
  const states: OutcomeState[] = [];
  const failed: PayloadError[] = [];
  /** Errors in a value that does not prove a refusal, such as a list of results of which others have none. */
  const mixed: PayloadError[] = [];
  // If the change succeeded these are warnings, else the reasons of the refusal.
  const notes: PayloadError[] = [];
  const signs = new Set<LeafOutcome>();
  /** The values of the record that the mutation is named after. */
  const subjects: OutcomeState[] = [];
  let isAbsent = false;
  let failures = 0;
  for (const [key, inner] of Object.entries(value)) {
    const field = fields.get(key);
    if (key === '__typename' || field === undefined) continue;
    if (FAILED_FIELD.test(key) && Array.isArray(inner)) {
      collectErrors(inner, failed, 2);
      continue;
    }
    if (isLeftOut(key, inner)) {
      signs.add('doubtful');
      continue;
    }
    const type = typeOf(model, field.type);
    if (isErrorField(key) || (isErrorText(key, inner) && !hasKey(model, type)) || isErrorValue(mutation, type, key)) {
      // A flag or a count: `hasErrors: true`, `errors: 2`.
      if (inner === true) states.push('refused');
      else if (typeof inner === 'number') failures += inner;
      else addErrorField(inner, errors);
      continue;
    }
    if (isComposite(type) && provesNothing(mutation, type.name, key)) continue;
    if (isComposite(type) && isErrorDetailType(model, type.name)) {
      collectErrors(inner, notes, 2);
      continue;
    }
    if (deniesOtherChange(value, key, verb) || isOutweighed(value, key)) continue;
    if (!isComposite(type)) {
      const sign = judgeLeaf(key, inner, verb);
      signs.add(sign === 'done' && contradictsKeys(mutation, key, inner) ? 'doubtful' : sign);
      continue;
    }
    const isSubject = isRecordType(model, type.name) && isAbout(mutation, type.name);
    // For an update, null in the payload's record field means that nothing was changed. A deletion can return the key instead.
    if (hasNoItem(inner) && verb === 'update' && isRecordType(model, type.name)) isAbsent = true;
    const judged = judgeInside(mutation, type.name, inner, depth);
    if (judged.state === 'unknown' && !hasNoItem(inner) && isRemark(mutation, type, key)) signs.add('unclear');
    if (judged.state === 'unknown' && isMemberWithMessage(model, type.name, inner)) signs.add('doubtful');
    states.push(judged.state);
    (judged.state === 'unknown' ? mixed : errors).push(...judged.errors);
    if (isSubject) subjects.push(hasNoItem(inner) ? 'unknown' : 'done');
  }
  for (const sign of ['done', 'refused'] as const) if (signs.has(sign)) states.push(sign);
  const isMissing = subjects.length > 0 && !subjects.includes('done');
  if (isAbsent && !states.includes('done')) states.push('refused');
  // A flag says that the record was changed, and null in its place that it was not.
  else if (isAbsent && isMissing) signs.add('doubtful');
  if (failures > 0 && !signs.has('done') && !signs.has('doubtful')) states.push('refused');
  else if (failures > 0) signs.add('doubtful');
  // An existing record in the result does not prove a change if the server also complains about the input.
  const isConfirmed = verb === 'create' || signs.has('done');
  if (notes.length > 0 && !isConfirmed && errors.length === 0 && states.includes('done') && !states.includes('refused'))
    return { state: 'unknown', errors: notes };
  // If some items succeeded and some failed, the user must read the result.
  if (failed.length > 0 && errors.length === 0 && states.includes('done')) return { state: 'unknown', errors: failed };
  if (mixed.length > 0 && !signs.has('refused')) return { state: 'unknown', errors: [...errors, ...mixed] };
  errors.push(...failed);
  if (states.includes('refused') || !states.includes('done')) errors.push(...notes);
  const isRefused = errors.length > 0 || states.includes('refused');
  const said = isRefused && errors.length === 0 ? messageOf(value) : null;
  if (said !== null) errors.push({ message: said, field: fieldName(value), ...forbiddenBy(value) });
  // A record beside the one that was asked for proves nothing: `createVessel {viewer {id}, vessel: null}`.
  const isClear = !signs.has('doubtful') && (signs.has('done') || !(isMissing || signs.has('unclear')));
  return { state: isRefused ? 'refused' : states.includes('done') && isClear ? 'done' : 'unknown', errors };
}

/** True for the records that Relay's payloads contain beside the changed one, and for the record before the change. */
const provesNothing = (mutation: Mutation, typeName: string, key: string): boolean =>
  !isAbout(mutation, typeName)
    ? /^(viewer|me|actor|current_?(user|account))$/i.test(key)
    : mutation.verb === 'update' && /^(previous|prior|old|original|former)(?=[A-Z_])/.test(key);

const hasKey = (model: SchemaModel, type: TypeModel | undefined): boolean =>
  isComposite(type) && (keyPaths(model, type.name).length > 0 || rowKeys(model, type.name).length > 0);

/** True for a value of an error type in a field with any name, unless it is a warning or a record. */
const isErrorValue = (mutation: Mutation, type: TypeModel | undefined, key: string): boolean =>
  type?.kind === 'object' &&
  ERROR_TYPE.test(type.name) &&
  !isAbout(mutation, type.name) &&
  !isErrorDetailType(mutation.model, type.name) &&
  !hasKey(mutation.model, type) &&
  !/warn/i.test(key);

/**
 * True for a value that only says something, in a field with any name: `issues [{title}]`. It can be the reason why the record beside it was
 * not changed.
 */
function isRemark({ model }: Mutation, type: TypeModel, key: string): boolean {
  if (type.kind !== 'object' || hasKey(model, type) || /warn|hint|notice/i.test(key)) return false;
  const fields = [...type.fields.values()];
  return fields.some(field => isMessageField(field.name)) && fields.every(field => !isComposite(typeOf(model, field.type)));
}

/** True for null and for a list without items. */
const hasNoItem = (value: unknown): boolean => value === null || (Array.isArray(value) && value.every(item => item === null));

/** True for the count or the keys of other records than those that were to be changed, or of only some of them. */
function contradictsKeys(mutation: Mutation, key: string, value: unknown): boolean {
  const { verb, sent } = mutation;
  if (verb !== 'delete' && verb !== 'update') return false;
  const count = isCount(key) ? countOf(value) : null;
  if (count !== null) return isFewer(mutation, count);
  if (!isKeyOfChanged(key)) return false;
  return isOtherKey(value, sent) || (Array.isArray(value) && isFewer(mutation, keyTexts(value)));
}

function judgeInside(mutation: Mutation, typeName: string, value: unknown, depth: number): Outcome {
  const { model } = mutation;
  if (Array.isArray(value)) {
    if (!isRecordType(model, typeName)) return depth > 0 && value.length > 0 ? judgeList(mutation, typeName, value) : nothing;
    const there = value.filter(isObject);
    if (there.length === 0) return nothing;
    const judged = judgeList(mutation, typeName, there);
    return there.length === value.length || judged.state === 'refused' ? judged : { ...judged, state: 'unknown' };
  }
  return isObject(value) && (depth > 0 || isRecordType(model, typeName))
    ? judgeObject(mutation, typeName, value, depth - 1)
    : nothing;
}
