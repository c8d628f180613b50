/** Drags a row to another place: a card to a lane of a board, an entry to a day of a calendar. */
import { type DOMAttributes, type DragEvent, useMemo, useRef, useState } from 'react';
import type { Row } from '../../../schema/documents/documents';
import { rowIds } from '../edit/rowHead';
import type { KindProps } from './kindProps';

/** What rows and places need. A place is a lane's index or a day. */
export interface RowDrag<Place> {
  /** The place over which a row is dragged. */
  readonly over: Place | null;
  /** `at`: index of the row. */
  readonly onDragStart: (event: DragEvent, at: number) => void;
  /** For the element that contains all rows. */
  readonly onDragEnd: () => void;
  /** Handlers of a place. */
  readonly dropOn: (place: Place) => Pick<DOMAttributes<HTMLElement>, 'onDragOver' | 'onDragLeave' | 'onDrop'>;
}

/** Options of `useRowDrag`. */
export interface RowDragOptions<Place> extends Pick<KindProps, 'model' | 'rowType'> {
  /** Places take only what has the same name. */
  readonly name: 'card' | 'entry';
  readonly rows: readonly Row[];
  /** False for a place that takes no rows. Default: all take them. */
  readonly takes?: (place: Place) => boolean;
  /** Called with the present index of the dropped row. */
  readonly move: (at: number, place: Place) => void;
}

/** Keeps the row that is dragged. */
export function useRowDrag<Place extends string | number>({
  model,
  rowType,
  name,
  rows,
  takes = () => true,
  move,
}: RowDragOptions<Place>): RowDrag<Place> {
  const type = `application/x-oriel-${name}`;
  const idOf = useMemo(() => rowIds(model, rowType), [model, rowType]);
  const [over, setOver] = useState<Place | null>(null);
  // The row, not its place: rows can be requested again during a drag, and a row can be dropped in another window.
  const dragged = useRef('');
  return {
    over,
    onDragStart(event, at) {
      event.dataTransfer.setData(type, name);
      event.dataTransfer.effectAllowed = 'move';
      dragged.current = idOf(rows[at] ?? {});
    },
    onDragEnd() {
      dragged.current = '';
    },
    dropOn: place => ({
      onDragOver(event) {
        if (!event.dataTransfer.types.includes(type) || !takes(place)) return;
        event.preventDefault();
        setOver(place);
      },
      onDragLeave: () => setOver(null),
      onDrop(event) {
        event.preventDefault();
        setOver(null);
        const at = dragged.current === '' ? -1 : rows.findIndex(row => idOf(row) === dragged.current);
        dragged.current = '';
        if (at >= 0) move(at, place);
      },
    }),
  };
}
