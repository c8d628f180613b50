/** The fields of a record that its form edits, with their current values. */
import { cellValue } from '../../../schema/collections/columns/columns';
import { fieldAt, keyPaths } from '../../../schema/collections/displayField';
import { isPartial } from '../../../schema/collections/isPartial';
import { findList } from '../../../schema/collections/listShape';
import { recordLayout } from '../../../schema/collections/recordLayout';
import { recordLookup } from '../../../schema/collections/records';
import { NESTED_LIMIT, nestedArguments } from '../../../schema/documents/selection';
import { type FormField, isFileField } from '../../../schema/forms/formModel';
import { type Draft, type Drafts, fromVariables } from '../../../schema/forms/formValues';
import { nameKey } from '../../../schema/model/readableName';
import { fieldsOf, isList, namedType, possibleTypes, type SchemaModel, typeOf } from '../../../schema/model/schemaModel';
import type { Change } from '../../../schema/mutations/changes';
import { wholeValue } from '../../../schema/mutations/partFields';
import {
  changeFields,
  columnOfField,
  creatableFields,
  currentValue,
  type EditableField,
  editableField,
  editableParts,
  relatedKeysField,
  type Values,
} from '../edit/fields/editableField';

/** The fields of an update that correspond to a column of the record, in schema order. */
export function editableFields(model: SchemaModel, change: Change): readonly EditableField[] {
  return model.remember(`edited fields ${change.action.id} ${change.typeName}`, () =>
    changeFields(model, change).flatMap(field => {
      const column = columnOfField(model, change.typeName, field.name);
      if (column === null) return relatedKeysField(model, change.typeName, field) ?? [];
      const place = editableField(model, change.typeName, column);
      return typeof place === 'string' || place.field.name !== field.name ? [] : [place];
    }),
  );
}

/**
 * The field as the form of an existing record shows it: a value that every record has is required, even if the update does not require it.
 */
export function shownField({ field, column }: EditableField): FormField {
  // A field of an object that may be null as a whole may be missing, too.
  const always = column.relation === null && column.typeRef.kind === 'nonNull' && !field.nullable;
  return { ...field, required: always, defaultValue: undefined };
}

/** Converts values to drafts of these fields. Fields without a value are left out, and files, because a record has only their address. */
export function draftsOf(fields: readonly FormField[], values: Values): Drafts {
  const entries: [string, Draft][] = [];
  for (const field of fields) {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
    if (value === undefined || value === null || isFileField(field)) continue;
    const drafts = fromVariables([field], Object.fromEntries([[field.name, value]]));
    const draft = Object.hasOwn(drafts, field.name) ? drafts[field.name] : undefined;
    if (draft !== undefined) entries.push([field.name, draft]);
  }
  return Object.fromEntries(entries);
}

/**
 * Initial values of a new record that duplicates another one: the values of all fields that the creation mutation takes, except the key,
 * which would make the copy replace the record, and except related records that can belong to only one record, which the copy would take
 * over.
 */
export function copiedDrafts(model: SchemaModel, change: Change, row: unknown): Drafts {
  const values = copiedFields(model, change).flatMap(place => {
    const isOwn =
      isKey(model, change.typeName, place) || belongsToOne(model, change.typeName, place) || isPaired(model, change, place);
    const value = isOwn ? null : copiedValue(model, change.typeName, place, row);
    return value === null ? [] : [[place.field.name, value] as const];
  });
  return draftsOf(creatableFields(model, change), Object.fromEntries(values));
}

/** A field of a creation whose value can be read from these columns of a record of the same type. */
export interface CopiedField {
  readonly field: FormField;
  readonly places: readonly EditableField[];
}

/** The fields of a creation that can be filled in from a record. */
export function copiedFields(model: SchemaModel, change: Change): readonly CopiedField[] {
  return creatableFields(model, change).flatMap(field => {
    const places = (editableParts(model, change.typeName, field) ?? [field]).flatMap((part): readonly EditableField[] => {
      const column = columnOfField(model, change.typeName, part.name);
      if (column !== null) return [{ field: part, column }];
      const taken = change.fields.find(entry => entry.name === field.name);
      const many = taken === undefined ? null : relatedKeysField(model, change.typeName, taken, true);
      return many === null ? [] : [{ field, column: many.column }];
    });
    return places.length === 0 ? [] : [{ field, places }];
  });
}

/** The value of such a field in a record; null if there is none, or if only a part of a list is known. */
export function copiedValue(model: SchemaModel, typeName: string, { field, places }: CopiedField, row: unknown): unknown {
  const values = Object.fromEntries(places.map(place => [place.field.name, currentValue(model, place, row)]));
  if (Object.hasOwn(values, field.name)) {
    const value = values[field.name] ?? null;
    return Array.isArray(value) && !isWhole(model, typeName, places, value.length) ? null : value;
  }
  return Object.values(values).every(value => value == null) ? null : wholeValue(field, values);
}

/** The labels of what a creation does not restore reliably: files of the record, and its lists, except those known to be empty. */
export function lostParts(model: SchemaModel, change: Change, row: unknown): readonly string[] {
  return [...lostFiles(model, change, row), ...lostLists(model, change, row)];
}

/** The record has only the address of a file, and a creation takes the file itself. A table may not have requested the address. */
function lostFiles(model: SchemaModel, change: Change, row: unknown): readonly string[] {
  return change.fields.filter(isFileField).flatMap(({ name }) => {
    const column = columnOfField(model, change.typeName, name);
    return column === null || cellValue(row, column) === null ? [] : [column.label];
  });
}

function lostLists(model: SchemaModel, change: Change, row: unknown): readonly string[] {
  const { lists, counts } = recordLayout(model, change.typeName);
  const copied = new Map(copiedFields(model, change).map(({ places }) => [listOf(places), places]));
  return lists.flatMap(({ field, label }) => {
    const counter = counts.get(field.name);
    const count = counter === undefined ? undefined : cellValue(row, counter);
    const places = copied.get(field.name);
    const isKept = places !== undefined && isWhole(model, change.typeName, places, typeof count === 'number' ? count : Infinity);
    return isKept || count === 0 ? [] : [label];
  });
}

/** The name of the list field that these columns read; undefined if they read no list of records. */
const listOf = ([place]: readonly EditableField[]): string | undefined =>
  place?.column.relation?.many ? place.column.relation.path[0] : undefined;

/** True if a creation takes lists of related records that can be read from a record. */
export const copiesLists = (model: SchemaModel, change: Change): boolean =>
  copiedFields(model, change).some(({ places }) => listOf(places) !== undefined);

/** True if a list with this number of items was read completely: it has no pages, or is shorter than the requested page. */
function isWhole(model: SchemaModel, typeName: string, places: readonly EditableField[], length: number): boolean {
  const list = listOf(places);
  const field = list === undefined ? undefined : fieldsOf(model.types.get(typeName)).get(list);
  return !isPartial(model, field) || (field !== undefined && nestedArguments(model, field).length > 0 && length < NESTED_LIMIT);
}

/**
 * True for an id of the record, or a part of the key that identifies it. If the key contains the record's id, its other parts are ids of
 * other records, such as the parent.
 */
function isKey(model: SchemaModel, typeName: string, { places }: CopiedField): boolean {
  const ids = keyPaths(model, typeName);
  const parts = recordLookup(model, typeName)?.keys.map(key => key.column) ?? [];
  const keys = parts.some(part => ids.includes(part)) ? ids : [...ids, ...parts];
  const links = new Set(keys.map(nameKey));
  return places.some(
    ({ column }) => keys.includes(column.id) || (column.relation !== null && links.has(nameKey(`${column.id}id`))),
  );
}

/**
 * True if the records in a list refer to a single record of the type: a comment with its `post`, its `subject` (an interface), its
 * `postId`, or its `parentId`, which names no type. Text such as `stripeId` does not refer to a record whose key is a number.
 */
function belongsToOne(model: SchemaModel, typeName: string, { places }: CopiedField): boolean {
  const relation = listOf(places) === undefined ? null : places[0]?.column.relation;
  const fields = [...fieldsOf(model.types.get(relation?.typeName ?? '')).values()];
  const others = new Set([...fields.map(field => nameKey(field.name)), ...[...model.types.keys()].map(nameKey)]);
  others.delete(nameKey(typeName));
  const [key, ...more] = recordLookup(model, relation?.typeName ?? '')?.keys ?? [];
  const own = recordLookup(model, typeName)?.keys.map(({ column }) => fieldAt(model, typeName, column)) ?? [];
  const isNumbered = own.length > 0 && own.every(field => field !== undefined && namedType(field.type) === 'Int');
  return fields.some(({ name, type }) => {
    if (possibleTypes(typeOf(model, type)).includes(typeName)) return !isList(type);
    // `paid` and `uuid` end with these letters too.
    const [, holder = ''] = /^(.{1,200}?)(?:_id|I[dD]|_ID)$/.exec(name) ?? [];
    const isOwnKey = name === key?.column && more.length === 0;
    const isText = isNumbered && namedType(type) === 'String';
    const isOther =
      isText ||
      isOwnKey ||
      holder === '' ||
      /^(external|database|global|uu|gu|g|_)$/i.test(holder) ||
      others.has(nameKey(holder));
    return !isOther || nameKey(name) === `${nameKey(typeName)}id`;
  });
}

/**
 * True for a record that is linked by an operation and in turn has one record of this type, but no list of them: linking it would unlink
 * the other one.
 */
function isPaired(model: SchemaModel, { typeName, fields }: Change, { field, places }: CopiedField): boolean {
  const isOperation = fields.some(({ name, control }) => name === field.name && control.kind === 'group');
  const relation = isOperation && listOf(places) === undefined ? places[0]?.column.relation : null;
  const back = [...fieldsOf(model.types.get(relation?.typeName ?? '')).values()].flatMap(({ type }) => {
    if (typeOf(model, type)?.name === typeName) return [isList(type)];
    return findList(model, type)?.rowType === typeName ? [true] : [];
  });
  return back.length > 0 && !back.includes(true);
}

/** The field of a creation that refers to a record of another type: `shipId` of a visit for a ship; null if none is certain. */
export function linkField(model: SchemaModel, change: Change, typeName: string): FormField | null {
  const found = creatableFields(model, change).filter(field => {
    const column = columnOfField(model, change.typeName, field.name);
    return column?.relation?.typeName === typeName && !column.relation.many && field.control.kind === 'scalar';
  });
  const [first] = found;
  if (first === undefined || found.length === 1) return first ?? null;
  // With several candidates (`fromBerthId`, `toBerthId`) none is certain, unless one has the plain name of the type.
  const plain = found.filter(field => field.name.replace(/_?id$/i, '').toLowerCase() === typeName.toLowerCase());
  return plain.length === 1 ? (plain[0] ?? null) : null;
}
