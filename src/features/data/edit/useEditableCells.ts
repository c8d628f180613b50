/** Finds out which cells of a table can be edited, and which take a file. */
import { useMemo } from 'react';
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

/** A cell whose file can be replaced. */
export interface FileCell {
  readonly head: RowHead;
  readonly column: Column;
}

/** Returns the cell, the reason why it cannot be edited, or null if its current value is unknown. */
export type FindEditableCell = (row: Row, columnId: string) => EditableCell | string | null;

/** Returns functions that find the editable cells of a table with these columns, and those with files. */
export function useEditableCells(
  session: Session,
  model: SchemaModel,
  rowType: string,
  columns: readonly Column[],
): { findCell: FindEditableCell; findFile: (row: Row, columnId: string) => FileCell | null } {
  const text = useText();
  const refused = useRefused(session, model);
  return useMemo(() => {
    const find = (row: Row, columnId: string): (FileCell & { place: EditableField | 'file' }) | string | null => {
      const column = columns.find(entry => entry.id === columnId);
      if (column === undefined) return null;
      const head = rowHead(model, rowType, row);
      if (head === null) return text(editReasons.noReading);
      const place = editableField(model, head.typeName, column);
      if (typeof place === 'string' && place !== 'file') return text(editReasons[place]);
      const reason = refused.get(updateOf(model, head.typeName)?.action.id ?? '');
      if (reason !== undefined) return text('data.offerRefused', { reason });
      return isDeniedByRecord(row, 'update') ? text('data.editBarred') : { head, column, place };
    };
    return {
      findCell(row, columnId) {
        const found = find(row, columnId);
        if (found === null || typeof found === 'string') return found;
        const { head, place } = found;
        if (place === 'file') return text(editReasons.file);
        const before = currentValue(model, place, row);
        return before === undefined ? null : { row, head, place, before };
      },
      findFile(row, columnId) {
        const found = find(row, columnId);
        return found === null || typeof found === 'string' || found.place !== 'file' ? null : found;
      },
    };
  }, [model, rowType, columns, refused, text]);
}
