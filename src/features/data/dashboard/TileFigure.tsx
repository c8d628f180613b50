/** A tile with one figure of a column: aggregated by the API, or computed from the loaded rows, which the tile then says. */
import { type ReactNode, useMemo } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { FIGURES, type Figure } from '../../../schema/aggregates/aggregateSource';
import type { Collection } from '../../../schema/collections/collections';
import { type Column, columnAt } from '../../../schema/collections/columns/columns';
import { defaultColumns } from '../../../schema/collections/columns/defaultColumns';
import type { Page } from '../../../schema/collections/paging/page';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { readFigure, type Tile } from '../../../session/navigation/dashboardTiles';
import type { SavedView } from '../../../session/navigation/savedViews';
import { readTableView, type TableView } from '../dataAddress';
import { apiFigures, type FigureOf, figureText, isWhole, loadedFigures } from '../summary/figures';
import { FIGURE_TEXTS } from '../summary/figureTexts';
import { type AggregatesWanted, useAggregates } from '../summary/useAggregates';

/** A figure and its column. */
export interface ShownFigure {
  readonly figure: Figure;
  readonly column: Column;
}

/** Maximum number of columns whose figures are offered. */
const MOST_COLUMNS = 4;
const NONE: readonly Column[] = [];

/** The columns of a view; the default columns if it names none that exist. */
export function columnsOfView(model: SchemaModel, { rowType }: Collection, chosen: TableView['columns']): readonly Column[] {
  const named = (chosen ?? []).flatMap(({ id }) => columnAt(model, rowType, id.split('.')) ?? []);
  return named.length > 0 ? named : defaultColumns(model, rowType);
}

const isNumber = (column: Column): boolean => column.numeric && /^(number|bigInt|decimal|count)$/.test(column.kind);

/** The figures that a tile of a view can show. */
export function figureChoices(
  model: SchemaModel,
  collection: Collection,
  state: SavedView['state'],
): ReadonlyArray<ShownFigure & { readonly value: string }> {
  const { columns } = readTableView(new URLSearchParams(state));
  return columnsOfView(model, collection, columns)
    .filter(isNumber)
    .slice(0, MOST_COLUMNS)
    .flatMap(column => FIGURES.map(figure => ({ figure, column, value: `${figure}:${column.id}` })));
}

/** The figure that a tile shows; null: the number of rows. */
export function figureOfTile({ figure }: Tile, columns: readonly Column[]): ShownFigure | null {
  const read = readFigure(figure);
  const column = read === null ? undefined : columns.find(each => each.id === read.column && isNumber(each));
  return read === null || column === undefined ? null : { figure: read.figure, column };
}

/** The figures of a tile; `counted` is true if they cover all rows. */
export function useTileFigures(
  model: SchemaModel,
  collection: Collection,
  {
    filters,
    arguments: values,
    page,
    shown,
  }: Pick<AggregatesWanted, 'filters' | 'arguments'> & { page: Page | null; shown: ShownFigure | null },
): { of: FigureOf; counted: boolean } {
  const column = shown?.column;
  const columns = useMemo(() => (column === undefined ? NONE : [column]), [column]);
  const isAll = page !== null && isWhole(page);
  const result = useAggregates(model, collection, {
    filters,
    arguments: values,
    columns,
    group: null,
    page: shown === null || isAll ? null : page,
  });
  return useMemo(
    () => ({
      of: result === null ? loadedFigures(page?.rows ?? []) : apiFigures(result.all, page?.rows),
      counted: isAll || result !== null,
    }),
    [result, page, isAll],
  );
}

/** Renders the figure. `count` is the number of rows it covers; null: all. */
export function TileFigure({ shown, of, count }: { shown: ShownFigure; of: FigureOf; count: number | null }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const found = of(shown.column, shown.figure);
  return (
    <>
      <p className="tile-figure">
        <span className={found === 'mixed' ? 'quiet' : 'tile-number'} dir="auto">
          {found === null ? '–' : found === 'mixed' ? text('data.figureMixed') : figureText(shown.column, found, formats)}
        </span>
        <span className="tile-unit">{`${text(FIGURE_TEXTS[shown.figure])} · ${shown.column.label}`}</span>
      </p>
      {count === null ? null : <p className="quiet tile-part">{text('data.ofLoaded', { count })}</p>}
    </>
  );
}
