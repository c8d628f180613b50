/** By which names a schema knows its record types: a wrong one would change or delete another record than the one that is shown. */
import { findActions } from '../../../../src/schema/mutations/actions';
import { actionTarget } from '../../../../src/schema/mutations/actionTarget';
import { modelOf } from '../../modelOf';

/** What each mutation of a schema is proven to change as a whole; null where nothing is. */
function targetsIn(sdl: string): Record<string, string | null> {
  const model = modelOf(sdl);
  return Object.fromEntries(
    findActions(model).map(action => {
      const target = actionTarget(model, action);
      return [action.id, target?.isWhole === true ? target.typeName : null];
    }),
  );
}

it.each([
  [
    'a kind of event is no event',
    `type Query { events: [CalendarEvent!]! eventTypes: [EventType!]! } type CalendarEvent { id: ID! title: String } type EventType { id: ID! title: String }
     type Mutation { deleteEvent(id: ID!): Boolean deleteEventType(id: ID!): Boolean }`,
    { deleteEvent: 'CalendarEvent', deleteEventType: 'EventType' },
  ],
  [
    'the model of a car is no car',
    `type Query { carModels: [CarModel!]! } type CarModel { id: ID! title: String }
     type Mutation { deleteCar(id: ID!): Boolean updateCar(id: ID!, title: String): Boolean }`,
    { deleteCar: null, updateCar: null },
  ],
  [
    'not even where they are listed by the car',
    `type Query { car(id: ID!): [CarModel!]! } type CarModel { id: ID! title: String }
     type Mutation { deleteCar(id: ID!): Boolean updateCar(id: ID!, title: String): CarModel }`,
    { deleteCar: null, updateCar: null },
  ],
  [
    'one of several endings may be of a thing of its own',
    `type Query { a: Int } type OrderDto { id: ID! code: String } type OrderItemDto { id: ID! code: String } type ShipGqlType { id: ID! code: String }
     type Mutation { deleteOrder(id: ID!): OrderItemDto removeShip(id: ID!): ShipGqlType }`,
    { deleteOrder: null, removeShip: 'ShipGqlType' },
  ],
  [
    'answers and the query type say more than the ending of a type',
    `type Query { contracts: [Agreement!]! contractTypes: [ContractType!]! } type Agreement { id: ID! title: String } type ContractType { id: ID! title: String }
     type Mutation { createContract(title: String): Agreement updateContract(id: ID!, title: String): Agreement removeContract(id: ID!): Int }`,
    { createContract: 'Agreement', updateContract: 'Agreement', removeContract: 'Agreement' },
  ],
  [
    'even than one that is technical',
    `type Query { contracts: [Agreement!]! } type Agreement { id: ID! title: String } type ContractEntity { id: ID! title: String }
     type Mutation { removeContract(id: ID!): Int }`,
    { removeContract: 'Agreement' },
  ],
  [
    'what the query type calls by the bare name is that thing',
    `type Query { members: [MemberType!]! allTags: [TagNode!]! } type MemberType { id: ID! name: String } type TagNode { id: ID! } type RoleEntity { id: ID! }
     type Mutation { deleteMember(id: ID!): Boolean deleteTag(id: ID!): Boolean deleteRole(id: ID!): Boolean }`,
    { deleteMember: 'MemberType', deleteTag: 'TagNode', deleteRole: 'RoleEntity' },
  ],
])('%s', (_, sdl, expected) => {
  expect(targetsIn(sdl)).toEqual(expected);
});

it('a field that gives a list calls its rows by the plural only', () => {
  expect(
    targetsIn(`type Query { playlist(id: ID!): [Song!]! menu: [Dish!]! seasons: [GolfSeason!]! rounds(first: Int): RoundList searchRound: [GolfRound!]! }
      type Song { id: ID! title: String } type Dish { id: ID! } type GolfSeason { id: ID! } type GolfRound { id: ID! } type RoundList { items: [GolfRound!]! total: Int }
      type Mutation { deletePlaylist(id: ID!): Boolean updatePlaylist(id: ID!, title: String): Boolean deleteMenu(id: ID!): Boolean
        deleteSeason(id: ID!): Boolean deleteRound(id: ID!): Boolean }`),
  ).toEqual({
    deletePlaylist: null,
    updatePlaylist: null,
    deleteMenu: null,
    deleteSeason: 'GolfSeason',
    deleteRound: 'GolfRound',
  });
});

it.each([
  ['where there is a type of the bare name', 'type Query { a: Int } type Order { id: ID! title: String }', null],
  ['where it is a record of no kind', 'type Query { a: Int } type Order { lines: [OrderItem!]! }', null],
  ['where the query type calls it by the whole name', 'type Query { orderItems: [OrderItem!]! }', null],
  ['where the query type calls something else so', 'type Query { orders: [Sale!]! } type Sale { id: ID! }', null],
  ['but it is where the query type calls it so', 'type Query { orders: [OrderItem!]! }', 'OrderItem'],
  ['but it is where nothing else can be meant', 'type Query { a: Int }', 'OrderItem'],
])('an item of an order is no order %s', (_, sdl, expected) => {
  const mutations = `type OrderItem { id: ID! title: String } type Gone { orderItem: OrderItem }
    type Mutation { deleteOrder(id: ID!): OrderItem updateShopOrder(id: ID!, title: String): OrderItem updateOrder(id: ID!, title: String): Gone }`;
  const { deleteOrder, updateShopOrder, updateOrder } = targetsIn(`${sdl} ${mutations}`);
  expect([deleteOrder, updateShopOrder, updateOrder].map(found => (found === 'OrderItem' ? found : null))).toEqual([
    expected,
    expected,
    expected,
  ]);
});

it('a type of very many names is called by none: comparing all of them for each mutation would take long', () => {
  const targetAmong = (names: number): string | null | undefined => {
    const fields = Array.from({ length: names }, (_, index) => `q${index}boats: [Ship!]!`).join(' ');
    return targetsIn(
      `type Ship { id: ID! } type Query { boats: [Ship!]! ${fields} } type Mutation { deleteBoat(id: ID!): Boolean }`,
    ).deleteBoat;
  };
  expect([targetAmong(20), targetAmong(200)]).toEqual(['Ship', null]);
});

it('what nearly all record types end with says nothing of the thing', () => {
  const names = ['Ship', 'Berth', 'Visit', 'Crew', 'Cargo', 'Port', 'Pilot', 'Crane'];
  const types = (ending: string): string => names.map(name => `type ${name}${ending} { id: ID! name: String }`).join(' ');
  const mutations =
    'type Query { a: Int } input Key { id: ID! } type Gone { deleted: Boolean } type Mutation { deleteCrane(input: Key!): Gone }';
  const removal = (sdl: string) => targetsIn(`${sdl} ${mutations}`).deleteCrane;
  expect(removal(types('Node'))).toBe('CraneNode');
  expect(removal(`${types('')} type CraneNode { id: ID! }`)).toBe('Crane');
  expect(removal(`${types('').replace('type Crane ', 'type Mast ')} type CraneNode { id: ID! }`)).toBeNull();
});
