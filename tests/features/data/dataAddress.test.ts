import { readTableView, type TableView, tableViewQuery } from '../../../src/features/data/dataAddress';
import { formatFilters, parseFilters } from '../../../src/schema/filters/filterText';
import fc from '../../support/fastCheck';

const read = (text: string): TableView => readTableView(new URLSearchParams(text));
const write = (change: Partial<TableView>): URLSearchParams => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(tableViewQuery(change))) if (value !== null) query.set(name, value);
  return query;
};

test('an empty address is the first page with default settings', () => {
  expect(read('')).toEqual({
    name: null,
    kind: 'table',
    by: null,
    month: null,
    group: null,
    columns: null,
    filters: [],
    sorts: [],
    page: null,
    size: 50,
    record: null,
    row: null,
    args: {},
    nested: null,
  });
});

test('the address restores everything that a screen shows', () => {
  const view: TableView = {
    name: 'Late & large',
    kind: 'calendar',
    by: 'eta',
    month: '2026-11-01',
    group: 'status',
    columns: [
      { id: 'name', pinned: true },
      { id: 'berth.name', pinned: false },
      { id: 'Issue:title', pinned: false },
    ],
    filters: [
      { field: 'status', operator: 'is', value: 'ARRIVED' },
      { field: 'eta', operator: 'between', value: ['2024-01-01T00:00:00Z', '2024-02-01T00:00:00Z'] },
      { field: 'flag', operator: 'isNull' },
    ],
    sorts: [
      { field: 'eta', direction: 'descending' },
      { field: 'ship.name', direction: 'ascending' },
    ],
    page: { kind: 'after', cursor: 'a;b%c@d:e=' },
    size: 100,
    record: null,
    row: null,
    args: { owner: 'facebook', nested: { list: ['a', null], flag: true } },
    nested: [
      { field: 'visits', page: { kind: 'after', cursor: 'x;y%z@w' } },
      { field: 'documents', page: null },
    ],
  };
  const { record: _, row: __, page, ...rest } = view;
  // What makes another set of rows goes to its first page, so the page is said last.
  const query = new URLSearchParams([...write(rest), ...write({ page })]);
  expect(readTableView(query)).toEqual(view);
});

test('a link contains filters in readable form', () => {
  expect(formatFilters([{ field: 'type', operator: 'in', value: ['TANKER', 'FERRY'] }])).toBe('type:in:TANKER,FERRY');
  expect(write({ filters: [{ field: 'builtOn', operator: 'greater', value: '2010-03-03' }] }).get('filter')).toBe(
    'builtOn:greater:2010-03-03',
  );
  const either = [
    { field: 'flag', operator: 'is', value: 'NO' },
    { field: 'flag', operator: 'is', value: 'SE', or: true },
  ] as const;
  expect(formatFilters(either)).toBe('flag:is:NO;|flag:is:SE');
});

test('any text of a filter is restored from the address', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), (text, list) => {
      const filters = [
        { field: 'name', operator: 'contains', value: text },
        { field: 'name', operator: 'in', value: list },
        { field: 'flag', operator: 'isNull', or: true },
      ] as const;
      expect(parseFilters(formatFilters(filters))).toEqual(filters);
    }),
  );
});

test('another filter, order or page size starts at the first page; another column does not', () => {
  expect(tableViewQuery({ filters: [] })).toEqual({ filter: null, page: null });
  expect(tableViewQuery({ sorts: [{ field: 'name', direction: 'ascending' }] })).toEqual({ sort: 'name', page: null });
  expect(tableViewQuery({ size: 100 })).toEqual({ size: '100', page: null });
  expect(tableViewQuery({ columns: [{ id: 'name', pinned: false }] })).toEqual({ columns: 'name' });
});

test('the valid parts of a hostile address are read; an invalid filter is one on a field that does not exist', () => {
  const view = read(
    'view=%20&kind=__proto__&by=&month=2026-1&columns=a,,a,__proto__!&filter=x:evil:1;:is:2;name:is:%25E0;y&sort=,-,-name&page=offset:-3&size=7&record=%3Cb%3E:1&args=[1]&nested=%3Cscript%3E;a@page:x',
  );
  expect(view).toEqual({
    name: null,
    kind: 'table',
    by: null,
    month: null,
    group: null,
    columns: [
      { id: 'a', pinned: false },
      { id: '__proto__', pinned: true },
    ],
    filters: [
      { field: 'x:evil:1', operator: 'is' },
      { field: ':is:2', operator: 'is' },
      { field: 'name', operator: 'is', value: '%E0' },
      { field: 'y', operator: 'is' },
    ],
    sorts: [{ field: 'name', direction: 'descending' }],
    page: null,
    size: 50,
    record: null,
    row: null,
    args: {},
    nested: [{ field: 'a', page: null }],
  });
});

test('values that are nested too deep to be written again are left out', () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  const view = read(`filter=name:is:=${deep};type:is:A&args={"a":${deep}}`);
  expect(view.filters).toEqual([
    { field: 'name', operator: 'is' },
    { field: 'type', operator: 'is', value: 'A' },
  ]);
  expect(view.args).toEqual({});
});

test('reading never throws', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (a, b, c) => {
      readTableView(
        new URLSearchParams([
          ['filter', a],
          ['args', b],
          ['nested', c],
          ['page', a],
          ['columns', b],
          ['record', c],
        ]),
      );
    }),
  );
});

test('no expanded list is different from the default', () => {
  expect(readTableView(write({ nested: [] })).nested).toEqual([]);
  expect(readTableView(write({ nested: null })).nested).toBeNull();
});
