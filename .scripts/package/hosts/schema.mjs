/** The API of all hosts: a list with two rows. */
import { buildSchema } from 'graphql';

export const typeDefs = 'type Query { ships: [Ship!]! ship(id: ID!): Ship } type Ship { id: ID! name: String! }';
const ships = [
  { id: '1', name: 'Nordlys' },
  { id: '2', name: 'Vesta' },
];
export const rootValue = { ships, ship: ({ id }) => ships.find(ship => ship.id === id) };
export const resolvers = { Query: { ships: () => ships, ship: (_root, args) => rootValue.ship(args) } };
export const schema = Object.assign(buildSchema(typeDefs), {});
schema.getQueryType().getFields().ship.resolve = (_root, args) => rootValue.ship(args);
schema.getQueryType().getFields().ships.resolve = () => ships;

/** A view that each host passes to the page. */
export const views = [{ collection: 'ships', name: 'Fleet', state: { columns: 'name' } }];

/** Listens on a free port and returns the address. */
export async function listen(server) {
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}`;
}
