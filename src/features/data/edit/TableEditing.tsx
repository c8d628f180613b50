/** Editing in the table of a collection: the open cell, the staged edits, their review, and the change log. */
import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { dataEdit } from '../../../i18n/english/data/dataEdit';
import { dataMore } from '../../../i18n/english/data/dataMore';
import { form as formTexts } from '../../../i18n/english/form';
import { useText } from '../../../i18n/LanguageProvider';
import type { Collection } from '../../../schema/collections/collections';
import type { Column } from '../../../schema/collections/columns/columns';
import type { Row } from '../../../schema/documents/documents';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { createRecordChoices } from '../../../session/history/recordChoices';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { useThrottledReadable } from '../../../ui/useThrottledReadable';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import { CellEditor } from './CellEditor';
import { FileCellEditor } from './FileCellEditor';
import { currencyOf, stagedCurrency } from './fields/minorAmounts';
import { StagedChanges } from './review/StagedChanges';
import { rowIds } from './rowHead';
import { newEdit } from './sending/newEdit';
import { useSentResults } from './sending/sentResults';
import { isRunning, tableEdits } from './sending/tableEdits';
import type { TableHandle } from './tableHandle';
import { useCellBlocks } from './useCellBlocks';
import { useEditableCells } from './useEditableCells';
import { useOpenCell } from './useOpenCell';
import { useOpenFile } from './useOpenFile';
import { useStagedCells } from './useStagedCells';
import './edit.css';

/** Props of `TableEditing`. */
export interface TableEditingProps {
  session: Session;
  model: SchemaModel;
  collection: Collection;
  rows: readonly Row[];
  columns: readonly Column[];
  /** Receives the handle that the table uses; null when editing unmounts. */
  onHandle: (handle: TableHandle | null) => void;
  /** The rows must be requested again. */
  onOld: () => void;
  /** A cell of this row is edited after a double click. */
  onPressed: (at: number) => void;
}

/** Renders the editor of the open cell, and the bar of staged changes below the rows. */
export function TableEditing(props: TableEditingProps): ReactNode {
  const { session, model, collection, rows: read, columns, onHandle, onOld } = props;
  const announce = useAnnounce();
  const text = useText();
  const { rowType } = collection;
  const edits = tableEdits(session, collection.id);
  const { staged } = edits;
  const idOf = useMemo(() => rowIds(model, rowType), [model, rowType]);
  // A send changes hundreds of rows per second, and each change would render all visible cells.
  const isSending = useCallback(() => isRunning(edits.job.get()), [edits]);
  const present = useSentResults(model, useThrottledReadable(edits.sentResults, isSending), read, idOf);
  const rows = useMemo(() => present(read), [present, read]);
  const stagedRows = useThrottledReadable(staged, isSending);
  const choices = useMemo(() => createRecordChoices(model, rowType), [model, rowType]);
  const byId = useMemo(() => new Map(stagedRows.map(row => [row.id, row])), [stagedRows]);

  const { findCell, findFile } = useEditableCells(session, model, rowType, columns);
  const file = useOpenFile(rows, findFile);
  const { open, element, begin: beginCell, accept, cancel } = useOpenCell(rows, findCell, staged, choices, props.onPressed);
  const { begin: beginFile } = file;
  const isOpen = open !== null || file.open !== null;
  // An open editor stays open: its value is not valid, or its file is being sent.
  const begin = useCallback<TableHandle['begin']>(
    (...cell) => file.open !== null || (open === null && beginFile(...cell)) || beginCell(...cell),
    [file.open, open, beginFile, beginCell],
  );
  const stagedCells = useStagedCells(model, byId, idOf);
  const blocks = useCellBlocks({ rows, columns, staged, choices, idOf, findCell });
  const set = useCallback<TableHandle['set']>(
    (row, columnId, value, name) => {
      const cell = findCell(row, columnId) ?? text('data.editNoReading');
      if (typeof cell === 'string') announce.note({ text: cell, tone: 'danger' });
      else if (!staged.stage(cell.head, newEdit(cell.place, { ...cell, after: value, name })))
        announce.note({ text: text('data.editFull'), tone: 'danger' });
    },
    [findCell, staged, announce, text],
  );
  useEffect(
    () => onHandle({ begin, isOpen, set, present, ...stagedCells, ...blocks }),
    [onHandle, begin, isOpen, set, present, stagedCells, blocks],
  );
  useEffect(() => () => onHandle(null), [onHandle]);

  return (
    <>
      <StagedChanges session={session} model={model} collection={collection} edits={edits} rows={stagedRows} onOld={onOld} />
      {open === null ? null : (
        <CellEditor
          key={`${open.head.id} ${open.place.column.id}`}
          field={open.place.field}
          value={open.shown}
          typed={open.typed}
          column={open.place.column}
          currency={stagedCurrency(byId.get(open.head.id), open.place.column, currencyOf(open.place.column, open.row))}
          cell={element}
          choices={choices}
          onAccept={accept}
          onCancel={cancel}
        />
      )}
      {file.open === null ? null : (
        <FileCellEditor {...file.open} session={session} model={model} cell={file.element} onClose={file.close} />
      )}
    </>
  );
}

const TableEditingWithTexts = withMessagesAndIcons({ data: { ...dataMore, ...dataEdit }, form: formTexts }, TableEditing);

/** Default export for lazy loading: the component with its messages and icons. */
export default TableEditingWithTexts;
