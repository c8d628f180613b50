/**
 * Rows by the day of a date column, one month at a time, with the calendar and weeks of the user's language. If the collection can be
 * filtered by that column, it requests the rows of the visible days, page by page. Otherwise it shows the loaded rows, and says so.
 * Entries can be moved to another day (useDayMoves.ts).
 */
import type { CalendarDate } from '@internationalized/date';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLanguage, useText } from '../../../../i18n/LanguageProvider';
import { type Column, cellValue } from '../../../../schema/collections/columns/columns';
import type { Page } from '../../../../schema/collections/paging/page';
import type { Row } from '../../../../schema/documents/documents';
import type { FilterCapability } from '../../../../schema/filters/filters';
import type { SortCapability } from '../../../../schema/filters/sorting';
import { enumWords, type SchemaModel } from '../../../../schema/model/schemaModel';
import { Button, IconButton } from '../../../../ui/inputs/Button';
import { absoluteFilters, filtersForDays } from '../../filter/dayFilters';
import { filterFieldOf } from '../../filter/filterFieldOf';
import { refOfRow, toRecordAddress } from '../../record/recordAddress';
import { sortFieldOf } from '../../table/columns/columnSorting';
import type { CollectionPage } from '../../table/paging/useCollectionPage';
import type { CalendarDays } from '../../table/useKind';
import { titleOf } from '../Card';
import type { KindProps } from '../kindProps';
import { useMoreRows } from '../useMoreRows';
import { endColumn } from './endColumn';
import { dayOf, type Month, monthOf } from './monthOf';
import { type DayMoves, useDayMoves } from './useDayMoves';
import '../../../../ui/text/Pill.css';
import '../../../../ui/text/StatusDot.css';

/** Lines of a day before "more" is pressed; that button takes one of them. */
const LINES = 4;

/** Props of `Calendar`. */
export interface CalendarProps extends Omit<KindProps, 'page'> {
  page: KindProps['page'] | null;
  /** True while `page` contains the rows of other days. */
  busy: boolean;
  /** Prepares the request for another page of the visible days. */
  prepare: CollectionPage['prepare'];
  filter: FilterCapability | null;
  sort: SortCapability | null;
  onDays: (days: CalendarDays) => void;
}

/** Renders the calendar. */
export default function Calendar(props: CalendarProps): ReactNode {
  const { session, model, rowType, column, state, page, filter, sort, onDays, onOpen } = props;
  const { view, change } = state;
  const text = useText();
  const { formats } = useLanguage();
  const { locale, timeZone } = formats;
  const month = useMemo(() => monthOf(view.month, locale, timeZone), [view.month, locale, timeZone]);
  const filters = useMemo(() => {
    const [first, last] = [month.days[0], month.days.at(-1)];
    const field = filter === null ? undefined : filterFieldOf(filter, column);
    if (filter === null || field === undefined || !first || !last) return [];
    const others = absoluteFilters(filter, view.filters, locale, timeZone);
    return filtersForDays(filter, others, field, column.kind, { first, last }, timeZone);
  }, [filter, view.filters, column, month, locale, timeZone]);
  // Compared as text, so that equal filters do not run the effect again.
  const written = JSON.stringify(filters);
  // Earlier days come first, so that later pages do not push down the days that are already shown.
  const field = view.sorts.length > 0 ? undefined : sortFieldOf(sort, column);
  const sorts = JSON.stringify(field?.terms.ascending ? [{ field: field.id, direction: 'ascending' }] : view.sorts);
  const end = useMemo(() => endColumn(model, rowType, column), [model, rowType, column]);
  useEffect(() => onDays({ filters: JSON.parse(written), sorts: JSON.parse(sorts), end }), [onDays, written, sorts, end]);
  const go = (to: CalendarDate | null): void => change({ month: to === null ? null : isoOf(to) });
  const title = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    month.first.toDate('UTC'),
  );
  // Without a filter, every page of the collection would have to be requested.
  const further = useMoreRows(session, filters.length === 0 || props.busy ? null : page, props.prepare);
  const rows = useMemo(() => (page === null ? null : [...page.rows, ...further.rows]), [page, further]);
  const isPart = page !== null && (filters.length === 0 || page.previous !== null || !(page.next === null || further.isAll));
  const open = (at: number): void => {
    const ref = page === null || at < page.rows.length ? null : refOfRow(model, rowType, rows?.[at]);
    if (ref === null) onOpen(at);
    else change({ record: toRecordAddress(model, ref) });
  };
  return (
    <div className="calendar">
      <div className="calendar-head">
        <h2 className="calendar-title" aria-live="polite">
          {title}
        </h2>
        <IconButton
          icon="chevronStart"
          label={text('data.calendarPrevious')}
          onClick={() => go(month.first.subtract({ months: 1 }))}
        />
        <IconButton icon="chevronEnd" label={text('data.calendarNext')} onClick={() => go(month.first.add({ months: 1 }))} />
        <Button onClick={() => go(null)}>{text('data.calendarToday')}</Button>
        {/* Its line is there before the rows. */}
        <span className="calendar-part">
          {rows === null ? '\u00a0' : text(isPart ? 'data.ofLoaded' : 'data.rowsAll', { count: rows.length })}
        </span>
      </div>
      <Days {...props} rows={rows} onOpen={open} month={month} title={title} end={end} />
    </div>
  );
}

const NONE: Page['rows'] = [];

const isoOf = (day: CalendarDate): string => day.toDate('UTC').toISOString().slice(0, 10);

function Days(props: CalendarProps & { rows: Page['rows'] | null; month: Month; title: string; end: Column | null }): ReactNode {
  const { model, rowType, column, columns, rows: all, month, openRow, onOpen, editing } = props;
  const { formats } = useLanguage();
  const text = useText();
  const id = useId();
  const body = useRef<HTMLTableSectionElement>(null);
  const { locale, timeZone } = formats;
  const moves = useDayMoves(props, body, all ?? NONE, month.days.map(isoOf), props.end);
  const byDay = new Map<string, number[]>();
  for (const [at, row] of (all ?? NONE).entries()) {
    const day = dayOf(moves.staged(row, column), timeZone);
    if (day !== null) byDay.set(day, [...(byDay.get(day) ?? []), at]);
  }
  const isEdited = (at: number): boolean => editing?.edited?.(all?.[at] ?? {}, column.id) !== undefined;
  const weekday = (length: 'short' | 'long', day: CalendarDate): string =>
    new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' }).format(day.toDate('UTC'));
  const now = dayOf(new Date().toISOString(), timeZone);
  const weeks = Array.from({ length: month.days.length / 7 }, (_, at) => month.days.slice(at * 7, at * 7 + 7));
  return (
    <table className="calendar-days" aria-label={props.title} aria-busy={all === null || undefined}>
      <caption id={`${id}-keys`} hidden>
        {text('data.boardKeys')}
      </caption>
      {/* Browsers paint a page while it arrives; without columns, the first days would be wide. */}
      <colgroup>
        <col span={7} />
      </colgroup>
      <thead>
        <tr>
          {(weeks[0] ?? []).map(day => (
            <th key={day.toString()} scope="col" abbr={weekday('long', day)}>
              {weekday('short', day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={moves.onKeyDown} onDragEnd={moves.drag.onDragEnd}>
        {weeks.map(week => (
          <tr key={isoOf(week[0] as CalendarDate)}>
            {week.map(day => {
              const iso = isoOf(day);
              const rows = byDay.get(iso) ?? [];
              const isOutside = day.month !== month.first.month;
              return (
                <td
                  key={iso}
                  className={`calendar-day${isOutside ? ' calendar-outside' : ''}${rows.length === 0 ? ' calendar-empty' : ''}${moves.drag.over === iso ? ' board-lane-over' : ''}`}
                  {...moves.drag.dropOn(iso)}
                  {...(iso === now ? { 'aria-current': 'date' as const } : {})}
                >
                  <time dateTime={iso} className="calendar-number" title={formats.date(iso)}>
                    <span className="calendar-short" aria-hidden="true">
                      {new Intl.DateTimeFormat(locale, { day: 'numeric', timeZone: 'UTC' }).format(day.toDate('UTC'))}
                    </span>
                    <span className="calendar-long">{formats.date(iso)}</span>
                  </time>
                  <DayRows
                    // Edited entries first, so that a moved entry is never hidden.
                    rows={rows.toSorted((a, b) => Number(isEdited(b)) - Number(isEdited(a)))}
                    moves={moves}
                    isEdited={isEdited}
                    describedBy={moves.reason === null ? `${id}-keys` : undefined}
                    openRow={openRow}
                    onOpen={onOpen}
                    titleAt={at => titleOf(model, rowType, columns, all?.[at] ?? {})}
                    markAt={at => markOf(model, columns, all?.[at] ?? {})}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The label and the colour of an entry's enum value. */
interface Mark {
  readonly label: string;
  /** Class names. */
  readonly colour: string;
}

/** The value of the first visible column with an enum; null if there is none. */
function markOf(model: SchemaModel, columns: readonly Column[], row: Row): Mark | null {
  const column = columns.find(({ kind, relation }) => kind === 'enum' && relation === null);
  const value = column === undefined ? undefined : cellValue(row, column);
  if (column === undefined || typeof value !== 'string') return null;
  const { enumLabel, enumTone, enumHue } = enumWords(model, column.typeRef);
  const tone = enumTone?.(value);
  const hue = enumHue?.(value);
  const colour = tone !== undefined ? `tone-${tone} calendar-tone` : hue === undefined ? '' : `hue-${hue}`;
  return colour === '' ? null : { label: enumLabel(value), colour };
}

function DayRows({
  rows,
  moves,
  isEdited,
  describedBy,
  titleAt,
  markAt,
  openRow,
  onOpen,
}: {
  rows: readonly number[];
  moves: DayMoves;
  isEdited: (at: number) => boolean;
  /** Id of the element that explains the keys for moving entries. Undefined: entries cannot be moved. */
  describedBy: string | undefined;
  titleAt: (at: number) => string;
  markAt: (at: number) => Mark | null;
  openRow: number | null;
  onOpen: (at: number) => void;
}): ReactNode {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  if (rows.length === 0) return null;
  const few = rows.length > LINES ? LINES - 1 : LINES;
  const hidden = rows.length - few;
  return (
    <>
      <ul className="calendar-rows">
        {(isOpen ? rows : rows.slice(0, few)).map(at => {
          const mark = markAt(at);
          return (
            <li
              key={at}
              data-card={at}
              draggable={describedBy !== undefined}
              onDragStart={event => moves.drag.onDragStart(event, at)}
            >
              <button
                type="button"
                className={`calendar-row${isEdited(at) ? ' card-edited' : ''}`}
                aria-describedby={describedBy}
                title={mark === null ? titleAt(at) : `${titleAt(at)} · ${mark.label}`}
                aria-current={at === openRow || undefined}
                onClick={() => onOpen(at)}
              >
                {mark === null ? null : <span className={`calendar-mark ${mark.colour}`} />}
                {/* The direction of the title does not move the mark. */}
                <span className="calendar-name truncate" dir="auto">
                  {titleAt(at)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {hidden > 0 ? (
        <button type="button" className="calendar-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? text('shell.fewer') : text('shell.moreOf', { count: hidden })}
        </button>
      ) : null}
    </>
  );
}
