/**
 * Figures below a table: count, sum, minimum, maximum and mean of its numeric columns, in total or grouped by a column. They cover all rows
 * of the view if the API aggregates them or the page contains all rows. Otherwise they cover the loaded rows, and the panel says so.
 */
import { type ReactNode, useMemo, useState } from 'react';
import { dataMore } from '../../../i18n/english/data/dataMore';
import { dataViews } from '../../../i18n/english/data/dataViews';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { ApiAggregates } from '../../../schema/aggregates/aggregateDocument';
import { FIGURES, type Figure } from '../../../schema/aggregates/aggregateSource';
import type { Column } from '../../../schema/collections/columns/columns';
import type { Page } from '../../../schema/collections/paging/page';
import { toVariables } from '../../../schema/forms/formValues';
import { enumWords, type SchemaModel, typeOf } from '../../../schema/model/schemaModel';
import { IconButton } from '../../../ui/inputs/Button';
import { Select } from '../../../ui/inputs/Select';
import { Dash } from '../../../ui/text/Pill';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import { UNGROUPED } from '../dataAddress';
import type { CollectionScreenState } from '../table/useCollectionScreen';
import { apiFigures, type FigureOf, figureText, isWhole, loadedFigures } from './figures';
import { FIGURE_TEXTS } from './figureTexts';
import { canGroup, groupRows, MOST_GROUPS } from './groups';
import { useAggregates } from './useAggregates';
import './Summary.css';

/** Props of `Summary`. */
export interface SummaryProps {
  screen: CollectionScreenState;
  page: Page;
}

/** Renders the panel. */
export function Summary({ screen, page }: SummaryProps): ReactNode {
  const { model, view, change } = screen;
  const columns = screen.shownColumns;
  const text = useText();
  const formats = useFormats();
  const [figure, setFigure] = useState<Figure>('sum');
  const numbers = useMemo(
    () => columns.filter(column => column.numeric && /^(number|bigInt|decimal|count)$/.test(column.kind)),
    [columns],
  );
  const choices = columns.filter(canGroup);
  // Without numbers, only the rows of groups can be counted.
  const usual = numbers.length > 0 ? null : (choices.find(column => /^(enum|boolean)$/.test(column.kind)) ?? choices[0] ?? null);
  const by = choices.find(column => column.id === view.group) ?? usual;
  const isAll = isWhole(page);
  const { counted, groups, figures, count } = useFigures(screen, page, numbers, by);
  // An API may count groups without figures of their numbers. Columns of dashes would look like missing values.
  const isCountOnly = counted?.groups && !groups.some(group => numbers.some(column => hasFigure(group.figures, column)));
  const shown = isCountOnly ? [] : numbers;
  const nameOf = useGroupNames(model, by);
  const onGroup = (group: string | null): void => change({ group }, { replace: true });
  return (
    <section className="summary" aria-label={text('data.summary')}>
      <div className="summary-head">
        <h2 className="summary-title">{text('data.summary')}</h2>
        {choices.length > 0 ? (
          <Select
            aria-label={text('data.groupBy')}
            value={by?.id ?? UNGROUPED}
            options={[
              ...(usual === null ? [{ value: UNGROUPED, label: text('data.ungrouped') }] : []),
              ...choices.map(({ id, label }) => ({ value: id, label })),
            ]}
            onChange={onGroup}
          />
        ) : null}
        {by !== null && shown.length > 0 ? (
          <Select
            aria-label={text('data.figure')}
            value={figure}
            options={FIGURES.map(value => ({ value, label: text(FIGURE_TEXTS[value]) }))}
            onChange={setFigure}
          />
        ) : null}
        <span className="summary-of">
          {count === null
            ? null
            : typeof count === 'object'
              ? count.total === null
                ? text('data.rowsOfMany', { range: formats.number(count.part) })
                : text('data.rowsOutOf', { count: formats.number(count.part), total: formats.number(count.total) })
              : text(isAll || counted !== null ? 'data.rowsAll' : 'data.ofLoaded', { count })}
          {counted === null && page.total !== null && page.total !== count
            ? ` (${text('data.rowsAll', { count: page.total })})`
            : null}
        </span>
        <IconButton icon="close" label={text('ui.close')} onClick={() => onGroup(null)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area without focusable content */}
      <div className="summary-scroll" tabIndex={0}>
        <table className="summary-table">
          <thead>
            <tr>
              <th scope="col">{by?.label ?? text('data.figure')}</th>
              {by === null ? null : <th scope="col">{text('data.figureCount')}</th>}
              {shown.map(column => (
                <th key={column.id} scope="col" dir="auto">
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {by === null
              ? FIGURES.map(each => (
                  <tr key={each}>
                    <th scope="row">{text(FIGURE_TEXTS[each])}</th>
                    <Figures of={figures} numbers={shown} figure={each} />
                  </tr>
                ))
              : groups.slice(0, MOST_GROUPS).map(each => (
                  <tr key={String(each.value)}>
                    <th scope="row" dir="auto">
                      {nameOf(each.value)}
                    </th>
                    <td>{each.count === null ? <Dash /> : formats.number(each.count)}</td>
                    <Figures of={each.figures} numbers={shown} figure={figure} />
                  </tr>
                ))}
          </tbody>
        </table>
        {groups.length > MOST_GROUPS ? <p className="quiet">+{formats.number(groups.length - MOST_GROUPS)}</p> : null}
      </div>
    </section>
  );
}

/**
 * The figures of the number columns, for all rows and for each group. They are calculated by the API if it can, otherwise from the loaded
 * rows.
 */
function useFigures(
  { model, collection, view, form, kind }: CollectionScreenState,
  page: Page,
  numbers: readonly Column[],
  by: Column | null,
) {
  const required = useMemo(() => toVariables(form, view.args), [form, view.args]);
  const counted = useAggregates(model, collection, {
    filters: kind.filters,
    arguments: required.problems.length === 0 ? required.variables : null,
    columns: numbers,
    group: by,
    page: isWhole(page) ? null : page,
  });
  const groups = useMemo(
    () =>
      by === null
        ? []
        : counted?.groups
          ? counted.groups
              .map(({ value, figures }) => ({ value, count: figures.count, figures: apiFigures(figures) }))
              .sort((one, other) => (other.count ?? 0) - (one.count ?? 0))
          : groupRows(page.rows, by).map(({ value, rows }) => ({ value, count: rows.length, figures: loadedFigures(rows) })),
    [page.rows, by, counted],
  );
  const figures = useMemo(
    () => (counted === null ? loadedFigures(page.rows) : apiFigures(counted.all, page.rows)),
    [counted, page.rows],
  );
  const count = counted === null ? page.rows.length : countOf(counted, groups, page.total);
  return { counted, groups, figures, count };
}

const hasFigure = (of: FigureOf, column: Column): boolean => FIGURES.some(figure => of(column, figure) !== null);

/** Returns a function for the display names of groups. */
function useGroupNames(model: SchemaModel, by: Column | null): (value: string | boolean | null) => string {
  const text = useText();
  const formats = useFormats();
  return (value: string | boolean | null): string => {
    if (value === null) return text('data.boardNone');
    if (typeof value === 'boolean') return text(value ? 'ui.yes' : 'ui.no');
    if (by?.kind === 'boolean') return text(/^t/i.test(value) ? 'ui.yes' : 'ui.no');
    if (by?.kind === 'enum') return enumName(model, by, value);
    return by?.kind === 'date' ? formats.date(value) : value;
  };
}

/** Label of an enum value. A database may write the value in different case (`tanker` for `TANKER`). */
function enumName(model: SchemaModel, { typeRef }: Column, value: string): string {
  const type = typeOf(model, typeRef);
  const enumValue =
    type?.kind === 'enum' ? type.values.find(({ name }) => name.toLowerCase() === value.toLowerCase()) : undefined;
  return enumWords(model, typeRef).enumLabel(enumValue?.name ?? value);
}

/** How many rows the API's figures cover: all of them, or those of the returned groups out of all. Null if the API does not say. */
function countOf(
  { all, isPart }: ApiAggregates,
  groups: ReadonlyArray<{ readonly count: number | null }>,
  pageTotal: number | null,
): number | { readonly part: number; readonly total: number | null } | null {
  const total = all?.count ?? pageTotal;
  if (groups.length === 0) return total;
  if (groups.some(({ count }) => count === null)) return null;
  const part = groups.reduce((sum, group) => sum + (group.count ?? 0), 0);
  return (total === null ? isPart : part < total) ? { part, total } : part;
}

function Figures({ of, numbers, figure }: { of: FigureOf; numbers: readonly Column[]; figure: Figure }): ReactNode {
  const text = useText();
  const formats = useFormats();
  return numbers.map(column => {
    const found = of(column, figure);
    if (found === 'mixed')
      return (
        <td key={column.id} className="quiet">
          {text('data.figureMixed')}
        </td>
      );
    return <td key={column.id}>{found === null ? <Dash /> : figureText(column, found, formats)}</td>;
  });
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: { ...dataMore, ...dataViews } }, Summary);
