/**
 * Encodes rows as the text of a file: CSV (RFC 4180), a JSON array, or one JSON object per line. The text is written in pieces, so that the
 * whole file is never in memory. Values are exported as the server sent them, not as the screen formats them.
 */
import { csvLine } from '../../../lib/text/csvLine';
import { valueAsText } from '../../../lib/text/valueAsText';

/** Format of the exported file. */
export type ExportFormat = 'csv' | 'json' | 'ndjson';

/** A column of the file: its heading in CSV, its key in JSON, and how its value is read from a row. */
export interface ExportColumn {
  /** Key in JSON; unique. */
  readonly id: string;
  /** Heading in CSV. */
  readonly label: string;
  /** The value as the server sent it; undefined and null both mean "no value". */
  read(row: unknown): unknown;
}

/** Options of CSV. */
export interface CsvOptions {
  /**
   * Prepares the file for spreadsheet programs: a byte order mark, so that they decode it as UTF-8, and an apostrophe before texts that
   * they would run as formulas (texts that start with `=`, `+`, `-`, `@`, a tab or a line break and are not numbers). Default false: every
   * value is written unchanged.
   */
  forSpreadsheets?: boolean;
}

/** Encodes a file piece by piece: `begin`, any number of `rows` calls, `end`. Each returns the text to append. */
export interface RowEncoder {
  /** MIME type of the file. */
  readonly type: string;
  /** File name extension, without the dot. */
  readonly extension: string;
  begin(): string;
  rows(rows: readonly unknown[]): string;
  end(): string;
}

/** Creates the encoder of a format. It remembers whether a row was written, so each file needs its own encoder. */
export function createEncoder(format: ExportFormat, columns: readonly ExportColumn[], options: CsvOptions = {}): RowEncoder {
  switch (format) {
    case 'csv':
      return csvEncoder(columns, options.forSpreadsheets ?? false);
    case 'json':
      return jsonEncoder(columns);
    case 'ndjson':
      return {
        type: 'application/x-ndjson',
        extension: 'ndjson',
        begin: () => '',
        rows: rows => rows.map(row => `${JSON.stringify(toObject(columns, row))}\n`).join(''),
        end: () => '',
      };
  }
}

function csvEncoder(columns: readonly ExportColumn[], guarded: boolean): RowEncoder {
  // Two columns with the same heading would be ambiguous: both get their keys as headings.
  const counts = new Map<string, number>();
  for (const { label } of columns) counts.set(label, (counts.get(label) ?? 0) + 1);
  const headings = columns.map(({ id, label }) => ((counts.get(label) ?? 0) > 1 ? id : label));
  return {
    type: 'text/csv;charset=utf-8',
    extension: 'csv',
    begin: () => (guarded ? '\uFEFF' : '') + csvLine(headings, guarded),
    rows: rows =>
      rows
        .map(row =>
          csvLine(
            columns.map(column => csvCell(column.read(row))),
            guarded,
          ),
        )
        .join(''),
    end: () => '',
  };
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return valueAsText(value);
}

function jsonEncoder(columns: readonly ExportColumn[]): RowEncoder {
  let written = false;
  return {
    type: 'application/json',
    extension: 'json',
    begin: () => '[',
    rows(rows) {
      let text = '';
      for (const row of rows) {
        text += `${written ? ',' : ''}\n${JSON.stringify(toObject(columns, row))}`;
        written = true;
      }
      return text;
    },
    end: () => '\n]\n',
  };
}

/**
 * Uses `Object.fromEntries`, not assignment, because a column may be named `__proto__`. A missing value becomes null, so that all rows have
 * the same keys.
 */
function toObject(columns: readonly ExportColumn[], row: unknown): Record<string, unknown> {
  return Object.fromEntries(columns.map(column => [column.id, column.read(row) ?? null]));
}

/**
 * A file name that every operating system accepts: letters, digits and dashes of `label`, then the date. `fallback` replaces a label
 * without any of these characters.
 */
export function exportFileName(label: string, at: Date, extension: string, fallback = 'export'): string {
  const words = label
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  return `${words === '' ? fallback : words} ${at.toISOString().slice(0, 10)}.${extension}`;
}
