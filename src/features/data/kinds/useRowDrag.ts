/** Drag and drop of rows: of a card to a lane of a board, of an entry to a day of a calendar. */
import { type DOMAttributes, type DragEvent, useMemo, useRef, useState } from 'react';
import type { Row } from '../../../schema/documents/documents';
import { rowIds } from '../edit/rowHead';
import type { KindProps } from './kindProps';

/** Props for the rows and the drop targets. A target is identified by the index of a lane or by a day. */
export interface RowDrag<Place> {
  /** The drop target under the dragged row. */
  readonly over: Place | null;
  /** `at`: index of the row. */
  readonly onDragStart: (event: DragEvent, at: number) => void;
  /** For the container of all rows. */
  readonly onDragEnd: () => void;
  /** Event handlers of a drop target. */
  readonly dropOn: (place: Place) => Pick<DOMAttributes<HTMLElement>, 'onDragOver' | 'onDragLeave' | 'onDrop'>;
}

/** Options of `useRowDrag`. */
export interface RowDragOptions<Place> extends Pick<KindProps, 'model' | 'rowType'> {
  /** Type of the dragged rows; a drop target accepts only its own type. */
  readonly name: 'card' | 'entry';
  readonly rows: readonly Row[];
  /** False for a target that accepts no rows. Default: all targets accept them. */
  readonly takes?: (place: Place) => boolean;
  /** Called with the current index of the dropped row. */
  readonly move: (at: number, place: Place) => void;
}

/** Tracks the dragged row. */
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
  // The row's id and not its index: the rows can be reloaded during a drag, and a row can be dropped in another window.
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
