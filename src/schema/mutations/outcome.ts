/**
 * Whether the answer of a mutation proves that it was done. Decided by structure, not by names of types: a member of a union without the
 * record's key beside a record type is a refusal, and so are `{success: false}`, non-empty errors, the null of a deleted record and an
 * affected count of 0. What proves nothing is `unknown`; the screen shows it as it came.
 */
import { readableName } from '../model/readableName';
import { type FieldModel, fieldsOf, isComposite, possibleTypes, type SchemaModel, typeOf } from '../model/schemaModel';
import { ERROR_TYPE, isErrorField, isRecordType } from './answerShape';
import type { Verb } from './verbs';

/** What an answer proves. */
export type OutcomeState = 'done' | 'refused' | 'unknown';

/** An error inside a payload. */
export interface PayloadError {
  readonly message: string;
  /** Where, as the server says it: names joined with '.'; null when it does not. */
  readonly field: string | null;
  /** Its code, or the name of its type, says that this account is not allowed to. */
  readonly isForbidden?: true;
}

/** The state of a mutation and what the server said against it. */
export interface Outcome {
  readonly state: OutcomeState;
  readonly errors: readonly PayloadError[];
}

type Row = Readonly<Record<string, unknown>>;

const SUCCESS_FLAG =
  /^(is|was|has)?_?(ok|success|succeeded|successful|successfully|acknowledged|accepted|valid|deleted|updated|created|removed|done|completed)$/i;
/** Flags of one deed. That another one was not done says nothing against the one that was asked for. */
const DEEDS: readonly (readonly [Verb, RegExp])[] = [
  ['create', /^(is|was)?_?created$/i],
  ['update', /^(is|was)?_?updated$/i],
  ['delete', /^(is|was)?_?(deleted|removed)$/i],
];
const STATUS_FIELD = /^(result|status|outcome|state|code|status_?code)$/i;
const BAD_STATUS =
  /^(not_?|no_|un(?!changed)|in_?valid|fail|error|err_|denied|refus|reject|forbid|conflict|cannot|bad_|missing)/i;
const GOOD_STATUS = /^(ok|okay|success|successful|succeeded|done|deleted|updated|created|accepted|completed|saved)$/i;
const COUNT_FIELD =
  /^(affected|updated|deleted|removed|modified|matched|changed|total_?affected|num_?uids|n_?modified|n_?removed)(_?(count|rows|records|items|ids|number))?$|^(count|row_?count|nodes_?(deleted|updated))$/i;
/** What came to nothing, of several. */
const FAILED_FIELD = /failed(_?(ids?|keys|items|records|rows))?$/i;
const DELETED_KEY = /^(deleted|removed|destroyed|archived)_?\w*(id|ids|key|uuid)$/i;
const MESSAGE_FIELDS = ['message', 'msg', 'reason', 'detail', 'details', 'errorMessage', 'description', 'title', 'error'];
const MOST_ITEMS = 1000;

/**
 * Judges the value of a mutation field.
 * @param sent the arguments it was sent with
 */
export function judgeAnswer(model: SchemaModel, field: FieldModel, value: unknown, verb: Verb, sent: unknown = null): Outcome {
  const type = typeOf(model, field.type);
  if ((verb === 'delete' || verb === 'update') && areSentKeys(type?.name, value, sent)) return { state: 'done', errors: [] };
  if (Array.isArray(value)) return judgeList(model, type?.name ?? '', value, verb);
  if (value === null || value === undefined)
    return { state: verb === 'delete' || (verb === 'update' && isComposite(type)) ? 'refused' : 'unknown', errors: [] };
  if (!isObject(value) || !isComposite(type)) return { state: judgeScalar(value, verb), errors: [] };
  return judgeObject(model, type.name, value, verb, 2);
}

/** True for a key, or some, that answer the very keys that were sent: `deleteShip(id): ID`. What was not found is answered by null. */
function areSentKeys(typeName: string | undefined, value: unknown, sent: unknown): boolean {
  if (typeName === undefined || !/^(id|uuid|guid|objectid)$/i.test(typeName)) return false;
  const keys = Array.isArray(value) ? value.slice(0, MOST_ITEMS) : [value];
  const known = new Set(sentKeys(sent, 3));
  return keys.length > 0 && keys.every(key => (typeof key === 'string' || typeof key === 'number') && known.has(String(key)));
}

/** Texts and numbers in the arguments that stand under the name of a key. */
function sentKeys(sent: unknown, depth: number): string[] {
  if (!isObject(sent) || depth === 0) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    if (isObject(value)) return sentKeys(value, depth - 1);
    if (!/(id|ids|key|keys|uuid|guid)$/i.test(name)) return [];
    return (Array.isArray(value) ? value.slice(0, MOST_ITEMS) : [value])
      .filter(entry => typeof entry === 'string' || typeof entry === 'number')
      .map(String);
  });
}

/** `true` is done. A count of what was deleted or the key of what was made proves it, too; any other scalar is only an answer. */
function judgeScalar(value: unknown, verb: Verb): OutcomeState {
  if (value === true) return 'done';
  if (verb === 'other') return 'unknown';
  if (value === false) return verb === 'delete' ? 'refused' : 'unknown';
  if (typeof value === 'number' && verb !== 'create') return value === 0 ? 'refused' : 'unknown';
  return 'unknown';
}

function judgeList(model: SchemaModel, typeName: string, items: readonly unknown[], verb: Verb): Outcome {
  if (items.length === 0) return { state: verb === 'update' || verb === 'delete' ? 'refused' : 'unknown', errors: [] };
  const judged = items.slice(0, MOST_ITEMS).map(item => {
    if (isObject(item)) return judgeObject(model, typeName, item, verb, 1);
    return { state: item === null ? 'refused' : judgeScalar(item, verb), errors: [] } satisfies Outcome;
  });
  const errors = judged.flatMap(entry => entry.errors);
  const first = judged[0]?.state ?? 'unknown';
  // Some done and some not: the answer has to be read by a person.
  return { state: judged.every(entry => entry.state === first) ? first : 'unknown', errors };
}

function judgeObject(model: SchemaModel, typeName: string, value: Row, verb: Verb, depth: number): Outcome {
  const actual = actualType(model, typeName, value);
  const declared = model.types.get(typeName);
  if (isRecordType(model, actual) && !isComplaint(model, typeName, actual)) return { state: 'done', errors: [] };
  if (declared !== undefined && declared.kind !== 'object' && isComplaint(model, typeName, actual))
    return { state: 'refused', errors: complaints(actual, value) };
  return judgePayload(model, actual, value, verb, depth);
}

/**
 * True for a member of a union or interface that says why not: it has no key where another member is a record or holds one, or it says a
 * message where the other does not.
 */
function isComplaint(model: SchemaModel, typeName: string, member: string): boolean {
  const members = possibleTypes(model.types.get(typeName));
  if (members.length < 2 || typeName === member) return false;
  const said = fieldsOf(model.types.get(member)).has('message') || ERROR_TYPE.test(member);
  const others = members.filter(name => name !== member && !ERROR_TYPE.test(name));
  const isRecord = isRecordType(model, member);
  if (isRecord && !said) return false;
  const beside = others.filter(name => isRecordType(model, name) && !fieldsOf(model.types.get(name)).has('message'));
  if (beside.length > 0) return isRecord ? said : !holdsRecord(model, member) || said;
  if (ERROR_TYPE.test(member)) return true;
  return !isRecord && said && others.some(name => !fieldsOf(model.types.get(name)).has('message') && showsDeed(model, name, 2));
}

/** True for a type that holds a record, the key of a deleted one, a count or a flag; also deeper inside (`{data {deletedBookId}}`). */
function showsDeed(model: SchemaModel, typeName: string, depth: number): boolean {
  return model.remember(`shows a deed ${depth} ${typeName}`, () => findDeed(model, typeName, depth));
}

function findDeed(model: SchemaModel, typeName: string, depth: number): boolean {
  if (holdsRecord(model, typeName)) return true;
  for (const field of fieldsOf(model.types.get(typeName)).values()) {
    const inner = typeOf(model, field.type);
    if (isComposite(inner)) {
      if (depth > 0 && inner !== model.queryType && showsDeed(model, inner.name, depth - 1)) return true;
    } else if (DELETED_KEY.test(field.name) || SUCCESS_FLAG.test(field.name) || COUNT_FIELD.test(field.name)) return true;
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

/** What a refusing member says; its type's name where it says nothing. */
function complaints(typeName: string, value: Row): PayloadError[] {
  const errors: PayloadError[] = [];
  const own = messageOf(value);
  errors.push({ message: own ?? readableName(typeName), field: fieldName(value), ...forbiddenBy(value, typeName) });
  for (const inner of Object.values(value)) if (Array.isArray(inner) && inner.some(isObject)) addComplaints(inner, errors, 2);
  return errors;
}

/** A payload: errors and flags inside it, then the records, keys and counts that prove what was done. */
function judgePayload(model: SchemaModel, typeName: string, value: Row, verb: Verb, depth: number): Outcome {
  const fields = fieldsOf(model.types.get(typeName));
  const errors: PayloadError[] = [];
  const states: OutcomeState[] = [];
  const failed: PayloadError[] = [];
  for (const [key, inner] of Object.entries(value)) {
    const field = fields.get(key);
    if (key === '__typename' || field === undefined) continue;
    if (FAILED_FIELD.test(key) && Array.isArray(inner)) {
      addComplaints(inner, failed, 2);
      continue;
    }
    if (isErrorField(key)) {
      // `hasErrors: true`, `errors: 2`.
      if (inner === true || (typeof inner === 'number' && inner > 0)) states.push('refused');
      else addErrorField(inner, errors);
      continue;
    }
    const judged = isOtherDeed(value, key, verb)
      ? ({ state: 'unknown', errors: [] } as const)
      : judgeEntry(model, key, field, inner, verb, depth);
    states.push(judged.state);
    errors.push(...judged.errors);
  }
  // Some done and some not: the answer has to be read by a person.
  if (failed.length > 0 && errors.length === 0 && states.includes('done')) return { state: 'unknown', errors: failed };
  errors.push(...failed);
  const isRefused = errors.length > 0 || states.includes('refused');
  const said = isRefused && errors.length === 0 ? messageOf(value) : null;
  if (said !== null) errors.push({ message: said, field: fieldName(value), ...forbiddenBy(value) });
  return { state: isRefused ? 'refused' : states.includes('done') ? 'done' : 'unknown', errors };
}

function judgeEntry(model: SchemaModel, key: string, field: FieldModel, value: unknown, verb: Verb, depth: number): Outcome {
  const type = typeOf(model, field.type);
  if (isComposite(type)) return judgeInside(model, type.name, value, verb, depth);
  return { state: judgeLeaf(key, value, verb), errors: [] };
}

function judgeInside(model: SchemaModel, typeName: string, value: unknown, verb: Verb, depth: number): Outcome {
  const nothing: Outcome = { state: 'unknown', errors: [] };
  if (Array.isArray(value)) {
    if (!isRecordType(model, typeName)) return depth > 0 && value.length > 0 ? judgeList(model, typeName, value, verb) : nothing;
    const there = value.filter(item => item !== null).length;
    if (there > 0) return { state: there === value.length ? 'done' : 'unknown', errors: [] };
    return { state: verb === 'update' ? 'refused' : 'unknown', errors: [] };
  }
  if (isObject(value))
    return depth > 0 || isRecordType(model, typeName) ? judgeObject(model, typeName, value, verb, depth - 1) : nothing;
  // A payload that has room for the record and does not hold it: nothing was changed. A deletion may tell the key instead.
  return value === null && verb === 'update' && isRecordType(model, typeName) ? { state: 'refused', errors: [] } : nothing;
}

function judgeLeaf(key: string, value: unknown, verb: Verb): OutcomeState {
  const count = COUNT_FIELD.test(key) ? countOf(value) : null;
  if (count !== null) {
    // An update may well delete nothing.
    const isOther = verb === 'create' || (verb !== 'delete' && /delet|remov/i.test(key));
    return count > 0 ? 'done' : isOther || count < 0 ? 'unknown' : 'refused';
  }
  if (SUCCESS_FLAG.test(key)) {
    const truth = truthOf(value);
    return truth === null ? 'unknown' : truth ? 'done' : 'refused';
  }
  if (DELETED_KEY.test(key)) {
    if (value === null || (Array.isArray(value) && value.length === 0)) return verb === 'delete' ? 'refused' : 'unknown';
    return 'done';
  }
  if (STATUS_FIELD.test(key)) {
    if (typeof value === 'number') return value >= 400 ? 'refused' : value >= 200 && value < 300 ? 'done' : 'unknown';
    if (typeof value === 'string') return BAD_STATUS.test(value) ? 'refused' : GOOD_STATUS.test(value) ? 'done' : 'unknown';
  }
  return verb === 'delete' && value !== null && /^_?(entity_?|document_?|node_?|row_?)?id$/i.test(key) ? 'done' : 'unknown';
}

/** True for a flag that denies a deed other than what was asked for (`upsert {created: false, updated: true}`). */
function isOtherDeed(payload: Row, key: string, verb: Verb): boolean {
  const deed = DEEDS.find(([, names]) => names.test(key))?.[0];
  if (deed === undefined || verb === 'other' || truthOf(payload[key]) !== false) return false;
  if (deed !== verb) return true;
  return (
    verb === 'update' && Object.entries(payload).some(([name, value]) => DEEDS[0]?.[1].test(name) && truthOf(value) === true)
  );
}

/** Yes or no, in the ways servers say it; null for anything else. */
function truthOf(value: unknown): boolean | null {
  if (value === true || value === 1) return true;
  if (value === false || value === 0) return false;
  if (typeof value !== 'string') return null;
  return /^(?:true|yes|1)$/i.test(value) ? true : /^(?:false|no|0)$/i.test(value) ? false : null;
}

/** A count, also one that came as text, as large numbers do; null for anything else. */
export function countOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? Number(value) : null;
}

/** What a field of errors says. An object that is no list may have a place for each field of the input, of which most are empty. */
function addErrorField(value: unknown, errors: PayloadError[]): void {
  if (!isObject(value) || messageOf(value) !== null || codeOf(value) !== null) {
    addComplaints(value, errors, 2);
    return;
  }
  const said = Object.entries(value).filter(
    ([key, inner]) => key !== '__typename' && inner !== null && inner !== '' && !(Array.isArray(inner) && inner.length === 0),
  );
  for (const [field, inner] of said) {
    const lines = typeof inner === 'string' ? inner : Array.isArray(inner) ? listText(inner) : '';
    if (lines !== '') errors.push({ message: lines, field });
    else addComplaints(inner, errors, 2);
  }
  if (said.length > 0 && errors.length === 0) errors.push({ message: wordless(value), field: null });
}

/** What is wrong, one by one; an entry may hold more of them (`errors { message fields { path message } }`). */
function addComplaints(value: unknown, errors: PayloadError[], depth: number): void {
  for (const item of Array.isArray(value) ? value.slice(0, MOST_ITEMS) : [value]) {
    if (typeof item === 'string' && item !== '') errors.push({ message: item, field: null });
    if (!isObject(item)) continue;
    const message = messageOf(item);
    const before = errors.length;
    if (message !== null) errors.push({ message, field: fieldName(item), ...forbiddenBy(item) });
    else if (typeof item.messages === 'object')
      errors.push({ message: listText(item.messages), field: fieldName(item), ...forbiddenBy(item) });
    if (depth > 0)
      for (const inner of Object.values(item))
        if (Array.isArray(inner) && inner.some(isObject)) addComplaints(inner, errors, depth - 1);
    // An error without words is an error all the same.
    if (errors.length === before) errors.push({ message: wordless(item), field: fieldName(item), ...forbiddenBy(item) });
  }
}

function wordless(item: Row): string {
  const code = codeOf(item) ?? item.__typename;
  return typeof code === 'string' && code !== '' ? readableName(code) : JSON.stringify(item).slice(0, 200);
}

/** Codes and names of types that say so; that one is not signed in is another matter. */
const FORBIDDEN =
  /^(forbidden|(access|permission)_?denied|(insufficient|missing|no)_?(permissions?|rights|privileges)|not_?(allowed|permitted))(_?error)?$/i;

function forbiddenBy(item: Row, typeName: unknown = item.__typename): { isForbidden?: true } {
  const said = [codeOf(item), typeName].some(word => typeof word === 'string' && FORBIDDEN.test(word.replace(/[-\s]/g, '_')));
  return said ? { isForbidden: true } : {};
}

function codeOf(item: Row): string | null {
  const code = [item.code, item.errorCode, item.type].find(entry => typeof entry === 'string' && entry !== '');
  return typeof code === 'string' ? code : null;
}

function messageOf(value: Row): string | null {
  for (const name of MESSAGE_FIELDS) {
    const said = Object.hasOwn(value, name) ? value[name] : undefined;
    if (typeof said === 'string' && said !== '') return said;
  }
  return null;
}

const FIELD_NAMES = ['field', 'path', 'fields', 'attribute', 'argument', 'argumentName', 'property', 'key', 'input'];

function fieldName(value: Row): string | null {
  for (const key of FIELD_NAMES) {
    const said = Object.hasOwn(value, key) ? value[key] : undefined;
    if (typeof said === 'string' && said !== '') return said;
    const parts = Array.isArray(said) ? said.filter(part => typeof part === 'string' || typeof part === 'number') : [];
    if (parts.length > 0) return parts.join('.');
  }
  return null;
}

const listText = (value: unknown): string =>
  Array.isArray(value) ? value.filter(line => typeof line === 'string').join(' ') : String(value);

/** The type an object says it has, where the schema allows it. */
export function actualType(model: SchemaModel, typeName: string, value: Row): string {
  const own = Object.hasOwn(value, '__typename') ? value.__typename : undefined;
  return typeof own === 'string' && possibleTypes(model.types.get(typeName)).includes(own) ? own : typeName;
}

/** True for a plain object of an answer. */
export const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
