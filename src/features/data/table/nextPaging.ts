/** Another way to ask for a page, after the server has refused one; fetched when that happens. */
import type { Collection } from '../../../schema/collections/collections';
import type { Paging } from '../../../schema/collections/paging';
import type { Failure } from '../../../transport/observe/failure';

const ABOUT_ARGUMENTS =
  /pag(e|ing|inat)|argument|variable|limit|offset|cursor|\b(first|last|after|before|skip|take|start|size)\b|invalid|bad request|validation/i;

const ABOUT_SIZE =
  /exceed|maxim|\bmax\b|more than|less than|greater|larger|at most|up to|between|too (many|large|big|high)|limit of|limited to|allowed/i;

/** How many rows a server takes that refuses `size`; null where it does not say. */
function mostRows(said: string, size: number): number | null {
  if (!ABOUT_SIZE.test(said)) return null;
  const named = (said.match(/\b\d{1,4}\b/g) ?? []).map(Number).filter(count => count > 0 && count < size);
  return named.length === 0 ? null : Math.max(...named);
}

/**
 * The way to try next when the server refuses the arguments of a page of `size` rows; null when the failure is of another kind or all were
 * tried.
 */
export function nextPaging(collection: Collection, paging: Paging, size: number, failure: Failure): Paging | null {
  const said = failure.tag === 'graphql' || failure.tag === 'http' ? failure.errors : [];
  // An error below the list is one of a row.
  const isAboutList = said.some(error => !error.path?.some(part => typeof part === 'number'));
  if (!isAboutList || !said.some(error => ABOUT_ARGUMENTS.test(`${error.code ?? ''} ${error.message.slice(0, 2000)}`)))
    return null;
  // Fewer rows were asked for already.
  if (paging.most !== undefined) return null;
  // One row more than the page has may be asked for, to know whether there are further ones (documents.ts).
  const more = paging.style === 'offset' ? 1 : 0;
  const most = mostRows(said.map(error => error.message.slice(0, 2000)).join('\n'), size + more);
  if (most !== null && most > more) return { ...paging, most: most - more };
  const ways = [collection.paging, ...collection.otherPagings];
  return ways[ways.indexOf(paging) + 1] ?? null;
}
