/** Chooses another way to request a page after the server has refused one; loaded when that happens. */
import type { Collection } from '../../../../schema/collections/collections';
import type { Paging } from '../../../../schema/collections/paging/paging';
import type { ArgumentPath } from '../../../../schema/model/argumentPath';
import { isList, isRequiredArgument, type SchemaModel, typeOf } from '../../../../schema/model/schemaModel';
import type { Failure, GraphQLFailure } from '../../../../transport/observe/failure';

const ABOUT_ARGUMENTS =
  /pag(e|ing|inat)|argument|variable|limit|offset|cursor|\b(first|last|after|before|skip|take|start|size)\b|invalid|bad request|validation/i;

const ABOUT_SIZE =
  /exceed|maxim|\bmax\b|more than|less than|greater|larger|at most|up to|between|above|too (many|large|big|high)|limit of|limited to|allowed|[<≤]|\brange\b|must be (in|within)\b/i;

/** A number that is itself not allowed any more: "must be < 26", "less than 26". */
const EXCLUSIVE = /(?:<(?! ?=)|\bless than) ?(?!or\b)(\d{1,4})(?!\d)/i;

/** Words for the page size or for rows in an error message. */
const NAMES_SIZE =
  /\b(first|last|take|limit|size|rows?|records?|items?|nodes?|entries|results?|page_?size|per_?page|max_?results)\b|page size/i;

/** Words for other limits. */
const ABOUT_OTHERS =
  /\b(retry|retries|attempts?|too many requests|requests? per|\d*ms|seconds?|minutes?|timeout|complexity|depth|cost|rate limit)\b/i;

/** A number with thousands separators ("1,000") is one number; the two of a range ("1..25") are not. */
const NUMBERS = /\d+(?:[.,]\d+)*/g;

/** Messages of a server that refuses a request because its result would be too large. A smaller page may be accepted. */
const isCostly = (message: string): boolean =>
  /\btoo (complex|costly|expensive|heavy|large)\b/i.test(message) ||
  // `nodes` and `cost` can also be names of fields.
  (/complexity|\b(cost|expensive|nodes)\b/i.test(message) && ABOUT_SIZE.test(message));

/** The maximum page size that the messages of a server state when it refuses `size`; null if none states it. */
function mostRows(sentences: readonly string[], names: readonly string[], size: number): number | null {
  const counts = sentences
    .filter(sentence => ABOUT_SIZE.test(sentence) && !ABOUT_OTHERS.test(sentence) && isAboutRows(sentence, names))
    .flatMap(sentence => {
      const bound = EXCLUSIVE.exec(sentence)?.[1];
      if (bound !== undefined) return [Number(bound) - 1];
      return (sentence.match(NUMBERS) ?? []).filter(digits => /^\d{1,4}$/.test(digits)).map(Number);
    })
    .filter(count => count > 0 && count < size);
  return counts.length === 0 ? null : Math.max(...counts);
}

const isAboutRows = (sentence: string, names: readonly string[]): boolean =>
  NAMES_SIZE.test(sentence) || (sentence.match(/\w+/g) ?? []).some(word => names.includes(word));

/** Name of the argument for the page size. */
function sizeNames(paging: Paging): string[] {
  const path = paging.style === 'cursor' ? paging.first : paging.style === 'page' ? paging.size : paging.limit;
  return path?.slice(-1) ?? [];
}

/** Page size for a server that refuses more without stating its maximum. */
const FEW_ROWS = 10;

const DETAIL = /^(messages?|details?|reason|description|constraints)$/i;
const STACK = /stack|trace/i;
const STACK_LINE = /^\s*at\s.*:\d+/;
/** Properties that name the subject of a message beside it: `{path: ['first'], message: 'at most 20'}`. */
const SUBJECT = /^(path|property|argument|arg|field|param(eter)?)$/i;

/**
 * The messages in the details of an error (`validationErrors[].constraints.max`), each prefixed with its subject. Stack traces are skipped.
 */
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
 * Optional arguments that an error calls required and that can be empty objects (Magento: "'search' or 'filter' input argument is
 * required"). Only the first one is sent, because such a server requires any one of them.
 */
function demandedObjects(
  model: SchemaModel,
  { args, emptyObjects }: Collection,
  errors: readonly GraphQLFailure[],
): ArgumentPath[] {
  const said = errors.filter(({ message }) => /\b(required|missing|must (provide|specify|be given))\b/i.test(message));
  const names = new Set(said.flatMap(({ message }) => message.slice(0, 500).match(/\w+/g) ?? []));
  return [...args.values()]
    .filter(({ name, type }) => {
      const input = isList(type) ? undefined : typeOf(model, type);
      const mayBeEmpty = input?.kind === 'input' && !input.isOneOf && ![...input.inputFields.values()].some(isRequiredArgument);
      return names.has(name) && mayBeEmpty && !emptyObjects.some(path => path[0] === name);
    })
    .slice(0, 1)
    .map(({ name }) => [name]);
}

/**
 * The paging to try next when the server refuses the arguments of a page of `size` rows; null if the failure has another cause or every way
 * was tried.
 */
export function nextPaging(
  model: SchemaModel,
  collection: Collection,
  paging: Paging,
  size: number,
  failure: Failure,
): Paging | null {
  const errors = failure.tag === 'graphql' || failure.tag === 'http' ? failure.errors : [];
  // An error below the list concerns a single row.
  const isAboutList = errors.some(error => !error.path?.some(part => typeof part === 'number'));
  const demanded = demandedObjects(model, collection, errors);
  if (isAboutList && demanded.length > 0 && paging.emptyObjects === undefined) return { ...paging, emptyObjects: demanded };
  const details = errors.flatMap(detailsOf);
  const names = sizeNames(paging);
  const few = size > FEW_ROWS && takesSize(collection.paging) ? FEW_ROWS : undefined;
  // The request may ask for one row more than the page size, to find out whether there are more rows (documents.ts).
  const more = paging.style === 'offset' ? 1 : 0;
  const most = mostRows([...errors.flatMap(error => linesOf(error.message)), ...details], names, size + more);
  const isTooCostly = errors.some(error => isCostly(error.message.slice(0, 2000)));
  const isAboutArguments =
    isTooCostly ||
    most !== null ||
    errors.some(error => ABOUT_ARGUMENTS.test(`${error.code ?? ''} ${error.message}`)) ||
    details.some(text => !ABOUT_OTHERS.test(text) && isAboutRows(text, names));
  if (!isAboutList || !isAboutArguments) return null;
  // A smaller page was already tried. The server may have lowered its maximum since then.
  if (paging.most !== undefined) return most !== null && most < paging.most ? { ...paging, most } : null;
  if (most !== null) return { ...paging, most };
  // All other ways of paging cost the same.
  if (isTooCostly) return few === undefined ? null : { ...paging, most: few };
  // All other ways of paging lack these arguments too.
  if (paging.emptyObjects !== undefined) return null;
  const pagings = [collection.paging, ...collection.otherPagings];
  const next = pagings[pagings.indexOf(paging) + 1];
  if (next !== undefined) return next;
  return few === undefined ? null : { ...collection.paging, most: few };
}

const takesSize = (paging: Paging): boolean => paging.style !== 'none' || paging.limit !== null;
