/** Figures beneath a table: count, sum, least, greatest and mean of its numeric columns, of all rows loaded or by the values of a column. */
import { type ReactNode, useMemo, useState } from 'react';
import { dataMore } from '../../../i18n/english/dataMore';
import { dataViews } from '../../../i18n/english/dataViews';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { type Column, cellValue } from '../../../schema/collections/columns';
import type { Page } from '../../../schema/collections/page';
import type { Row } from '../../../schema/documents/documents';
import { readableName } from '../../../schema/model/readableName';
import { IconButton } from '../../../ui/inputs/Button';
import { Select } from '../../../ui/inputs/Select';
import { Dash } from '../../../ui/text/Pill';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import { UNGROUPED } from '../dataAddress';
import { type Aggregate, aggregate } from './aggregates';
import { canGroup, type Group, groupRows, MOST_GROUPS } from './groups';
import './Summary.css';

/** Props of `Summary`. */
export interface SummaryProps {
  page: Page;
  columns: readonly Column[];
  /** Id of the column that the rows are grouped by; `UNGROUPED`: none. */
  group: string;
  onGroup: (group: string | null) => void;
}

const FIGURES = {
  sum: 'data.figureSum',
  average: 'data.figureAverage',
  min: 'data.figureMin',
  max: 'data.figureMax',
} as const satisfies Partial<Record<keyof Aggregate, string>>;
type Figure = keyof typeof FIGURES;
const ALL = Object.keys(FIGURES) as Figure[];

/** The panel. */
export function Summary({ page, columns, group, onGroup }: SummaryProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const [figure, setFigure] = useState<Figure>('sum');
  const numbers = useMemo(
    () => columns.filter(column => column.numeric && /^(number|bigInt|decimal|count)$/.test(column.kind)),
    [columns],
  );
  const choices = columns.filter(canGroup);
  const by = choices.find(column => column.id === group) ?? null;
  const groups = useMemo(() => (by === null ? [] : groupRows(page.rows, by)), [page.rows, by]);
  const count = page.rows.length;
  // One page that holds all there is.
  const isAll = page.next === null && (page.start ?? 0) === 0 && page.missing === 0;
  const nameOf = ({ value }: Group): string => {
    if (value === null) return text('data.boardNone');
    if (typeof value === 'boolean') return text(value ? 'ui.yes' : 'ui.no');
    if (by?.kind === 'enum') return readableName(value);
    return by?.kind === 'date' ? formats.date(value) : value;
  };
  return (
    <section className="summary" aria-label={text('data.summary')}>
      <div className="summary-head">
        <h2 className="summary-title">{text('data.summary')}</h2>
        {choices.length > 0 ? (
          <Select
            aria-label={text('data.groupBy')}
            value={by?.id ?? UNGROUPED}
            options={[
              { value: UNGROUPED, label: text('data.ungrouped') },
              ...choices.map(({ id, label }) => ({ value: id, label })),
            ]}
            onChange={onGroup}
          />
        ) : null}
        {by !== null && numbers.length > 0 ? (
          <Select
            aria-label={text('data.figure')}
            value={figure}
            options={ALL.map(value => ({ value, label: text(FIGURES[value]) }))}
            onChange={setFigure}
          />
        ) : null}
        <span className="summary-of">
          {text(isAll ? 'data.rowsAll' : 'data.ofLoaded', { count })}
          {page.total !== null && page.total !== count ? ` (${text('data.rowsAll', { count: page.total })})` : null}
        </span>
        <IconButton icon="close" label={text('ui.close')} onClick={() => onGroup(null)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has nothing in it that takes the focus */}
      <div className="summary-scroll" tabIndex={0}>
        <table className="summary-table">
          <thead>
            <tr>
              <th scope="col">{by?.label ?? text('data.figure')}</th>
              {by === null ? null : <th scope="col">{text('data.figureCount')}</th>}
              {numbers.map(column => (
                <th key={column.id} scope="col" dir="auto">
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {by === null
              ? ALL.map(each => (
                  <tr key={each}>
                    <th scope="row">{text(FIGURES[each])}</th>
                    <Figures rows={page.rows} numbers={numbers} figure={each} />
                  </tr>
                ))
              : groups.slice(0, MOST_GROUPS).map(each => (
                  <tr key={String(each.value)}>
                    <th scope="row" dir="auto">
                      {nameOf(each)}
                    </th>
                    <td>{formats.number(each.rows.length)}</td>
                    <Figures rows={each.rows} numbers={numbers} figure={figure} />
                  </tr>
                ))}
          </tbody>
        </table>
        {groups.length > MOST_GROUPS ? <p className="quiet">+{formats.number(groups.length - MOST_GROUPS)}</p> : null}
      </div>
    </section>
  );
}

function Figures({ rows, numbers, figure }: { rows: readonly Row[]; numbers: readonly Column[]; figure: Figure }): ReactNode {
  const formats = useFormats();
  return numbers.map(column => {
    const found = valuesOf(rows, column);
    const value = found.isMixed ? null : (aggregate(found.values)?.[figure] ?? null);
    return (
      <td key={column.id}>
        {value === null ? <Dash /> : found.currency === null ? formats.number(value) : formats.money(value, found.currency)}
      </td>
    );
  });
}

/** The values of a column; amounts of several currencies come to nothing together. */
function valuesOf(rows: readonly Row[], column: Column): { values: unknown[]; currency: string | null; isMixed: boolean } {
  const values = rows.map(row => cellValue(row, column));
  const { currency } = column;
  if (currency === null) return { values, currency: null, isMixed: false };
  const named = new Set(
    rows.flatMap((row, at) => (values[at] === null ? [] : [cellValue(row, { keys: currency.keys, otherKeys: [] })])),
  );
  const [only] = named;
  return { values, currency: typeof only === 'string' ? only : null, isMixed: named.size > 1 };
}

/** As it is fetched: with its texts and the icons inside it. */
export default withMessagesAndIcons({ data: { ...dataMore, ...dataViews } }, Summary);
