/**
 * Determines which columns of a record type can be edited, with which control, and why the others cannot. A field of the update mutation is
 * matched to a column by name: `eta` to `eta`, `berthId` to the relation `berth`, `fee.amount` to a part of the object `fee`. Pure; the
 * mutations of the API are found in schema/mutations.
 */
import { type Column, cellValue, columnAt, relatedValue } from '../../../../schema/collections/columns/columns';
import { fieldAt, keyPaths, valuesType } from '../../../../schema/collections/displayField';
import { isPartial } from '../../../../schema/collections/isPartial';
import { keyOfKind } from '../../../../schema/collections/keyOfKind';
import { recordLookup, recordRef, keyOf as rowKeyOf } from '../../../../schema/collections/records';
import { hasOtherKeys, recordDocument } from '../../../../schema/documents/recordDocument';
import { type FormField, isFileField } from '../../../../schema/forms/formModel';
import { nameKey } from '../../../../schema/model/readableName';
import type { ScalarInfo } from '../../../../schema/model/scalars';
import {
  type FieldModel,
  fieldsOf,
  itemType,
  namedType,
  needsNoArguments,
  type SchemaModel,
  typeLabel,
} from '../../../../schema/model/schemaModel';
import { type Change, changesOf } from '../../../../schema/mutations/changes';
import { linkInput } from '../../../../schema/mutations/linkInput';
import { manyInput } from '../../../../schema/mutations/manyInput';
import { isPlainField, partFields } from '../../../../schema/mutations/partFields';
import { replacesWhole } from '../../../../schema/mutations/wholeUpdates';
import { isSecretName, isSecretOf } from '../../../../transport/secrets/isSecretName';

/** A record's values by field name. */
export type Values = Readonly<Record<string, unknown>>;

/** Why a cell cannot be edited. */
export type NotEditableReason =
  | 'noUpdate'
  | 'noReading'
  | 'otherRecord'
  | 'key'
  | 'notAccepted'
  | 'secret'
  | 'file'
  | 'noControl';

/** A field that can be edited, and the column that shows it. */
export interface EditableField {
  /** The field with the name that the update mutation uses. */
  readonly field: FormField;
  readonly column: Column;
}

/** The update mutation for records of a type; null if none is certain, or if a record cannot be read again before it is sent. */
export function updateOf(model: SchemaModel, typeName: string): Change | null {
  const change = changesOf(model, typeName).update;
  return change === undefined || change.sure !== 'certain' || recordLookup(model, typeName) === null ? null : change;
}

/** The field that edits a column, or the reason why there is none. */
export function editableField(model: SchemaModel, typeName: string, column: Column): EditableField | NotEditableReason {
  const change = updateOf(model, typeName);
  if (change === null) return changesOf(model, typeName).update?.sure === 'certain' ? 'noReading' : 'noUpdate';
  const names = fieldNames(model, typeName, column);
  if (names.length === 0) return 'otherRecord';
  // The visible number of a record counts as its key, even if records are addressed by a global id.
  if ([keyPaths(model, typeName)[0], ...change.keys.map(key => key.column)].includes(column.id)) return 'key';
  const fields = changeFields(model, change);
  const field = names.map(name => fields.find(entry => entry.name === name)).find(entry => entry !== undefined);
  if (field === undefined) return change.fields.some(entry => takesWhole(entry, names)) ? 'noControl' : 'notAccepted';
  if (field.name.split('.').some((name, at, names) => isSecretOf(names[at - 1] ?? typeName, name))) return 'secret';
  if (isFileField(field)) return 'file';
  if (neededValues(model, change).some(name => name !== field.name.split('.')[0])) return 'noControl';
  // The user would edit a part of the value, which would replace the whole value.
  if (column.relation === null && isPartial(model, fieldAt(model, typeName, column.path.join('.')))) return 'noControl';
  const control = settableField(field) ?? linkedKeyField(model, typeName, column, field);
  if (control === null) return 'noControl';
  const inner = asShown(control, column);
  // A value that every record has cannot be removed, even if the update accepts null.
  const label = names[0]?.includes('.') ? column.label : inner.label;
  return { field: { ...inner, label, nullable: inner.nullable && !isAlwaysThere(model, typeName, column) }, column };
}

/** The values that an update needs, but that cannot be read from the record, such as a password. Only a form of its own can ask for them. */
function neededValues(model: SchemaModel, change: Change): readonly string[] {
  return model.remember(`needed values ${change.action.id} ${change.typeName}`, () => {
    const read = new Set(columnsToRead(model, change, []).map(({ field }) => field.name.split('.')[0]));
    return change.fields.flatMap(field => (field.required && !read.has(field.name) ? [field.name] : []));
  });
}

/** The fields of a creation, with the same controls for linked records as the fields of an update. */
export function creatableFields(model: SchemaModel, change: Change): readonly FormField[] {
  return model.remember(`creatable fields ${change.action.id} ${change.typeName}`, () =>
    change.fields.map(field => {
      const column = columnOfField(model, change.typeName, field.name);
      const many = field.control.kind === 'group' ? relatedKeysField(model, change.typeName, field, true) : null;
      if (many !== null) return { ...many.field, required: field.required };
      if (column === null) return field;
      const key = linkedKeyField(model, change.typeName, column, field);
      return key === null ? asShown(field, column) : { ...key, required: field.required, nullable: false };
    }),
  );
}

const MOMENTS = new Set(['date', 'time', 'dateTime', 'localDateTime']);

/** The field with a date or time control, if the input takes as plain text what the record contains as a date or time (Payload). */
function asShown(field: FormField, { kind, relation }: Column): FormField {
  const { control } = field;
  if (relation !== null || !MOMENTS.has(kind) || control.kind !== 'scalar' || control.scalar.kind !== 'text') return field;
  return { ...field, control: { ...control, scalar: { ...control.scalar, kind: kind as ScalarInfo['kind'] } } };
}

/** The fields of an update, and the parts of those that are objects within the record. */
export function changeFields(model: SchemaModel, change: Change): readonly FormField[] {
  return model.remember(`change fields ${change.action.id} ${change.typeName}`, () =>
    change.fields.flatMap(field => [field, ...(editableParts(model, change.typeName, field) ?? [])]),
  );
}

/**
 * The parts of a field (partFields.ts). Null also if one is a secret: the server may show it masked or hashed, and all parts are sent back when
 * one is changed.
 */
export function editableParts(model: SchemaModel, typeName: string, field: FormField): readonly FormField[] | null {
  const parts = partFields(model, typeName, field);
  return parts?.some(part => isSecretName(part.name)) ? null : parts;
}

function isAlwaysThere(model: SchemaModel, typeName: string, { relation, path, typeRef }: Column): boolean {
  if (relation !== null || typeRef.kind !== 'nonNull') return false;
  const from = valuesType(model, typeName) !== null && path[0] === 'attributes' ? 2 : 1;
  return path.slice(from).every((_, at) => fieldAt(model, typeName, path.slice(0, from + at).join('.'))?.type.kind === 'nonNull');
}

/** The names under which an update may take the value of a column; [] if the value belongs to another record. */
function fieldNames(model: SchemaModel, typeName: string, column: Column): string[] {
  if (column.path.some(step => step.includes(':')) || column.kind === 'count') return [];
  const way = column.relation === null ? column.path : column.relation.path;
  const own = valuesType(model, typeName) !== null && way[0] === 'attributes' ? way.slice(1) : way;
  const [name] = own;
  if (name === undefined) return [];
  if (column.relation === null) return [own.join('.')];
  if (own.length !== 1) return [];
  // Only the display field of the other record: its other values are edited in that record.
  const naming = columnAt(model, typeName, way);
  return column.relation.many || naming?.id !== column.id ? [] : [`${name}Id`, `${name}_id`, `${name}ID`, name];
}

/** True for the field that takes a whole object of the record (`fee`, for `fee.amount`). */
function takesWhole({ name, control }: FormField, names: readonly string[]): boolean {
  const [head, part] = names[0]?.split('.') ?? [];
  return part !== undefined && head === name && control.kind === 'group' && control.fields.some(field => field.name === part);
}

/** The control of a field; for an operation (`{set: value}`) the control of its value. Null for nested inputs and files. */
function settableField(field: FormField): FormField | null {
  if (isPlainField(field)) return field;
  const { control } = field;
  const set =
    control.kind === 'group' || control.kind === 'oneOf' ? control.fields.find(entry => entry.name === 'set') : undefined;
  const isPlain = set !== undefined && (set.control.kind === 'scalar' || set.control.kind === 'enum');
  return isPlain ? { ...set, name: field.name, label: field.label } : null;
}

/** The control of a field that links another record by an operation: that of the other record's key. Null for all other fields. */
function linkedKeyField(model: SchemaModel, typeName: string, { relation }: Column, field: FormField): FormField | null {
  if (relation === null || relation.many) return null;
  const [first, ...others] = recordLookup(model, relation.typeName)?.keys ?? [];
  const link = first === undefined || others.length > 0 ? null : linkInput(field, first.column);
  if (link === null) return null;
  const always = fieldAt(model, typeName, relation.path.join('.'))?.type.kind === 'nonNull';
  return { ...link.key, name: field.name, label: field.label, required: false, nullable: link.canDisconnect && !always };
}

/**
 * The current value of a column in a row, in the form that the update takes: for a relation, the key of the other record. undefined:
 * unknown.
 */
export function currentValue(
  model: SchemaModel,
  { column, field }: Pick<EditableField, 'column'> & { readonly field?: FormField },
  row: unknown,
): unknown {
  const { relation } = column;
  if (relation === null) return cellValue(row, column);
  const related = relatedValue(row, column);
  const keyOf = (record: unknown): unknown => linkedKey(model, relation.typeName, field, record);
  if (!relation.many) return related === null ? null : keyOf(related);
  return Array.isArray(related) ? keyList(related.map(keyOf)) : undefined;
}

/** The key of a record in the form that a field for its key takes; undefined: unknown. */
export function linkedKey(model: SchemaModel, typeName: string, field: FormField | undefined, record: unknown): unknown {
  const kind = field?.control.kind === 'scalar' ? field.control.scalar.kind : undefined;
  const other = kind === undefined ? null : keyOfKind(model, typeName, kind);
  if (other !== null) return typeof record === 'object' && record !== null ? rowKeyOf({ ...record }, other) : undefined;
  const keys = Object.values(recordRef(model, typeName, record)?.keys ?? {});
  return keys.length === 1 ? keys[0] : undefined;
}

/** Keys of several records in the server's order, which may be significant; undefined if one of them is unknown. */
export function keyList(keys: readonly unknown[]): readonly string[] | undefined {
  if (!keys.every(key => typeof key === 'string' || typeof key === 'number')) return undefined;
  return keys.map(String);
}

/** The list fields of a type, by their names without separators. */
function listsByName(model: SchemaModel, typeName: string): ReadonlyMap<string, readonly FieldModel[]> {
  return model.remember(`lists of ${typeName}`, () => {
    const lists = new Map<string, FieldModel[]>();
    for (const own of fieldsOf(model.types.get(typeName)).values())
      if (itemType(own.type)) lists.set(nameKey(own.name), [...(lists.get(nameKey(own.name)) ?? []), own]);
    return lists;
  });
}

/**
 * The field of an update that takes the keys of all records in a plain list of the record (`tagIds` or `tags`, for `tags`), as a list of
 * keys. Null if this is not certain: if the update takes another key, if the list may be partial, or if its records cannot be found by a
 * single key.
 */
export function relatedKeysField(model: SchemaModel, typeName: string, field: FormField, isNew = false): EditableField | null {
  const input = manyInput(field, isNew);
  const stem = nameKey(field.name.replace(/_?ids$/i, ''));
  if (input === null || isSecretName(field.name)) return null;
  const found = listsByName(model, typeName).get(stem) ?? [];
  const [list] = found;
  if (list === undefined || found.length > 1 || !needsNoArguments(list)) return null;
  if (!isNew && input.way !== 'difference' && isPartial(model, list)) return null;
  const column = columnAt(model, typeName, [list.name]);
  const relation = column?.relation;
  if (!column || !relation?.many || relation.path.length !== 1) return null;
  const [key, ...others] = recordLookup(model, relation.typeName)?.keys ?? [];
  if (key === undefined || others.length > 0) return null;
  const keyField = fieldsOf(model.types.get(relation.typeName)).get(key.column);
  const isSame = keyField !== undefined && namedType(keyField.type) === namedType(input.key.type);
  if (input.key.name === '' ? !isSame && namedType(input.key.type) !== 'ID' : input.key.name !== key.column) return null;
  const item: FormField = { ...input.key, name: '', label: typeLabel(model, relation.typeName), required: true, nullable: false };
  const label = list.label ?? column.label;
  return {
    field: { ...field, label, required: false, nullable: false, defaultValue: undefined, control: { kind: 'list', item } },
    column,
  };
}

/** The fields to read before a change is sent: the edited ones, and those that the update needs unchanged. */
export function columnsToRead(model: SchemaModel, change: Change, edited: readonly string[]): EditableField[] {
  const isWhole = replacesWhole(model, change);
  const fields = change.fields.flatMap(field => {
    const parts = editableParts(model, change.typeName, field) ?? [field];
    // Masked secrets and parts of values must not be sent back.
    const own = fieldsOf(model.types.get(change.typeName)).get(field.name);
    const isNeeded = (field.required || isWhole) && !isSecretOf(change.typeName, field.name) && !isPartial(model, own);
    return isNeeded || [field, ...parts].some(part => edited.includes(part.name)) ? parts : [];
  });
  return fields.flatMap(field => {
    const column = columnOfField(model, change.typeName, field.name);
    if (column !== null) return [{ field, column }];
    return relatedKeysField(model, change.typeName, field) ?? [];
  });
}

/** The column that corresponds to a field of the update. */
export function columnOfField(model: SchemaModel, typeName: string, name: string): Column | null {
  return columnsOfField(model, typeName, name)[0] ?? null;
}

/** True for a field with the key of another record, which the record may also have as a plain value (`author_id` beside `author`). */
export function isReference(model: SchemaModel, typeName: string, name: string): boolean {
  return columnsOfField(model, typeName, name).some(({ relation }) => relation !== null);
}

/** The columns that a field of the update changes. */
function columnsOfField(model: SchemaModel, typeName: string, name: string): Column[] {
  const bare = name.replace(/_?id$/i, '');
  const own = name.split('.');
  return [own, ['attributes', ...own], [bare]].flatMap(path => {
    const column = path.at(-1) === '' ? null : columnAt(model, typeName, path);
    return column !== null && fieldNames(model, typeName, column).includes(name) ? column : [];
  });
}

/** The column that shows an edit of a field, including columns with lists of records. */
export function editedColumn(model: SchemaModel, typeName: string, name: string): Column | null {
  const field = changesOf(model, typeName).update?.fields.find(entry => entry.name === name);
  return columnOfField(model, typeName, name) ?? (field ? (relatedKeysField(model, typeName, field)?.column ?? null) : null);
}

/** The query that reads a record again before it is changed. */
export function rereadRequest(model: SchemaModel, change: Change, keys: Values, edited: readonly string[]) {
  const fields = columnsToRead(model, change, edited);
  const others = [...change.keys.map(key => key.column), change.version?.column ?? null].flatMap(name => {
    const column = name === null ? null : columnAt(model, change.typeName, name.split('.'));
    return column === null ? [] : [column];
  });
  const ref = { typeName: change.typeName, keys };
  const prepared = recordDocument(model, ref, [...fields.map(entry => entry.column), ...others]);
  return {
    ...prepared,
    problem: (data: unknown): string | null =>
      prepared.problem(data) ?? (hasOtherKeys(model, ref, prepared.read(data)) ? 'The response contains another record' : null),
    /**
     * The record with the current value of each field, by the field's name in the update; null if the record does not exist, or if the
     * server returned a different record, which must not be changed (MySQL takes the key `12a` for 12).
     */
    read(data: unknown): Values | null {
      const row = prepared.read(data);
      if (row === null || hasOtherKeys(model, ref, row)) return null;
      const values = fields.map(entry => [entry.field.name, currentValue(model, entry, row)] as const);
      return Object.fromEntries([...Object.entries(row), ...values.filter(([, value]) => value !== undefined)]);
    },
  };
}
