/** Leaf values that cannot be converted to text by `String`: no screen fails on them. */
import { buildSchema, graphql } from 'graphql';
import { journeys, takenOver } from '../../support/browser/journeys';
import { complaintsOf } from '../../support/browser/openBrowser';

jest.setTimeout(240_000);

const { startOriel, startApi, open } = journeys();

const schema = buildSchema(`
  scalar DateTime
  enum Status { AFLOAT ASHORE }
  type Berth { id: ID!, name: String! }
  type Ship {
    id: ID!, name: String!, status: Status, berth: Berth, built: DateTime, ended: DateTime, latitude: Float, longitude: Float,
    imageUrl: String, tonnage: Float, price: Int, active: Boolean, tags: [String!]
  }
  input ShipInput { name: String!, status: Status, built: DateTime, tonnage: Float, berthId: ID }
  type Query { ships(limit: Int, offset: Int): [Ship!]!, ship(id: ID!): Ship, berths(limit: Int, offset: Int): [Berth!]!, berth(id: ID!): Berth }
  type Mutation { updateShip(id: ID!, input: ShipInput!): Ship, createShip(input: ShipInput!): Ship }
`);
const berth = { id: 'b1', name: 'North' };
const ship = {
  id: 's1',
  name: 'Aurora',
  status: 'AFLOAT',
  berth,
  built: '2020-01-01T00:00:00Z',
  ended: '2020-02-01T00:00:00Z',
  latitude: 1,
  longitude: 2,
  imageUrl: 'a',
  tonnage: 3,
  price: 4,
  active: true,
  tags: ['a'],
};
const rootValue = { ships: [ship, ship], ship, berths: [berth], berth, updateShip: ship, createShip: ship };

/** Replaces every leaf. `String` and `Number` throw on this object, because its methods are no functions. */
const withOddLeaves = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data), (key, value: unknown) =>
    typeof value === 'object' && value !== null ? value : key === '__typename' ? value : { toString: 1, valueOf: 1 },
  );

let base: string;
beforeAll(async () => {
  const endpoint = await startApi(async ({ query, variables }) => {
    const result = await graphql({ schema, source: query, rootValue, variableValues: variables });
    return { body: JSON.stringify(query.includes('__schema') ? result : { ...result, data: withOddLeaves(result.data) }) };
  });
  base = (await startOriel({ ORIEL_HTTP_ENDPOINT: endpoint })).base;
});

it.each([
  '/data',
  '/data/ships?columns=name,status,berth,built,tonnage,price,active,tags,imageUrl',
  '/data/ships?kind=board&by=status',
  '/data/ships?kind=board&by=berth',
  '/data/ships?kind=calendar&by=built',
  '/data/ships?kind=gallery',
  '/data/ships?kind=map',
  '/data/ships?group=status',
  '/data/ships?record=s1',
  '/data/ships/s1',
  '/actions/updateShip?id=s1',
  '/dashboard',
])('%s', async path => {
  const page = await open('about:blank');
  const complaints = complaintsOf(page);
  await page.goto(base + path);
  await takenOver(page);
  await page.waitForLoadState('networkidle');
  expect(await page.getByText('This screen stopped working').count()).toBe(0);
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(complaints).toEqual([]);
});
