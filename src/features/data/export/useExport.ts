/**
 * The export of a table: at most one at a time, which goes on while its window is closed and while another screen shows, and then tells
 * with a note how it ended.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { useAnnounce } from '../../../ui/frame/Announcer';
import type { RunningExport } from './beginExport';

/** The export and the ways to watch and forget it. */
export interface ExportControl {
  readonly running: RunningExport | null;
  watch(running: RunningExport): void;
  /** Forgets one that ended. */
  forget(): void;
  /** Called with whether the window is open: while it is not, a note says how the export ended. */
  setOpen(open: boolean): void;
}

/** Makes the control of one table. */
export function useExport(): ExportControl {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const [running, setRunning] = useState<RunningExport | null>(null);
  const isOpen = useRef(false);
  // The note may come after the table has gone; it says it in the language of then.
  const words = useRef({ text, formats, announce });
  words.current = { text, formats, announce };
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
      const { text: say, formats: show, announce: tell } = words.current;
      if (status === 'finished') tell.note({ text: say('data.exportFinished', { rows, size: show.bytes(length) }) });
      if (status === 'failed')
        tell.note({
          text: say('data.exportFailed', { rows }),
          tone: 'danger',
          action: { label: say('data.exportResume'), onSelect: job.resume },
        });
    });
  }, []);
  const forget = useCallback(() => setRunning(null), []);
  const setOpen = useCallback((open: boolean) => {
    isOpen.current = open;
  }, []);
  return { running, watch, forget, setOpen };
}
