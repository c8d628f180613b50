/** The cell of a table that is being edited. Its new value is staged, not sent. */
import { type RefObject, useCallback, useEffectEvent, useRef, useState } from 'react';
import { useClient } from 'urql';
import { useText } from '../../../i18n/LanguageProvider';
import type { Row } from '../../../schema/documents/documents';
import { fetchChoices } from '../../../session/history/recordChoices';
import { useAnnounce } from '../../../ui/frame/Announcer';
import type { CellEditorProps, EditEnd, TypedAhead } from './CellEditor';
import { returnFocus } from './returnFocus';
import { newEdit } from './sending/newEdit';
import type { StagedEdits } from './sending/stagedEdits';
import { countChanges, type StagedEdit, type StagedRow } from './sending/stagedRow';
import type { TableHandle } from './tableHandle';
import type { EditableCell, FindEditableCell } from './useEditableCells';

/** A cell that is being edited. */
export interface OpenCell extends EditableCell {
  /** Its staged value, or else its current one. */
  readonly shown: unknown;
  readonly typed: TypedAhead;
}

/** The open cell, and the functions that open and close it. */
export interface OpenCellState {
  /** Null: no cell is being edited. */
  readonly open: OpenCell | null;
  readonly element: RefObject<HTMLElement | null>;
  readonly begin: TableHandle['begin'];
  readonly accept: CellEditorProps['onAccept'];
  readonly cancel: () => void;
}

/** Opens one cell of `rows` at a time. `onPressed`: a double click has opened a cell of this row. */
export function useOpenCell(
  rows: readonly Row[],
  findCell: FindEditableCell,
  staged: StagedEdits,
  choices: CellEditorProps['choices'],
  onPressed: (at: number) => void,
): OpenCellState {
  const text = useText();
  const announce = useAnnounce();
  // Not `useQuery`: the cell has been closed by the time the name of its record is requested.
  const client = useClient();
  const [open, setOpen] = useState<OpenCell | null>(null);
  const latest = useRef(open);
  latest.current = open;
  const element = useRef<HTMLElement | null>(null);
  const pressed = useEffectEvent(onPressed);
  const begin = useCallback<TableHandle['begin']>(
    (at, columnId, target, by) => {
      const typed = typeof by === 'string' ? '' : by.typed;
      // A space starts no edit: it selects the row.
      if (typed === ' ' && (latest.current === null || element.current !== target)) return false;
      // An open editor with an invalid value stays open.
      if (latest.current !== null) {
        const ahead = latest.current.typed;
        ahead.text += typed;
        ahead.isComplete ||= by === 'Enter' && ahead.text !== '';
        return true;
      }
      const row = rows[at];
      const cell = row === undefined ? null : findCell(row, columnId);
      if (cell === null) return false;
      if (typeof cell === 'string') {
        // Enter opens the record then, and a typed character may be a shortcut of the page.
        if (by === 'Enter' || typed !== '') return false;
        announce.note({ text: cell, tone: 'refused' });
        return true;
      }
      const edit = staged.edit(cell.head.id, columnId);
      element.current = target;
      // A drawer may cover the cell now.
      target.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
      // Further characters may be typed before it is rendered.
      latest.current = { ...cell, shown: edit === undefined ? cell.before : edit.after, typed: { text: typed } };
      setOpen(latest.current);
      if (by === 'press') {
        // The browser selects the nearest text, such as that of the next cell if this one shows a tick.
        target.ownerDocument.getSelection()?.removeAllRanges();
        pressed(at);
      }
      return true;
    },
    [rows, findCell, staged, announce],
  );
  const nameRecord = async ({ head, place }: EditableCell, edit: StagedEdit): Promise<void> => {
    const question = choices(place.field, [place.field.name])?.name(String(edit.after));
    const name = question ? await fetchChoices(client, question) : null;
    if (name !== null) staged.update(head.id, now => withName(now, edit, name));
  };
  const accept: CellEditorProps['onAccept'] = (value, end, name) => {
    if (open === null) return;
    const { head, place, before } = open;
    setOpen(null);
    const edit = newEdit(place, { ...open, after: value, name });
    if (!staged.stage(head, edit)) announce.note({ text: text('data.editFull'), tone: 'danger' });
    else {
      announce.say(text('data.editStaged', { field: place.column.label, count: countChanges(staged.get()) }));
      if (
        name === undefined &&
        place.column.relation !== null &&
        (typeof value === 'string' || typeof value === 'number') &&
        value !== before
      )
        void nameRecord(open, edit);
    }
    focusBeside(element.current, end);
  };
  const cancel = (): void => {
    setOpen(null);
    element.current?.focus();
  };
  return { open, element, begin, accept, cancel };
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
  if (document.activeElement === cell) target?.focus();
  else returnFocus(target);
}
