/**
 * Finds operators of a refused filter that the server may not know: some servers offer operators that ignore case, and their database has
 * none (nestjs-query offers `iLike` on SQLite). Loaded when a request has failed.
 */
import type { Collection } from '../../../../schema/collections/collections';
import { argumentKey } from '../../../../schema/filters/argumentKey';
import { filterCapability } from '../../../../schema/filters/filterCapability';
import { type Filter, filterToVariables } from '../../../../schema/filters/filters';
import { isPlain } from '../../../../schema/model/argumentPath';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import type { Failure } from '../../../../transport/observe/failure';
import { isAboutRequest } from './nextSorting';

/** Keys of operators that ignore case. */
const IGNORES_CASE =
  /i(like|contains|startswith|endswith|regex)$|(like|contains|includes|startswith|endswith)(i|insensitive|nocase)$/;

/**
 * The keys of operators to leave out of the next request; empty if the failure has another cause, or if the server has no other operators for
 * these filters.
 * @param without keys that were already left out
 */
export function suspectOperators(
  model: SchemaModel,
  collection: Collection,
  filters: readonly Filter[],
  without: readonly string[],
  failure: Failure,
): string[] {
  const used = filterCapability(model, collection, without);
  if (used === null || !isAboutRequest(failure)) return [];
  const before = filterToVariables(used, filters);
  const keys = [...new Set(namesIn(before.variables).map(argumentKey))].filter(key => IGNORES_CASE.test(key));
  const other = keys.length === 0 ? null : filterCapability(model, collection, [...without, ...keys]);
  const isComplete = other !== null && filterToVariables(other, filters).ignored.length === before.ignored.length;
  return isComplete ? keys : [];
}

/** The names of all arguments that have a value. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return isPlain(value) ? Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]) : [];
}
