/** The fields of a record that its form edits, with their current values. */
import type { FormField } from '../../../schema/forms/formModel';
import { type Draft, type Drafts, fromVariables } from '../../../schema/forms/formValues';
import type { SchemaModel } from '../../../schema/model/schemaModel';
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

/** Converts values to drafts of these fields; fields without a value are left out. */
export function draftsOf(fields: readonly FormField[], values: Values): Drafts {
  const entries: [string, Draft][] = [];
  for (const field of fields) {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
    if (value === undefined || value === null) continue;
    const drafts = fromVariables([field], Object.fromEntries([[field.name, value]]));
    const draft = Object.hasOwn(drafts, field.name) ? drafts[field.name] : undefined;
    if (draft !== undefined) entries.push([field.name, draft]);
  }
  return Object.fromEntries(entries);
}

/** Initial values of a new record that duplicates another one: the values of all fields that the creation mutation takes. */
export function copiedDrafts(model: SchemaModel, change: Change, row: unknown): Drafts {
  const values = copiedFields(model, change).flatMap(place => {
    const value = copiedValue(model, place, row);
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
    const places = (editableParts(model, change.typeName, field) ?? [field]).flatMap(part => {
      const column = columnOfField(model, change.typeName, part.name);
      return column === null ? [] : [{ field: part, column }];
    });
    return places.length === 0 ? [] : [{ field, places }];
  });
}

/** The value of such a field in a record; null if it has none. */
export function copiedValue(model: SchemaModel, { field, places }: CopiedField, row: unknown): unknown {
  const values = Object.fromEntries(places.map(place => [place.field.name, currentValue(model, place, row)]));
  if (Object.hasOwn(values, field.name)) return values[field.name] ?? null;
  return Object.values(values).every(value => value == null) ? null : wholeValue(field, values);
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
