/** Which of a collection's ways to page its server takes, learned from refusals and kept as long as the schema. */
import type { Collection } from '../../../schema/collections/collections';
import type { Paging } from '../../../schema/collections/paging';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Failure } from '../../../transport/observe/failure';

const known = (model: SchemaModel): WeakMap<Collection, Paging> =>
  model.remember('working paging', () => new WeakMap<Collection, Paging>());

/** The way that worked, or the collection's own. */
export function workingPaging(model: SchemaModel, collection: Collection): Paging {
  return known(model).get(collection) ?? collection.paging;
}

/** Keeps a way that worked. */
export function rememberPaging(model: SchemaModel, collection: Collection, paging: Paging): void {
  if (paging !== workingPaging(model, collection)) known(model).set(collection, paging);
}

const ABOUT_ARGUMENTS =
  /pag(e|ing|inat)|argument|variable|limit|offset|cursor|\b(first|last|after|before|skip|take|start|size)\b|invalid|bad request|validation/i;

/** The way to try next when the server refuses the arguments of a page; null when the failure is of another kind or all were tried. */
export function nextPaging(collection: Collection, paging: Paging, failure: Failure): Paging | null {
  const said = failure.tag === 'graphql' || failure.tag === 'http' ? failure.errors : [];
  // An error below the list is one of a row.
  const isAboutList = said.some(error => !error.path?.some(part => typeof part === 'number'));
  if (!isAboutList || !said.some(error => ABOUT_ARGUMENTS.test(`${error.code ?? ''} ${error.message.slice(0, 2000)}`)))
    return null;
  const ways = [collection.paging, ...collection.otherPagings];
  return ways[ways.indexOf(paging) + 1] ?? null;
}
