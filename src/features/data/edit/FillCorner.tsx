/** The fill handle of the selected cells, where they can be edited. */
import type { ReactNode } from 'react';
import type { Column } from '../../../schema/collections/columns/columns';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { FillHandle, type FillHandleProps } from '../../../ui/table/FillHandle';
import { editableField } from './fields/editableField';

/** Props of `FillCorner`. */
export interface FillCornerProps extends FillHandleProps {
  model: SchemaModel;
  rowType: string;
  columns: readonly Column[];
}

/** Renders the handle, or nothing. */
export default function FillCorner({ model, rowType, columns, ...source }: FillCornerProps): ReactNode {
  const isEditable = columns.some(
    column => source.block.columns.includes(column.id) && typeof editableField(model, rowType, column) !== 'string',
  );
  return isEditable ? <FillHandle {...source} /> : null;
}
