/** Shows staged values in the cells of a table. */
import { useCallback, useMemo } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { Row } from '../../../schema/documents/documents';
import { enumWords, type SchemaModel } from '../../../schema/model/schemaModel';
import { valueText } from '../../../ui/table/valueText';
import { EditedAfter, plainText } from './fields/EditedValue';
import { amountText } from './fields/minorAmounts';
import { type StagedEdit, type StagedRow, unsentEdit } from './sending/stagedRow';
import type { TableHandle } from './tableHandle';

/** Kinds of texts that are shown in other words. */
const WORDED = new Set(['enum', 'date', 'time', 'dateTime', 'localDateTime']);

/** The functions of `TableHandle` for staged values. `byId` contains the staged rows. */
export function useStagedCells(
  model: SchemaModel,
  byId: ReadonlyMap<string, StagedRow>,
  idOf: (row: Row) => string,
): Required<Pick<TableHandle, 'mark' | 'edited'>> {
  const text = useText();
  const formats = useFormats();
  const find = useCallback(
    (row: Row, columnId: string): { of: StagedRow; edit: StagedEdit } | null => {
      const of = byId.size === 0 ? undefined : byId.get(idOf(row));
      const edit = unsentEdit(of, columnId);
      return of === undefined || edit === undefined ? null : { of, edit };
    },
    [byId, idOf],
  );
  const mark = useCallback<NonNullable<TableHandle['mark']>>(
    (row, column, shown) => {
      const found = find(row, column.id);
      if (found === null) return shown;
      const { of, edit } = found;
      const problem = of.problem !== null && (of.problem.field ?? edit.field) === edit.field ? of.problem.message : null;
      const money = amountText(column, edit.before, edit.currency, formats);
      const isWorded = typeof edit.before === 'boolean' || (typeof edit.before === 'string' && WORDED.has(column.kind));
      const before = isWorded
        ? valueText(edit.before, column.kind, formats, text, enumWords(model, column.typeRef).enumLabel)
        : plainText(edit.before ?? text('data.editNothing'));
      const was = text('data.editWas', { value: money === null ? before : `${before} (${money})` });
      return (
        <span
          className={`edited-cell${problem === null && edit.theirs === undefined ? '' : ' edited-cell-wrong'}`}
          title={problem === null ? was : `${problem}\n${was}`}
        >
          <EditedAfter model={model} column={column} edit={edit} of={of} />
          <span className="visually-hidden">{problem === null ? was : `${problem} ${was}`}</span>
        </span>
      );
    },
    [find, model, text, formats],
  );
  const edited = useCallback<NonNullable<TableHandle['edited']>>(
    (row, columnId) => {
      const found = find(row, columnId);
      return found === null ? undefined : { value: found.edit.after };
    },
    [find],
  );
  return useMemo(() => ({ mark, edited }), [mark, edited]);
}
