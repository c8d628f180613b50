/**
 * The state of a Data screen as the query string of its URL:
 * `/data/visits?columns=status,eta&filter=status:is:ARRIVED&sort=-eta&page=offset:50`. The URL is the state: every part of the screen reads
 * it from here and changes it through here. Parsing never throws; invalid parts are ignored.
 */

import { parseBounded } from '../../lib/text/boundedJson';
import { formatPageRef, type PageRef, parsePageRef } from '../../schema/collections/paging/paging';
import type { Filter } from '../../schema/filters/filters';
import { formatFilters, parseFilters } from '../../schema/filters/filterText';
import { formatSorts, parseSorts, type Sort } from '../../schema/filters/sorting';
import type { Drafts } from '../../schema/forms/formValues';

/** A column as the URL names it. */
export interface ColumnRef {
  /** A `Column.id`. */
  readonly id: string;
  /** The column stays visible when the table scrolls horizontally. */
  readonly pinned: boolean;
}

/** A record as the URL names it: its type and its key as text (parsed in schema/collections/records.ts). */
export interface RecordAddress {
  readonly typeName: string;
  readonly key: string;
}

/** An expanded nested collection of a record, and its current page. */
export interface NestedRef {
  /** Name of the field of the record. */
  readonly field: string;
  readonly page: PageRef | null;
}

/** How the rows are shown. */
export type RowsKind = 'table' | 'board' | 'calendar' | 'gallery' | 'map';

/** The state in the URL of a Data or Record screen. */
export interface TableView {
  /** Name of the view; null: unnamed. A view with this name is not necessarily saved in this browser. */
  readonly name: string | null;
  readonly kind: RowsKind;
  /** The column that a kind other than the table uses (a map: two, separated by a comma); null: the first suitable one. */
  readonly by: string | null;
  /** A day of the month that a calendar shows; null: today. */
  readonly month: string | null;
  /** The column that groups the summary; `UNGROUPED`: no groups; null: no summary. */
  readonly group: string | null;
  /** null: the columns that the user chose last, or the default columns of the collection. */
  readonly columns: readonly ColumnRef[] | null;
  readonly filters: readonly Filter[];
  readonly sorts: readonly Sort[];
  /** null: the first page. */
  readonly page: PageRef | null;
  /** Page size; one of `PAGE_SIZES`. */
  readonly size: number;
  /** The record in the drawer. */
  readonly record: RecordAddress | null;
  /** Index on the page of the row in the drawer, for rows whose record has no URL. */
  readonly row: number | null;
  /** Values of the collection's required arguments. */
  readonly args: Drafts;
  /** Expanded collections of the record; null: the default. */
  readonly nested: readonly NestedRef[] | null;
}

/** Value of `group` for a summary of all rows; no column has this id. */
export const UNGROUPED = '-';

/** Available page sizes. */
export const PAGE_SIZES: readonly number[] = [10, 25, 50, 100];
/** Default page size. */
export const DEFAULT_PAGE_SIZE = 50;

/** Maximum length of a view's name; longer names are cut. */
const LONGEST_NAME = 80;

/** Parses the query string of a URL. */
export function readTableView(query: URLSearchParams): TableView {
  const columns = query.get('columns');
  const nested = query.get('nested');
  const size = Number(query.get('size'));
  const kind = query.get('kind');
  const month = query.get('month') ?? '';
  const row = query.get('row') ?? '';
  return {
    name: query.get('view')?.trim().slice(0, LONGEST_NAME) || null,
    kind: kind === 'board' || kind === 'calendar' || kind === 'gallery' || kind === 'map' ? kind : 'table',
    by: query.get('by') || null,
    group: query.get('group') || null,
    month: /^\d{4}-\d{2}-\d{2}$/.test(month) ? month : null,
    columns: columns === null ? null : readColumns(columns),
    filters: parseFilters(query.get('filter') ?? ''),
    sorts: parseSorts(query.get('sort') ?? ''),
    page: parsePageRef(query.get('page') ?? ''),
    size: PAGE_SIZES.includes(size) ? size : DEFAULT_PAGE_SIZE,
    record: readRecordAddress(query.get('record') ?? ''),
    row: /^\d{1,6}$/.test(row) ? Number(row) : null,
    args: readArguments(query.get('args')),
    nested: nested === null ? null : readNested(nested),
  };
}

/**
 * The query parameters of a changed view, for `Navigation.setQuery`; null removes a parameter. Default values are omitted. A change that
 * affects which rows are shown (filter, sort, size, arguments, month) returns to the first page.
 */
export function tableViewQuery(change: Partial<TableView>): Record<string, string | null> {
  const query: Record<string, string | null> = {};
  const { name, kind, by, month, group, columns, filters, sorts, page, size, record, row, args, nested } = change;
  const isOther = [filters, sorts, size, args, kind, by, month].some(value => value !== undefined);
  if (isOther) query.page = null;
  if (kind !== undefined) query.kind = kind === 'table' ? null : kind;
  if (by !== undefined) query.by = by;
  if (group !== undefined) query.group = group;
  if (month !== undefined) query.month = month;
  if (name !== undefined) query.view = name;
  if (columns !== undefined) query.columns = columns === null ? null : formatColumns(columns);
  if (filters !== undefined) query.filter = formatFilters(filters) || null;
  if (sorts !== undefined) query.sort = formatSorts(sorts) || null;
  if (page !== undefined) query.page = page === null ? null : formatPageRef(page);
  if (size !== undefined) query.size = size === DEFAULT_PAGE_SIZE ? null : String(size);
  if (args !== undefined) query.args = formatArguments(args);
  if (record !== undefined) {
    query.record = record === null ? null : formatRecordAddress(record);
    query.row = null;
    query.nested = null;
  }
  if (row !== undefined) {
    query.row = row === null ? null : String(row);
    query.record = null;
  }
  if (nested !== undefined) query.nested = nested === null ? null : formatNested(nested);
  return query;
}

/** `name!,type,berth.name`: the column ids in order, with `!` after those that are pinned. */
export function formatColumns(columns: readonly ColumnRef[]): string {
  return columns.map(({ id, pinned }) => (pinned ? `${id}!` : id)).join(',');
}

/** The inverse of `formatColumns`; duplicates are dropped. */
export function readColumns(text: string): ColumnRef[] {
  const seen = new Set<string>();
  const columns: ColumnRef[] = [];
  for (const part of text.split(',', 500)) {
    const pinned = part.endsWith('!');
    const id = pinned ? part.slice(0, -1) : part;
    if (id === '' || seen.has(id)) continue;
    seen.add(id);
    columns.push({ id, pinned });
  }
  return columns;
}

/** Formats a record as `Ship:17`. */
export function formatRecordAddress({ typeName, key }: RecordAddress): string {
  return `${typeName}:${key}`;
}

/** The inverse of `formatRecordAddress`; null if the text has another form. */
export function readRecordAddress(text: string): RecordAddress | null {
  const match = /^([_A-Za-z][_0-9A-Za-z]*):(.+)$/s.exec(text);
  return match ? { typeName: match[1] ?? '', key: match[2] ?? '' } : null;
}

/** Formats expanded lists as `visits;documents@offset:20`; '-' for none. */
function formatNested(nested: readonly NestedRef[]): string {
  if (nested.length === 0) return '-';
  return nested
    .map(({ field, page }) => (page === null ? field : `${field}@${formatPageRef(page).replace(/[%;]/g, encodeURIComponent)}`))
    .join(';');
}

function readNested(text: string): NestedRef[] {
  return text
    .split(';', 100)
    .map(part => {
      const at = part.indexOf('@');
      if (at < 0) return { field: part, page: null };
      const page = part.slice(at + 1).replace(/%25|%3B/g, decodeURIComponent);
      return { field: part.slice(0, at), page: parsePageRef(page) };
    })
    .filter(({ field }) => /^[_A-Za-z][_0-9A-Za-z]*$/.test(field));
}

function formatArguments(args: Drafts): string | null {
  // `JSON.stringify` omits undefined values, which keeps missing arguments distinct from null.
  const text = JSON.stringify(args);
  return text === '{}' ? null : text;
}

function readArguments(text: string | null): Drafts {
  if (text === null) return {};
  try {
    const value = parseBounded(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Drafts) : {};
  } catch {
    return {};
  }
}
