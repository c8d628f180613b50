import type { ListShape } from '../../../../src/schema/collections/listShape';
import { lastPageRef } from '../../../../src/schema/collections/paging/lastPageRef';
import { type RowSource, readPage } from '../../../../src/schema/collections/paging/page';
import {
  formatPageRef,
  type PageRef,
  type Paging,
  pageArguments,
  parsePageRef,
} from '../../../../src/schema/collections/paging/paging';
import { formatSorts, parseSorts } from '../../../../src/schema/filters/sorting';
import fc from '../../../support/fastCheck';

const LIST: ListShape = {
  kind: 'list',
  rows: [],
  node: null,
  total: null,
  hasNext: null,
  hasPrevious: null,
  startCursor: null,
  endCursor: null,
  itemCursor: null,
  nextToken: null,
  pageCount: null,
};
const CONNECTION: ListShape = {
  ...LIST,
  kind: 'connection',
  rows: ['nodes'],
  hasNext: ['pageInfo', 'more'],
  hasPrevious: ['pageInfo', 'less'],
  endCursor: ['pageInfo', 'end'],
  startCursor: ['pageInfo', 'start'],
};
const CURSOR: Paging = { style: 'cursor', first: ['first'], after: ['after'], last: ['last'], before: ['before'] };
const OFFSET: Paging = { style: 'offset', limit: ['limit'], offset: ['page', 'skip'] };
const PAGE: Paging = { style: 'page', page: ['page'], size: ['size'], firstPage: 1 };
const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));

const read = (value: unknown, source: Partial<RowSource>, total?: unknown) =>
  readPage(
    { list: value, total },
    {
      list: ['list'],
      shape: LIST,
      paging: OFFSET,
      total: total === undefined ? null : ['total'],
      page: null,
      size: 10,
      ...source,
    },
  );
const places = (page: ReturnType<typeof read>) => [
  page.start,
  page.next && formatPageRef(page.next),
  page.previous && formatPageRef(page.previous),
];

describe('the arguments of a page', () => {
  it.each<[Paging, PageRef | null, object]>([
    [CURSOR, null, { first: 10 }],
    [CURSOR, { kind: 'after', cursor: 'c' }, { first: 10, after: 'c' }],
    [CURSOR, { kind: 'before', cursor: 'c' }, { last: 10, before: 'c' }],
    [CURSOR, { kind: 'last' }, { last: 10 }],
    [{ ...CURSOR, last: null, before: null }, { kind: 'last' }, { first: 10 }],
    [{ ...CURSOR, last: null, before: null }, { kind: 'before', cursor: 'c' }, { first: 10 }],
    [OFFSET, null, { limit: 10, page: { skip: 0 } }],
    [OFFSET, { kind: 'offset', offset: 20 }, { limit: 10, page: { skip: 20 } }],
    [PAGE, null, { page: 1, size: 10 }],
    [PAGE, { kind: 'page', page: 3 }, { page: 3, size: 10 }],
    [{ ...PAGE, firstPage: 0, size: null }, null, { page: 0 }],
    [
      { style: 'token', token: ['nextToken'], limit: ['limit'] },
      { kind: 'token', token: 't' },
      { limit: 10, nextToken: 't' },
    ],
    [{ style: 'token', token: ['nextToken'], limit: null }, null, {}],
    [{ style: 'none', limit: ['first'] }, null, { first: 10 }],
    [{ style: 'none', limit: null }, { kind: 'offset', offset: 5 }, {}],
    [OFFSET, { kind: 'after', cursor: 'of another style' }, { limit: 10, page: { skip: 0 } }],
  ])('%j at %j', (paging, page, expected) => {
    expect(pageArguments(paging, page, 10)).toEqual(expected);
  });
});

describe('where the next and the previous page start', () => {
  const pageInfo = { more: true, less: false, end: 'e', start: 's' };
  it('cursors: from the server’s page info', () => {
    const page = (info: object, at: PageRef | null = null) =>
      places(read({ nodes: rows(10), pageInfo: { ...pageInfo, ...info } }, { shape: CONNECTION, paging: CURSOR, page: at }));
    expect(page({})).toEqual([0, 'after:e', null]);
    expect(page({ more: false })).toEqual([0, null, null]);
    expect(page({ less: true })).toEqual([0, 'after:e', 'before:s']);
    expect(page({ end: null })).toEqual([0, null, null]);
  });

  it('cursors: an empty page is the last one, unless the server says otherwise', () => {
    const page = (info: object) =>
      places(
        read(
          { nodes: [], pageInfo: { ...pageInfo, ...info } },
          { shape: CONNECTION, paging: CURSOR, page: { kind: 'after', cursor: 'c' } },
        ),
      );
    expect(page({})).toEqual([null, 'after:e', null]);
    expect(page({ more: false })).toEqual([null, null, null]);
    expect(page({ more: undefined })).toEqual([null, null, null]);
  });

  it('cursors: the page before exists, even if the server does not report it', () => {
    const page = (at: PageRef, info: object) =>
      places(read({ nodes: rows(10), pageInfo: { ...pageInfo, ...info } }, { shape: CONNECTION, paging: CURSOR, page: at }));
    expect(page({ kind: 'after', cursor: 'c' }, { more: false })).toEqual([null, null, 'before:s']);
    expect(page({ kind: 'before', cursor: 'c' }, { more: false })).toEqual([null, 'after:e', null]);
  });

  it('cursors: from the edges, if there are no others', () => {
    const shape: ListShape = {
      ...CONNECTION,
      rows: ['edges'],
      node: 'node',
      itemCursor: 'cursor',
      endCursor: null,
      startCursor: null,
    };
    const value = {
      edges: [
        { cursor: 'a', node: { id: 1 } },
        { cursor: 'b', node: null },
      ],
      pageInfo: { more: true },
    };
    const page = read(value, { shape, paging: CURSOR });
    expect(page.rows).toEqual([{ id: 1 }]);
    expect(page.missing).toBe(1);
    expect(page.next).toEqual({ kind: 'after', cursor: 'b' });
  });

  it('offsets: from the total, an extra row, or an apparent limit of the server', () => {
    expect(places(read(rows(10), {}, 35))).toEqual([0, 'offset:10', null]);
    expect(places(read(rows(5), { page: { kind: 'offset', offset: 30 } }, '35'))).toEqual([30, null, 'offset:20']);
    expect(places(read(rows(11), {}))).toEqual([0, 'offset:10', null]);
    expect(read(rows(11), {}).rows).toHaveLength(10);
    expect(places(read(rows(10), {}))).toEqual([0, null, null]);
    // A total that was asked for and did not come: a full page may have more behind it.
    expect(places(read(rows(10), {}, null))).toEqual([0, 'offset:10', null]);
    expect(places(read(rows(9), {}, null))).toEqual([0, null, null]);
    expect(places(read(rows(20), { size: 50 }))).toEqual([0, 'offset:20', null]);
    expect(places(read(rows(21), { size: 50 }))).toEqual([0, null, null]);
    expect(places(read(rows(20), { size: 50, page: { kind: 'offset', offset: 40 } }))).toEqual([40, 'offset:60', 'offset:0']);
    // Back from row 60, of a server that returns 20 rows: more follow, though the pages before do not end where this one begins.
    expect(places(read(rows(20), { size: 50, page: { kind: 'offset', offset: 60 } }))).toEqual([60, 'offset:80', 'offset:10']);
    expect(places(read(rows(20), { size: 50, page: { kind: 'offset', offset: 10 } }))).toEqual([10, 'offset:30', 'offset:0']);
    expect(places(read(rows(3), { page: { kind: 'offset', offset: 4 } }))).toEqual([4, null, 'offset:0']);
    expect(places(read([], { page: { kind: 'offset', offset: 40 } }, 45))).toEqual([40, null, 'offset:30']);
  });

  it('numbered pages: from the page info, the number of pages, the total, or a full page', () => {
    const shape: ListShape = { ...LIST, kind: 'wrapped', rows: ['items'], hasNext: ['more'], pageCount: ['pages'] };
    const page = (value: object, at: number | null, total?: number) =>
      places(read(value, { shape, paging: PAGE, page: at === null ? null : { kind: 'page', page: at } }, total));
    expect(page({ items: rows(10), more: true }, null)).toEqual([0, 'page:2', null]);
    expect(page({ items: rows(10), more: false }, 2)).toEqual([10, null, 'page:1']);
    expect(page({ items: rows(10), pages: 3 }, 2)).toEqual([10, 'page:3', 'page:1']);
    expect(page({ items: rows(10), pages: 3 }, 3)).toEqual([20, null, 'page:2']);
    expect(page({ items: rows(10) }, 2, 25)).toEqual([10, 'page:3', 'page:1']);
    expect(page({ items: rows(5) }, 3, 25)).toEqual([20, null, 'page:2']);
    expect(page({ items: rows(10) }, null)).toEqual([0, 'page:2', null]);
    expect(page({ items: rows(9) }, null)).toEqual([0, null, null]);
    expect(page({ items: [], more: true }, 2)).toEqual([10, null, 'page:1']);
  });

  it('tokens lead forward only', () => {
    const shape: ListShape = { ...LIST, kind: 'wrapped', rows: ['items'], nextToken: ['nextToken'] };
    const paging: Paging = { style: 'token', token: ['nextToken'], limit: null };
    expect(places(read({ items: rows(2), nextToken: 't' }, { shape, paging }))).toEqual([0, 'token:t', null]);
    expect(places(read({ items: rows(2), nextToken: null }, { shape, paging, page: { kind: 'token', token: 't' } }))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('a list without paging has one page', () => {
    expect(places(read(rows(1000), { paging: { style: 'none', limit: null } }))).toEqual([0, null, null]);
  });
});

it('rows that are null or not objects are counted as missing', () => {
  expect(read([{ id: 1 }, null, 'x', [1]], {})).toMatchObject({ rows: [{ id: 1 }], missing: 3 });
});

describe('a total that is too small to include the other pages is unknown', () => {
  const connection = (count: number, more: boolean) => ({ nodes: rows(count), pageInfo: { more, end: 'b', start: 'a' } });
  const total = (count: number, more: boolean, reported: number, page: PageRef | null) =>
    read(connection(count, more), { shape: CONNECTION, paging: CURSOR, page }, reported).total;

  it('cursors', () => {
    expect(total(10, true, 10, null)).toBeNull();
    expect(total(10, true, 11, null)).toBe(11);
    expect(total(10, false, 10, null)).toBe(10);
    expect(total(5, false, 5, { kind: 'after', cursor: 'b' })).toBeNull();
    expect(total(5, false, 15, { kind: 'after', cursor: 'b' })).toBe(15);
    expect(total(5, false, 15, { kind: 'last' })).toBe(15);
  });

  it('offsets and numbered pages', () => {
    const shape: ListShape = { ...LIST, kind: 'wrapped', rows: ['items'], hasNext: ['more'] };
    const second = read({ items: rows(10), more: true }, { shape, paging: OFFSET, page: { kind: 'offset', offset: 10 } }, 10);
    expect([second.total, ...places(second)]).toEqual([null, 10, 'offset:20', 'offset:0']);
    expect(read({ items: rows(10) }, { shape, paging: PAGE, page: { kind: 'page', page: 2 } }, 10).total).toBeNull();
    expect(read({ items: [] }, { shape, paging: PAGE, page: { kind: 'page', page: 2 } }, 10).total).toBe(10);
  });
});

it('a total is read as a whole number from any type', () => {
  expect([5, '5', '9007199254740993', null, 'x', -1, Number.NaN].map(total => read([], {}, total).total)).toEqual([
    5,
    5,
    9007199254740992,
    null,
    null,
    null,
    null,
  ]);
});

it('any response can be read as a page', () => {
  fc.assert(
    fc.property(
      fc.anything(),
      fc.constantFrom(CURSOR, OFFSET, PAGE),
      fc.constantFrom(LIST, CONNECTION),
      (value, paging, shape) => {
        expect(Array.isArray(read(value, { paging, shape }).rows)).toBe(true);
        expect(readPage(value, { list: ['list'], shape, paging, total: ['total'], page: null, size: 10 }).next).toBeNull();
      },
    ),
  );
});

describe('the last page', () => {
  it('is known if the paging style allows it', () => {
    expect(lastPageRef(CURSOR, null, 10)).toEqual({ kind: 'last' });
    expect(lastPageRef({ ...CURSOR, last: null, before: null }, 95, 10)).toBeNull();
    expect(lastPageRef(OFFSET, 95, 10)).toEqual({ kind: 'offset', offset: 90 });
    expect(lastPageRef(OFFSET, 90, 10)).toEqual({ kind: 'offset', offset: 80 });
    expect(lastPageRef(OFFSET, 10, 10)).toBeNull();
    expect(lastPageRef(OFFSET, null, 10)).toBeNull();
    expect(lastPageRef(PAGE, 95, 10)).toEqual({ kind: 'page', page: 10 });
    expect(lastPageRef({ ...PAGE, firstPage: 0 }, 95, 10)).toEqual({ kind: 'page', page: 9 });
    expect(lastPageRef({ style: 'token', token: ['t'], limit: null }, 95, 10)).toBeNull();
  });
});

it('page references and sorts survive the conversion to an address and back', () => {
  for (const ref of [
    { kind: 'after', cursor: 'a:b=' },
    { kind: 'before', cursor: 'c' },
    { kind: 'offset', offset: 50 },
    { kind: 'page', page: 0 },
    { kind: 'token', token: 'x:y' },
    { kind: 'last' },
  ] satisfies PageRef[]) {
    expect(parsePageRef(formatPageRef(ref))).toEqual(ref);
  }
  for (const text of ['', 'after', 'after:', 'offset:-1', 'offset:x', 'page:1e3', 'what:1', 'last:', 'last:1', ':'])
    expect(parsePageRef(text)).toBeNull();
  expect(parsePageRef('3')).toEqual({ kind: 'number', number: 3 });
  const sorts = [
    { field: 'name', direction: 'ascending' },
    { field: 'berth.name', direction: 'descending' },
  ] as const;
  expect(formatSorts(sorts)).toBe('name,-berth.name');
  expect(parseSorts('name,-berth.name')).toEqual(sorts);
  expect(parseSorts(',-,')).toEqual([]);
});

it.each([
  [{ viewer: { fleet: { ships: [] } } }, false],
  [{ viewer: { fleet: { ships: null } } }, false],
  [{ viewer: { fleet: null } }, true],
  [{ viewer: null }, true],
])('says whether an object above the list is null: %j', (data, isParentNull) => {
  const source = { list: ['viewer', 'fleet', 'ships'], shape: LIST, paging: PAGE, total: null, page: null, size: 10 };
  expect(readPage(data, source).isParentNull).toBe(isParentNull);
});
