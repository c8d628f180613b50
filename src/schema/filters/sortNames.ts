/** Names by which arguments order a list. Enough to know which arguments those are; what they offer is read by findSorting.ts. */
import type { ArgumentModel } from '../model/schemaModel';

const SORT_NAME = /^((order|sort)(s|by|ings?|key|field)?|orderbys|sort(input|column))$/;

/** True for the name of an argument that orders. */
export function isSortName(name: string): boolean {
  return SORT_NAME.test(name.replace(/[_\-$]/g, '').toLowerCase());
}

/** True when one of the arguments orders, by name alone. */
export function haveSortName(args: ReadonlyMap<string, ArgumentModel>): boolean {
  return [...args.keys()].some(isSortName);
}
