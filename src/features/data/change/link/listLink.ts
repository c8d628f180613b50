/**
 * Finds out how an existing record is connected to a list of another record, and disconnected from it: by the update of the record with the
 * list, if it takes the keys of the list's records (`tagIds`), or by the update of the record in the list, if it takes the key of the record
 * with the list (`shipId`).
 */
import type { Collection } from '../../../../schema/collections/collections';
import { fieldAt } from '../../../../schema/collections/displayField';
import { findList } from '../../../../schema/collections/listShape';
import { recordLookup } from '../../../../schema/collections/records';
import { type FormField, formField } from '../../../../schema/forms/formModel';
import { fieldsOf, type SchemaModel, typeLabel, typeOf } from '../../../../schema/model/schemaModel';
import type { Change } from '../../../../schema/mutations/changes';
import { type EditableField, relatedKeysField, updateOf } from '../../edit/fields/editableField';
import { editableFields } from '../editableFields';

/** A way to connect records to a list. */
export interface ListLink {
  /** The record whose update is sent: `owner`: the one with the list; `item`: the one in the list. */
  readonly side: 'owner' | 'item';
  readonly change: Change;
  /** The field of the update: the keys of all records in the list, or the key of the record with the list. */
  readonly place: EditableField;
  readonly canDisconnect: boolean;
  /** The form field that chooses a record for the list. */
  readonly choice: FormField;
}

/** The way to connect records to a list of records of type `owner`; null if none is certain. Memoized. */
export function listLink(model: SchemaModel, owner: string, { rowType, field }: Collection): ListLink | null {
  return model.remember(`link ${owner}.${field.name}`, () => {
    const [key, ...others] = recordLookup(model, rowType)?.keys ?? [];
    const type = key && fieldAt(model, rowType, key.column)?.type;
    if (type === undefined || others.length > 0) return null;
    const link = ofOwner(model, owner, field.name) ?? ofItem(model, owner, rowType);
    const label = typeLabel(model, rowType);
    const argument = { name: `${rowType}Id`, label, type, description: null, defaultValue: null, deprecationReason: null };
    return link && { ...link, choice: { ...formField(model, argument), required: true } };
  });
}

function ofOwner(model: SchemaModel, owner: string, list: string): Omit<ListLink, 'choice'> | null {
  const change = updateOf(model, owner);
  for (const field of change?.fields ?? []) {
    const place = relatedKeysField(model, owner, field);
    if (change && place?.column.path[0] === list) return { side: 'owner', change, place, canDisconnect: true };
  }
  return null;
}

/** With several lists of the same records, or several links back, it is unknown which belongs to which. */
function ofItem(model: SchemaModel, owner: string, rowType: string): Omit<ListLink, 'choice'> | null {
  const change = updateOf(model, rowType);
  const lists = [...fieldsOf(model.types.get(owner)).values()].filter(({ type }) => findList(model, type)?.rowType === rowType);
  const back = [...fieldsOf(model.types.get(rowType)).values()].filter(({ type }) => typeOf(model, type)?.name === owner);
  if (change === null || lists.length !== 1 || back.length !== 1) return null;
  const place = editableFields(model, change).find(
    ({ field, column }) => column.relation?.typeName === owner && !column.relation.many && field.control.kind === 'scalar',
  );
  return place === undefined ? null : { side: 'item', change, place, canDisconnect: place.field.nullable };
}
