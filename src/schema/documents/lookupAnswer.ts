/**
 * Reads the result of a query that returns a union of a record and errors (errors as data). The record can be a member itself, or the only
 * content of an object that reports success: `union GigResult = GigFound | NotFound`, `type GigFound { data: Gig }`.
 */
import { layoutColumns, recordLayout } from '../collections/recordLayout';
import { responseKey } from '../model/responseKey';
import {
  actualType,
  type FieldModel,
  fieldsOf,
  isList,
  needsNoArguments,
  possibleTypes,
  type SchemaModel,
  typeOf,
} from '../model/schemaModel';
import { memberErrors } from '../mutations/outcome/judgeResult';
import { isObject, type PayloadError, type Row } from '../mutations/outcome/payloadErrors';
import { ERROR_TYPE, isRecordType, isStatusField } from '../mutations/resultShape';
import { addColumns, addPath, type Selection, selectionAt } from './selection';

/** The record in a result, with its type; or errors in place of a record. */
export interface LookupAnswer {
  readonly typeName: string;
  readonly row: Row | null;
  readonly errors: readonly PayloadError[];
}

/** Reads a value of a type in the schema. */
export function readAnswer(model: SchemaModel, typeName: string, value: unknown): LookupAnswer {
  if (!isObject(value)) return { typeName, row: null, errors: [] };
  const member = actualType(model, typeName, value);
  // A commit has a message, too, but it is a record; other members without a key can be figures.
  const isError = !isRecordType(model, member) && (ERROR_TYPE.test(member) || fieldsOf(model.types.get(member)).has('message'));
  const errors = isError ? memberErrors(model, typeName, value) : null;
  if (errors !== null) return { typeName: member, row: null, errors };
  const inside = wrappedRecord(model, typeName, member);
  if (inside === null) return { typeName: member, row: value, errors: [] };
  const row = value[responseKey(model, typeName, member, inside)];
  const type = typeOf(model, inside.type)?.name ?? member;
  return isObject(row) ? { typeName: actualType(model, type, row), row, errors: [] } : { typeName: type, row: null, errors: [] };
}

/** Selects the records inside the members of a union as completely as a record of its own. */
export function selectWrapped(model: SchemaModel, selection: Selection): void {
  for (const member of possibleTypes(model.types.get(selection.typeName))) {
    const field = wrappedRecord(model, selection.typeName, member);
    const type = field && typeOf(model, field.type)?.name;
    if (!type) continue;
    const step = `${member}:${field.name}`;
    addPath(model, selection, [step, '__typename']);
    const inside = selectionAt(model, selection, [step]);
    if (inside !== null) addColumns(model, inside, layoutColumns(recordLayout(model, type)));
  }
}

/** The field of a union member with the record, if the member has nothing else but its status; else null. */
function wrappedRecord(model: SchemaModel, typeName: string, member: string): FieldModel | null {
  if (typeName === member || isRecordType(model, member)) return null;
  const [field, ...others] = [...fieldsOf(model.types.get(member)).values()].filter(({ name }) => !isStatusField(name));
  if (field === undefined || others.length > 0 || isList(field.type) || !needsNoArguments(field)) return null;
  return isRecordType(model, typeOf(model, field.type)?.name ?? '') ? field : null;
}
