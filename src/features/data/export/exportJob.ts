/**
 * An export under way: loads page after page and writes each before it asks for the next, so that no more than one page is in memory.
 * It can be paused and gone on with, cancelled, and taken up again at the page that failed. It knows neither GraphQL nor the screen.
 */
import { createStore, type Readable } from '../../../lib/store';
import type { RowEncoder } from './exportFormat';
import type { ExportSink } from './exportSink';

/** One loaded page. `next` is where to go on, null at the end. */
export interface ExportPage<Ref> {
  readonly rows: readonly unknown[];
  readonly next: Ref | null;
}

/** How far an export is. */
export interface ExportState {
  /** `failed`: stopped at an error; `resume` tries the same page again. */
  readonly status: 'running' | 'paused' | 'finished' | 'cancelled' | 'failed';
  readonly rows: number;
  readonly pages: number;
  /** Characters written so far. */
  readonly length: number;
  /** What was thrown; only while `failed`. */
  readonly error: unknown;
}

/** A running export and its handles. */
export interface ExportJob {
  readonly state: Readable<ExportState>;
  /** Stops after the page under way. */
  pause(): void;
  /** Goes on after a pause or a failure. */
  resume(): void;
  /** Stops at once and throws the file away. */
  cancel(): void;
}

/** What an export is made of. */
export interface ExportJobOptions<Ref> {
  encoder: RowEncoder;
  sink: ExportSink;
  /** Where to begin; null is the first page. */
  first: Ref | null;
  /** Loads a page; rejects when it cannot. `signal` is aborted by `cancel`. */
  load(page: Ref | null, signal: AbortSignal): Promise<ExportPage<Ref>>;
}

/** Begins an export at once. */
export function startExport<Ref>({ encoder, sink, first, load }: ExportJobOptions<Ref>): ExportJob {
  const state = createStore<ExportState>({ status: 'running', rows: 0, pages: 0, length: 0, error: undefined });
  const stop = new AbortController();
  let page: Ref | null = first;
  let begun = false;
  let working = false;
  /** A page that was loaded but could not be written whole would be written twice: after such a failure there is no way on. */
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
    await write(encoder.rows(loaded.rows));
    set({ rows: state.get().rows + loaded.rows.length, pages: state.get().pages + 1 });
    // A server that answers with the same place again, or with nothing, would go round for ever.
    const over = loaded.next === null || loaded.rows.length === 0 || JSON.stringify(loaded.next) === JSON.stringify(page);
    page = loaded.next;
    if (!over) return true;
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
    // `resume` may have been called between the loop's last look and here.
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
