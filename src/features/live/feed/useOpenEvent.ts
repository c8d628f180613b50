/** The event of a feed that is open in the drawer, and navigation to its neighbours. */
import { useState } from 'react';
import type { EventWindow } from '../eventRing';
import type { OpenEvent } from './EventDrawer';
import type { FoundEvents } from './eventFilter';
import { eventRows } from './table/eventRows';

/** The open event and the functions that change it. */
export interface OpenEventState {
  open: OpenEvent | null;
  /** Sequence number of the event that is marked in the table. */
  active: number | null;
  /** Opens an event. */
  take(sequence: number): void;
  /** Marks an event. If the drawer is open, it shows this event. */
  mark(sequence: number): void;
  close(): void;
  /** Returns a function that opens the next older (1) or newer (-1) event; null if there is none. */
  neighbour(step: 1 | -1): (() => void) | null;
}

/** `onStep` is called when the user moves from one event to another. */
export function useOpenEvent(events: EventWindow, found: FoundEvents | null, onStep: () => void): OpenEventState {
  const [open, setOpen] = useState<OpenEvent | null>(null);
  const [active, setActive] = useState<number | null>(null);
  const take = (sequence: number): void => {
    setActive(sequence);
    setOpen({
      sequence,
      number: events.numberOf(sequence),
      at: events.timeAt(sequence),
      value: events.valueAt(sequence),
    });
  };
  return {
    open,
    active,
    take,
    mark: sequence => {
      onStep();
      if (open) take(sequence);
      else setActive(sequence);
    },
    close: () => setOpen(null),
    neighbour(step) {
      if (!open) return null;
      found?.update(events);
      const rows = eventRows(events, found);
      const row = rows.rowOf(open.sequence);
      if (row < 0) return null;
      for (let at = row + step; at >= 0 && at < rows.count; at += step) {
        const entry = rows.at(at);
        if (typeof entry === 'number')
          return () => {
            onStep();
            take(entry);
          };
      }
      return null;
    },
  };
}
