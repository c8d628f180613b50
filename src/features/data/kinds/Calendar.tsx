/**
 * Rows by the day of a date column, one month at a time, with the calendar and weeks of the user's language. If the collection can be
 * filtered by that column, it requests the rows of the visible days, page by page. Otherwise it shows the loaded rows, and says so.
 */
import type { CalendarDate } from '@internationalized/date';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLanguage, useText } from '../../../i18n/LanguageProvider';
import { cellValue } from '../../../schema/collections/columns/columns';
import type { Page } from '../../../schema/collections/page';
import type { Filter, FilterCapability } from '../../../schema/filters/filters';
import { Button, IconButton } from '../../../ui/inputs/Button';
import { filtersForDays } from '../filter/dayFilters';
import { filterFieldOf } from '../filter/filterFieldOf';
import { refOfRow, toRecordAddress } from '../record/recordAddress';
import type { CollectionPage } from '../table/paging/useCollectionPage';
import { titleOf } from './Card';
import type { KindProps } from './kindProps';
import { dayOf, type Month, monthOf } from './monthOf';
import { useMoreRows } from './useMoreRows';

/** Records of a day that are shown before "more" is pressed. */
const FEW = 4;

/** Props of `Calendar`. */
export interface CalendarProps extends Omit<KindProps, 'page'> {
  page: KindProps['page'] | null;
  /** True while `page` contains the rows of other days. */
  busy: boolean;
  /** Prepares the request for another page of the visible days. */
  prepare: CollectionPage['prepare'];
  filter: FilterCapability | null;
  /** Receives the filters for the visible days. */
  onDays: (filters: readonly Filter[]) => void;
}

/** Renders the calendar. */
export default function Calendar(props: CalendarProps): ReactNode {
  const { session, model, rowType, column, state, page, filter, onDays, onOpen } = props;
  const { view, change } = state;
  const text = useText();
  const { formats } = useLanguage();
  const { locale, timeZone } = formats;
  const month = useMemo(() => monthOf(view.month, locale, timeZone), [view.month, locale, timeZone]);
  const filters = useMemo(() => {
    const [first, last] = [month.days[0], month.days.at(-1)];
    const field = filter === null ? undefined : filterFieldOf(filter, column);
    if (filter === null || field === undefined || !first || !last) return [];
    return filtersForDays(filter, view.filters, field, column.kind, { first, last }, timeZone);
  }, [filter, view.filters, column, month, timeZone]);
  // Compared as text, so that equal filters do not run the effect again.
  const written = JSON.stringify(filters);
  useEffect(() => onDays(JSON.parse(written) as Filter[]), [onDays, written]);
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
        {rows === null ? null : (
          <span className="calendar-part">{text(isPart ? 'data.ofLoaded' : 'data.rowsAll', { count: rows.length })}</span>
        )}
      </div>
      <Days {...props} rows={rows} onOpen={open} month={month} title={title} />
    </div>
  );
}

const isoOf = (day: CalendarDate): string => day.toDate('UTC').toISOString().slice(0, 10);

function Days(props: CalendarProps & { rows: Page['rows'] | null; month: Month; title: string }): ReactNode {
  const { model, rowType, column, columns, rows: all, month, openRow, onOpen } = props;
  const { formats } = useLanguage();
  const { locale, timeZone } = formats;
  const byDay = useMemo(() => {
    const days = new Map<string, number[]>();
    for (const [at, row] of (all ?? []).entries()) {
      const day = dayOf(cellValue(row, column), timeZone);
      if (day !== null) days.set(day, [...(days.get(day) ?? []), at]);
    }
    return days;
  }, [all, column, timeZone]);
  const weekday = (length: 'short' | 'long', day: CalendarDate): string =>
    new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' }).format(day.toDate('UTC'));
  const now = dayOf(new Date().toISOString(), timeZone);
  const weeks = Array.from({ length: month.days.length / 7 }, (_, at) => month.days.slice(at * 7, at * 7 + 7));
  return (
    <table className="calendar-days" aria-label={props.title} aria-busy={all === null || undefined}>
      <thead>
        <tr>
          {(weeks[0] ?? []).map(day => (
            <th key={day.toString()} scope="col" abbr={weekday('long', day)}>
              {weekday('short', day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(week => (
          <tr key={isoOf(week[0] as CalendarDate)}>
            {week.map(day => {
              const iso = isoOf(day);
              const rows = byDay.get(iso) ?? [];
              const isOutside = day.month !== month.first.month;
              return (
                <td
                  key={iso}
                  className={`calendar-day${isOutside ? ' calendar-outside' : ''}${rows.length === 0 ? ' calendar-empty' : ''}`}
                  {...(iso === now ? { 'aria-current': 'date' as const } : {})}
                >
                  <time dateTime={iso} className="calendar-number" title={formats.date(iso)}>
                    <span className="calendar-short" aria-hidden="true">
                      {new Intl.DateTimeFormat(locale, { day: 'numeric', timeZone: 'UTC' }).format(day.toDate('UTC'))}
                    </span>
                    <span className="calendar-long">{formats.date(iso)}</span>
                  </time>
                  <DayRows
                    rows={rows}
                    openRow={openRow}
                    onOpen={onOpen}
                    titleAt={at => titleOf(model, rowType, columns, all?.[at] ?? {})}
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

function DayRows({
  rows,
  titleAt,
  openRow,
  onOpen,
}: {
  rows: readonly number[];
  titleAt: (at: number) => string;
  openRow: number | null;
  onOpen: (at: number) => void;
}): ReactNode {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  if (rows.length === 0) return null;
  const hidden = rows.length - FEW;
  return (
    <>
      <ul className="calendar-rows">
        {(isOpen ? rows : rows.slice(0, FEW)).map(at => (
          <li key={at}>
            <button
              type="button"
              className="calendar-row truncate"
              dir="auto"
              title={titleAt(at)}
              aria-current={at === openRow || undefined}
              onClick={() => onOpen(at)}
            >
              {titleAt(at)}
            </button>
          </li>
        ))}
      </ul>
      {hidden > 0 ? (
        <button type="button" className="calendar-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? text('shell.fewer') : text('shell.moreOf', { count: hidden })}
        </button>
      ) : null}
    </>
  );
}
