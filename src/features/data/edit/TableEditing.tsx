/** Editing in the table of a collection: the open cell, the staged edits, their review, and the change log. */
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
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
import { Button } from '../../../ui/inputs/Button';
import { useReadable } from '../../../ui/useReadable';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import { creationOf, deletionOf } from '../change/rows/rowActions';
import { CellEditor } from './CellEditor';
import { currencyOf, stagedCurrency } from './fields/minorAmounts';
import { ChangeLogPanel } from './review/ChangeLogPanel';
import type { ChangeEntry } from './review/changeLog';
import { ReviewPanel } from './review/ReviewPanel';
import { rowIds } from './rowHead';
import { newEdit } from './sending/newEdit';
import { useSentResults } from './sending/sentResults';
import { countChanges } from './sending/stagedEdits';
import { tableEdits } from './sending/tableEdits';
import { useSending } from './sending/useSending';
import type { TableHandle } from './tableHandle';
import { UndoDialog } from './UndoDialog';
import { useCellBlocks } from './useCellBlocks';
import { useEditableCells } from './useEditableCells';
import { useOpenCell } from './useOpenCell';
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

/** Renders the bar below the rows, and the dialogs that it opens. */
export function TableEditing(props: TableEditingProps): ReactNode {
  const { session, model, collection, rows: read, columns, onHandle, onOld } = props;
  const announce = useAnnounce();
  const text = useText();
  const { rowType } = collection;
  const edits = tableEdits(session, collection.id);
  const { staged, log } = edits;
  const idOf = useMemo(() => rowIds(model, rowType), [model, rowType]);
  const present = useSentResults(model, edits.sentResults, read, idOf);
  const rows = useMemo(() => present(read), [present, read]);
  const stagedRows = useReadable(staged);
  const job = useReadable(edits.job);
  const sent = useReadable(log);
  const [panel, setPanel] = useState<'review' | 'log' | null>(null);
  const undoing = useReadable(edits.undoing);
  useEffect(() => () => edits.undoing.set(null), [edits]);
  const logButton = useRef<HTMLButtonElement>(null);
  const { send, undo } = useSending(session, model, collection.id, edits, onOld);
  const choices = useMemo(() => createRecordChoices(model, rowType), [model, rowType]);
  const byId = useMemo(() => new Map(stagedRows.map(row => [row.id, row])), [stagedRows]);

  const findCell = useEditableCells(session, model, rowType, columns);
  const { open, element, begin, accept, cancel } = useOpenCell(rows, findCell, staged, choices, props.onPressed);
  const isOpen = open !== null;
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

  const closeReview = (): void => {
    setPanel(null);
    staged.discard(stagedRows.flatMap(row => (row.state === 'sent' ? [row.id] : [])));
    // The review button disappears with the last change, so the focus moves to the button of the change log.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) logButton.current?.focus();
    });
  };
  const startUndo = (entries: readonly ChangeEntry[]): void => {
    if (entries[0]?.kind !== undefined) {
      setPanel(null);
      edits.undoing.set(entries);
    } else if (undo(entries)) setPanel('review');
    else announce.note({ text: text('data.changeUndoBusy'), tone: 'danger' });
  };
  const count = countChanges(stagedRows);
  // A change that may have been applied can only be discarded with its own button in the review.
  const discardable = stagedRows.filter(row => row.state !== 'unknown');
  return (
    <>
      {count > 0 || sent.some(entry => entry.collection === collection.id) ? (
        <EditBar
          count={count}
          logButton={logButton}
          onReview={() => setPanel('review')}
          onDiscard={discardable.length === 0 ? null : () => staged.discard(discardable.map(row => row.id))}
          onLog={() => setPanel('log')}
        />
      ) : null}
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
      {panel === 'review' ? (
        <ReviewPanel model={model} staged={staged} job={job} onSend={() => send()} onClose={closeReview} />
      ) : null}
      {panel === 'log' ? (
        <ChangeLogPanel
          model={model}
          log={log}
          connection={session.connection.name}
          collection={collection.id}
          ways={{ create: creationOf(model, rowType) !== null, delete: deletionOf(model, rowType) !== null }}
          onClose={() => setPanel(null)}
          onUndo={startUndo}
        />
      ) : null}
      {undoing === null ? null : (
        <UndoDialog
          session={session}
          model={model}
          collection={collection.id}
          rowType={rowType}
          entries={undoing}
          onUndo={log.mark}
          onClose={() => edits.undoing.set(null)}
        />
      )}
    </>
  );
}

/** The number of staged changes, and the buttons that open their review and the change log. */
function EditBar({
  count,
  logButton,
  onReview,
  onDiscard,
  onLog,
}: {
  count: number;
  logButton: RefObject<HTMLButtonElement | null>;
  onReview: () => void;
  /** Null: there is nothing to discard. */
  onDiscard: (() => void) | null;
  onLog: () => void;
}): ReactNode {
  const text = useText();
  const bar = useRef<HTMLElement>(null);
  return (
    <section ref={bar} className={count > 0 ? 'edit-bar edit-bar-open' : 'edit-bar'} aria-label={text('data.changeLog')}>
      <span className="edit-bar-words">{count > 0 ? text('data.editChanges', { count }) : null}</span>
      {count > 0 ? (
        <>
          <Button kind="primary" onClick={onReview}>
            {text('data.editReview')}
          </Button>
          {onDiscard === null ? null : (
            <Button
              onClick={() => {
                // The button is about to be removed.
                bar.current?.parentElement?.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus();
                onDiscard();
              }}
            >
              {text('data.editDiscardAll')}
            </Button>
          )}
        </>
      ) : null}
      <Button ref={logButton} kind="quiet" onClick={onLog}>
        {text('data.changeLog')}
      </Button>
    </section>
  );
}

const TableEditingWithTexts = withMessagesAndIcons({ data: { ...dataMore, ...dataEdit }, form: formTexts }, TableEditing);

/** Default export for lazy loading: the component with its messages and icons. */
export default TableEditingWithTexts;
