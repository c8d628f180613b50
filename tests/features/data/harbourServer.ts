/** A small API with every style of paging, for the tests of the Data screen: graphql-js behind the real transport. */
import { introspectionFromSchema } from 'graphql';
import { type SchemaServer, schemaServer } from '../../support/schemaServer';

const SDL = `
  scalar DateTime
  scalar Date
  scalar BigInt
  scalar JSON
  scalar URL
  enum ShipType { TANKER FERRY BULK_CARRIER }
  enum VisitStatus { EXPECTED IN_PORT DEPARTED }
  interface Node { id: ID! }
  type Position { latitude: Float!, longitude: Float! }
  "A vessel known to the port."
  type Ship implements Node {
    id: ID!
    "What is painted on the bow."
    name: String!
    type: ShipType!
    builtOn: Date
    tonnage: Int
    worth: BigInt
    sunk: Boolean
    photo: URL
    site: String
    notes: String
    metadata: JSON
    tags: [String!]
    position: Position
    owner: Company
    visits(first: Int, after: String): VisitConnection!
    oldName: String @deprecated(reason: "Use name")
  }
  type Company implements Node { id: ID!, name: String! }
  type Visit implements Node { id: ID!, status: VisitStatus!, eta: DateTime, ship: Ship!, failing: String }
  type PageInfo { hasNextPage: Boolean!, hasPreviousPage: Boolean!, startCursor: String, endCursor: String }
  type ForwardPageInfo { hasNextPage: Boolean!, endCursor: String }
  type ShipEdge { node: Ship!, cursor: String! }
  type ShipConnection { edges: [ShipEdge!]!, nodes: [Ship!]!, pageInfo: PageInfo!, totalCount: Int! }
  type VisitEdge { node: Visit!, cursor: String! }
  type VisitConnection { edges: [VisitEdge!]!, pageInfo: ForwardPageInfo!, totalCount: Int! }
  input StringFilter { eq: String, contains: String, in: [String!] }
  input ShipTypeFilter { eq: ShipType, in: [ShipType!] }
  input DateFilter { gt: Date, lt: Date }
  input ShipFilter { name: StringFilter, type: ShipTypeFilter, builtOn: DateFilter, and: [ShipFilter!], or: [ShipFilter!] }
  enum ShipOrder { NAME_ASC NAME_DESC TONNAGE_ASC TONNAGE_DESC BUILT_ON_ASC BUILT_ON_DESC }
  type CompanyPage { items: [Company!]!, total: Int! }
  type Event { text: String!, at: DateTime! }
  type EventList { items: [Event!]!, nextToken: String }
  union Found = Ship | Company
  type Query {
    "The ships."
    ships(first: Int, after: String, last: Int, before: String, filter: ShipFilter, orderBy: [ShipOrder!]): ShipConnection!
    visits(limit: Int, offset: Int): [Visit]!
    companies(page: Int, perPage: Int): CompanyPage!
    events(nextToken: String, limit: Int): EventList!
    berths: [Berth!]!
    search(text: String!): [Found!]!
    ship(id: ID!): Ship
    visit(id: ID!): Visit
    company(id: ID!): Company
    me: Company
    version: String
  }
  type Berth { code: String!, depth: Float }
  type Mutation {
    renameShip(id: ID!, name: String!): Ship!
    bookVisit(input: BookVisit!): Visit!
    sinkShips(ids: [ID!]!): Boolean
    deleteShip(id: ID!): Boolean
    closePort: Boolean
  }
  input BookVisit { shipId: ID!, eta: DateTime }
`;

/** A ship in the data of the server. */
export interface StoredShip {
  id: string;
  name: string;
  [field: string]: unknown;
}

const pad = (value: number): string => String(value).padStart(3, '0');

/** 120 ships, two companies, 30 visits of the first ship. */
export function storedShips(count = 120): StoredShip[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `s${at + 1}`,
    name: `Ship ${pad(at + 1)}`,
    type: (['TANKER', 'FERRY', 'BULK_CARRIER'] as const)[at % 3],
    builtOn: `20${String(10 + (at % 10))}-03-0${1 + (at % 9)}`,
    tonnage: 1000 * (at + 1),
    worth: '9007199254740993',
    sunk: at % 2 === 0,
    owner: at % 2 === 0 ? { id: 'c1', name: 'Nordlys AS' } : null,
    position: { latitude: 60.5, longitude: 5.25 },
  }));
}

type Page = { first?: number; after?: string; last?: number; before?: string };

/** Cursors are positions: `c12` is after the twelfth row. */
export function connectionOf(all: readonly unknown[], { first, after, last, before }: Page) {
  const place = (cursor: string): number => Number(cursor.slice(1));
  let [from, to] = [after === undefined ? 0 : place(after), all.length];
  if (before !== undefined) [from, to] = [0, place(before) - 1];
  if (first !== undefined) to = Math.min(to, from + first);
  if (last !== undefined) from = Math.max(from, to - last);
  const nodes = all.slice(from, to);
  return {
    nodes,
    edges: nodes.map((node, at) => ({ node, cursor: `c${from + at + 1}` })),
    totalCount: all.length,
    pageInfo: {
      hasNextPage: to < all.length,
      hasPreviousPage: from > 0,
      startCursor: nodes.length > 0 ? `c${from + 1}` : null,
      endCursor: nodes.length > 0 ? `c${to}` : null,
    },
  };
}

interface ShipArguments extends Page {
  filter?: { name?: { contains?: string }; type?: { eq?: string; in?: string[] }; builtOn?: { gt?: string } };
  orderBy?: string[];
}

/** The server, with its introspection result. */
export function harbourServer(ships = storedShips()): SchemaServer & { introspection: unknown } {
  const visits = Array.from({ length: 30 }, (_, at) => ({
    id: `v${at + 1}`,
    status: 'EXPECTED',
    eta: '2030-05-06T07:08:00Z',
    ship: ships[0],
  }));
  const withVisits: StoredShip[] = ships.map(ship => ({
    ...ship,
    visits: (page: Page) => connectionOf(ship.id === 's1' ? visits : [], page),
  }));
  const companies = Array.from({ length: 45 }, (_, at) => ({ id: `c${at + 1}`, name: `Company ${pad(at + 1)}` }));
  const server = schemaServer(SDL, {
    ships({ filter = {}, orderBy, ...page }: ShipArguments) {
      const wanted = withVisits.filter(
        ship =>
          (filter.name?.contains === undefined || ship.name.includes(filter.name.contains)) &&
          (filter.type?.eq === undefined || ship.type === filter.type.eq) &&
          (filter.type?.in === undefined || filter.type.in.includes(String(ship.type))) &&
          (filter.builtOn?.gt === undefined || String(ship.builtOn) > filter.builtOn.gt),
      );
      return connectionOf(orderBy?.[0] === 'NAME_DESC' ? wanted.reverse() : wanted, page);
    },
    visits: ({ limit = 20, offset = 0 }) => visits.slice(offset, offset + limit),
    companies: ({ page = 1, perPage = 10 }) => ({
      items: companies.slice((page - 1) * perPage, page * perPage),
      total: companies.length,
    }),
    events({ nextToken, limit = 10 }: { nextToken?: string; limit?: number }) {
      const from = Number(nextToken ?? 0);
      const items = Array.from({ length: limit }, (_, at) => ({ text: `Event ${from + at + 1}`, at: '2030-01-01T00:00:00Z' }));
      return { items, nextToken: from + limit >= 3 * limit ? null : String(from + limit) };
    },
    berths: [{ code: 'B1', depth: 12.5 }],
    search: ({ text }: { text: string }) => [
      ...withVisits.filter(ship => ship.name.includes(text)).map(ship => ({ ...ship, __typename: 'Ship' })),
      { id: 'c1', name: `${text} AS`, __typename: 'Company' },
    ],
    ship: ({ id }: { id: string }) => withVisits.find(ship => ship.id === id) ?? null,
    visit: ({ id }: { id: string }) => {
      const visit = visits.find(entry => entry.id === id);
      return visit
        ? {
            ...visit,
            failing() {
              throw new Error('The archive is closed');
            },
          }
        : null;
    },
    company: ({ id }: { id: string }) => companies.find(company => company.id === id) ?? null,
    me: companies[0],
    version: '4.2',
  });
  return Object.assign(server, { introspection: introspectionFromSchema(server.schema) });
}
