/** Begins an export: asks where it goes, makes the file's writer, and loads pages one after the other, past the cache. Loaded when needed. */
import type { Client } from 'urql';
import type { Page } from '../../../schema/collections/page';
import type { PageRef } from '../../../schema/collections/paging';
import type { Prepared } from '../../../schema/documents/documents';
import { createEncoder, type ExportColumn, type ExportFormat, exportFileName } from './exportFormat';
import { type ExportJob, type ExportPage, startExport } from './exportJob';
import { openExportSink } from './exportSink';

/** What is to be exported, and how. */
export interface ExportWish {
  readonly format: ExportFormat;
  readonly forSpreadsheets: boolean;
  readonly columns: readonly ExportColumn[];
  /** Rows that are here already; null: all pages. */
  readonly rows: readonly unknown[] | null;
  /** Number of rows there will be; null: not known. */
  readonly total: number | null;
  /** Names the file. */
  readonly label: string;
}

/** An export that was begun. */
export interface RunningExport {
  readonly job: ExportJob;
  readonly total: number | null;
  readonly fileName: string;
}

/**
 * Lets the person choose a file where the browser can, then begins; null when the choice was cancelled.
 * @throws what the browser says when the file cannot be written
 */
export async function beginExport(
  client: Client,
  wish: ExportWish,
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

/** Asks for one page; rejects with urql's error. Letting go of the source cancels the request. */
function loadPage(client: Client, prepared: Prepared<Page>, signal: AbortSignal): Promise<ExportPage<PageRef>> {
  return new Promise((resolve, reject) => {
    const { unsubscribe } = client
      .query(prepared.query, prepared.variables, { requestPolicy: 'network-only', screen: 'data', uncached: true })
      .subscribe(result => {
        if (result.hasNext || result.stale) return;
        // A part is not a page: what is missing in it would be missing in the file without a word.
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
