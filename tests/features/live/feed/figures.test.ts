/** A feed of aggregates (Hasura): the aggregates of all rows, as columns. */
import { feedColumns } from '../../../../src/features/live/feed/feedColumns';
import { initialDrafts } from '../../../../src/features/live/feed/initialDrafts';
import { feedById } from '../../../../src/schema/collections/feeds';
import { feedDocument } from '../../../../src/schema/documents/callDocuments';
import { modelOf } from '../../../schema/modelOf';

const model = modelOf(`
  type Query { visits(limit: Int, offset: Int): [Visit!]! }
  type Subscription { visits(limit: Int, offset: Int): [Visit!]! visits_aggregate(limit: Int, offset: Int): VisitAggregate! }
  type Visit { id: Int! fee: Float } type VisitAggregate { aggregate: VisitFigures nodes: [Visit!]! }
  type VisitFigures { max: VisitMax count(distinct: Boolean): Int! } type VisitMax { fee: Float }`);
const feedOf = (id: string) => {
  const feed = feedById(model, id);
  if (feed === null) throw new Error(id);
  return feed;
};

it('requests no limit, which would apply to the aggregates, and no rows, which have their own feed', () => {
  expect(initialDrafts(model, feedOf('visits'))).toEqual({ limit: '50', offset: '0' });
  expect(initialDrafts(model, feedOf('visits_aggregate'))).toEqual({});
  const { query } = feedDocument(model, feedOf('visits_aggregate'));
  expect(query).toContain('count');
  expect(query).not.toContain('nodes');
});

it('has a column for each aggregate', () => {
  const columns = feedColumns(model, feedOf('visits_aggregate'));
  expect(columns.map(({ id }) => id)).toEqual(['aggregate.count', 'aggregate.max.fee']);
  const event = { aggregate: { count: 500, max: { fee: 9.5 } } };
  expect(columns.map(column => column.value(event))).toEqual([500, 9.5]);
});
