/** The resize handle of a DataTable's column; loaded after the rows are shown. */
import { lazyPart } from '../../lazyPart';

/** Its arrival causes no layout shift. */
export const LaterResizeHandle = lazyPart(() => import(/* webpackChunkName: "table-tools" */ './ResizeHandle'));
