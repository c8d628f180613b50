/** The file cell of a table that is open. */
import { type RefObject, useCallback, useRef, useState } from 'react';
import type { Row } from '../../../schema/documents/documents';
import { returnFocus } from './returnFocus';
import type { TableHandle } from './tableHandle';
import type { FileCell } from './useEditableCells';

/** The open cell, and the functions that open and close it. */
export interface OpenFile {
  /** Null: no file cell is open. */
  readonly open: FileCell | null;
  readonly element: RefObject<HTMLElement | null>;
  /** Returns false if the cell takes no file. */
  readonly begin: TableHandle['begin'];
  readonly close: () => void;
}

/** Opens one file cell of `rows` at a time. */
export function useOpenFile(rows: readonly Row[], findFile: (row: Row, columnId: string) => FileCell | null): OpenFile {
  const [open, setOpen] = useState<FileCell | null>(null);
  const element = useRef<HTMLElement | null>(null);
  const begin = useCallback<TableHandle['begin']>(
    (at, columnId, target, by) => {
      // A typed character may be a shortcut of the page.
      const row = typeof by === 'string' ? rows[at] : undefined;
      const cell = row === undefined ? null : findFile(row, columnId);
      if (cell === null) return false;
      element.current = target;
      // A drawer may cover the cell now.
      target.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
      setOpen(cell);
      return true;
    },
    [rows, findFile],
  );
  const close = useCallback(() => {
    setOpen(null);
    returnFocus(element.current);
  }, []);
  return { open, element, begin, close };
}
