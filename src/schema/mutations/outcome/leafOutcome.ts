/**
 * Judges single values in the payload of a mutation by their names: flags, counts, status codes, keys of deleted records, and signs of a
 * failure beside a record.
 */
import type { Verb } from '../names/verbs';

/**
 * What a value says. `doubtful`: a sign of a failure that does not prove one; success is then not proven either. `unclear`: a status that is
 * not known; success must be proven by another flag or count.
 */
export type LeafOutcome = 'done' | 'refused' | 'unknown' | 'doubtful' | 'unclear';

const SUCCESS_FLAG =
  /^(is|was|has)?_?(ok|success|succeeded|successful|successfully|acknowledged|accepted|valid|deleted|updated|created|removed|done|completed|applied|saved|stored|persisted|inserted|committed|executed|performed)$/i;
/** Flags for one kind of change. A false flag for another kind than the requested one is not a refusal. */
const CHANGE_FLAGS: readonly (readonly [Verb, RegExp])[] = [
  ['create', /^(is|was)?_?created$/i],
  ['update', /^(is|was)?_?updated$/i],
  ['delete', /^(is|was)?_?(deleted|removed)$/i],
];
const STATUS_FIELD = /^(result|(http_?)?status|outcome|state|code|(http_?)?(status|result|response)_?code)$/i;
const BAD_STATUS =
  /^(not_?|no_|un(?!changed)|in_?valid|fail|error|err_|denied|refus|reject|forbid|conflict|cannot|bad_|missing)/i;
const GOOD_STATUS = /^(ok|okay|success|successful|succeeded|done|deleted|updated|created|accepted|completed|saved)$/i;
const NO_ERROR = /^(0|ok|okay|success|none|no_?errors?)?$/i;
const COUNT_FIELD =
  /^(affected|updated|deleted|removed|modified|matched|changed|total_?affected|num_?uids|n_?modified|n_?removed)(_?(count|rows|records|items|ids|number))?$|^(count|row_?count|rows_?affected|nodes_?(deleted|updated))$/i;
const DELETED_KEY = /^(deleted|removed|destroyed|archived)_?\w*(id|ids|key|uuid)$/i;
const CREATED_KEY = /^(inserted|created|added)_?\w*(id|ids|key|uuid)$/i;
/** The key of a deleted record without a name of its own. */
const PLAIN_KEY = /^_?(entity_?|document_?|node_?|row_?)?id$/i;
/** Flags that say that nothing has changed, or not yet. */
const NOT_DONE_FLAG =
  /^(is|was|has|already)?_?(exists|existed|pending|queued|scheduled|dry_?run|simulated|preview|unauthori[sz]ed|unauthenticated|forbidden)$|^(requires|needs|awaiting|waiting_?for)_?(approval|confirmation|review|verification)$/i;
const WAITING = /^(pending|queued|enqueued|scheduled|waiting|in_?progress|running|processing)$/i;
const ERROR_TEXT = /(error|failure|rejection|refusal)_?(message|msg|text|description|detail|reason|list)s?$/i;
const ERROR_CODE = /(error|failure)_?(code|number|count)s?$/i;
const FAILURE_FLAG = /^(is|was|has)?_?(failed|failure|rejected|denied|refused|conflict)$/i;
/** Names of lists with what was left out, or why. */
const LEFT_OUT =
  /^(invalid(?!at)|rejected|skipped|ignored|unprocessed|not_?found|missing)|^(validation|error)_?(messages|issues)$|reasons$/i;

/** True for the name of a flag, a count or a deleted record's key. Its value can prove that a change was made. */
export const isProof = (name: string): boolean =>
  [DELETED_KEY, CREATED_KEY, SUCCESS_FLAG, COUNT_FIELD].some(names => names.test(name));

export const isCount = (name: string): boolean => COUNT_FIELD.test(name);

/** True for the name of a value that has the keys of changed records. */
export const isKeyOfChanged = (name: string): boolean => DELETED_KEY.test(name) || PLAIN_KEY.test(name);

/** True for the status of a job that has not ended. */
export const isWaitingStatus = (name: string, value: unknown): boolean =>
  STATUS_FIELD.test(name) && typeof value === 'string' && WAITING.test(value);

/** True for an error in a field that is not called an error field: `errorMessage: "Locked"`. Servers also send "OK" there. */
export const isErrorText = (name: string, value: unknown): boolean => ERROR_TEXT.test(name) && isSet(value);

/** True for a list of what was left out that is not empty. */
export const isLeftOut = (name: string, value: unknown): boolean =>
  LEFT_OUT.test(name) && Array.isArray(value) && value.length > 0;

const isSet = (value: unknown): boolean =>
  typeof value === 'string' ? !NO_ERROR.test(value) : Boolean(value) && !isEmptyList(value);

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** The outcome that a scalar in a payload shows. */
export function judgeLeaf(key: string, value: unknown, verb: Verb): LeafOutcome {
  if (COUNT_FIELD.test(key)) {
    const judged = judgeCount(key, value, verb);
    if (judged !== null) return judged;
  }
  if (SUCCESS_FLAG.test(key)) {
    const truth = booleanOf(value);
    if (truth === null) return value === null ? 'unclear' : 'unknown';
    return truth ? 'done' : 'refused';
  }
  if (DELETED_KEY.test(key)) {
    if (value === null || isEmptyList(value)) return verb === 'delete' ? 'refused' : 'unknown';
    return 'done';
  }
  if (CREATED_KEY.test(key) && verb === 'create' && value !== null && !isEmptyList(value)) return 'done';
  if (NOT_DONE_FLAG.test(key) && booleanOf(value) === true) return verb === 'other' ? 'unknown' : 'doubtful';
  if (FAILURE_FLAG.test(key) && booleanOf(value) === true) return verb !== 'other' && /fail/i.test(key) ? 'refused' : 'doubtful';
  if (ERROR_CODE.test(key)) return isSet(value) ? 'doubtful' : 'unknown';
  if (STATUS_FIELD.test(key)) return judgeStatus(key, value);
  return verb === 'delete' && value !== null && PLAIN_KEY.test(key) ? 'done' : 'unknown';
}

/** The outcome of a count, or of a flag with the name of one; null for any other value. */
function judgeCount(key: string, value: unknown, verb: Verb): LeafOutcome | null {
  const count = countOf(value);
  // A deleted count of 0 does not refuse an update.
  const isOther = verb === 'create' || (verb !== 'delete' && /delet|remov/i.test(key));
  if (count !== null) return count > 0 ? 'done' : isOther || count < 0 ? 'unknown' : 'refused';
  return value === false && verb === 'update' && !isOther ? 'refused' : null;
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
