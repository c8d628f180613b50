/** The components that change records, loaded when they are first opened. */
import { lazyPart } from '../../../ui/lazyPart';

/** The form of a record, in place of its fields. */
export const RecordEditor = lazyPart(() => import(/* webpackChunkName: "change" */ './editor/RecordEditor'));
/** The form of a new record. */
export const RecordCreator = lazyPart(() => import(/* webpackChunkName: "change" */ './RecordCreator'));
/** An action on rows: deleting one, changing many. */
export const RowActionDialog = lazyPart(() => import(/* webpackChunkName: "change" */ './rows/RowActionDialog'));
/** Buttons that connect records to a list, and disconnect them. */
export const ListLinks = lazyPart(() => import(/* webpackChunkName: "change" */ './link/ListLinks'));
