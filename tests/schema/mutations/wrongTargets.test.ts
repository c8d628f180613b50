/** Mutations that seem to change a record and change another one, or more than one: none of them is offered. */
import { type Change, changesOf } from '../../../src/schema/mutations/changes';
import { modelOf } from '../modelOf';

/** The mutation that is offered for a change of a type, with the keys it sends; null when none is certain. */
function offered(sdl: string, typeName: string, kind: Change['kind'] = 'delete'): string | null {
  const change = changesOf(modelOf(sdl), typeName)[kind];
  return change?.sure === 'certain' ? `${change.action.id}(${change.keys.map(key => key.column).join(', ')})` : null;
}

const SHIPS = 'type Query { ships: [Ship!]! ship(id: ID!): Ship } type Ship { id: ID! name: String }';
const ORDERS = `type Query { orders: [Order!]! order(id: ID!): Order } type Order { id: ID! title: String }
  type LineItem { id: ID! quantity: Int }`;

describe('a sibling proves no deletion', () => {
  it.each([
    ['with an input of another record', 'createShipping(input: ShipInput!): Ship deleteShipping(id: ID!): Boolean'],
    ['that adds to a list', 'addFavoriteShip(shipId: ID!): Ship removeFavoriteShip(shipId: ID!): Boolean'],
    ['of a word before the type', 'createTopShip(id: ID!): Ship deleteTopShip(id: ID!): Boolean'],
    [
      'whose answer holds the record under such a name',
      'addTopShip(id: ID!): Added deleteTopShip(id: ID!): Boolean } type Added { topShip: Ship',
    ],
  ])('%s', (_, mutations) => {
    const sdl = `${SHIPS} input ShipInput { name: String } type Mutation { ${mutations} }`;
    expect(offered(sdl, 'Ship')).toBeNull();
  });

  it('unless its name and its answer agree', () => {
    const sdl = `type Query { a: Int } type GolfSeason { id: ID! name: String } type Answer { season: GolfSeason }
      type Mutation { updateSeason(id: ID!, name: String): Answer deleteSeason(id: ID!): Boolean }`;
    expect(offered(sdl, 'GolfSeason')).toBe('deleteSeason(id)');
  });

  it('and nothing is removed that the query type calls by more words than the type has', () => {
    const sdl = `type Query { topShips: [Ship!]! } type Ship { id: ID! name: String } type Mutation { removeTopShip(id: ID!): Boolean }`;
    expect(offered(sdl, 'Ship')).toBeNull();
  });
});

describe('a word that may be a part of the record', () => {
  it.each([
    ['delete', 'deleteOrderItem(id: ID!): Boolean'],
    ['delete', 'deleteOrderRecord(id: ID!): Boolean'],
    ['delete', 'deleteOrderEntry(id: ID!): Boolean'],
    ['delete', 'deleteOrderItem(id: ID!): Order'],
    ['delete', 'deleteOrderItem(id: ID!): Left } type Left { order: Order'],
    ['update', 'updateOrderItem(id: ID!, title: String): Boolean'],
    ['update', 'updateOrderItem(id: ID!, title: String): Left } type Left { order: Order'],
    ['bulkDelete', 'deleteOrderItems(ids: [ID!]!): Boolean'],
  ] as const)('is none of it: %s by %s', (kind, mutation) => {
    expect(offered(`${ORDERS} type Mutation { ${mutation} }`, 'Order', kind)).toBeNull();
  });

  it('is none where records of the type have such things', () => {
    const sdl = `${ORDERS.replace('title: String', 'title: String lineItems: [LineItem!]!')}
      type Mutation { updateOrderItem(id: ID!, title: String): Order deleteOrderItem(id: ID!): Boolean }`;
    expect([offered(sdl, 'Order', 'update'), offered(sdl, 'Order')]).toEqual([null, null]);
  });

  it('fills the name where the answer and the input say so', () => {
    const sdl = `type Query { order_by_id(id: ID!): order } type order { id: ID! title: String order_items: [line!]! } type line { id: ID! }
      input update_order_input { title: String } type delete_one { id: ID! }
      type Mutation { update_order_item(id: ID!, data: update_order_input!): order delete_order_item(id: ID!): delete_one }`;
    expect([offered(sdl, 'order', 'update'), offered(sdl, 'order')]).toEqual(['update_order_item(id)', 'delete_order_item(id)']);
  });
});

it.each(['Int!', 'String!'])('an argument with the name of one key and the type of another is certain for neither: %s', type => {
  const sdl = `type Query { orders: [Order!]! } type Order { id: ID! orderId: ${type} title: String }
    type Mutation { deleteOrder(orderId: ID!): Boolean updateOrder(orderId: ID!, title: String): Order }`;
  expect([offered(sdl, 'Order'), offered(sdl, 'Order', 'update')]).toEqual([null, null]);
  expect(offered(sdl.replace(type, 'ID!'), 'Order')).toBe('deleteOrder(orderId)');
});

describe('words before the name of the type', () => {
  it.each(['deleteFavoriteShip(id: ID!): Ship', 'deleteSubShip(id: ID!): Gone', 'deleteSubShip(input: ShipInput!): Gone'])(
    'delete no ship: %s',
    mutation => {
      const sdl = `${SHIPS} input ShipInput { id: ID! } type Gone { subShip: Ship } type Mutation { ${mutation} }`;
      expect(offered(sdl, 'Ship')).toBeNull();
    },
  );

  it('that the type or the query type has as well are no others', () => {
    const sdl = `type Query { harbourShips: [Ship!]! } type Ship { id: ID! } type RossumHook { id: ID! }
      type Mutation { deleteHarbourShip(id: ID!): Ship deleteRossumHook(id: ID!): RossumHook }`;
    expect([offered(sdl, 'Ship'), offered(sdl, 'RossumHook')]).toEqual(['deleteHarbourShip(id)', 'deleteRossumHook(id)']);
  });
});

describe('a deletion by a value that several records may have', () => {
  const sdlOf = (args: string): string => `type Query { tags: [Tag!]! tag(id: ID!): Tag }
    type Tag { id: ID! name: String! url: String! domain: String! iid: Int! projectId: ID! }
    input Where { domain: String! } type Mutation { deleteTag(${args}): Boolean }`;

  it.each([
    'url: String!',
    'domain: String!',
    'tagName: String!',
    'where: Where!',
    'input: Where!',
    'name: String!, url: String!',
  ])('is not certain: %s', args => {
    expect(offered(sdlOf(args), 'Tag')).toBeNull();
  });

  it('is certain with what it belongs to and its number there, and where a record is found by the value', () => {
    expect(offered(sdlOf('projectId: ID!, iid: Int!'), 'Tag')).toBe('deleteTag(projectId, iid)');
    expect(offered(sdlOf('url: String!').replace('tag(id: ID!)', 'tag(url: String!)'), 'Tag')).toBe('deleteTag(url)');
  });
});
