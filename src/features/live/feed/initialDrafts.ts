/**
 * The arguments of a feed that is opened without any. A live query sends its whole list on each change, which may be a million rows.
 * Therefore only the first page is requested, except of figures, which would count these rows only. The form shows these arguments like all
 * others.
 */
import type { Feed } from '../../../schema/collections/feeds';
import { findList } from '../../../schema/collections/listShape';
import { findPaging, pageArguments } from '../../../schema/collections/paging/paging';
import { isOfFigures } from '../../../schema/documents/callDocuments';
import { type Drafts, fromVariables } from '../../../schema/forms/formValues';
import type { SchemaModel } from '../../../schema/model/schemaModel';

/** Number of rows in each event of a live query. */
const ROWS = 50;

/** The initial drafts of a feed's form: the first page if the list has pages, otherwise none. */
export function initialDrafts(model: SchemaModel, feed: Feed): Drafts {
  const list = findList(model, feed.field.type);
  if (list === null || isOfFigures(model, feed)) return {};
  const hasCursor = list.shape.endCursor !== null || list.shape.itemCursor !== null;
  const { paging } = findPaging(model, feed.field, { hasCursor, hasToken: false, fromZero: false });
  // In a subscription, a number alone, without a position in the list, can mean anything.
  return paging.style === 'none' ? {} : fromVariables(feed.form, pageArguments(paging, null, ROWS));
}
