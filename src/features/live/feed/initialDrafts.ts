/**
 * The arguments of a feed that is opened without any. A live query sends its whole list at each change: a table of a million rows would be
 * loaded again and again. Therefore the first page is asked for. The form shows these arguments like all others.
 */
import type { Feed } from '../../../schema/collections/feeds';
import { findList } from '../../../schema/collections/listShape';
import { findPaging, pageArguments } from '../../../schema/collections/paging';
import { type Drafts, fromVariables } from '../../../schema/forms/formValues';
import type { SchemaModel } from '../../../schema/model/schemaModel';

/** Number of rows in each event of a live query. */
const ROWS = 50;

/** The drafts of a feed's form at the start: the first page of a list that has pages, otherwise nothing. */
export function initialDrafts(model: SchemaModel, feed: Feed): Drafts {
  const list = findList(model, feed.field.type);
  if (list === null) return {};
  const hasCursor = list.shape.endCursor !== null || list.shape.itemCursor !== null;
  const { paging } = findPaging(model, feed.field, { hasCursor, hasToken: false, fromZero: false });
  // A number alone, without a place in the list, can mean anything in a subscription.
  return paging.style === 'none' ? {} : fromVariables(feed.form, pageArguments(paging, null, ROWS));
}
