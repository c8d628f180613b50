/** The edge by which a column of a DataTable is made wider: its code comes after the rows. */
import { lazyPart } from '../lazyPart';

/** Nothing else moves when it comes. */
export const LaterResizeHandle = lazyPart(async () => ({
  default: (await import(/* webpackChunkName: "table-tools" */ './ResizeHandle')).ResizeHandle,
}));
