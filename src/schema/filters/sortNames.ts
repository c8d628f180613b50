/** Recognizes arguments that sort a list, by name. findSorting.ts derives the sort options from them. */
import type { ArgumentModel } from '../model/schemaModel';

const SORT_NAME = /^((order|sort)(s|by|ings?|key|field)?|orderbys|sort(input|column))$/;

/** True for the name of an argument that sorts. */
export function isSortName(name: string): boolean {
  return SORT_NAME.test(name.replace(/[_\-$]/g, '').toLowerCase());
}

/** True if an argument sorts, judged by its name only. */
export function hasSortArgument(args: ReadonlyMap<string, ArgumentModel>): boolean {
  return [...args.keys()].some(isSortName);
}
