/** @jest-environment node */
import { introspectionFromSchema } from 'graphql';
import { memoryDocumentStore } from '../../../src/lib/documentStore';
import { createExampleServer } from '../../../src/session/exampleData/createExampleServer';
import { exampleAddress, exampleSchemaKey, seedOf } from '../../../src/session/exampleData/exampleAddress';
import { exampleFetch } from '../../../src/session/exampleData/exampleFetch';
import { isExampleAddress } from '../../../src/session/exampleData/isExampleAddress';
import { schemaOf } from '../../schema/modelOf';

const SCHEMA = introspectionFromSchema(
  schemaOf(`
    scalar DateTime
    scalar Upload
    enum Kind { TANKER FERRY }
    interface Node { id: ID! }
    union Found = Ship | Port
    type Query {
      ships(first: Int, offset: Int): [Ship!]!
      ship(id: ID!): Ship
      shipsPaged(first: Int, after: String): ShipConnection!
      pages(limit: Int): ShipPage!
      filtered(where: ShipWhere, kind: Kind, search: String, first: Int, orderBy: ShipOrder): ShipConnection!
      sorted(orderBy: [ShipSort!], sort: String, by: ByField, options: Options, sortBy: String, sortOrder: Direction, where: ShipWhere): [Ship!]!
      node(id: ID!): Node
      find: [Found!]!
      none: [[Int!]!]!
    }
    type ShipPage { items: [Ship!]! total: Int! }
    type ShipConnection { edges: [ShipEdge!]! nodes: [Ship!]! pageInfo: PageInfo! totalCount: Int! }
    type ShipEdge { node: Ship! cursor: String! }
    type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
    type Ship implements Node { id: ID! name: String! kind: Kind! built: Int email: String seen: DateTime! length: Float! ports: [Port!]! home: Port! }
    type Port implements Node { id: ID! name: String! ships: [Ship!]! }
    input ShipOrder { name: Kind }
    enum ShipSort { NAME_ASC NAME_DESC BUILT_DESC HOME_ASC }
    enum Direction { ASC DESC }
    input ByField { order: Direction }
    input Options { sort: Sorting }
    input Sorting { name: Direction field: String direction: Direction built: ByField }
    input Text { eq: String contains: String in: [String!] }
    input ShipWhere { name: Text built_gte: Int seen: Text and: [ShipWhere!] or: [ShipWhere!] not: ShipWhere home: PortWhere }
    input PortWhere { name: Text }
    input ShipInput { name: String kind: Kind }
    type Payload { ship: Ship ok: Boolean! }
    type Mutation {
      updateShip(id: ID!, input: ShipInput!): Ship!
      createShip(input: ShipInput!): Payload!
      deleteShip(id: ID!): Ship
      addPhotos(id: ID!, cover: Upload!, others: [Upload!]!): Ship!
    }
    type Subscription { shipSeen: Ship! }
  `),
);
interface Ship {
  id: string;
  name: string;
}
interface Answered {
  ships: Ship[];
  ship: Ship;
  first: Ship[];
  second: Ship[];
  pages: { items: Ship[] };
  shipsPaged: {
    totalCount: number;
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
    edges: { node: Ship }[];
  };
  createShip: { ok: boolean; ship: Ship };
}
const server = (seed = '1') => createExampleServer(SCHEMA, seed);
const ask = async (query: string, of = server(), variables = {}): Promise<Answered> => {
  const result = JSON.parse(JSON.stringify(await of.answer({ query, variables, operationName: null }))) as Record<
    string,
    unknown
  >;
  expect(result.errors).toBeUndefined();
  return result.data as Answered;
};
const EVERYTHING = `{ ships { id name kind built email seen length home { name } ports { id name } } find { __typename ... on Node { id } } none }`;

it('the same seed gives the same bytes, another seed different ones', async () => {
  const one = JSON.stringify(await ask(EVERYTHING));
  expect(JSON.stringify(await ask(EVERYTHING))).toBe(one);
  expect(JSON.stringify(await ask(EVERYTHING, server('2')))).not.toBe(one);
});

it('an object is the same at every place, whatever was requested before', async () => {
  const { ships } = await ask('{ ships { id name kind home { id name } } }');
  const of = server();
  for (const ship of ships.slice(0, 10).reverse())
    expect((await ask('query ($id: ID!) { ship(id: $id) { id name kind home { id name } } }', of, { id: ship.id })).ship).toEqual(
      ship,
    );
});

it('pages follow each other without gaps, by offset and by cursor', async () => {
  const all = (await ask('{ ships { id } }')).ships.map(({ id }) => id);
  const { first, second } = await ask('{ first: ships(first: 3) { id } second: ships(first: 3, offset: 3) { id } }');
  expect([...first, ...second].map(({ id }) => id)).toEqual(all.slice(0, 6));
  const seen: string[] = [];
  let after: string | null = null;
  for (let page = 0; page < 20; page++) {
    const { shipsPaged } = await ask(
      'query ($after: String) { shipsPaged(first: 9, after: $after) { totalCount pageInfo { hasNextPage endCursor } edges { node { id } } } }',
      server(),
      { after },
    );
    seen.push(...shipsPaged.edges.map(({ node }) => node.id));
    expect(shipsPaged.totalCount).toBe(all.length);
    if (!shipsPaged.pageInfo.hasNextPage) break;
    after = shipsPaged.pageInfo.endCursor;
  }
  expect(seen).toEqual(all);
  expect((await ask('{ pages(limit: 2) { items { id } } }')).pages.items.map(({ id }) => id)).toEqual(all.slice(0, 2));
});

it.each([
  ['orderBy: [NAME_ASC]', 'name', false],
  ['orderBy: [NAME_DESC]', 'name', true],
  ['orderBy: [BUILT_DESC, NAME_ASC]', 'built', true],
  ['sort: "-name"', 'name', true],
  ['sort: "length:desc"', 'length', true],
  ['options: {sort: {name: DESC}}', 'name', true],
  ['options: {sort: {field: "length", direction: ASC}}', 'length', false],
  ['options: {sort: {built: {order: DESC}}}', 'built', true],
  ['sortBy: "length", sortOrder: DESC', 'length', true],
] as const)('lists are sorted by %s, with nulls at the end', async (args, field, isDown) => {
  const answer = await ask(`{ sorted(${args}) { id ${field} } ships { id } }`, server('s'));
  const { sorted, ships } = answer as unknown as Record<'sorted' | 'ships', Record<string, string | number | null>[]>;
  const values = sorted.map(ship => ship[field] ?? null);
  const known = values.filter(value => value !== null);
  const inOrder = [...known].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  expect(values).toEqual([...(isDown ? inOrder.reverse() : inOrder), ...Array(values.length - known.length).fill(null)]);
  expect(sorted).toHaveLength(ships.length);
  expect(sorted.map(({ id }) => id)).not.toEqual(ships.map(({ id }) => id));
});

it('an order by something else than a value leaves the list as it is', async () => {
  const { sorted, ships } = (await ask(
    '{ sorted(orderBy: [HOME_ASC], sort: "desc") { id } ships { id } }',
    server('s'),
  )) as never;
  expect(sorted).toEqual(ships);
});

it('lists are filtered, and pages of them count what is left', async () => {
  const of = server();
  interface Row {
    id: string;
    name: string;
    kind: string;
    built: number | null;
  }
  const rows = (await ask('{ ships { id name kind built } }', of)).ships as Row[];
  const idsOf = (some: Row[]): string[] => some.map(({ id }) => id);
  const word = (rows[3] as Row).name.slice(1, 5);
  const has = (row: Row): boolean => row.name.toLowerCase().includes(word.toLowerCase());
  const filtered = async (args: string): Promise<string[]> => {
    const answer = await ask(`{ filtered(${args}) { totalCount nodes { id } } }`, of);
    const { nodes, totalCount } = (answer as unknown as { filtered: { nodes: Row[]; totalCount: number } }).filtered;
    if (!args.includes('first')) expect(totalCount).toBe(nodes.length);
    return idsOf(nodes);
  };
  expect(await filtered('kind: FERRY')).toEqual(idsOf(rows.filter(({ kind }) => kind === 'FERRY')));
  expect(await filtered(`where: {name: {contains: "${word.toUpperCase()}"}}`)).toEqual(idsOf(rows.filter(has)));
  expect(await filtered(`where: {not: {name: {contains: "${word}"}}}`)).toEqual(idsOf(rows.filter(row => !has(row))));
  const median = rows.map(({ built }) => built ?? 0).sort((a, b) => a - b)[12] as number;
  expect(await filtered(`where: {built_gte: ${median}}`)).toEqual(
    idsOf(rows.filter(({ built }) => built !== null && built >= median)),
  );
  expect(await filtered('where: {or: [{name: {in: []}}, {and: []}]}')).toEqual(idsOf(rows));
  expect(await filtered(`search: "${(rows[3] as Row).name}"`)).toContain('4');
  expect(await filtered('search: "in none of the values"')).toEqual([]);
  // Order, conditions for other objects and pages exclude nothing.
  expect(await filtered('orderBy: {name: FERRY}, where: {home: {name: {eq: "none"}}}')).toEqual(idsOf(rows));
  expect(await filtered('where: {not: {home: {name: {eq: "none"}}}}')).toEqual(idsOf(rows));
  expect(await filtered('kind: FERRY, first: 2')).toEqual(idsOf(rows.filter(({ kind }) => kind === 'FERRY')).slice(0, 2));
});

it('changes by a mutation are visible to later queries', async () => {
  const of = server();
  await ask('mutation { updateShip(id: 3, input: { name: "Nordlys", kind: FERRY }) { id } }', of);
  expect((await ask('{ ship(id: 3) { name kind } }', of)).ship).toEqual({ name: 'Nordlys', kind: 'FERRY' });
  const before = (await ask('{ ships { id } }', of)).ships.length;
  const { createShip } = await ask('mutation { createShip(input: { name: "Sol" }) { ok ship { id name } } }', of);
  expect(createShip).toMatchObject({ ok: true, ship: { name: 'Sol' } });
  const { ships } = await ask('{ ships { id name } }', of);
  expect(ships.at(-1)).toEqual(createShip.ship);
  expect(ships).toHaveLength(before + 1);
  await ask('mutation { deleteShip(id: 3) { id } }', of);
  expect((await ask('{ ships { id } }', of)).ships.map(({ id }) => id)).not.toContain('3');
});

it('a document that requests too much fails', async () => {
  const nested = (depth: number): string => (depth === 0 ? 'id' : `ports { ships { ${nested(depth - 1)} } }`);
  expect((await ask(`{ ships { ${nested(8)} } }`)).ships.length).toBeGreaterThan(5);
});

it('errors are reported like those of a server', async () => {
  const result = await server().answer({ query: '{ nothing }', variables: {}, operationName: null });
  expect(JSON.stringify(result)).toContain('Cannot query field');
  expect(JSON.stringify(await server().answer({ query: '{', variables: {}, operationName: null }))).toContain('Syntax Error');
});

describe('the fetch', () => {
  const address = exampleAddress('c', 'a b');
  const make = async () => {
    const documents = memoryDocumentStore();
    await documents.set(exampleSchemaKey(address), SCHEMA);
    return exampleFetch({ address, documents });
  };
  const post = (query: string, signal?: AbortSignal): RequestInit => ({
    method: 'POST',
    body: JSON.stringify({ query }),
    ...(signal ? { signal } : {}),
  });

  it('its URL belongs to no server and contains the seed', () => {
    expect([isExampleAddress(address), seedOf(address), new URL(address).hostname.endsWith('.invalid')]).toEqual([
      true,
      'a b',
      true,
    ]);
    expect(isExampleAddress('HTTPS://Example-Data.invalid:8443')).toBe(true);
    for (const other of [
      'https://example-data.invalid.evil.com/',
      'http://example-data.invalid/',
      'https://x.example-data.invalid/',
      '/graphql',
    ])
      expect(isExampleAddress(other)).toBe(false);
  });

  it('answers queries sent by POST, by GET, and as an upload', async () => {
    const fetch = await make();
    const form = new FormData();
    form.set('operations', JSON.stringify({ query: '{ ship(id: 1) { id } }' }));
    const responses = await Promise.all([
      fetch(address, post('{ ship(id: 1) { id } }')),
      fetch(`${address}&query=${encodeURIComponent('{ ship(id: 1) { id } }')}`),
      fetch(address, { method: 'POST', body: form }),
    ]);
    for (const response of responses) await expect(response.json()).resolves.toEqual({ data: { ship: { id: '1' } } });
  });

  it('the files of an upload are the values of their variables', async () => {
    const fetch = await make();
    const form = new FormData();
    const query =
      'mutation ($id: ID!, $cover: Upload!, $others: [Upload!]!) { addPhotos(id: $id, cover: $cover, others: $others) { id } }';
    form.set('operations', JSON.stringify({ query, variables: { id: '2', cover: null, others: [null, null] } }));
    form.set('map', JSON.stringify({ 0: ['variables.cover', 'variables.others.0'], 1: ['variables.others.1'] }));
    form.set('0', new File(['a'], 'a.png'));
    form.set('1', new File(['b'], 'b.png'));
    const response = await fetch(address, { method: 'POST', body: form });
    await expect(response.json()).resolves.toEqual({ data: { addPhotos: { id: '2' } } });
  });

  it('events of a subscription arrive until it is stopped', async () => {
    const fetch = await make();
    const stopped = new AbortController();
    const response = await fetch(address, post('subscription { shipSeen { id } }', stopped.signal));
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toMatch(/^event: next\ndata: {"data":{"shipSeen":{"id":"\d+"}}}\n\n$/);
    stopped.abort();
    await expect(reader.read()).rejects.toThrow(/abort/i);
  });

  it('a stream that is cancelled while an event is generated ends without an error', async () => {
    const rejected: unknown[] = [];
    const onRejection = (cause: unknown): unknown => rejected.push(cause);
    process.on('unhandledRejection', onRejection);
    const fetch = await make();
    const { body } = await fetch(address, post('subscription { shipSeen { id } }'));
    await body?.cancel();
    await new Promise(resolve => setTimeout(resolve, 50));
    process.off('unhandledRejection', onRejection);
    expect(rejected).toEqual([]);
  });

  it('reports that the schema is no longer stored', async () => {
    const fetch = exampleFetch({ address, documents: memoryDocumentStore() });
    await expect((await fetch(address, post('{ a }'))).text()).resolves.toContain('no longer kept');
  });
});
