/**
 * A running export: loads one page after the other and writes each before it requests the next, so that at most one page is in memory. It
 * can be paused, resumed, cancelled, and resumed at the page that failed. It depends on neither GraphQL nor the screen.
 */

import { createStore, type Readable } from '../../../lib/store';
import { ServerParseError } from '../../../transport/observe/failure';
import type { RowEncoder } from './exportFormat';
import type { ExportSink } from './exportSink';

/** One loaded page. `next` refers to the following page; null at the end. */
export interface ExportPage<Ref> {
  readonly rows: readonly unknown[];
  readonly next: Ref | null;
}

/** Progress of an export. */
export interface ExportState {
  /** `failed`: stopped by an error; `resume` tries the same page again. */
  readonly status: 'running' | 'paused' | 'finished' | 'cancelled' | 'failed';
  readonly rows: number;
  readonly pages: number;
  /** Characters written so far. */
  readonly length: number;
  /** The error that was thrown; set only while `failed`. */
  readonly error: unknown;
}

/** A running export and its controls. */
export interface ExportJob {
  readonly state: Readable<ExportState>;
  /** Stops after the current page. */
  pause(): void;
  /** Continues after a pause or a failure. */
  resume(): void;
  /** Stops at once and discards the file. */
  cancel(): void;
}

/** Options of `startExport`. */
export interface ExportJobOptions<Ref> {
  encoder: RowEncoder;
  sink: ExportSink;
  /** The page to start with; null: the first one. */
  first: Ref | null;
  /** Loads a page; rejects on failure. `cancel` aborts `signal`. */
  load(page: Ref | null, signal: AbortSignal): Promise<ExportPage<Ref>>;
}

const MOST_EMPTY = 100;

/** Starts an export at once. */
export function startExport<Ref>({ encoder, sink, first, load }: ExportJobOptions<Ref>): ExportJob {
  const state = createStore<ExportState>({ status: 'running', rows: 0, pages: 0, length: 0, error: undefined });
  const stop = new AbortController();
  let page: Ref | null = first;
  /** Number of consecutive empty pages. A server that filters after paging returns some, but the export must end. */
  let empty = 0;
  let begun = false;
  let working = false;
  /** True after a write failed. The page may be half written, and a retry would write it twice, so the export cannot be resumed. */
  let broken = false;

  const set = (change: Partial<ExportState>): void => state.set({ ...state.get(), ...change });
  const is = (status: ExportState['status']): boolean => state.get().status === status;
  const write = async (text: string): Promise<void> => {
    if (text === '') return;
    try {
      await sink.write(text);
    } catch (error) {
      broken = true;
      throw error;
    }
    set({ length: state.get().length + text.length });
  };

  const step = async (): Promise<boolean> => {
    if (!begun) {
      await write(encoder.begin());
      begun = true;
    }
    const loaded = await load(page, stop.signal);
    if (is('cancelled')) return false;
    const isEmpty = loaded.rows.length === 0;
    const isSamePage = page !== null && JSON.stringify(loaded.next) === JSON.stringify(page);
    if (isSamePage && !isEmpty) throw new ServerParseError(200, '', 'and a page that is its own next page');
    await write(encoder.rows(loaded.rows));
    set({ rows: state.get().rows + loaded.rows.length, pages: state.get().pages + 1 });
    empty = isEmpty ? empty + 1 : 0;
    const isLast = loaded.next === null || isSamePage;
    page = loaded.next;
    if (!isLast && empty === MOST_EMPTY) {
      empty = 0;
      throw new ServerParseError(200, '', 'and too many empty pages');
    }
    if (!isLast) return true;
    await write(encoder.end());
    try {
      await sink.close();
    } catch (error) {
      broken = true;
      throw error;
    }
    if (!is('cancelled')) set({ status: 'finished' });
    return false;
  };

  const work = async (): Promise<void> => {
    if (working) return;
    working = true;
    try {
      while (is('running') && (await step()));
    } catch (error) {
      if (!is('cancelled')) set({ status: 'failed', error });
      if (broken) void sink.abort();
    } finally {
      working = false;
    }
    // `resume` may have been called after the loop last checked the status.
    if (is('running')) void work();
  };
  void work();

  return {
    state,
    pause() {
      if (is('running')) set({ status: 'paused' });
    },
    resume() {
      if (broken || !(is('paused') || is('failed'))) return;
      set({ status: 'running', error: undefined });
      void work();
    },
    cancel() {
      if (is('finished') || is('cancelled')) return;
      set({ status: 'cancelled' });
      stop.abort();
      void sink.abort();
    },
  };
}
