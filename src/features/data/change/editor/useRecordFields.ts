/** The fields that the form of a record edits, and the current values of the record. */
import { useMemo } from 'react';
import { usePrepared } from '../../../../parts/usePrepared';
import { noteLocalTimes } from '../../../../schema/collections/columns/noteLocalTimes';
import { noteTextNumbers } from '../../../../schema/collections/columns/noteTextNumbers';
import { fittingFields } from '../../../../schema/forms/fittingField';
import type { FormField } from '../../../../schema/forms/formModel';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import type { Change } from '../../../../schema/mutations/changes';
import { type EditableField, rereadRequest, updateOf, type Values } from '../../edit/fields/editableField';
import type { RowHead } from '../../edit/sending/stagedRow';
import { editableFields, shownField } from '../editableFields';

/** The fields of a record, and the state of their request. */
export interface RecordFields {
  /** The update; null if the record cannot be changed. */
  readonly change: Change | null;
  /** The fields that the update takes, with the columns that hold their values. */
  readonly places: readonly EditableField[];
  /** The fields that the form shows. */
  readonly fields: readonly FormField[];
  /** The current values; null while they are loading. */
  readonly present: Values | null;
  readonly result: ReturnType<typeof usePrepared<Values | null>>;
}

/** Maximum number of related records that are shown individually. */
const MOST_LINKS = 100;

/** Requests the current values of a record. */
export function useRecordFields(model: SchemaModel, record: RowHead): RecordFields {
  const change = updateOf(model, record.typeName);
  const places = useMemo(() => (change === null ? [] : editableFields(model, change)), [model, change]);
  const editable = useMemo(() => places.map(shownField), [places]);
  const keys = JSON.stringify(record.keys);
  const prepared = useMemo(() => {
    const names = editable.map(field => field.name);
    return change === null
      ? null
      : rereadRequest(model, change, Object.fromEntries(JSON.parse(keys) as [string, unknown][]), names);
  }, [model, change, editable, keys]);
  const result = usePrepared<Values | null>(prepared);
  const present = result.isOld ? null : result.value;
  const fields = useMemo(() => {
    const columns = places.map(place => place.column);
    noteTextNumbers(model, columns, [present]);
    noteLocalTimes(model, columns, [present]);
    return fittingFields(offeredFields(editable, places, present), present);
  }, [model, editable, places, present]);
  return { change, places, fields, present, result };
}

/** True for a list of related records. */
export const isMany = ({ relation }: EditableField['column']): boolean => relation?.many === true;

/** The fields except lists of related records that the result does not contain or that are too long to show. */
function offeredFields(
  fields: readonly FormField[],
  places: readonly EditableField[],
  present: Values | null,
): readonly FormField[] {
  return fields.filter(({ name }) => {
    const place = places.find(({ field }) => field.name === name);
    if (present === null || place === undefined || !isMany(place.column)) return true;
    const keys = Object.hasOwn(present, name) ? present[name] : undefined;
    return Array.isArray(keys) && keys.length <= MOST_LINKS;
  });
}
