/** Finds out which cells of a table can be edited. */
import { useCallback } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import type { Column } from '../../../schema/collections/columns/columns';
import type { Row } from '../../../schema/documents/documents';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { isDeniedByRecord } from '../change/refusedOffers';
import { useRefused } from '../change/useRefused';
import { currentValue, type EditableField, editableField, updateOf } from './fields/editableField';
import { editReasons } from './fields/editReasons';
import { rowHead } from './rowHead';
import type { RowHead } from './sending/stagedRow';

/** A cell that can be edited. */
export interface EditableCell {
  /** The row from the server, and the reference that identifies it. */
  readonly row: Row;
  readonly head: RowHead;
  /** The field that the update takes. */
  readonly place: EditableField;
  /** The current value, in the form of the update's input. */
  readonly before: unknown;
}

/** Returns the cell, the reason why it cannot be edited, or null if its current value is unknown. */
export type FindEditableCell = (row: Row, columnId: string) => EditableCell | string | null;

/** Returns a function that finds the editable cells of a table with these columns. */
export function useEditableCells(
  session: Session,
  model: SchemaModel,
  rowType: string,
  columns: readonly Column[],
): FindEditableCell {
  const text = useText();
  const refused = useRefused(session, model);
  return useCallback(
    (row, columnId) => {
      const column = columns.find(entry => entry.id === columnId);
      if (column === undefined) return null;
      const head = rowHead(model, rowType, row);
      if (head === null) return text(editReasons.noReading);
      const place = editableField(model, head.typeName, column);
      if (typeof place === 'string') return text(editReasons[place]);
      const reason = refused.get(updateOf(model, head.typeName)?.action.id ?? '');
      if (reason !== undefined) return text('data.offerRefused', { reason });
      if (isDeniedByRecord(row, 'update')) return text('data.editBarred');
      const before = currentValue(model, place, row);
      return before === undefined ? null : { row, head, place, before };
    },
    [model, rowType, columns, refused, text],
  );
}
