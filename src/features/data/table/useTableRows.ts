/** The rows of a table: what the view in the URL requests, and the result. */
import { useMemo, useRef } from 'react';
import { useFormats } from '../../../i18n/LanguageProvider';
import type { Collection } from '../../../schema/collections/collections';
import { requiredForm } from '../../../schema/collections/requiredForm';
import type { FilterCapability } from '../../../schema/filters/filters';
import { toVariables } from '../../../schema/forms/formValues';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import type { TableView } from '../dataAddress';
import { useAbsoluteFilters } from '../filter/useAbsoluteFilters';
import type { ColumnsState } from './columns/useColumns';
import { useCollectionPage } from './paging/useCollectionPage';
import { useKind } from './useKind';

/** What the rows depend on. */
export interface TableRowsOptions {
  /** The view in the URL. */
  view: TableView;
  filter: FilterCapability | null;
  /** The shown columns, in the order that the user chose. */
  chosen: ColumnsState['shown'];
  /** Keeps the rows that are shown: they must not move under the editor of a cell. */
  isHeld: boolean;
}

/** Requests the rows of a view. */
export function useTableRows(session: Session, model: SchemaModel, collection: Collection, options: TableRowsOptions) {
  const { view, filter, chosen, isHeld } = options;
  const filters = useAbsoluteFilters(filter, view.filters, useFormats());
  const form = requiredForm(model, collection);
  const required = useMemo(() => toVariables(form, view.args), [form, view.args]);
  // Not in the order shown, which depends on the rows: another order would be another request.
  const shownColumns = useMemo(() => chosen.map(entry => entry.column), [chosen]);
  const kind = useKind(model, collection.rowType, view, filters, shownColumns);
  const latest = useCollectionPage(session, model, collection, {
    columns: kind.columns,
    filters: kind.filters,
    sorts: kind.sorts,
    page: view.page,
    size: view.size,
    arguments: required.problems.length === 0 && !kind.isWaiting ? required.variables : null,
  });
  const shown = useRef(latest.value);
  if (!isHeld) shown.current = latest.value;
  return {
    view,
    /** The filters of the view as they are requested; null while they are not known. */
    requested: filters,
    /** The form of the required arguments. */
    form,
    shownColumns,
    kind,
    result: { ...latest, value: shown.current },
  };
}
