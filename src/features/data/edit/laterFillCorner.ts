/** The fill handle of a table's cells; loaded after the rows are shown. */
import { lazyPart } from '../../../ui/lazyPart';

export const LaterFillCorner = lazyPart(() => import(/* webpackChunkName: "table-tools" */ './FillCorner'));
