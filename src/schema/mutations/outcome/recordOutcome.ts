/** Judges a record in the result of a mutation: in most cases it proves the change, unless it is another one, failed or has yet to be processed. */
import { keyPaths } from '../../collections/displayField';
import { recordLookup, rowKeys } from '../../collections/records';
import { nameKey } from '../../model/readableName';
import { responseKey } from '../../model/responseKey';
import { fieldsOf, possibleTypes, type SchemaModel } from '../../model/schemaModel';
import { isOtherKey } from '../keys/sentKeys';
import type { Verb } from '../names/verbs';
import { isErrorField, isRecordType } from '../resultShape';
import { isErrorText, isFailedStatus, isFalseFlag, isKeyOfChanged, isWaitingStatus } from './leafOutcome';
import { addErrorField, type PayloadError, type Row } from './payloadErrors';

/** The outcome that a result proves. */
export type OutcomeState = 'done' | 'refused' | 'unknown';

/** The outcome of a mutation, with the errors in its payload. */
export interface Outcome {
  readonly state: OutcomeState;
  readonly errors: readonly PayloadError[];
}

/** What was requested. `name`: the name of the mutation as `nameKey` writes it. `sent`: the arguments. */
export interface Mutation {
  readonly model: SchemaModel;
  readonly verb: Verb;
  readonly name: string;
  readonly sent: unknown;
}

/** True if the mutation is named after a type: `createVessel` after `Vessel`. */
export const isAbout = ({ name }: Mutation, typeName: string): boolean => name.includes(nameKey(typeName));

/** The outcome for a record. Only an object that the mutation is not named after can say itself that something failed. */
export function judgeRecord(mutation: Mutation, typeName: string, actual: string, value: Row): Outcome {
  const { model } = mutation;
  const errors = isAbout(mutation, actual) ? [] : errorsIn(model, actual, value);
  const isEmpty = hasNoField(model, typeName, actual, value) || hasOnlyNullKeys(model, actual, value);
  const isRefused = !isAbout(mutation, actual) && Object.entries(value).some(([key, inner]) => isFalseFlag(key, inner));
  if (isRefused || (isEmpty && errors.length > 0)) return { state: 'refused', errors };
  const isDoubtful =
    errors.length > 0 ||
    isEmpty ||
    isOtherMember(mutation, typeName, actual) ||
    isBesideSuccess(model, typeName, actual) ||
    isKeyAlone(mutation, typeName, actual) ||
    isWaiting(mutation, actual, value) ||
    hasFailed(mutation, value) ||
    isOtherKeyAlone(mutation, actual, value);
  return { state: isDoubtful ? 'unknown' : 'done', errors };
}

/** The errors in the result for one item or in a job: `{id, errorMessage: "Locked"}`. The `errors` of a record in the API are its own. */
function errorsIn(model: SchemaModel, typeName: string, value: Row): PayloadError[] {
  const isKept = recordLookup(model, typeName) !== null;
  const errors: PayloadError[] = [];
  for (const [key, inner] of Object.entries(value))
    if (isErrorText(key, inner) || (isErrorField(key) && !isKept)) addErrorField(inner, errors);
  return errors;
}

/** True for a record that is not the one that the mutation is named after: `createVisit` can answer with a `Visit` or a `WaitingListEntry`. */
function isOtherMember(mutation: Mutation, typeName: string, member: string): boolean {
  if (typeName === member || isAbout(mutation, member)) return false;
  return possibleTypes(mutation.model.types.get(typeName)).some(
    name => isAbout(mutation, name) && isRecordType(mutation.model, name),
  );
}

/** Names of members that report success. Letters in lower case are those of another word (`Book`). */
const SUCCESS_TYPE = /(^|[a-z\d_])(Success|Successful|Succeeded|Ok|OK|Done|Saved|Created|Updated|Deleted|Removed|Added|Payload)$/;

/** True for a member that is not named after success while another one is: `UpdateShipStale {latest}` beside `UpdateShipSuccess {ship}`. */
export function isBesideSuccess(model: SchemaModel, typeName: string, member: string): boolean {
  const others = possibleTypes(model.types.get(typeName)).filter(name => name !== member);
  return typeName !== member && !SUCCESS_TYPE.test(member) && others.some(name => SUCCESS_TYPE.test(name));
}

/** True for a member with nothing but the key of a record, which is that of a refusal as well: `Deleted {id} | Kept {id}`. */
function isKeyAlone(mutation: Mutation, typeName: string, member: string): boolean {
  const { model } = mutation;
  if (typeName === member || SUCCESS_TYPE.test(member) || isAbout(mutation, member)) return false;
  const isAlone = possibleTypes(model.types.get(typeName)).length < 2 || recordLookup(model, member) !== null;
  return !isAlone && [...fieldsOf(model.types.get(member)).keys()].every(isKeyOfChanged);
}

/** True for a job that was only queued: `createVessel` can answer with `Job {id, status: QUEUED}`. */
const isWaiting = (mutation: Mutation, typeName: string, value: Row): boolean =>
  /(job|task|operation)$/i.test(typeName) &&
  !isAbout(mutation, typeName) &&
  Object.entries(value).some(([key, inner]) => isWaitingStatus(key, inner));

/** True for a record whose status says that it failed, unless that was requested (`rejectOffer`), or can have been its status before. */
const hasFailed = ({ verb, name }: Mutation, value: Row): boolean =>
  (verb === 'create' || verb === 'other') &&
  Object.entries(value).some(
    ([key, inner]) => isFailedStatus(key, inner) && !name.includes(nameKey(lastWord(String(inner))).slice(0, 4)),
  );

const lastWord = (status: string): string => status.slice(status.lastIndexOf('_') + 1);

/** True for the key of another record than the deleted one, in an object that contains nothing else. */
const isOtherKeyAlone = ({ model, verb, sent }: Mutation, typeName: string, value: Row): boolean =>
  verb === 'delete' &&
  fieldsOf(model.types.get(typeName)).size === 1 &&
  Object.entries(value).some(([key, inner]) => isKeyOfChanged(key) && isOtherKey(inner, sent));

/** True for an object with none of the fields of its type: some servers send `{}` in place of null. */
function hasNoField(model: SchemaModel, typeName: string, actual: string, value: Row): boolean {
  return ![...fieldsOf(model.types.get(actual)).values()].some(
    field => Object.hasOwn(value, field.name) || Object.hasOwn(value, responseKey(model, typeName, actual, field)),
  );
}

/** True for a record whose keys are all null: some servers send it in place of null. */
function hasOnlyNullKeys(model: SchemaModel, typeName: string, value: Row): boolean {
  const keys = [...keyPaths(model, typeName), ...rowKeys(model, typeName)].filter(key => Object.hasOwn(value, key));
  return keys.length > 0 && keys.every(key => value[key] === null);
}
