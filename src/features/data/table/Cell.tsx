/** One cell of a collection's table. Memoised: a table renders its rows again when a column is moved, and most cells stay as they are. */
import { memo, type ReactNode } from 'react';
import { FieldValue, type FieldValueProps } from '../record/FieldValue';

/** The cell. */
export const Cell = memo(function Cell(props: Omit<FieldValueProps, 'form'>): ReactNode {
  return <FieldValue {...props} form="cell" />;
});
