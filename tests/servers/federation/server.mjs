/** An Apollo gateway over three subgraphs (ports, ships, visits) which hold their rows in memory; `signIn` gives a token that `me` and changes ask for. */
import { ApolloGateway, IntrospectAndCompose, RemoteGraphQLDataSource } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { GraphQLError, parse } from 'graphql';

const PORT = Number(process.env.PORT);
const TOKEN = 'federated-token-2026';
const HEAD = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@external", "@shareable"])';

const mustBeSignedIn = ({ token }) => {
  if (token !== `Bearer ${TOKEN}`) throw new GraphQLError('Sign in first', { extensions: { code: 'UNAUTHENTICATED' } });
};
const pad = number => String(number).padStart(3, '0');
const ports = ['Riga', 'Tallinn', 'Gdynia', 'Kiel', 'Turku'].map((name, at) => ({ id: `port-${at + 1}`, name, berths: 4 + at }));
const ships = Array.from({ length: 80 }, (_, at) => ({
  id: `ship-${at + 1}`,
  name: `Ship ${pad(at + 1)}`,
  kind: ['TANKER', 'FERRY', 'CARGO'][at % 3],
  tonnage: 1000 + at * 10,
  isActive: at % 2 === 0,
  portId: `port-${(at % 5) + 1}`,
}));
const visits = Array.from({ length: 60 }, (_, at) => ({
  id: `visit-${at + 1}`,
  shipId: `ship-${at + 1}`,
  portId: `port-${(at % 5) + 1}`,
  arrives: new Date(Date.UTC(2026, 0, 1 + at)).toISOString(),
}));

const SUBGRAPHS = {
  ports: {
    typeDefs: `${HEAD}
      type Port @key(fields: "id") { id: ID! name: String! berths: Int! }
      type User @key(fields: "id") { id: ID! name: String! }
      type Session { token: String! user: User! }
      type Query { ports: [Port!]! port(id: ID!): Port me: User }
      type Mutation { signIn(name: String!, password: String!): Session! }`,
    resolvers: {
      Query: {
        ports: () => ports,
        port: (_, { id }) => ports.find(port => port.id === id),
        me: (_root, _args, { token }) => (token === `Bearer ${TOKEN}` ? { id: 'user-1', name: 'captain' } : null),
      },
      Mutation: {
        signIn(_, { name, password }) {
          if (name !== 'captain' || password !== 'sails-2026')
            throw new GraphQLError('Wrong name or password', { extensions: { code: 'UNAUTHENTICATED' } });
          return { token: TOKEN, user: { id: 'user-1', name } };
        },
      },
      Port: { __resolveReference: ({ id }) => ports.find(port => port.id === id) },
    },
  },
  ships: {
    typeDefs: `${HEAD}
      enum ShipKind { TANKER FERRY CARGO }
      enum ShipOrder { NAME_ASC NAME_DESC TONNAGE_ASC TONNAGE_DESC }
      input ShipFilter { nameContains: String kind: ShipKind tonnageGt: Int isActive: Boolean }
      input NewShip { name: String! kind: ShipKind! tonnage: Int! isActive: Boolean portId: ID! }
      input ShipChanges { name: String kind: ShipKind tonnage: Int isActive: Boolean portId: ID }
      type Port @key(fields: "id") { id: ID! ships: [Ship!]! }
      type Ship @key(fields: "id") { id: ID! name: String! kind: ShipKind! tonnage: Int! isActive: Boolean! port: Port! }
      type PageInfo { hasNextPage: Boolean! endCursor: String }
      type ShipEdge { cursor: String! node: Ship! }
      type ShipConnection { edges: [ShipEdge!]! pageInfo: PageInfo! totalCount: Int! }
      type Query {
        ships(first: Int = 20, after: String, filter: ShipFilter, orderBy: ShipOrder): ShipConnection!
        ship(id: ID!): Ship
      }
      type Mutation {
        createShip(input: NewShip!): Ship!
        updateShip(id: ID!, input: ShipChanges!): Ship
        deleteShip(id: ID!): ID
      }`,
    resolvers: {
      Query: { ships: (_, options) => shipPage(options), ship: (_, { id }) => ships.find(ship => ship.id === id) },
      Mutation: {
        createShip(_root, { input }, context) {
          mustBeSignedIn(context);
          const ship = { isActive: true, ...input, id: `ship-new-${Date.now()}` };
          ships.push(ship);
          return ship;
        },
        updateShip(_root, { id, input }, context) {
          mustBeSignedIn(context);
          const ship = ships.find(each => each.id === id);
          return ship ? Object.assign(ship, input) : null;
        },
        deleteShip(_root, { id }, context) {
          mustBeSignedIn(context);
          const at = ships.findIndex(ship => ship.id === id);
          return at < 0 ? null : ships.splice(at, 1)[0].id;
        },
      },
      Ship: {
        __resolveReference: ({ id }) => ships.find(ship => ship.id === id),
        port: ({ portId }) => ({ __typename: 'Port', id: portId }),
      },
      Port: { ships: ({ id }) => ships.filter(ship => ship.portId === id) },
    },
  },
  visits: {
    typeDefs: `${HEAD}
      scalar DateTime
      type Ship @key(fields: "id") { id: ID! visits: [Visit!]! }
      type Port @key(fields: "id", resolvable: false) { id: ID! }
      type Visit @key(fields: "id") { id: ID! arrives: DateTime! ship: Ship! port: Port! }
      type Query { visits(limit: Int = 25, offset: Int = 0): [Visit!]! visit(id: ID!): Visit }`,
    resolvers: {
      Query: {
        visits: (_, { limit, offset }) => visits.slice(offset, offset + limit),
        visit: (_, { id }) => visits.find(visit => visit.id === id),
      },
      Visit: {
        ship: ({ shipId }) => ({ __typename: 'Ship', id: shipId }),
        port: ({ portId }) => ({ __typename: 'Port', id: portId }),
      },
      Ship: { visits: ({ id }) => visits.filter(visit => visit.shipId === id) },
    },
  },
};

function shipPage({ first, after, filter = {}, orderBy }) {
  const { nameContains, kind, tonnageGt, isActive } = filter ?? {};
  const found = ships.filter(
    ship =>
      (nameContains == null || ship.name.includes(nameContains)) &&
      (kind == null || ship.kind === kind) &&
      (tonnageGt == null || ship.tonnage > tonnageGt) &&
      (isActive == null || ship.isActive === isActive),
  );
  const [, field, direction] = /^(NAME|TONNAGE)_(ASC|DESC)$/.exec(orderBy ?? '') ?? [];
  if (field) {
    const key = field.toLowerCase();
    const sign = direction === 'ASC' ? 1 : -1;
    found.sort((a, b) => (a[key] < b[key] ? -sign : a[key] > b[key] ? sign : 0));
  }
  const start = after ? found.findIndex(ship => ship.id === after) + 1 : 0;
  const rows = found.slice(start, start + first);
  return {
    edges: rows.map(node => ({ cursor: node.id, node })),
    pageInfo: { hasNextPage: start + first < found.length, endCursor: rows.at(-1)?.id ?? null },
    totalCount: found.length,
  };
}

const context = async ({ req }) => ({ token: req.headers.authorization ?? '' });
const subgraphs = [];
for (const [name, { typeDefs, resolvers }] of Object.entries(SUBGRAPHS)) {
  const server = new ApolloServer({ schema: buildSubgraphSchema([{ typeDefs: parse(typeDefs), resolvers }]) });
  const { url } = await startStandaloneServer(server, { listen: { port: 0, host: '127.0.0.1' }, context });
  subgraphs.push({ name, url });
}
const gateway = new ApolloGateway({
  supergraphSdl: new IntrospectAndCompose({ subgraphs }),
  logger: { debug() {}, info() {}, warn: console.warn, error: console.error },
  buildService: ({ url }) =>
    new RemoteGraphQLDataSource({
      url,
      willSendRequest({ request, context: { token } }) {
        if (token) request.http.headers.set('authorization', token);
      },
    }),
});
const { url } = await startStandaloneServer(new ApolloServer({ gateway, introspection: true }), {
  listen: { port: PORT, host: '127.0.0.1' },
  context,
});
console.log(`Ready at ${url.replace('localhost', '127.0.0.1')}`);
