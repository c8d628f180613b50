/** A cell of a collection's table. Memoized: when a column is moved, the table renders its rows again, but most cells do not change. */
import { memo, type ReactNode } from 'react';
import { FieldValue, type FieldValueProps } from '../record/FieldValue';

/** `FieldValue` is called, not rendered as a component: it has no state, and scrolling shows hundreds of cells per frame. */
export const Cell = memo(function Cell(props: Omit<FieldValueProps, 'form'>): ReactNode {
  return FieldValue({ ...props, form: 'cell' });
});
