/**
 * Reads the result of a query that returns a union of a record and errors (errors as data). The record can be a member itself, or the only
 * content of an object that reports success: `union GigResult = GigFound | NotFound`, `type GigFound { data: Gig }`.
 */
import { columnAt } from '../collections/columns/columns';
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
import { isErrorType, isRecordType, isStatusField } from '../mutations/resultShape';
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
  const errors = isErrorType(model, member) ? memberErrors(model, typeName, value) : null;
  if (errors !== null) return { typeName: member, row: null, errors };
  const inside = wrappedRecord(model, typeName, member);
  if (inside === null) return { typeName: member, row: asMember(model, typeName, member, value), errors: [] };
  const row = value[responseKey(model, typeName, member, inside)];
  const type = typeOf(model, inside.type)?.name ?? member;
  return isObject(row) ? { typeName: actualType(model, type, row), row, errors: [] } : { typeName: type, row: null, errors: [] };
}

/** The row of a member with the names of its own fields: in a selection of several types, some of them have aliases. */
function asMember(model: SchemaModel, typeName: string, member: string, row: Row): Row {
  const fields = member === typeName ? [] : [...fieldsOf(model.types.get(member)).values()];
  const renamed = fields.flatMap(field => {
    const key = responseKey(model, typeName, member, field);
    return key !== field.name && Object.hasOwn(row, key) ? [[field.name, row[key]] as const] : [];
  });
  return renamed.length === 0 ? row : Object.fromEntries([...Object.entries(row), ...renamed]);
}

/** Larger members of a union are selected only by their most important fields: some servers refuse such documents. */
const MOST_COLUMNS = 300;

/** Selects the members of a union or interface that are records, and the records inside its other members, each as completely as a record. */
export function selectMembers(model: SchemaModel, selection: Selection): void {
  const members = possibleTypes(model.types.get(selection.typeName)).filter(member => member !== selection.typeName);
  const records = members
    .filter(member => isRecordType(model, member))
    .map(member => ({ member, columns: layoutColumns(recordLayout(model, member)) }));
  const isSmall = records.reduce((sum, { columns }) => sum + columns.length, 0) <= MOST_COLUMNS;
  for (const { member, columns } of isSmall ? records : [])
    for (const { path } of columns) {
      const [head = '', ...tail] = path;
      const column = columnAt(model, selection.typeName, [`${member}:${head}`, ...tail]);
      if (column !== null) addColumns(model, selection, [column]);
    }
  for (const member of members) {
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
