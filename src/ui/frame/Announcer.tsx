/**
 * Says what changed: to a screen reader through a live region, to everybody else as a short note at the foot of the window. Use it for what
 * a person did or waited for (copied, saved, rows loaded), never for a stream of events.
 */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { Button, IconButton } from '../inputs/Button';
import { Icon } from '../text/Icon';
import './Announcer.css';

/** A note: what happened, and perhaps how to take it back. */
export interface Note {
  text: string;
  /** Default: something was done. 'refused': it was not; 'danger' stays until it is closed. */
  tone?: 'refused' | 'danger';
  action?: { label: string; onSelect: () => void };
}

/** How to say something. */
export interface Announce {
  /** Shows a note for five seconds and reads it aloud. */
  note(note: Note): void;
  /** Reads aloud only. */
  say(text: string): void;
}

const AnnouncerContext = createContext<Announce | null>(null);

/** How long a note stays, in ms. */
const NOTE_MS = 5000;

/** Gives `useAnnounce` to everything inside and shows the notes. */
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
        {/* A key of its own makes the same words twice be read twice. */}
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
 * How to say something from a component.
 * @throws Error outside an Announcer.
 */
export function useAnnounce(): Announce {
  const announce = useContext(AnnouncerContext);
  if (!announce) throw new Error('useAnnounce needs an Announcer around it');
  return announce;
}
