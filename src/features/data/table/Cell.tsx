/** One cell of a collection's table. Memoised: a table renders its rows again when a column is moved, and most cells stay as they are. */
import { memo, type ReactNode } from 'react';
import { FieldValue, type FieldValueProps } from '../record/FieldValue';

/** The cell. `FieldValue` is called, not rendered: it has no state, and there are hundreds of cells in a frame of scrolling. */
export const Cell = memo(function Cell(props: Omit<FieldValueProps, 'form'>): ReactNode {
  return FieldValue({ ...props, form: 'cell' });
});
