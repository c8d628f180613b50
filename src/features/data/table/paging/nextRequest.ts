/** Chooses another way to request a page after the server has refused one or ignored its order; loaded when that can be the case. */
import { ownValues } from '../../../../lib/ownValues';
import type { Store } from '../../../../lib/store';
import type { Collection } from '../../../../schema/collections/collections';
import type { Paging } from '../../../../schema/collections/paging/paging';
import { totalSource } from '../../../../schema/collections/paging/totalSource';
import { refusedOperators } from '../../../../schema/filters/filterCapability';
import type { Filter } from '../../../../schema/filters/filters';
import type { SortCapability } from '../../../../schema/filters/sorting';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import type { Failure } from '../../../../transport/observe/failure';
import { errorsOf } from '../../fieldErrors';
import { nextPaging } from './nextPaging';
import { nextSorting, type OrderedResult } from './nextSorting';
import { suspectOperators } from './suspectOperators';

/** A request of a page and its result. */
export interface PageResult extends OrderedResult {
  readonly model: SchemaModel;
  readonly collection: Collection;
  readonly filters: readonly Filter[];
  /** Keys of operators that this request did not use. */
  readonly without: readonly string[];
  readonly size: number;
  readonly paging: Paging;
  readonly sorting: SortCapability | null;
  readonly hasTotal: boolean;
}

/** Changes what the next request takes. */
export interface RequestSetters {
  setPaging(change: (now: Paging) => Paging): void;
  setSorting(change: (now: SortCapability | null) => SortCapability | null): void;
  setWithout(change: (now: readonly string[]) => readonly string[]): void;
  setHasTotal(hasTotal: boolean): void;
  /** What was learned about the paging, for the next visit; null: nothing. */
  readonly learned: Store<unknown>;
}

/** Chooses what to change first: the total, the order, the operators of filters, or the paging. Nothing if the failure has another cause. */
export function nextRequest(
  result: PageResult,
  { setPaging, setSorting, setWithout, setHasTotal, learned }: RequestSetters,
): void {
  const { model, collection, size, filters, without, paging, sorting, hasTotal, failure, rows } = result;
  // An operator that is not the cause is left out on this screen only.
  if (failure === null && filters.length > 0) for (const key of without) refusedOperators(model).add(key);
  if (failure !== null && hasTotal && isAboutTotal(model, collection, failure)) {
    setHasTotal(false);
    return;
  }
  if (failure !== null && rows.length > 0) return;
  const next = sorting?.isGuess ? nextSorting(model, collection, sorting, result) : null;
  if (next !== null) setSorting(now => (now === sorting ? next : now));
  else if (failure !== null) {
    const refused = suspectOperators(model, collection, filters, without, failure);
    if (refused.length > 0) {
      setWithout(now => (now === without ? [...now, ...refused] : now));
      return;
    }
    const other = nextPaging(model, collection, paging, size, failure);
    if (other === null && paging.most !== undefined && errorsOf(failure).length > 0) learned.set(null);
    setPaging(now => (now === paging && other !== null ? other : now));
    // The preferred way with a small page does not show whether a larger one is accepted.
  } else if (paging !== collection.paging) keepPaging(paging, learned);
}

/** How long it is kept: a server can change its limits. */
const KEPT_MS = 7 * 86_400_000;

/** Stores a way that worked, with the maximum page size. */
export function keepPaging({ most, emptyObjects: _, ...way }: Paging, learned: Store<unknown>): void {
  const kept = ownValues(learned.get());
  if (kept?.get('way') !== JSON.stringify(way) || kept.get('most') !== most)
    learned.set({ way: JSON.stringify(way), most, until: Date.now() + KEPT_MS });
}

/** True if the total number of rows is the part that the server could not resolve. */
function isAboutTotal(model: SchemaModel, collection: Collection, failure: Failure): boolean {
  const total = totalSource(model, collection);
  if (total === null) return false;
  const name = total.place === 'beside' ? total.field.name : total.path.at(-1);
  return errorsOf(failure).some(error => error.path?.some(part => part === name));
}
