/** Editing in the table of a collection: the open cell, the staged edits, their review, and the change log. */
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from 'urql';
import { dataEdit } from '../../../i18n/english/data/dataEdit';
import { dataMore } from '../../../i18n/english/data/dataMore';
import { form as formTexts } from '../../../i18n/english/form';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { Collection } from '../../../schema/collections/collections';
import type { Column } from '../../../schema/collections/columns/columns';
import { formatRecordRef, recordRef } from '../../../schema/collections/records';
import type { Row } from '../../../schema/documents/documents';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { askChoices, createRecordChoices } from '../../../session/history/recordChoices';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { Button } from '../../../ui/inputs/Button';
import { useReadable } from '../../../ui/text/useReadable';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import { draftsOf } from '../change/editableFields';
import { RecordCreator, RowActionDialog } from '../change/recordParts';
import { isBarred, refusedOffers } from '../change/refusedOffers';
import { creationOf, deletionOf } from '../change/rowActions';
import { rowTitle } from '../record/rowTitle';
import { CellEditor, type EditEnd } from './CellEditor';
import { EditedAfter, plainText } from './fields/EditedValue';
import { type EditableField, editableField, presentValue, updateOf } from './fields/editableField';
import { editReasons } from './fields/editReasons';
import { amountText, currencyOf, stagedCurrency } from './fields/minorAmounts';
import { ChangeLogPanel } from './review/ChangeLogPanel';
import type { ChangeEntry } from './review/changeLog';
import { ReviewPanel } from './review/ReviewPanel';
import { useAnsweredRows } from './sending/answeredRows';
import { newEdit } from './sending/newEdit';
import { countChanges, type RowHead, type StagedEdit, type StagedRow } from './sending/stagedEdits';
import { tableEdits } from './sending/tableEdits';
import { useSending } from './sending/useSending';
import type { TableHandle } from './tableHandle';
import { useCellBlocks } from './useCellBlocks';
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
}

interface OpenCell {
  readonly row: RowHead;
  readonly values: Row;
  readonly place: EditableField;
  readonly before: unknown;
  readonly shown: unknown;
}

/** Renders the bar above the rows, and the dialogs that it opens. */
export function TableEditing({ session, model, collection, rows: read, columns, onHandle, onOld }: TableEditingProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const edits = tableEdits(session, collection.id);
  const { staged, log } = edits;
  const idOf = useMemo(() => rowIds(model, collection.rowType), [model, collection.rowType]);
  const present = useAnsweredRows(model, edits.answered, read, idOf);
  const rows = useMemo(() => present(read), [present, read]);
  const stagedRows = useReadable(staged);
  const job = useReadable(edits.job);
  const sent = useReadable(log);
  const [open, setOpen] = useState<OpenCell | null>(null);
  // Not `useQuery`: the cell has been closed by the time the name of its record is requested.
  const client = useClient();
  const [panel, setPanel] = useState<'review' | 'log' | null>(null);
  const [undoing, setUndoing] = useState<ChangeEntry | null>(null);
  const cell = useRef<HTMLElement | null>(null);
  const logButton = useRef<HTMLButtonElement>(null);
  const { send, undo } = useSending(session, model, collection.id, edits, onOld);
  const choices = useMemo(() => createRecordChoices(model, collection.rowType), [model, collection.rowType]);

  const refused = useReadable(refusedOffers(session));
  // Why the cells of a row cannot be edited; null if the update is allowed.
  const whyNot = useCallback(
    (typeName: string, row: Row): string | null => {
      const reason = refused.get(updateOf(model, typeName)?.action.id ?? '');
      if (reason !== undefined) return text('data.offerRefused', { reason });
      return isBarred(row, 'update') ? text('data.editBarred') : null;
    },
    [refused, model, text],
  );
  const begin = useCallback<TableHandle['begin']>(
    (at, columnId, element, by) => {
      // Enter opens the record; F2 and a double click start editing.
      if (by === 'Enter') return false;
      const row = rows[at];
      const column = columns.find(entry => entry.id === columnId);
      const head = row === undefined ? null : rowHead(model, collection.rowType, row);
      if (row === undefined || column === undefined) return false;
      const place = head === null ? 'noReading' : editableField(model, head.typeName, column);
      if (head === null || typeof place === 'string') {
        if (typeof place !== 'string') return false;
        announce.note({ text: text(editReasons[place]), tone: 'refused' });
        return true;
      }
      const reason = whyNot(head.typeName, row);
      if (reason !== null) {
        announce.note({ text: reason, tone: 'refused' });
        return true;
      }
      const before = presentValue(model, place, row);
      if (before === undefined) return false;
      const edit = editOf(staged.get(), head.id, columnId);
      cell.current = element;
      setOpen({ row: head, values: row, place, before, shown: edit === undefined ? before : edit.after });
      return true;
    },
    [rows, columns, model, collection.rowType, staged, announce, text, whyNot],
  );

  const accept = (value: unknown, end: EditEnd): void => {
    if (open === null) return;
    const { row, values, place, before } = open;
    setOpen(null);
    const edit = newEdit(place, { row: values, before, after: value });
    if (!staged.stage(row, edit)) announce.note({ text: text('data.editFull'), tone: 'danger' });
    else {
      announce.say(text('data.editStaged', { field: place.column.label, count: countChanges(staged.get()) }));
      if (place.column.relation !== null && typeof value === 'string' && value !== before) {
        const question = choices(place.field, [place.field.name])?.name(value);
        if (question)
          void askChoices(client, question).then(name => {
            if (name !== null) staged.update(row.id, now => withName(now, edit, name));
          });
      }
    }
    focusBeside(cell.current, end);
  };

  const byRow = useMemo(() => new Map(stagedRows.map(row => [row.id, row])), [stagedRows]);
  const mark = useCallback<NonNullable<TableHandle['mark']>>(
    (row, column, shown) => {
      const own = byRow.size === 0 ? undefined : byRow.get(idOf(row));
      const edit = own?.state === 'sent' ? undefined : own?.edits.find(entry => entry.column === column.id);
      if (own === undefined || edit === undefined) return shown;
      const problem = own.problem !== null && (own.problem.field ?? edit.field) === edit.field ? own.problem.message : null;
      const money = amountText(column, edit.before, edit.currency, formats);
      const before = plainText(edit.before ?? text('data.editNothing'));
      const was = text('data.editWas', { value: money === null ? before : `${before} (${money})` });
      return (
        <span
          className={`edited-cell${problem === null && edit.theirs === undefined ? '' : ' edited-cell-wrong'}`}
          title={problem === null ? was : `${problem}\n${was}`}
        >
          <EditedAfter model={model} column={column} edit={edit} of={own} />
          <span className="visually-hidden">{problem === null ? was : `${problem} ${was}`}</span>
        </span>
      );
    },
    [byRow, idOf, model, text, formats],
  );
  const edited = useCallback<NonNullable<TableHandle['edited']>>(
    (row, columnId) => {
      const own = byRow.size === 0 ? undefined : byRow.get(idOf(row));
      const edit = own?.state === 'sent' ? undefined : own?.edits.find(entry => entry.column === columnId);
      return edit && { value: edit.after };
    },
    [byRow, idOf],
  );
  const set = useCallback<TableHandle['set']>(
    (row, columnId, value, name) => {
      const head = rowHead(model, collection.rowType, row);
      const column = columns.find(entry => entry.id === columnId);
      if (column === undefined) return;
      const place = head === null ? 'noReading' : editableField(model, head.typeName, column);
      const before = typeof place === 'string' ? undefined : presentValue(model, place, row);
      if (head === null || typeof place === 'string' || before === undefined) {
        announce.note({ text: text(editReasons[typeof place === 'string' ? place : 'noReading']), tone: 'danger' });
        return;
      }
      const reason = whyNot(head.typeName, row);
      if (reason !== null) {
        announce.note({ text: reason, tone: 'danger' });
        return;
      }
      const edit = { field: place.field.name, column: columnId, label: column.label, before, after: value, name };
      if (!staged.stage(head, edit)) announce.note({ text: text('data.editFull'), tone: 'danger' });
    },
    [model, collection.rowType, columns, staged, announce, text, whyNot],
  );
  const headOf = useCallback((row: Row) => rowHead(model, collection.rowType, row), [model, collection.rowType]);
  const blocks = useCellBlocks({ client, model, rows, columns, staged, choices, headOf, whyNot });
  useEffect(
    () => onHandle({ begin, mark, edited, set, present, ...blocks }),
    [onHandle, begin, mark, edited, set, present, blocks],
  );
  useEffect(() => () => onHandle(null), [onHandle]);

  const creation = creationOf(model, collection.rowType);
  const deletion = deletionOf(model, collection.rowType);
  const endUndo = (isDone: boolean): void => {
    if (isDone && undoing !== null) log.markUndone(undoing.id);
    setUndoing(null);
  };
  const count = countChanges(stagedRows);
  // A change that may have been applied is discarded only by its own button in the review.
  const discardable = stagedRows.filter(row => row.state !== 'unknown');
  const close = (): void => {
    setPanel(null);
    staged.discard(stagedRows.flatMap(row => (row.state === 'sent' ? [row.id] : [])));
    // The review button disappears with the last change, so the focus moves to the button of the change log.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) logButton.current?.focus();
    });
  };
  return (
    <>
      {count > 0 || sent.some(entry => entry.collection === collection.id) ? (
        <section className={count > 0 ? 'edit-bar edit-bar-open' : 'edit-bar'} aria-label={text('data.changeLog')}>
          <span className="edit-bar-words">{count > 0 ? text('data.editChanges', { count }) : null}</span>
          {count > 0 ? (
            <>
              <Button kind="primary" onClick={() => setPanel('review')}>
                {text('data.editReview')}
              </Button>
              {discardable.length > 0 ? (
                <Button onClick={() => staged.discard(discardable.map(row => row.id))}>{text('data.editDiscardAll')}</Button>
              ) : null}
            </>
          ) : null}
          <Button ref={logButton} kind="quiet" onClick={() => setPanel('log')}>
            {text('data.changeLog')}
          </Button>
        </section>
      ) : null}
      {open === null ? null : (
        <CellEditor
          key={`${open.row.id} ${open.place.column.id}`}
          field={open.place.field}
          value={open.shown}
          column={open.place.column}
          currency={stagedCurrency(byRow.get(open.row.id), open.place.column, currencyOf(open.place.column, open.values))}
          cell={cell}
          choices={choices}
          onAccept={accept}
          onCancel={() => {
            setOpen(null);
            cell.current?.focus();
          }}
        />
      )}
      {panel === 'review' ? <ReviewPanel model={model} staged={staged} job={job} onSend={() => send()} onClose={close} /> : null}
      {panel === 'log' ? (
        <ChangeLogPanel
          model={model}
          log={log}
          connection={session.connection.name}
          collection={collection.id}
          ways={{ create: creation !== null, delete: deletion !== null }}
          onClose={() => setPanel(null)}
          onUndo={entries => {
            const [entry] = entries;
            if (entry?.kind !== undefined) {
              setPanel(null);
              setUndoing(entry);
            } else if (undo(entries)) setPanel('review');
            else announce.note({ text: text('data.changeUndoBusy'), tone: 'danger' });
          }}
        />
      ) : null}
      <Suspense fallback={null}>
        {undoing?.kind === 'delete' && creation !== null ? (
          <RecordCreator
            session={session}
            model={model}
            change={creation}
            collection={collection.id}
            initial={draftsOf(creation.fields, Object.fromEntries(undoing.edits.map(edit => [edit.field, edit.before])))}
            onClose={() => setUndoing(null)}
            onCreated={() => endUndo(true)}
          />
        ) : null}
        {undoing?.kind === 'create' && deletion !== null ? (
          <RowActionDialog
            session={session}
            model={model}
            typeName={undoing.typeName}
            collection={collection.id}
            rowAction={deletion}
            rows={[{ id: undoing.row, title: undoing.title, row: Object.fromEntries(undoing.keys) }]}
            onClose={ids => endUndo(ids.length > 0)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/**
 * Ids of rows among the staged edits; '' for rows without one. Each id is computed once, because every cell that becomes visible asks for
 * the id of its row.
 */
function rowIds(model: SchemaModel, rowType: string): (row: Row) => string {
  const known = new WeakMap<Row, string>();
  return row => {
    const id = known.get(row) ?? rowHead(model, rowType, row)?.id ?? '';
    known.set(row, id);
    return id;
  };
}

/** What identifies a row; null if its record cannot be requested again. */
function rowHead(model: SchemaModel, rowType: string, row: Row): RowHead | null {
  const ref = recordRef(model, rowType, row);
  if (ref === null) return null;
  const id = `${ref.typeName}:${formatRecordRef(model, ref)}`;
  return { id, typeName: ref.typeName, keys: Object.entries(ref.keys), title: rowTitle(model, ref.typeName, row) ?? id };
}

function editOf(rows: readonly StagedRow[], id: string, column: string): StagedEdit | undefined {
  return rows.find(row => row.id === id && row.state !== 'sent')?.edits.find(edit => edit.column === column);
}

/** The row with the name of the chosen record, unless the user has chosen another record meanwhile. */
function withName(row: StagedRow, edit: StagedEdit, name: string): StagedRow {
  const isSame = (entry: StagedEdit): boolean => entry.field === edit.field && entry.after === edit.after;
  return { ...row, edits: row.edits.map(entry => (isSame(entry) ? { ...entry, name } : entry)) };
}

/** Moves the focus back to the cell, or to the one beside it. */
function focusBeside(cell: HTMLElement | null, end: EditEnd): void {
  const beside = end === 'next' ? cell?.nextElementSibling : end === 'previous' ? cell?.previousElementSibling : null;
  const target = beside instanceof HTMLElement && beside.dataset.cell !== undefined ? beside : cell;
  target?.focus();
}

const TableEditingWithTexts = withMessagesAndIcons({ data: { ...dataMore, ...dataEdit }, form: formTexts }, TableEditing);

/** Default export for lazy loading: the component with its messages and icons. */
export default TableEditingWithTexts;
