/**
 * Starts an export: asks for the target file, creates the encoder, and loads the pages one after the other without the cache. Loaded on
 * demand.
 */
import type { Client } from 'urql';
import type { Page } from '../../../schema/collections/paging/page';
import type { PageRef } from '../../../schema/collections/paging/paging';
import type { Prepared } from '../../../schema/documents/documents';
import { createEncoder, type ExportColumn, type ExportFormat, exportFileName } from './exportFormat';
import { type ExportJob, type ExportPage, startExport } from './exportJob';
import { openExportSink } from './exportSink';

/** What to export, and how. */
export interface ExportRequest {
  readonly format: ExportFormat;
  readonly forSpreadsheets: boolean;
  readonly columns: readonly ExportColumn[];
  /** Rows that are already loaded; null: load all pages. */
  readonly rows: readonly unknown[] | null;
  /** Expected number of rows; null: unknown. */
  readonly total: number | null;
  /** Base of the file name. */
  readonly label: string;
}

/** An export that was started. */
export interface RunningExport {
  readonly job: ExportJob;
  readonly total: number | null;
  readonly fileName: string;
}

/**
 * Lets the user choose a file if the browser supports that, then starts the export; null when the user cancelled the choice.
 * @throws the browser's error when the file cannot be written
 */
export async function beginExport(
  client: Client,
  wish: ExportRequest,
  prepare: (page: PageRef | null) => Prepared<Page>,
): Promise<RunningExport | null> {
  const encoder = createEncoder(wish.format, wish.columns, { forSpreadsheets: wish.forSpreadsheets });
  const fileName = exportFileName(wish.label, new Date(), encoder.extension);
  const sink = await openExportSink(fileName, encoder.type);
  if (!sink) return null;
  const { rows } = wish;
  const load =
    rows === null
      ? (page: PageRef | null, signal: AbortSignal) => loadPage(client, prepare(page), signal)
      : async (): Promise<ExportPage<PageRef>> => ({ rows, next: null });
  return { job: startExport<PageRef>({ encoder, sink, first: null, load }), total: wish.total, fileName };
}

/** Requests one page; rejects with urql's error. Unsubscribing from the source cancels the request. */
function loadPage(client: Client, prepared: Prepared<Page>, signal: AbortSignal): Promise<ExportPage<PageRef>> {
  return new Promise((resolve, reject) => {
    const { unsubscribe } = client
      .query(prepared.query, prepared.variables, { requestPolicy: 'network-only', screen: 'data', uncached: true })
      .subscribe(result => {
        if (result.hasNext || result.stale) return;
        // A result with errors is not a page: the rows it lacks would be missing from the file without notice.
        if (result.error) reject(result.error);
        else {
          const { rows, next } = prepared.read(result.data);
          resolve({ rows, next });
        }
        queueMicrotask(() => unsubscribe());
      });
    signal.addEventListener('abort', () => {
      unsubscribe();
      reject(signal.reason);
    });
  });
}
