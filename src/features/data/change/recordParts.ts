/** The parts that change records, loaded when one is opened. */
import { lazyPart } from '../../../ui/lazyPart';

/** The form of a record, in place of its fields. */
export const RecordEditor = lazyPart(() => import(/* webpackChunkName: "change" */ './RecordEditor'));
/** The form of a new record. */
export const RecordCreator = lazyPart(() => import(/* webpackChunkName: "change" */ './RecordCreator'));
/** An action over rows: deleting one, changing many. */
export const RowActionDialog = lazyPart(() => import(/* webpackChunkName: "change" */ './RowActionDialog'));
