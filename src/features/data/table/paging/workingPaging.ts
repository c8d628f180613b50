/**
 * Remembers which of a collection's ways to page its server accepts, and its maximum page size. Both are learned from refused requests
 * (nextRequest.ts, which also stores them), and kept in this browser for some days, because a server can change its limits.
 */
import { ownValues } from '../../../../lib/ownValues';
import type { Collection } from '../../../../schema/collections/collections';
import type { Paging } from '../../../../schema/collections/paging/paging';
import type { SchemaModel } from '../../../../schema/model/schemaModel';

const cache = (model: SchemaModel): WeakMap<Collection, Paging> =>
  model.remember('working paging', () => new WeakMap<Collection, Paging>());

/**
 * The way that worked, or the collection's preferred one.
 * @param stored what `keepPaging` stored, perhaps in an earlier visit
 */
export function workingPaging(model: SchemaModel, collection: Collection, stored: unknown): Paging {
  const known = cache(model).get(collection);
  if (known) return known;
  const learned = ownValues(stored);
  const way = [collection.paging, ...collection.otherPagings].find(each => JSON.stringify(each) === learned?.get('way'));
  if (!way || !(Date.now() < Number(learned?.get('until')))) return collection.paging;
  const most = Number(learned?.get('most'));
  return Number.isSafeInteger(most) && most > 0 ? { ...way, most } : way;
}

/** Remembers a way that worked. Returns false if it was known already. */
export function rememberPaging(model: SchemaModel, collection: Collection, paging: Paging): boolean {
  const isNew = cache(model).get(collection) !== paging;
  cache(model).set(collection, paging);
  return isNew;
}
