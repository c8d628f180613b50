/**
 * The export of a table, at most one at a time. It continues while its dialog is closed and while another screen is shown; a notification
 * then reports how it ended.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { useAnnounce } from '../../../ui/frame/Announcer';
import type { RunningExport } from './beginExport';

/** The running export and the functions to watch and forget it. */
export interface ExportControl {
  readonly running: RunningExport | null;
  watch(running: RunningExport): void;
  /** Forgets an export that has ended. */
  forget(): void;
  /** Reports whether the dialog is open. While it is closed, a notification reports how the export ended. */
  setOpen(open: boolean): void;
}

/** Creates the export control of a table. */
export function useExport(): ExportControl {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const [running, setRunning] = useState<RunningExport | null>(null);
  const isOpen = useRef(false);
  // The export may end after the table was unmounted; the notification then uses the language that was current last.
  const latest = useRef({ text, formats, announce });
  latest.current = { text, formats, announce };
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );
  const watch = useCallback((next: RunningExport) => {
    setRunning(next);
    const { job } = next;
    const stop = job.state.subscribe(() => {
      const { status, rows, length } = job.state.get();
      if (status === 'finished' || status === 'cancelled') stop();
      if (isOpen.current) return;
      const { current } = latest;
      if (status === 'finished')
        current.announce.note({ text: current.text('data.exportFinished', { rows, size: current.formats.bytes(length) }) });
      if (status === 'failed')
        current.announce.note({
          text: current.text('data.exportFailed', { rows }),
          tone: 'danger',
          action: { label: current.text('data.exportResume'), onSelect: job.resume },
        });
    });
  }, []);
  const forget = useCallback(() => setRunning(null), []);
  const setOpen = useCallback((open: boolean) => {
    isOpen.current = open;
  }, []);
  return { running, watch, forget, setOpen };
}
