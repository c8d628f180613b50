/**
 * Finds the records in the result type of a mutation: the type itself, the members of a union, or the fields of a payload
 * (`{product, userErrors}`, `{returning, affected_rows}`), up to two levels deep. Errors and the query type are left out.
 */
import { keyPaths } from '../collections/displayField';
import { findList } from '../collections/listShape';
import { rowKeys } from '../collections/records';
import {
  type FieldModel,
  fieldsOf,
  type InterfaceTypeModel,
  isComposite,
  isList,
  needsNoArguments,
  type ObjectTypeModel,
  possibleTypes,
  type SchemaModel,
  type TypeRef,
  typeOf,
} from '../model/schemaModel';
import { copiedRecord } from './copiedRecord';

/** A record in a result type. */
export interface ResultRecord {
  /** Path from the mutation field to the record or list of records; [] for the field itself. */
  readonly path: readonly string[];
  /** The record's type; for a copy of it (`copiedRecord`), the type that the query type returns. */
  readonly typeName: string;
  readonly isList: boolean;
}

const ERROR_FIELD = /(errors?|problems|violations|failures)$/i;
/** Names of fields that contain either a record or an error, such as `orderOrError`. They are not error fields. */
const RESULT_OR_ERROR = /(Or|_or_?)[Ee]rrors?$/;
/** True for the name of a payload field that contains errors. */
export const isErrorField = (name: string): boolean => ERROR_FIELD.test(name) && !RESULT_OR_ERROR.test(name);
/** Names of error types. The name alone proves nothing; it only supports evidence from the structure. */
export const ERROR_TYPE = /(error|problem|exception|failure|violation|conflict|notfound|denied|forbidden)$/i;

/** True for a type that describes what is wrong with a field of the input. A `key` of it identifies no record (Absinthe's `messages`). */
export function isErrorDetailType(model: SchemaModel, typeName: string): boolean {
  const fields = fieldsOf(model.types.get(typeName));
  const keys = keyPaths(model, typeName);
  return fields.has('message') && (fields.has('field') || fields.has('path')) && keys.every(key => key === 'key');
}

/** True for a type of errors as data. A commit has a message, too, but it is a record; other types without a key can be figures. */
export function isErrorType(model: SchemaModel, typeName: string): boolean {
  const isSaid = ERROR_TYPE.test(typeName) || fieldsOf(model.types.get(typeName)).has('message');
  return isSaid && !isRecordType(model, typeName);
}

/** True for a type whose values are records: it has a key and is not a root type, an error or a payload. */
export function isRecordType(model: SchemaModel, typeName: string): boolean {
  const type = model.types.get(typeName);
  if (type?.kind !== 'object' && type?.kind !== 'interface') return false;
  if (type === model.queryType || type === model.mutationType || type === model.subscriptionType) return false;
  return (
    (keyPaths(model, typeName).length > 0 || rowKeys(model, typeName).length > 0) &&
    !ERROR_TYPE.test(typeName) &&
    !isPayloadType(typeName) &&
    !isStatusType(type) &&
    !isErrorDetailType(model, typeName)
  );
}

/** True for a type that only says whether a mutation succeeded, with the key of the record: `{success, message, id}`. */
const isStatusType = ({ fields }: ObjectTypeModel | InterfaceTypeModel): boolean =>
  (fields.has('success') || fields.has('ok')) && [...fields.keys()].every(isStatusField);

/** True for the name of a field that says how an operation ended. */
export const isStatusField = (name: string): boolean =>
  /^(success|ok|message|messages|code|status|error|errors|id|ids)$/.test(name);

/**
 * True for the name of a payload type, which can contain the key or values of a deleted record: Directus's `delete_one {id}`,
 * `DestroyTaxPayload {id}`, `CityDeleteResponse {id, name}` of nestjs-query.
 */
const isPayloadType = (name: string): boolean =>
  /^(delete|deleted|destroy|remove)_?(one|many|[A-Z_]\w*)$/.test(name) ||
  /^(Delete|Destroy|Remove)[A-Z]\w{0,200}(Response|Result|Output)$/.test(name) ||
  /[a-z\d](Delete|Destroy|Remove)d?(Response|Result|Output)$/.test(name) ||
  /\w(payload|mutation_?response|deletion_?(response|result))$/i.test(name);

/** Maximum number of records in a result type. A type with more proves nothing, and comparing them all for each mutation would be slow. */
const MOST_RECORDS = 100;

/** All records in the result type of a field, shortest paths first; [] if there are too many. */
export function resultRecords(model: SchemaModel, field: FieldModel): readonly ResultRecord[] {
  const found: ResultRecord[] = [];
  gather(model, field.type, [], 2, found);
  return found.length > MOST_RECORDS ? [] : found.sort((a, b) => a.path.length - b.path.length);
}

function gather(model: SchemaModel, ref: TypeRef, path: readonly string[], depth: number, found: ResultRecord[]): void {
  const type = typeOf(model, ref);
  if (!isComposite(type)) return;
  const list = findList(model, ref);
  const original = copiedRecord(model, list?.rowType ?? type.name);
  if (original !== null) {
    found.push({ path, typeName: original, isList: list !== null || isList(ref) });
    return;
  }
  if (list !== null && isRecordType(model, list.rowType)) {
    found.push({ path, typeName: list.rowType, isList: true });
    return;
  }
  if (isRecordType(model, type.name)) {
    found.push({ path, typeName: type.name, isList: isList(ref) });
    return;
  }
  if (type.kind === 'union') {
    for (const member of type.possibleTypes.slice(0, 20)) {
      if (isRecordType(model, member)) found.push({ path, typeName: member, isList: isList(ref) });
      else if (depth > 0) gatherInside(model, member, path, depth, found);
    }
    return;
  }
  if (depth > 0) gatherInside(model, type.name, path, depth, found);
  if (type.kind === 'interface' && depth > 0)
    for (const member of possibleTypes(type).slice(0, 20)) gatherInside(model, member, path, depth, found);
}

function gatherInside(model: SchemaModel, typeName: string, path: readonly string[], depth: number, found: ResultRecord[]): void {
  // An error type can contain a record (`EmailConflict {existing}`), but that is not a result.
  if (ERROR_TYPE.test(typeName)) return;
  for (const field of fieldsOf(model.types.get(typeName)).values()) {
    if (found.length > MOST_RECORDS) return;
    if (isErrorField(field.name) || /edge$/i.test(field.name) || !needsNoArguments(field)) continue;
    if (typeOf(model, field.type) === model.queryType) continue;
    gather(model, field.type, [...path, field.name], depth - 1, found);
  }
}
