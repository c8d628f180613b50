/**
 * Judges single values in the payload of a mutation by their names: flags, counts, status codes, keys of deleted records, and signs of a
 * failure beside a record.
 */
import type { Verb } from '../names/verbs';
import { saysNoError } from './payloadErrors';

/**
 * What a value says. `doubtful`: a sign of a failure that does not prove one; success is then not proven either. `unclear`: a status that is
 * not known; success must be proven by another flag or count.
 */
export type LeafOutcome = 'done' | 'refused' | 'unknown' | 'doubtful' | 'unclear';

const SUCCESS_FLAG =
  /^(is|was|has)?_?(ok|success|succeed|succeeded|successful|successfully|acknowledged|accepted|valid|deleted|updated|created|removed|done|completed|applied|saved|stored|persisted|inserted|committed|executed|performed)$/i;
/** Flags for one kind of change. A false flag for another kind than the requested one is not a refusal. */
const CHANGE_FLAGS: readonly (readonly [Verb, RegExp])[] = [
  ['create', /^(is|was)?_?created$/i],
  ['update', /^(is|was)?_?updated$/i],
  ['delete', /^(is|was)?_?(deleted|removed)$/i],
];
const STATUS_FIELD =
  /^(result|(http_?)?status|outcome|state|code|(http_?)?(status|result|response)_?code|(result|response|operation)_?status)$/i;
/** The name that servers give to a Boolean result when they wrap it in a payload (Hot Chocolate, PostGraphile). */
const WRAPPED_BOOLEAN = /^boolean$/i;
const BAD_STATUS =
  /^(not_?|no_|un(?!changed)|in_?valid|fail|error|err_|denied|refus|reject|forbid|conflict|cannot|bad_|missing)/i;
const GOOD_STATUS = /^(ok|okay|success|successful|succeeded|done|deleted|updated|created|accepted|completed|saved)$/i;
const COUNT_FIELD =
  /^(affected|updated|deleted|removed|modified|matched|changed|total_?affected|num_?uids|n_?modified|n_?removed)(_?(count|rows|records|items|ids|number))?$|^(count|row_?count|rows_?affected|nodes_?(deleted|updated))$/i;
const DELETED_KEY = /^(deleted|removed|destroyed|archived)_?\w*(id|ids|key|uuid)$/i;
const CREATED_KEY = /^(inserted|created|added)_?\w*(id|ids|key|uuid)$/i;
/** The key of a deleted record without a name of its own. */
const PLAIN_KEY = /^_?(entity_?|document_?|node_?|row_?)?ids?$/i;
/** Flags that say that nothing has changed, or not yet. */
const NOT_DONE_FLAG =
  /^(is|was|has|already)?_?(exists|existed|pending|queued|scheduled|dry_?run|simulated|preview|un(authori[sz]ed|authenticated|changed)|forbidden|not_?found|invalid|duplicated?|ignored|skipped|no_?op|aborted|blocked|timed_?out|throttled|rate_?limited)$|^(requires|needs|awaiting|waiting_?for)_?(approval|confirmation|review|verification)$|(captcha|factor|mfa|otp|approval|confirmation|review|verification|login)_?(is_?)?required$/i;
/** Numbers of items that failed or were left out. */
const FAILED_COUNT =
  /^(num_?)?(failed|failures?|rejected|skipped|ignored|invalid|not_?found|unprocessed|missing|conflict(s|ed)?)(_?(count|rows|records|items|number|total))?$/i;
const WAITING = /^(pending|queued|enqueued|scheduled|waiting|in_?progress|running|processing)$/i;
const ENDED_FLAG = /^(is|was|has)?_?(done|ended|finished|completed?)$/i;
const ERROR_TEXT =
  /(error|failure|rejection|refusal)_?(message|msg|text|description|detail|reason|list|data|info|body)s?$|^(problem|violation|failure|exception|fault|err)s?$/i;
const ERROR_CODE = /(error|failure)_?(code|number|count)s?$/i;
const FAILURE_FLAG = /^(is|was|has)?_?(failed|failure|rejected|denied|refused|conflict)$/i;
/** Names of lists with what was left out, or why. */
const LEFT_OUT =
  /^(conflicts$|invalid(?!at)|rejected|skipped|ignored|unprocessed|not_?found|missing)|^(validation|error)_?(messages|issues)$|reasons$/i;

/** True for the name of a flag, a count or a deleted record's key. Its value can prove that a change was made. */
export const isProof = (name: string): boolean =>
  [DELETED_KEY, CREATED_KEY, SUCCESS_FLAG, COUNT_FIELD].some(names => names.test(name));

export const isCount = (name: string): boolean => COUNT_FIELD.test(name);

/** True for the name of a value that has the keys of changed records. */
export const isKeyOfChanged = (name: string): boolean => DELETED_KEY.test(name) || PLAIN_KEY.test(name);

/** True for the status of a job that has not ended, as a word or as a flag. */
export const isWaitingStatus = (name: string, value: unknown): boolean =>
  (STATUS_FIELD.test(name) && typeof value === 'string' && WAITING.test(value)) ||
  (ENDED_FLAG.test(name) && booleanOf(value) === false);

/** True for an error in a field that is not called an error field: `errorMessage: "Locked"`. Servers also send "OK" there. */
export const isErrorText = (name: string, value: unknown): boolean => ERROR_TEXT.test(name) && isSet(value);

/** True for a list of what was left out that is not empty. */
export const isLeftOut = (name: string, value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  // Objects with this name can be the records themselves.
  (LEFT_OUT.test(name) || (/^issues$/i.test(name) && value.some(item => typeof item === 'string')));

const isSet = (value: unknown): boolean => !saysNoError(value) && Boolean(value) && !isEmptyList(value);

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** The outcome that a scalar in a payload shows. */
export function judgeLeaf(key: string, value: unknown, verb: Verb): LeafOutcome {
  if (COUNT_FIELD.test(key)) {
    const judged = judgeCount(key, value, verb);
    if (judged !== null) return judged;
  }
  if (FAILED_COUNT.test(key) && (countOf(value) ?? 0) > 0) return 'doubtful';
  if (SUCCESS_FLAG.test(key)) {
    const truth = booleanOf(value);
    if (typeof value === 'string' && BAD_STATUS.test(value)) return 'refused';
    if (truth === null) return value === null ? 'unclear' : 'unknown';
    return truth ? 'done' : 'refused';
  }
  if (DELETED_KEY.test(key)) {
    if (isUnset(value)) return verb === 'delete' ? 'refused' : 'unknown';
    return 'done';
  }
  if (CREATED_KEY.test(key) && verb === 'create' && !isUnset(value)) return 'done';
  if (NOT_DONE_FLAG.test(key) && booleanOf(value) === true) return verb === 'other' ? 'unknown' : 'doubtful';
  if (FAILURE_FLAG.test(key) && typeof value !== 'number' && booleanOf(value) === true)
    return verb !== 'other' && /fail/i.test(key) ? 'refused' : 'doubtful';
  if (ERROR_CODE.test(key)) return isSet(value) ? 'doubtful' : 'unknown';
  if (typeof value === 'boolean' && (STATUS_FIELD.test(key) || WRAPPED_BOOLEAN.test(key))) return judgeBoolean(key, value, verb);
  if (STATUS_FIELD.test(key)) return judgeStatus(key, value);
  if (verb !== 'delete' || value === null || !PLAIN_KEY.test(key)) return 'unknown';
  return isEmptyList(value) ? 'refused' : 'done';
}

/** The outcome of a count, or of a flag with the name of one; null for any other value. */
function judgeCount(key: string, value: unknown, verb: Verb): LeafOutcome | null {
  const count = countOf(value);
  // Records that match are not yet changed.
  if (/^matched/i.test(key) && count !== null && count > 0) return 'unknown';
  // A deleted count of 0 does not refuse an update.
  const isOther = verb === 'create' || (verb !== 'delete' && /delet|remov/i.test(key));
  if (count !== null) return count > 0 ? 'done' : isOther || count < 0 ? 'unknown' : 'refused';
  return value === false && verb === 'update' && !isOther ? 'refused' : null;
}

/** The outcome of a Boolean `result` or `status`. A status can also be that of the changed record. */
function judgeBoolean(key: string, value: boolean, verb: Verb): LeafOutcome {
  const isPlain = verb === 'create' || verb === 'delete';
  if (value) return isPlain || !/stat/i.test(key) ? 'done' : 'unknown';
  return isPlain ? 'refused' : 'doubtful';
}

function judgeStatus(key: string, value: unknown): LeafOutcome {
  const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
  if (typeof status === 'number') {
    if (status >= 400) return 'refused';
    if (status >= 200 && status < 300) return 'done';
    return status === 0 || status === 1 ? 'unknown' : 'unclear';
  }
  if (typeof status !== 'string') return 'unknown';
  if (BAD_STATUS.test(status)) return 'refused';
  if (GOOD_STATUS.test(status)) return 'done';
  // A sentence is a message, and a state can be that of the record.
  return /^\w{2,60}$/.test(status) && !/^state$/i.test(key) ? 'unclear' : 'unknown';
}

/** True for a false flag of a change that was not requested (`upsert {created: false, updated: true}`). */
export function deniesOtherChange(payload: Readonly<Record<string, unknown>>, key: string, verb: Verb): boolean {
  const change = CHANGE_FLAGS.find(([, names]) => names.test(key))?.[0];
  if (change === undefined || verb === 'other' || booleanOf(payload[key]) !== false) return false;
  if (change !== verb) return true;
  return (
    verb === 'update' &&
    Object.entries(payload).some(([name, value]) => CHANGE_FLAGS[0]?.[1].test(name) && booleanOf(value) === true)
  );
}

/**
 * True for an empty key of a deleted record beside another that is set (a mutation that can delete records of several types), and for a count
 * of 0 modified records beside one of records that match: they had the requested values before.
 */
export function isOutweighed(payload: Readonly<Record<string, unknown>>, key: string): boolean {
  const has = (names: RegExp, isGood: (value: unknown) => boolean): boolean =>
    Object.entries(payload).some(([name, value]) => names.test(name) && isGood(value));
  if (DELETED_KEY.test(key)) return isUnset(payload[key]) && has(DELETED_KEY, value => !isUnset(value));
  return /^(n_?)?modified/i.test(key) && countOf(payload[key]) === 0 && has(/^matched/i, value => (countOf(value) ?? 0) > 0);
}

const isUnset = (value: unknown): boolean => value === null || isEmptyList(value);

/** True for a flag of success that is false. */
export const isFalseFlag = (name: string, value: unknown): boolean =>
  /^(is_?)?(ok|success|succeeded|successful)$/i.test(name) && booleanOf(value) === false;

const FAILED_STATUS = /(^|_)(fail|failed|failure|error|errored|declined|rejected|denied|refused)$/i;

/** True for the status of a record whose creation or transition failed: `chargeCard` can answer with a payment that was declined. */
export const isFailedStatus = (name: string, value: unknown): boolean =>
  STATUS_FIELD.test(name) && typeof value === 'string' && value.length < 100 && FAILED_STATUS.test(value);

/** Reads a Boolean in the forms that servers use (true, 1, "yes"); null for any other value. */
function booleanOf(value: unknown): boolean | null {
  if (value === true || value === 1) return true;
  if (value === false || value === 0) return false;
  if (typeof value !== 'string') return null;
  return /^(?:true|yes|1)$/i.test(value) ? true : /^(?:false|no|0)$/i.test(value) ? false : null;
}

/** Reads a count. Large numbers can be strings. Null for any other value. */
export function countOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? Number(value) : null;
}
