/** The rows of a pinned view: requested with the same query as its table, shown in the form that the tile selects. */
import { type ReactNode, Suspense, useMemo } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { FailureState } from '../../../parts/FailureState';
import { failureProps } from '../../../parts/failureProps';
import type { Collection } from '../../../schema/collections/collections';
import { type Column, cellValue } from '../../../schema/collections/columns/columns';
import { requiredForm } from '../../../schema/collections/requiredForm';
import type { Row } from '../../../schema/documents/documents';
import { filterCapability } from '../../../schema/filters/filterCapability';
import type { Filter } from '../../../schema/filters/filters';
import { toVariables } from '../../../schema/forms/formValues';
import { enumWords, type SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import type { SavedView } from '../../../session/navigation/savedViews';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { readTableView, type TableView } from '../dataAddress';
import { currencyOf, figureWords, useMinorUnits } from '../edit/fields/minorAmounts';
import { useAbsoluteFilters } from '../filter/useAbsoluteFilters';
import { kindColumns } from '../kinds/kindColumns';
import { recordHref, refOfRow } from '../record/recordAddress';
import { useCollectionPage } from '../table/paging/useCollectionPage';
import { TileBody } from './TileBody';
import { columnsOfView, figureOfTile, TileFigure, useTileFigures } from './TileFigure';
import { TileFoot, type TilePart } from './TileFoot';
import type { FigureWords, TileColumn, TileRows } from './tileRows';
import { useTileRefresh } from './useTileRefresh';

const NONE: readonly Filter[] = [];

/** Page sizes; only plots and figures benefit from the larger one. */
const FEW = 10;
const MANY = 100;

/** Props of `ViewTile`. */
export interface ViewTileProps extends TilePart {
  session: Session;
  model: SchemaModel;
  collection: Collection;
  state: SavedView['state'];
}

/** Renders the rows. */
export function ViewTile({ session, model, collection, state, tile, again }: ViewTileProps): ReactNode {
  const text = useText();
  useMinorUnits(session, model, collection.rowType);
  const written = JSON.stringify(state);
  const view = useMemo(() => readTableView(new URLSearchParams(JSON.parse(written) as Record<string, string>)), [written]);
  const lane = view.kind === 'board' ? laneOf(model, collection, view) : null;
  const columns = useMemo(() => {
    const shown = columnsOfView(model, collection, view.columns);
    return lane === null || shown.some(column => column.id === lane.id) ? shown : [...shown, lane];
  }, [model, collection, view, lane]);
  const filter = filterCapability(model, collection);
  const absolute = useAbsoluteFilters(filter, view.filters, useFormats());
  const filters = absolute ?? NONE;
  const required = useMemo(() => toVariables(requiredForm(model, collection), view.args), [model, collection, view.args]);
  const values = required.problems.length === 0 && absolute !== null ? required.variables : null;
  const result = useCollectionPage(session, model, collection, {
    columns,
    filters,
    sorts: view.sorts,
    page: null,
    size: tile.show === 'plot' || tile.figure !== undefined ? MANY : FEW,
    arguments: values,
  });
  const { value: page, failure, refresh, isLoading, wireHref } = result;
  useTileRefresh(session, model, collection.rowType, tile.refresh, refresh);
  const shown = tile.show === 'number' ? figureOfTile(tile, columns) : null;
  const { of, counted } = useTileFigures(model, collection, { filters, arguments: values, page, shown });
  const rows = useMemo(
    (): TileRows | null =>
      page === null
        ? null
        : {
            rows: page.rows,
            columns: columns.map(column => tileColumn(model, column)),
            total: page.total ?? (page.next === null ? page.rows.length : null),
            by: lane?.id,
          },
    [page, columns, model, lane],
  );
  // The required arguments were empty when the view was pinned.
  if (absolute !== null && result.prepared === null)
    return <p className="quiet">{text('data.argumentsWaiting', { collection: collection.label })}</p>;
  return (
    <>
      {failure === null ? null : (
        <FailureState {...failureProps(session, failure, { refresh, wireHref })} inline={page !== null} />
      )}
      {rows === null ? (
        failure === null ? (
          <SkeletonLines lines={4} />
        ) : null
      ) : (
        <Suspense fallback={<SkeletonLines lines={4} />}>
          {shown !== null ? (
            <TileFigure shown={shown} of={of} count={counted ? null : rows.rows.length} />
          ) : (
            <TileBody
              title={tile.title}
              show={tile.show}
              rows={rows}
              unit={tile.title === collection.label ? undefined : collection.label}
              hrefOf={row => {
                const ref = refOfRow(model, collection.rowType, row);
                return ref === null ? null : recordHref(model, ref);
              }}
            />
          )}
        </Suspense>
      )}
      <TileFoot session={session} of={page} busy={isLoading} again={again} onRefresh={refresh} />
    </>
  );
}

const tileColumn = (model: SchemaModel, column: Column): TileColumn => ({
  id: column.id,
  label: column.label,
  kind: column.kind,
  numeric: column.numeric,
  ...enumWords(model, column.typeRef),
  value: row => cellValue(row as Row, column),
  figures: figuresOf(column),
  words: (row, formats) => {
    const value = column.format ? null : cellValue(row as Row, column);
    return typeof value === 'string' && MOMENT.test(column.kind)
      ? formats.dateTime(value)
      : figureWords(column, row as Row, formats);
  },
});

/** Figures with a format or a currency. */
function figuresOf(column: Column): FigureWords | undefined {
  const { format, currency } = column;
  if (!format && currency === null) return undefined;
  return {
    unitOf: row => currencyOf(column, row as Row),
    text: (value, formats, unit) =>
      format?.text(value, formats, unit) ?? (unit === undefined ? formats.number(value) : formats.money(value, unit)),
  };
}

/** Kinds that are shown without seconds, as in a table. */
const MOMENT = /^(dateTime|localDateTime)$/;

/** The column that forms the lanes of a board. */
function laneOf(model: SchemaModel, { rowType }: Collection, { by }: TableView): Column | null {
  const lanes = kindColumns(model, rowType).board;
  return lanes.find(column => column.id === by) ?? lanes[0] ?? null;
}
