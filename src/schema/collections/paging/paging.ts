/**
 * Finds the paging arguments of a list field and builds their values. Supported styles: cursors (first/after and last/before, Relay), limit
 * and offset under many names, page numbers, and tokens passed from one page to the next (AppSync). The arguments are top-level or inside
 * one input object (`pagination: {page, pageSize}`, `options: {skip, take}`).
 */
import { type ArgumentPath, type ArgumentValues, areSufficient, isSingleLeaf, withValueAt } from '../../model/argumentPath';
import { scalarInfo } from '../../model/scalars';
import {
  type ArgumentModel,
  type FieldModel,
  type InputTypeModel,
  isList,
  isRequired,
  type SchemaModel,
  typeOf,
} from '../../model/schemaModel';

/** The paging style of a collection, with its arguments. `none` returns all rows, or at most `limit`. */
export type Paging = PagingStyle & {
  /** Maximum number of rows per page, if the server has reported one. */
  readonly most?: number;
  /** Optional arguments that the server requires nevertheless. They are sent as empty objects. */
  readonly emptyObjects?: readonly ArgumentPath[];
};

type PagingStyle =
  | { readonly style: 'none'; readonly limit: ArgumentPath | null }
  | {
      readonly style: 'cursor';
      readonly first: ArgumentPath;
      readonly after: ArgumentPath;
      /** `last` and `before` are both null if the server can only page forward. */
      readonly last: ArgumentPath | null;
      readonly before: ArgumentPath | null;
    }
  | { readonly style: 'offset'; readonly limit: ArgumentPath; readonly offset: ArgumentPath }
  | { readonly style: 'page'; readonly page: ArgumentPath; readonly size: ArgumentPath | null; readonly firstPage: 0 | 1 }
  | { readonly style: 'token'; readonly token: ArgumentPath; readonly limit: ArgumentPath | null };

/** A reference to a page of a collection; plain data. Null stands for the first page. */
export type PageRef =
  | { readonly kind: 'after'; readonly cursor: string }
  | { readonly kind: 'before'; readonly cursor: string }
  /** The last page, for servers that accept `last` without `before`. */
  | { readonly kind: 'last' }
  | { readonly kind: 'offset'; readonly offset: number }
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'token'; readonly token: string }
  /** A page that a person counts from 1, whatever the style. `fittingPage` turns it into a reference of the style. */
  | { readonly kind: 'number'; readonly number: number };

/** Formats a reference as short text for a URL: `after:Y3Vyc29y`, `offset:50`, `page:3`, `last:page`. */
export function formatPageRef({ kind, ...value }: PageRef): string {
  return `${kind}:${Object.values(value)[0] ?? 'page'}`;
}

/** True if both refer to the same page; false if one of them is null. */
export const isSamePage = (one: PageRef | null, other: PageRef | null): boolean =>
  one !== null && other !== null && formatPageRef(one) === formatPageRef(other);

/** The inverse of `formatPageRef`, also for a plain number; null for any other text. */
export function parsePageRef(text: string): PageRef | null {
  if (/^\d{1,9}$/.test(text)) return { kind: 'number', number: Number(text) };
  const [, kind, rest = ''] = /^(\w+):(.+)$/s.exec(text) ?? [];
  if (kind === 'after' || kind === 'before') return { kind, cursor: rest };
  if (kind === 'token') return { kind, token: rest };
  if (kind === 'last') return rest === 'page' ? { kind } : null;
  if (!/^\d{1,15}$/.test(rest)) return null;
  if (kind === 'offset') return { kind, offset: Number(rest) };
  return kind === 'page' ? { kind, page: Number(rest) } : null;
}

/** Argument names (lower case, without separators) by their role in paging. */
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
/** Names of input objects that can contain paging arguments, among others. */
const CONTAINER =
  /^(page|opt(ion)?s|param(eter)?s|input|query|pager|connection|range|slice|req(uest)?)$|pagina|paging|page(able|input|info|options|args|params|request)/;
/** Names of input objects in which `number` or `index` means the page number. */
const PAGE_CONTAINER = /^page|paging|pagina/;
/** An input object with another name is used for paging only if it has both a size and a position with these names. */
const PLAIN_SIZE = /^(first|limit|take|pagesize|perpage|itemsperpage)$/;
const PLAIN_PLACE = /^(page|pagenumber|currentpage|offset|skip|after|cursor)$/;
const PAGE_NUMBER = /^(number|index|no|num|current)$/;
/** Names that always mean paging, even if another argument already has the same role. */
const PLAINLY_PAGING = /^(first|limit|take|size|pagesize|perpage|offset|skip|page)$/;

const keyOf = (name: string): string => name.replace(/[_-]/g, '').toLowerCase();

/** True for the name of an argument that takes a cursor or token of the previous page. */
export const isCursorName = (name: string): boolean => /^(after|token)$/.test(ROLE_OF.get(keyOf(name)) ?? '');

/** The paging support of a list's result type. */
export interface PagingOffers {
  readonly hasCursor: boolean;
  readonly hasToken: boolean;
  /** True if the result type indicates a server that counts pages from 0. */
  readonly fromZero: boolean;
}

/** The paging arguments of a field. */
export interface PagingArguments {
  readonly paging: Paging;
  /** Other paging styles, best first, for servers that reject `paging`. A request never mixes two styles. */
  readonly otherPagings: readonly Paging[];
  /** Paths that have a value on every page. */
  readonly given: readonly ArgumentPath[];
  /** All paths related to paging, used by the style or not. They are not filters. */
  readonly used: readonly ArgumentPath[];
}

/** An argument that can have a role in paging. */
interface Candidate {
  readonly path: ArgumentPath;
  readonly argument: ArgumentModel;
}

/**
 * Finds the paging arguments of a list field.
 * @param result the paging support of the result type: style `cursor` requires cursors, `token` requires a token
 */
export function findPaging(model: SchemaModel, field: FieldModel, result: PagingOffers): PagingArguments {
  if (field.args.size === 0) return NO_PAGING;
  const roles = findRoles(model, field);
  const ways = waysToPage(field, roles, result);
  // If an input object has other required fields, only the top-level arguments are used.
  const isEnough = areSufficient(model, field.args, givenPaths(ways[0] ?? NO_PAGING.paging));
  const bare = new Map([...roles].map(([role, found]) => [role, found.filter(({ path }) => path.length === 1)]));
  const [paging = NO_PAGING.paging, ...otherPagings] = isEnough ? ways : waysToPage(field, bare, result);
  const chosen = [paging, ...otherPagings].flatMap(pathsOf);
  const used = [...roles.values()].flatMap(([first, ...spare]) => [
    ...(first ? [first.path] : []),
    ...spare
      .filter(
        ({ path, argument }) => chosen.includes(path) || (PLAINLY_PAGING.test(keyOf(argument.name)) && isWhole(model, argument)),
      )
      .map(({ path }) => path),
  ]);
  return { paging, otherPagings, given: givenPaths(paging), used };
}

/** Candidates for each role in the schema's order, top-level arguments before those inside input objects. */
function findRoles(model: SchemaModel, field: FieldModel): Map<string, Candidate[]> {
  const roles = new Map<string, Candidate[]>();
  const put = (path: ArgumentPath, argument: ArgumentModel, role = ROLE_OF.get(keyOf(argument.name))): void => {
    if (role === undefined || !isSingleLeaf(model, argument)) return;
    const wantsNumber = /^(limit|offset|page|last)$/.test(role);
    if (!(wantsNumber ? isWhole(model, argument) : isOpaque(model, argument))) return;
    roles.set(role, [...(roles.get(role) ?? []), { path, argument }]);
  };
  for (const argument of field.args.values()) put([argument.name], argument);
  const putInner = (argument: ArgumentModel, outer: ArgumentPath): void => {
    const type = isList(argument.type) ? undefined : typeOf(model, argument.type);
    if (type?.kind !== 'input' || type.isOneOf) return;
    const path = [...outer, argument.name];
    const isPage = PAGE_CONTAINER.test(keyOf(argument.name));
    const holds = holdsPaging(argument, type);
    for (const inner of type.inputFields.values()) {
      if (holds) put([...path, inner.name], inner, isPage && PAGE_NUMBER.test(keyOf(inner.name)) ? 'page' : undefined);
      // `params: {pagination: {limit, page}}`
      if (outer.length === 0 && PAGE_CONTAINER.test(keyOf(inner.name))) putInner(inner, path);
    }
  };
  for (const argument of field.args.values()) putInner(argument, []);
  return roles;
}

/** True for an input object that can contain paging: by its name, or because it has both a size and a position. */
function holdsPaging(argument: ArgumentModel, type: InputTypeModel): boolean {
  if (CONTAINER.test(keyOf(argument.name))) return true;
  const names = [...type.inputFields.keys()].map(keyOf);
  return names.some(name => PLAIN_SIZE.test(name)) && names.some(name => PLAIN_PLACE.test(name));
}

const NO_PAGING: PagingArguments = { paging: { style: 'none', limit: null }, otherPagings: [], given: [], used: [] };

/** All argument paths of a paging style. */
const pathsOf = (paging: Paging): ArgumentPath[] => Object.values(paging).filter(value => Array.isArray(value));

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

/** Names of the page size that belong to page numbers, offsets or cursors. Other names work with all of them. */
const SIZE_NAMES = {
  page: /^((items|results|records|rows|hits)?perpage|per|page(size|length|limit))$/,
  offset: /^(limit(to)?|take|top|rows|max(results|items|resultcount)?|amount|length)$/,
  cursor: /^first$/,
} as const;

/**
 * The page size argument that belongs to `place`. Prefers the same input object and a name of the same paging style. `isOwn` is false if
 * the name belongs to another style. Null if there is no size argument.
 */
function sizeFor(
  way: keyof typeof SIZE_NAMES,
  place: Candidate,
  sizes: readonly Candidate[],
): (Candidate & { isOwn: boolean }) | null {
  const near = sizes.filter(({ path }) => path.length === place.path.length && (path.length === 1 || path[0] === place.path[0]));
  const among = near.length > 0 ? near : sizes;
  const isOwn = ({ argument }: Candidate): boolean => SIZE_NAMES[way].test(keyOf(argument.name));
  const isOther = ({ argument }: Candidate): boolean =>
    Object.values(SIZE_NAMES).some(names => names !== SIZE_NAMES[way] && names.test(keyOf(argument.name)));
  const best = among.find(isOwn) ?? among.find(candidate => !isOther(candidate)) ?? among[0];
  return best === undefined ? null : { ...best, isOwn: !isOther(best) };
}

/** The paging styles that the arguments support, best first. At least one, which can be `none`. */
function waysToPage(field: FieldModel, roles: ReadonlyMap<string, readonly Candidate[]>, result: PagingOffers): Paging[] {
  const sizes = roles.get('limit') ?? [];
  const one = (role: string): Candidate | null => roles.get(role)?.[0] ?? null;
  const [offset, page, after, before, last, token] = [
    one('offset'),
    one('page'),
    one('after'),
    one('before'),
    one('last'),
    one('token'),
  ];
  const ways: Paging[] = [];
  const first = after && sizeFor('cursor', after, sizes);
  if (result.hasCursor && first && after) {
    // Paging backward leaves out `first`, so `first` must not be required.
    const goesBack = last && before && !isRequired(first.argument.type);
    ways.push({
      style: 'cursor',
      first: first.path,
      after: after.path,
      last: goesBack ? last.path : null,
      before: goesBack ? before.path : null,
    });
  }
  const limit = offset && sizeFor('offset', offset, sizes);
  const size = page && sizeFor('page', page, sizes);
  const byOffset: Paging[] = limit && offset ? [{ style: 'offset', limit: limit.path, offset: offset.path }] : [];
  const byPage: Paging[] = page
    ? [
        {
          style: 'page',
          page: page.path,
          size: size?.path ?? null,
          firstPage: firstPage(field, page.argument, result.fromZero),
        },
      ]
    : [];
  // `{page, pageSize, start}`: the size belongs to page numbers, and many servers reject a mixture of styles.
  ways.push(...(limit && !limit.isOwn && size?.isOwn ? [...byPage, ...byOffset] : [...byOffset, ...byPage]));
  const plain = sizes[0]?.path ?? null;
  if (ways.length === 0 && result.hasToken && (token || after))
    ways.push({ style: 'token', token: ((token ?? after) as Candidate).path, limit: plain });
  return ways.length > 0 ? ways : [{ style: 'none', limit: plain }];
}

/**
 * The number of the first page. Most servers count from 1. Those that count from 0 show it by a default value, a name, a description or the
 * result type; json-graphql-server is recognized by its arguments.
 */
function firstPage(field: FieldModel, page: ArgumentModel | undefined, fromZero: boolean): 0 | 1 {
  if (page === undefined) return 1;
  if (page.defaultValue !== null) return page.defaultValue === '0' ? 0 : 1;
  if (
    fromZero ||
    /zero|0-based|(start|begin|count)\w{0,40} (at|from|with) 0|first page is 0/i.test(page.description ?? '') ||
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

/** The arguments for the page `page` with `size` rows. Null, or a reference of another style, means the first page. */
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
