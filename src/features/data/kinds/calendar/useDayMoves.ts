/**
 * Moves the entries of a calendar to other days. The edit is staged like any other; the end of a period moves with its start. Keyboard:
 * arrow keys move the focus between entries; with Ctrl or ⌘ they move the entry by a day or a week.
 */
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useLanguage, useText } from '../../../../i18n/LanguageProvider';
import { type Column, cellValue } from '../../../../schema/collections/columns/columns';
import type { Row } from '../../../../schema/documents/documents';
import { useAnnounce } from '../../../../ui/frame/Announcer';
import { arrowStep } from '../../arrowStep';
import { editableField } from '../../edit/fields/editableField';
import { titleOf } from '../Card';
import type { KindProps } from '../kindProps';
import { useMoveRules } from '../useMoveRules';
import { type RowDrag, useRowDrag } from '../useRowDrag';
import { dayOf, movedDate } from './monthOf';

const DAY = 86_400_000;

/** Props for the entries and days of a calendar. */
export interface DayMoves {
  /** Why entries cannot be moved, otherwise null. */
  readonly reason: string | null;
  /** Days are ISO dates. */
  readonly drag: RowDrag<string>;
  /** The value of a row in a column, or its staged edit. */
  readonly staged: (row: Row, column: Column) => unknown;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Prepares the moves.
 * @param days the visible days, as ISO dates. Entries cannot be moved to other days, whose rows are not loaded
 * @param end the column with the end of the period, if there is one
 */
export function useDayMoves(
  props: Omit<KindProps, 'page'>,
  calendar: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  days: readonly string[],
  end: Column | null,
): DayMoves {
  const { model, rowType, column, columns, editing } = props;
  const text = useText();
  const announce = useAnnounce();
  const { formats, direction } = useLanguage();
  const { timeZone } = formats;
  const { reason } = useMoveRules(props);
  const entryAt = (at: number): HTMLElement | null | undefined =>
    calendar.current?.querySelector<HTMLElement>(`[data-card="${at}"] button`);
  const moved = useRef<{ at: number; day: string } | null>(null);
  useEffect(() => {
    const { at = -1, day } = moved.current ?? {};
    const entry = entryAt(at);
    // Wait until the entry has moved: the code for editing may not be loaded yet.
    if (entry == null || entry.closest('td')?.querySelector('time')?.dateTime !== day) return;
    moved.current = null;
    entry.focus();
  });
  const staged = (row: Row, of: Column): unknown => {
    const edit = editing?.edited?.(row, of.id);
    return edit === undefined ? cellValue(row, of) : edit.value;
  };
  const move = (at: number, day: string | undefined): void => {
    const row = rows[at];
    const from = row === undefined ? null : dayOf(staged(row, column), timeZone);
    if (row === undefined || from === null || day === undefined || day === from) return;
    if (reason !== null) {
      announce.note({ text: reason, tone: 'danger' });
      return;
    }
    moved.current = { at, day };
    const passed = Math.round((Date.parse(day) - Date.parse(from)) / DAY);
    editing?.set(row, column.id, movedDate(staged(row, column), passed, timeZone));
    const ended =
      end === null || typeof editableField(model, rowType, end) === 'string'
        ? null
        : movedDate(staged(row, end), passed, timeZone);
    if (end !== null && ended !== null) editing?.set(row, end.id, ended);
    announce.say(text('data.cardMoved', { record: titleOf(model, rowType, columns, row), lane: formats.date(day) }));
  };
  const drag = useRowDrag<string>({ model, rowType, name: 'entry', rows, move });
  return {
    reason,
    drag,
    staged,
    onKeyDown(event) {
      const entry = (event.target as HTMLElement).closest<HTMLElement>('[data-card]');
      const { across, down } = arrowStep(event, direction);
      if (entry === null || event.altKey || event.shiftKey || (across === 0 && down === 0)) return;
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) {
        const day = days.indexOf(entry.closest('td')?.querySelector('time')?.dateTime ?? '');
        move(Number(entry.dataset.card), days[day + across + down * 7]);
        return;
      }
      const all = [...(calendar.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
      all[all.indexOf(entry) + across + down]?.querySelector('button')?.focus();
    },
  };
}
