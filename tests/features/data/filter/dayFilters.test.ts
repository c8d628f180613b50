/** Filters for whole days match exactly these days, whatever operators the API has. */
import { CalendarDate } from '@internationalized/date';
import { absoluteFilters, filtersForDays } from '../../../../src/features/data/filter/dayFilters';
import { loadedValues } from '../../../../src/features/data/filter/loadedValues';
import type { Column } from '../../../../src/schema/collections/columns/columns';
import type { Filter, FilterCapability } from '../../../../src/schema/filters/filters';
import { modelOf } from '../../../schema/modelOf';
import { wholeCollections } from '../../../schema/wholeCollections';

const DAYS = { first: new CalendarDate(2026, 3, 28), last: new CalendarDate(2026, 3, 29) };

/** The operators and values for these days in Oslo, where the clock changes on the last one. */
function filtersBy(operators: string, scalar: string, kind: string): [string, unknown][] {
  const model = modelOf(`
    scalar DateTime scalar LocalDateTime scalar Date
    input Range { from: ${scalar} to: ${scalar} }
    type Visit { id: ID! eta: ${scalar}! }
    input MomentFilter { ${operators.replaceAll(/\bT\b/g, scalar)} } input VisitFilter { eta: MomentFilter }
    type Query { visits(filter: VisitFilter, first: Int): [Visit!]! }`);
  const capability = wholeCollections(model)[0]?.filter;
  const field = capability?.fields.find(each => each.id === 'eta');
  if (!capability || !field) return [];
  return filtersForDays(capability, [], field, kind, DAYS, 'Europe/Oslo').map(({ operator, value }) => [operator, value]);
}

test.each([
  ['gte: T lt: T', ['atLeast', '2026-03-27T23:00:00.000Z'], ['less', '2026-03-29T22:00:00.000Z']],
  ['gte: T lte: T', ['atLeast', '2026-03-27T23:00:00.000Z'], ['atMost', '2026-03-29T21:59:59.999Z']],
  ['gt: T lt: T', ['greater', '2026-03-27T22:59:59.999Z'], ['less', '2026-03-29T22:00:00.000Z']],
  ['gt: T lte: T', ['greater', '2026-03-27T22:59:59.999Z'], ['atMost', '2026-03-29T21:59:59.999Z']],
])('instants by %s', (operators, from, to) => {
  expect(filtersBy(operators, 'DateTime', 'dateTime')).toEqual([from, to]);
});

test('instants by between, dates and local times', () => {
  expect(filtersBy('eq: T between: Range', 'DateTime', 'dateTime')).toEqual([
    ['between', ['2026-03-27T23:00:00.000Z', '2026-03-29T21:59:59.999Z']],
  ]);
  expect(filtersBy('gt: T lte: T', 'Date', 'date')).toEqual([
    ['greater', '2026-03-27'],
    ['atMost', '2026-03-29'],
  ]);
  expect(filtersBy('gte: T lte: T', 'LocalDateTime', 'localDateTime')).toEqual([
    ['atLeast', '2026-03-28T00:00:00'],
    ['atMost', '2026-03-29T23:59:59.999'],
  ]);
  expect(filtersBy('eq: T', 'DateTime', 'dateTime')).toEqual([]);
});

test('a date range relative to today becomes its days; an unknown one, or one for another field, has no effect', () => {
  jest.useFakeTimers({ now: new Date('2026-03-28T23:30:00Z') });
  const model = modelOf(`
    scalar Date
    type Visit { id: ID! eta: Date! name: String! }
    input DayFilter { gte: Date lte: Date } input TextFilter { eq: String } input VisitFilter { eta: DayFilter name: TextFilter }
    type Query { visits(filter: VisitFilter, first: Int): [Visit!]! }`);
  const capability = wholeCollections(model)[0]?.filter as FilterCapability;
  const days = (field: string, value: string): unknown[] =>
    absoluteFilters(capability, [{ field, operator: 'during', value }], 'en', 'Europe/Oslo').map(filter => filter.value);
  expect(days('eta', 'today')).toEqual(['2026-03-29', '2026-03-29']);
  expect(days('eta', 'last7Days')).toEqual(['2026-03-23', '2026-03-29']);
  expect(days('eta', 'lastMonth')).toEqual(['2026-02-01', '2026-02-28']);
  expect(days('eta', 'constructor')).toEqual([]);
  expect(days('name', 'today')).toEqual([]);
  const either: Filter[] = [
    { field: 'name', operator: 'is', value: 'x' },
    { field: 'eta', operator: 'during', value: 'today', or: true },
  ];
  expect(absoluteFilters(capability, either, 'en', 'UTC')).toEqual(either);
  jest.useRealTimers();
});

test('only what occurs more than once is suggested', () => {
  const column = { keys: ['name'], otherKeys: [], kind: 'text' } as unknown as Column;
  const rows = (...names: string[]): { name: string }[] => names.map(name => ({ name }));
  expect(loadedValues(rows('a', 'b', 'b', 'c', 'c', 'c'), column)).toEqual(['c', 'b']);
  expect(loadedValues(rows('a', 'b', 'c'), column)).toEqual([]);
});
