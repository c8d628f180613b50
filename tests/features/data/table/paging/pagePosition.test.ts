/** The positions of cursor pages, counted from one page to the next. */
import { expectedPosition, type PagePosition, pagePosition } from '../../../../../src/features/data/table/paging/pagePosition';
import type { Page } from '../../../../../src/schema/collections/paging/page';
import type { PageRef } from '../../../../../src/schema/collections/paging/paging';

const after = (cursor: string): PageRef => ({ kind: 'after', cursor });
const before = (cursor: string): PageRef => ({ kind: 'before', cursor });
const page = (count: number, rest: Partial<Page>): Page => ({
  rows: Array.from({ length: count }, () => ({})),
  missing: 0,
  isParentNull: false,
  total: null,
  start: null,
  next: null,
  previous: null,
  ...rest,
});

/** Goes from one page to the next and returns the position of each. */
function walk(...steps: [PageRef | null, Page][]): PagePosition[] {
  const positions: PagePosition[] = [];
  steps.forEach(([at, now], index) => {
    const [, from] = steps[index - 1] ?? [];
    const ahead = from && at ? expectedPosition(from, positions[index - 1] as PagePosition, at) : undefined;
    positions.push(pagePosition(now, at, ahead));
  });
  return positions;
}

it('counts forwards from the first row, and back', () => {
  const first = page(50, { start: 0, next: after('50') });
  const second = page(50, { next: after('100'), previous: before('51') });
  const third = page(20, { previous: before('101') });
  const positions = walk([null, first], [after('50'), second], [after('100'), third], [before('101'), second]);
  expect(positions.map(({ start }) => start)).toEqual([0, 50, 100, 50]);
});

it('counts backwards from the end after "Last page", even if the total is unknown', () => {
  const last = page(50, { previous: before('x') });
  const lastButOne = page(50, { next: after('y'), previous: before('z') });
  const lastButTwo = page(50, { next: after('y2'), previous: before('z2') });
  const positions = walk([{ kind: 'last' }, last], [before('x'), lastButOne], [before('z'), lastButTwo]);
  expect(positions).toEqual([
    { start: null, after: 0 },
    { start: null, after: 50 },
    { start: null, after: 100 },
  ]);
});

it('goes on counting from the end when the user turns round', () => {
  const last = page(30, { previous: before('x') });
  const lastButOne = page(50, { next: after('y'), previous: before('z') });
  const positions = walk([{ kind: 'last' }, last], [before('x'), lastButOne], [after('y'), page(30, { previous: before('x') })]);
  expect(positions.map(position => position.after)).toEqual([0, 30, 0]);
  // If rows were added meanwhile, the count is not negative.
  const more = walk([{ kind: 'last' }, last], [before('x'), lastButOne], [after('y'), page(50, {})]);
  expect(more.at(-1)?.after).toBe(0);
});

it('has no position for a page that was opened by its address', () => {
  expect(walk([after('50'), page(50, { next: after('100') })])).toEqual([{ start: null, after: null }]);
  // The same holds if "Last page" did not lead to the end.
  expect(walk([{ kind: 'last' }, page(50, { next: after('1') })])).toEqual([{ start: null, after: null }]);
});

it('has no position after the last row, as if a server sends the first page again', () => {
  const first = page(50, { start: 0, total: 75, next: after('50') });
  expect(walk([null, first], [after('50'), { ...first, start: null }])[1]?.start).toBeNull();
});
