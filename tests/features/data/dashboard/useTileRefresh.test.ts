/** The subscription that a tile follows. */
import { feedOfType } from '../../../../src/features/data/dashboard/useTileRefresh';
import { modelOf } from '../../../schema/modelOf';

it.each([
  ['an event that is the record', 'shipChanged: Ship', 'shipChanged'],
  ['an event that holds the record', 'shipEvents: ShipEvent', 'shipEvents'],
  ['an event that is a list of changed records', 'changedShips: [Ship!]!', 'changedShips'],
  ['a live query, which sends all rows', 'ships(limit: Int): [Ship!]!', undefined],
  ['a live query of a total with all rows', 'shipsAggregate(limit: Int): ShipAggregate!', undefined],
  ['an event beside a live query', 'ships(limit: Int): [Ship!]! shipChanged: Ship', 'shipChanged'],
  ['an event of one record only', 'shipChanged(id: ID!): Ship', undefined],
])('%s', (_, feeds, expected) => {
  const model = modelOf(`
    type Query { ships(limit: Int): [Ship!]! shipsAggregate(limit: Int): ShipAggregate! } type Subscription { ${feeds} }
    type ShipAggregate { count: Int! nodes: [Ship!]! } type Ship { id: ID! name: String } type ShipEvent { ship: Ship! }`);
  expect(feedOfType(model, 'Ship')?.id).toBe(expected);
});
