/** @jest-environment node */
/** The allowed page size is read from messages about it, not from any number in an error. */
import { nextPaging } from '../../../../../src/features/data/table/paging/nextPaging';
import { findCollections } from '../../../../../src/schema/collections/collections';
import { pageDocument } from '../../../../../src/schema/documents/documents';
import type { Failure } from '../../../../../src/transport/observe/failure';
import { modelOf } from '../../../../schema/modelOf';

const model = modelOf(
  'type Query { ships(max: Int, after: String, where: ShipWhere, sort: ShipSort): Ships } input ShipWhere { name: String } input ShipSort { by: String! } type Ships { nodes: [Ship!]! pageInfo: PageInfo! } type Ship { id: ID! } type PageInfo { hasNextPage: Boolean! endCursor: String }',
);
const [ships] = findCollections(model);
if (ships === undefined) throw new Error('no ships');
const known = ships;

const pagingAfter = (failure: Failure, paging = known.paging) => nextPaging(model, known, paging, 50, failure);

function rowsAfter(message: string, extensions?: Record<string, unknown>): number | null {
  const failure = { tag: 'graphql', errors: [{ message, extensions, path: ['ships'] }] } as unknown as Failure;
  return pagingAfter(failure)?.most ?? null;
}

it.each<[string, Record<string, unknown> | undefined, number]>([
  ['limit must not be more than 30, but was 50', undefined, 30],
  ['Requesting 50 records on the `ships` connection exceeds the limit of 40 records.', undefined, 40],
  ['Variable "$first" got invalid value 50; it can be 20 at most, as "first" has to be less than or equal to 20', undefined, 20],
  ['Bad request', { validationErrors: [{ property: 'max', constraints: { max: 'max must not be greater than 25' } }] }, 25],
  ['Bad request', { details: [{ path: ['first'], message: 'Number must be less than or equal to 15' }] }, 15],
  ['Bad request', { details: { first: 'Must be at most 15' } }, 15],
  ['limit: must be <= 25', undefined, 25],
  ['Invalid input', { issues: [{ path: ['max'], message: 'Too big: expected number to be <=25' }] }, 25],
  ['"max" must be ≤ 20', undefined, 20],
  ['max must be < 26', undefined, 25],
  ['limit must be less than 26', undefined, 25],
  ['The page size must not be greater than 40', undefined, 40],
  ['maximum 20 rows per request', undefined, 20],
  ['`first` cannot exceed 30', undefined, 30],
  ['limit: may not be above 30', undefined, 30],
  ['Argument "max" must be in the range 1..25', undefined, 25],
  ['take must be in [1, 25]', undefined, 25],
  ['max out of range (1-25)', undefined, 25],
  ['max not between 1 and 25', undefined, 25],
])('%s %j: uses the size that the message names', (message, extensions, rows) => {
  expect(rowsAfter(message, extensions)).toBe(rows);
});

it.each<[string, Record<string, unknown> | undefined]>([
  ['Bad request', { details: { stacktrace: ['at validate (index.js:12:34) first max'] } }],
  ['Bad request', { details: 'Failed\n    at first (limit.js:12:34) exceeded' }],
  ['Bad request', { details: ['Upstream answered 500: maximum of 3 tries exceeded'] }],
  ['Invalid: the rate limit of 30 requests per minute is exceeded', undefined],
  ['Invalid: the maximum query depth of 12 is exceeded at first', undefined],
])('%s %j: requests few rows, because the message names no size', (message, extensions) => {
  expect(rowsAfter(message, extensions)).toBe(10);
});

it.each([
  'Query has complexity of 758, which exceeds max complexity of 600',
  'The query exceeds the maximum cost of 1000. Actual cost is 1200',
  'Operation is too complex: complexity is 126 and maximum is 100',
  'By the time this query traverses to the pulls connection, it is requesting up to 1,000,000 possible nodes which exceeds the maximum limit of 500,000.',
  'The maximum allowed field cost was exceeded.',
  'Query cost is 1002, which exceeds the single query max cost limit (1000).',
])('%s: requests few rows, because the page is too costly', message => {
  const heavy = { tag: 'graphql', errors: [{ message }] } as unknown as Failure;
  expect(pagingAfter(heavy)).toEqual({ ...known.paging, most: 10 });
  expect(pagingAfter(heavy, { ...known.paging, most: 10 })).toBeNull();
  expect(nextPaging(model, known, known.paging, 10, heavy)).toBeNull();
});

it('a page has as many rows as the server allows, without a row more', () => {
  const offsets = modelOf('type Query { ships(limit: Int, offset: Int): [Ship!]! } type Ship { id: ID! }');
  const list = findCollections(offsets)[0] as typeof known;
  const refused = { tag: 'graphql', errors: [{ message: 'limit must be at most 25', path: ['ships'] }] } as unknown as Failure;
  const paging = nextPaging(offsets, list, list.paging, 50, refused) ?? list.paging;
  expect(paging.most).toBe(25);
  const { variables, read } = pageDocument(offsets, list, { paging, size: 25 });
  expect(variables).toEqual({ limit: 25, offset: 0 });
  const rows = (count: number) => ({ ships: Array.from({ length: count }, (_, id) => ({ id: String(id) })) });
  expect([read(rows(25)).next, read(rows(24)).next]).toEqual([{ kind: 'offset', offset: 25 }, null]);
  expect(pageDocument(offsets, list, { paging, size: 10 }).variables).toEqual({ limit: 11, offset: 0 });
  // A server that has lowered its maximum names the new one.
  const lower = { tag: 'graphql', errors: [{ message: 'limit must be at most 20', path: ['ships'] }] } as unknown as Failure;
  expect(nextPaging(offsets, list, paging, 25, lower)?.most).toBe(20);
});

it('a page that is too costly is not requested by other arguments', () => {
  const other = { ...known, otherPagings: [{ style: 'none', limit: null }] } as typeof known;
  const heavy = { tag: 'http', status: 400, errors: [{ message: 'Query too complex: limit exceeded' }] } as unknown as Failure;
  expect(nextPaging(model, other, other.paging, 50, heavy)).toEqual({ ...known.paging, most: 10 });
});

it.each(['Invalid argument after of nodes', 'Invalid sort argument: cost', 'Invalid argument: complex cursor'])(
  '%s: other arguments are tried, because nothing says that the page is too costly',
  message => {
    const other = { ...known, otherPagings: [{ style: 'none', limit: null }] } as typeof known;
    const failure = { tag: 'graphql', errors: [{ message }] } as unknown as Failure;
    expect(nextPaging(model, other, other.paging, 50, failure)).toEqual({ style: 'none', limit: null });
  },
);

it('an error whose details only mention validation does not concern the page size', () => {
  expect(
    rowsAfter('Request failed', { details: ['Upstream answered 500: max retries 3 exceeded; validation skipped'] }),
  ).toBeNull();
});

it.each([
  ["'search' or 'where' input argument is required.", [['where']]],
  ["'sort' is required.", undefined],
  ['The name is required.', undefined],
])('%s: sends an optional argument as an empty object, if it can be empty', (message, emptyObjects) => {
  const failure = { tag: 'graphql', errors: [{ message, path: ['ships'] }] } as unknown as Failure;
  const next = pagingAfter(failure);
  expect(next?.emptyObjects).toEqual(emptyObjects);
  if (next?.emptyObjects === undefined) return;
  expect(pageDocument(model, known, { paging: next }).variables).toMatchObject({ where: {} });
  expect(pagingAfter(failure, next)).toBeNull();
});
