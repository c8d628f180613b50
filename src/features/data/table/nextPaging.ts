/** Another way to ask for a page, after the server has refused one; fetched when that happens. */
import type { Collection } from '../../../schema/collections/collections';
import type { Paging } from '../../../schema/collections/paging';
import type { Failure, GraphQLFailure } from '../../../transport/observe/failure';

const ABOUT_ARGUMENTS =
  /pag(e|ing|inat)|argument|variable|limit|offset|cursor|\b(first|last|after|before|skip|take|start|size)\b|invalid|bad request|validation/i;

const ABOUT_SIZE =
  /exceed|maxim|\bmax\b|more than|less than|greater|larger|at most|up to|between|too (many|large|big|high)|limit of|limited to|allowed/i;

/** What a sentence calls the number of rows, or the rows. */
const NAMES_SIZE =
  /\b(first|last|take|limit|size|rows?|records?|items?|nodes?|entries|results?|page_?size|per_?page|max_?results)\b|page size/i;

/** Other things that are limited. */
const ABOUT_OTHERS =
  /\b(retry|retries|attempts?|too many requests|requests? per|\d*ms|seconds?|minutes?|timeout|complexity|depth|cost|rate limit)\b/i;

/** How many rows a server takes that refuses `size`; null where none of the sentences says it. */
function mostRows(sentences: readonly string[], names: readonly string[], size: number): number | null {
  const counts = sentences
    .filter(said => ABOUT_SIZE.test(said) && !ABOUT_OTHERS.test(said) && isAboutRows(said, names))
    .flatMap(said => (said.match(/\b\d{1,4}\b/g) ?? []).map(Number))
    .filter(count => count > 0 && count < size);
  return counts.length === 0 ? null : Math.max(...counts);
}

const isAboutRows = (said: string, names: readonly string[]): boolean =>
  NAMES_SIZE.test(said) || (said.match(/\w+/g) ?? []).some(word => names.includes(word));

/** Names of the argument that says how many rows. */
function sizeNames(paging: Paging): string[] {
  const path = paging.style === 'cursor' ? paging.first : paging.style === 'page' ? paging.size : paging.limit;
  return path?.slice(-1) ?? [];
}

/** Rows of a page for a server that refuses more and does not say how many it takes. */
const FEW_ROWS = 10;

const DETAIL = /^(messages?|details?|reason|description|constraints)$/i;
const STACK = /stack|trace/i;
const STACK_LINE = /^\s*at\s.*:\d+/;
/** What a sentence is about may stand beside it: `{path: ['first'], message: 'at most 20'}`. */
const SUBJECT = /^(path|property|argument|arg|field|param(eter)?)$/i;

/** The sentences in the details of an error (`validationErrors[].constraints.max`), each after what it is about; those of a stack are none. */
function detailsOf({ extensions }: GraphQLFailure): string[] {
  const found: string[] = [];
  const walk = (value: unknown, about: string, isDetail: boolean, depth: number): void => {
    if (found.length > 50 || depth > 6) return;
    if (typeof value === 'string' && isDetail) found.push(...linesOf(value).map(line => `${about} ${line}`));
    if (typeof value !== 'object' || value === null) return;
    const entries = Object.entries(value).slice(0, 50);
    const subjects = entries.filter(([name]) => SUBJECT.test(name)).flatMap(([, inner]) => inner);
    const here = [about, ...subjects.filter(inner => typeof inner === 'string')].join(' ').slice(0, 200);
    for (const [name, inner] of entries)
      if (!STACK.test(name))
        walk(inner, isDetail && !DETAIL.test(name) ? `${here} ${name}` : here, isDetail || DETAIL.test(name), depth + 1);
  };
  walk(extensions, '', false, 0);
  return found;
}

const linesOf = (text: string): string[] =>
  text
    .slice(0, 2000)
    .split('\n')
    .filter(line => !STACK_LINE.test(line));

/**
 * The way to try next when the server refuses the arguments of a page of `size` rows; null when the failure is of another kind or all were
 * tried.
 */
export function nextPaging(collection: Collection, paging: Paging, size: number, failure: Failure): Paging | null {
  const said = failure.tag === 'graphql' || failure.tag === 'http' ? failure.errors : [];
  // An error below the list is one of a row.
  const isAboutList = said.some(error => !error.path?.some(part => typeof part === 'number'));
  const details = said.flatMap(detailsOf);
  const names = sizeNames(paging);
  const isAboutArguments =
    said.some(error => ABOUT_ARGUMENTS.test(`${error.code ?? ''} ${error.message}`)) ||
    details.some(text => !ABOUT_OTHERS.test(text) && isAboutRows(text, names));
  if (!isAboutList || !isAboutArguments) return null;
  // Fewer rows were asked for already.
  if (paging.most !== undefined) return null;
  // One row more than the page has may be asked for, to know whether there are further ones (documents.ts).
  const more = paging.style === 'offset' ? 1 : 0;
  const most = mostRows([...said.flatMap(error => linesOf(error.message)), ...details], names, size + more);
  if (most !== null && most > more) return { ...paging, most: most - more };
  const ways = [collection.paging, ...collection.otherPagings];
  const next = ways[ways.indexOf(paging) + 1];
  if (next !== undefined) return next;
  const takesSize = collection.paging.style !== 'none' || collection.paging.limit !== null;
  return takesSize && size > FEW_ROWS ? { ...collection.paging, most: FEW_ROWS } : null;
}
