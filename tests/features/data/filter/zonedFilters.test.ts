import { zonedFilters } from '../../../../src/features/data/filter/zonedFilters';
import { type Filter, type FilterCapability, filterToVariables } from '../../../../src/schema/filters/filters';
import { modelOf } from '../../../schema/modelOf';
import { wholeCollections } from '../../../schema/wholeCollections';

const model = modelOf(`
  scalar DateTime scalar LocalDateTime
  type Visit { id: ID! eta: DateTime! seen: LocalDateTime note: String }
  input MomentFilter { eq: DateTime gt: DateTime in: [DateTime!] } input LocalFilter { gt: LocalDateTime } input TextFilter { eq: String }
  input VisitFilter { eta: MomentFilter seen: LocalFilter note: TextFilter }
  type Query { visits(filter: VisitFilter, first: Int): [Visit!]! }`);
const capability = wholeCollections(model)[0]?.filter as FilterCapability;
const zoned = (filter: Filter): unknown => {
  const filters = zonedFilters(capability, [filter], 'Europe/Oslo');
  const { variables, problems, ignored } = filterToVariables(capability, filters);
  expect([...problems, ...ignored]).toEqual([]);
  return (variables as { filter: unknown }).filter;
};

describe('a filter value without a time zone', () => {
  it('is an instant in the time zone of the user', () => {
    expect(zoned({ field: 'eta', operator: 'greater', value: '2026-11-22T10:30' })).toEqual({
      eta: { gt: '2026-11-22T09:30:00.000Z' },
    });
    expect(zoned({ field: 'eta', operator: 'in', value: ['2026-07-01', '2026-07-02T00:00Z'] })).toEqual({
      eta: { in: ['2026-06-30T22:00:00.000Z', '2026-07-02T00:00:00Z'] },
    });
  });

  it('is unchanged if the column has no time zone, or if it is a text', () => {
    expect(zoned({ field: 'seen', operator: 'greater', value: '2026-11-22T10:30' })).toEqual({
      seen: { gt: '2026-11-22T10:30:00' },
    });
    expect(zoned({ field: 'note', operator: 'is', value: '2026-11-22' })).toEqual({ note: { eq: '2026-11-22' } });
  });

  it('returns the same list if nothing changes', () => {
    const filters: Filter[] = [{ field: 'eta', operator: 'greater', value: '2026-11-22T10:30:00Z' }];
    expect(zonedFilters(capability, filters, 'Europe/Oslo')).toBe(filters);
  });
});
