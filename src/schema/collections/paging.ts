/**
 * How a collection is taken in pages: which arguments say where a page begins and how long it is. Known are cursors (first/after and
 * last/before, Relay), limit and offset under their many names, numbered pages, and tokens handed from one page to the next (AppSync).
 * The arguments may stand at the top or inside one input object (`pagination: {page, pageSize}`, `options: {skip, take}`).
 */
import { type ArgumentPath, type ArgumentValues, areEnough, isSingleLeaf, withValueAt } from '../model/argumentPath';
import { scalarInfo } from '../model/scalars';
import {
  type ArgumentModel,
  type FieldModel,
  type InputTypeModel,
  isList,
  isRequired,
  type SchemaModel,
  type TypeRef,
  typeOf,
} from '../model/schemaModel';

/** How a collection is paged. `none` comes whole; with a `limit` it is at least cut off there. */
export type Paging =
  | { readonly style: 'none'; readonly limit: ArgumentPath | null }
  | {
      readonly style: 'cursor';
      readonly first: ArgumentPath;
      readonly after: ArgumentPath;
      /** Both null when the server only goes forward. */
      readonly last: ArgumentPath | null;
      readonly before: ArgumentPath | null;
    }
  | { readonly style: 'offset'; readonly limit: ArgumentPath; readonly offset: ArgumentPath }
  | { readonly style: 'page'; readonly page: ArgumentPath; readonly size: ArgumentPath | null; readonly firstPage: 0 | 1 }
  | { readonly style: 'token'; readonly token: ArgumentPath; readonly limit: ArgumentPath | null };

/** A place to go to in a collection; plain data. The first page is null. */
export type PageRef =
  | { readonly kind: 'after'; readonly cursor: string }
  | { readonly kind: 'before'; readonly cursor: string }
  /** The last page of a server that counts from its end. */
  | { readonly kind: 'last' }
  | { readonly kind: 'offset'; readonly offset: number }
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'token'; readonly token: string };

/** As short text for an address: `after:Y3Vyc29y`, `offset:50`, `page:3`, `last:page`. */
export function formatPageRef(ref: PageRef): string {
  switch (ref.kind) {
    case 'after':
    case 'before':
      return `${ref.kind}:${ref.cursor}`;
    case 'last':
      return 'last:page';
    case 'offset':
      return `offset:${ref.offset}`;
    case 'page':
      return `page:${ref.page}`;
    case 'token':
      return `token:${ref.token}`;
  }
}

/** The inverse of `formatPageRef`; null for anything else. */
export function parsePageRef(text: string): PageRef | null {
  const colon = text.indexOf(':');
  const kind = text.slice(0, colon);
  const rest = text.slice(colon + 1);
  if (colon < 0 || rest === '') return null;
  if (kind === 'after' || kind === 'before') return { kind, cursor: rest };
  if (kind === 'token') return { kind, token: rest };
  if (kind === 'last') return rest === 'page' ? { kind } : null;
  if (!/^\d{1,15}$/.test(rest)) return null;
  if (kind === 'offset') return { kind, offset: Number(rest) };
  return kind === 'page' ? { kind, page: Number(rest) } : null;
}

/** What an argument is for, by its name without separators. Where a name says too little its neighbours decide. */
const ROLES: Readonly<Record<string, string>> = {
  limit:
    'first limit take top perpage per pagesize size count amount max maxresults maxitems num itemsperpage resultsperpage recordsperpage rowsperpage numresults rows length limitto pagelimit pagelength batchsize hitsperpage numberofitems maxresultcount',
  offset: 'offset skip start from startindex startat startfrom begin pageoffset firstresult skipcount startrow rowoffset',
  page: 'page currentpage pagenumber pageno pageindex pagenum pagenr',
  after: 'after cursor aftercursor startafter startingafter endcursor afterid lastid',
  before: 'before beforecursor endbefore endingbefore',
  last: 'last',
  token: 'nexttoken pagetoken continuationtoken nextpagetoken scrollid nextcursor paginationtoken nextpage',
};
const ROLE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(ROLES).flatMap(([role, names]) => names.split(' ').map(name => [name, role] as const)),
);
/** Input objects that may hold how a list is paged beside other things. */
const CONTAINER =
  /^(page|paginate|options|opts|params|parameters|input|query|pager|connection|range|slice|request|req)$|pagina|paging|pageable|page(input|info|options|args|params|request)/;
/** Where `number` is that of a page. */
const PAGE_CONTAINER = /^page|paging|pagina|pageable/;
/** In an input object of another name only these, and only where they go together, say how it is paged. */
const PLAIN_SIZE = /^(first|limit|take|pagesize|perpage|itemsperpage)$/;
const PLAIN_PLACE = /^(page|pagenumber|currentpage|offset|skip|after|cursor)$/;
const PAGE_NUMBER = /^(number|index|no|num|current)$/;
/** Names that say how much or from where even where another argument says so already. */
const PLAINLY_PAGING = /^(first|limit|take|size|pagesize|perpage|offset|skip|page)$/;

const keyOf = (name: string): string => name.replace(/[_-]/g, '').toLowerCase();

/** What the answer of a list has for paging. */
export interface PagingOffers {
  readonly hasCursor: boolean;
  readonly hasToken: boolean;
  /** The answer is one of a server that counts pages from 0. */
  readonly fromZero: boolean;
}

/** What the paging arguments of a field are, and which of its arguments are taken by them (top-level names or paths). */
export interface PagingArguments {
  readonly paging: Paging;
  /** Paths that are given on every page. */
  readonly given: readonly ArgumentPath[];
  /** Every path that is about paging, whether the style uses it or not: none of them is a filter. */
  readonly used: readonly ArgumentPath[];
}

/**
 * Finds the paging arguments of a list field.
 * @param result what the field's type offers: cursors in its answer make `cursor`, a token makes `token`
 */
export function findPaging(model: SchemaModel, field: FieldModel, result: PagingOffers): PagingArguments {
  if (field.args.size === 0) return NO_PAGING;
  const roles = new Map<string, { path: ArgumentPath; argument: ArgumentModel }>();
  const spare: ArgumentPath[] = [];
  const put = (path: ArgumentPath, argument: ArgumentModel, role = ROLE_OF.get(keyOf(argument.name))): void => {
    if (role === undefined || !isSingleLeaf(model, argument)) return;
    if (roles.has(role)) {
      if (PLAINLY_PAGING.test(keyOf(argument.name)) && isWhole(model, argument)) spare.push(path);
      return;
    }
    const wantsNumber = role === 'limit' || role === 'offset' || role === 'page' || role === 'last';
    if (wantsNumber ? isWhole(model, argument) : isOpaque(model, argument)) roles.set(role, { path, argument });
  };
  for (const argument of field.args.values()) put([argument.name], argument);
  for (const argument of field.args.values()) {
    const type = isList(argument.type) ? undefined : typeOf(model, argument.type);
    if (type?.kind !== 'input' || type.isOneOf || !holdsPaging(argument, type)) continue;
    const isPage = PAGE_CONTAINER.test(keyOf(argument.name));
    for (const inner of type.inputFields.values())
      put([argument.name, inner.name], inner, isPage && PAGE_NUMBER.test(keyOf(inner.name)) ? 'page' : undefined);
  }
  const used = [...Array.from(roles.values(), role => role.path), ...spare];
  const paging = choose(field, roles, result);
  // An input object that wants more than paging can give is no way to page.
  if (!areEnough(model, field.args, givenPaths(paging)))
    for (const [role, { path }] of [...roles]) if (path.length > 1) roles.delete(role);
  const settled = choose(field, roles, result);
  return { paging: settled, given: givenPaths(settled), used };
}

/** True for an input object in which the way to page is looked for: named for it, or holding plainly both how much and from where. */
function holdsPaging(argument: ArgumentModel, type: InputTypeModel): boolean {
  if (CONTAINER.test(keyOf(argument.name))) return true;
  const names = [...type.inputFields.keys()].map(keyOf);
  return names.some(name => PLAIN_SIZE.test(name)) && names.some(name => PLAIN_PLACE.test(name));
}

const NO_PAGING: PagingArguments = { paging: { style: 'none', limit: null }, given: [], used: [] };

function givenPaths(paging: Paging): ArgumentPath[] {
  switch (paging.style) {
    case 'none':
    case 'token':
      return paging.limit === null ? [] : [paging.limit];
    case 'cursor':
      return [paging.first];
    case 'offset':
      return [paging.limit, paging.offset];
    case 'page':
      return paging.size === null ? [paging.page] : [paging.page, paging.size];
  }
}

type Roles = ReadonlyMap<string, { readonly path: ArgumentPath; readonly argument: ArgumentModel }>;

function choose(field: FieldModel, roles: Roles, result: PagingOffers): Paging {
  const at = (role: string): ArgumentPath | null => roles.get(role)?.path ?? null;
  const [limit, offset, page, after, before, last, token] = [
    at('limit'),
    at('offset'),
    at('page'),
    at('after'),
    at('before'),
    at('last'),
    at('token'),
  ];
  if (result.hasCursor && limit && after) {
    // Going backwards leaves `first` out.
    const goesBack = last && before && !isRequired(roles.get('limit')?.argument.type ?? NULLABLE);
    return { style: 'cursor', first: limit, after, last: goesBack ? last : null, before: goesBack ? before : null };
  }
  if (limit && offset) return { style: 'offset', limit, offset };
  if (page)
    return { style: 'page', page, size: limit, firstPage: firstPage(field, roles.get('page')?.argument, result.fromZero) };
  if (result.hasToken && (token || after)) return { style: 'token', token: (token ?? after) as ArgumentPath, limit };
  return { style: 'none', limit };
}
const NULLABLE: TypeRef = { kind: 'named', name: '' };

/** Most servers count pages from 1. Those that count from 0 say so, by a default, a name, a word or their answer, or are json-graphql-server. */
function firstPage(field: FieldModel, page: ArgumentModel | undefined, fromZero: boolean): 0 | 1 {
  if (page === undefined) return 1;
  if (page.defaultValue !== null) return page.defaultValue === '0' ? 0 : 1;
  if (
    fromZero ||
    /zero|0-based|(start|begin|count)\w* (at|from|with) 0|first page is 0/i.test(page.description ?? '') ||
    /index/i.test(page.name)
  )
    return 0;
  return field.name.startsWith('all') && field.args.has('perPage') && field.args.has('sortField') && field.args.has('sortOrder')
    ? 0
    : 1;
}

function isWhole(model: SchemaModel, argument: ArgumentModel): boolean {
  const type = typeOf(model, argument.type);
  if (type?.kind !== 'scalar') return false;
  const kind = scalarInfo(type).kind;
  return kind === 'int' || kind === 'float' || kind === 'bigInt';
}

function isOpaque(model: SchemaModel, argument: ArgumentModel): boolean {
  const type = typeOf(model, argument.type);
  return type?.kind === 'scalar' && /^(text|id|unknown|bytes|uuid|json)$/.test(scalarInfo(type).kind);
}

/** The arguments that ask for a page of `size` rows at `page`; null is the first. A page of another style than the collection's is the first. */
export function pageArguments(paging: Paging, page: PageRef | null, size: number): ArgumentValues {
  switch (paging.style) {
    case 'none':
      return paging.limit ? withValueAt({}, paging.limit, size) : {};
    case 'cursor': {
      if (page?.kind === 'before' && paging.last && paging.before)
        return withValueAt(withValueAt({}, paging.last, size), paging.before, page.cursor);
      if (page?.kind === 'last' && paging.last && paging.before) return withValueAt({}, paging.last, size);
      const first = withValueAt({}, paging.first, size);
      return page?.kind === 'after' ? withValueAt(first, paging.after, page.cursor) : first;
    }
    case 'offset': {
      const limit = withValueAt({}, paging.limit, size);
      return withValueAt(limit, paging.offset, page?.kind === 'offset' ? page.offset : 0);
    }
    case 'page': {
      const number = page?.kind === 'page' ? Math.max(page.page, paging.firstPage) : paging.firstPage;
      const sized = paging.size ? withValueAt({}, paging.size, size) : {};
      return withValueAt(sized, paging.page, number);
    }
    case 'token': {
      const sized = paging.limit ? withValueAt({}, paging.limit, size) : {};
      return page?.kind === 'token' ? withValueAt(sized, paging.token, page.token) : sized;
    }
  }
}
