/**
 * Announces changes: to screen readers through a live region, and visibly as a short note at the bottom of the window. Use it for the result
 * of an action or a wait (copied, saved, rows loaded), never for a stream of events.
 */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { Button, IconButton } from '../inputs/Button';
import { Icon } from '../text/Icon';
import './Announcer.css';

/** A note about what happened, with an optional action such as undo. */
export interface Note {
  text: string;
  /** Default: success. 'refused': the action was not done; 'danger': an error, shown until the user closes it. */
  tone?: 'refused' | 'danger';
  action?: { label: string; onSelect: () => void };
}

/** The functions of `useAnnounce`. */
export interface Announce {
  /** Shows a note for five seconds (ten with an action) and announces it to screen readers. */
  note(note: Note): void;
  /** Announces a text to screen readers only. */
  say(text: string): void;
}

const AnnouncerContext = createContext<Announce | null>(null);

/** Display time of a note, in ms. */
const NOTE_MS = 5000;

/** Provides `useAnnounce` and shows the notes. */
export function Announcer({ children }: { children: ReactNode }): ReactNode {
  const text = useText();
  const [notes, setNotes] = useState<readonly (Note & { id: number })[]>([]);
  const [spoken, setSpoken] = useState({ text: '', id: 0 });
  const next = useRef(1);
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());
  const close = useCallback((id: number) => {
    clearTimeout(timers.current.get(id));
    timers.current.delete(id);
    setNotes(now => now.filter(note => note.id !== id));
  }, []);
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running.values()) clearTimeout(timer);
    };
  }, []);
  const announce = useMemo<Announce>(() => {
    const say = (words: string): void => setSpoken({ text: words, id: next.current++ });
    return {
      say,
      note(note) {
        const id = next.current++;
        setNotes(now => [...now.slice(-2), { ...note, id }]);
        say(note.text);
        if (note.tone !== 'danger')
          timers.current.set(
            id,
            setTimeout(() => close(id), note.action ? NOTE_MS * 2 : NOTE_MS),
          );
      },
    };
  }, [close]);
  return (
    <AnnouncerContext.Provider value={announce}>
      {children}
      <div className="visually-hidden" role="status" aria-live="polite">
        {/* The new key makes screen readers announce the same text again. */}
        <span key={spoken.id}>{spoken.text}</span>
      </div>
      <div className="notes">
        {notes.map(note => (
          <div key={note.id} className={note.tone ? `note note-${note.tone}` : 'note'}>
            <Icon name={note.tone ? 'error' : 'check'} />
            <span className="note-words" dir="auto">
              {note.text}
            </span>
            {note.action ? (
              <Button
                kind="quiet"
                onClick={() => {
                  note.action?.onSelect();
                  close(note.id);
                }}
              >
                {note.action.label}
              </Button>
            ) : null}
            <IconButton icon="close" label={text('ui.close')} onClick={() => close(note.id)} />
          </div>
        ))}
      </div>
    </AnnouncerContext.Provider>
  );
}

/**
 * Returns the functions that announce changes.
 * @throws Error outside an Announcer
 */
export function useAnnounce(): Announce {
  const announce = useContext(AnnouncerContext);
  if (!announce) throw new Error('useAnnounce needs an Announcer around it');
  return announce;
}
