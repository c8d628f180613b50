/**
 * Random valid schemas for property tests: every kind of type, lists in lists, interfaces that implement interfaces, inputs that contain
 * themselves, oneOf, defaults, deprecations. Names are drawn from those that real servers use for lists, paging and filters, so that they
 * are recognized, and from hostile ones (`__proto__`, `constructor`, keywords of GraphQL, very long names).
 */
import fc from '../support/fastCheck';

/** Draws from an arbitrary; the value of `fc.gen()`. */
export type Draw = fc.GeneratorValue;

const SERVER_NAMES = (
  'id nodeId _id key name title login status state type kind createdAt updated_at price amount url photo email description ' +
  'node nodes edges items data results docs cursor pageInfo total totalCount count hasNextPage endCursor hasMore nextToken meta aggregate ' +
  'ships Ship ship shipsConnection ships_aggregate allShips _allShipsMeta shipsCount berth berths visits visit me viewer search ' +
  'attributes payload errors userErrors field message owner owners parent children by at on'
).split(' ');
const ARGUMENT_NAMES = (
  'first after last before limit offset skip take page perPage pageSize cursor nextToken where filter condition search q query orderBy ' +
  'order_by sort direction sortOrder reverse id ids shipId name name_contains price_gte createdAfter status input data patch pagination options'
).split(' ');
const INPUT_NAMES =
  'eq _eq in _in contains gt lte _and and or not NOT isNull field direction asc desc name id status first page equals some is sort between'.split(
    ' ',
  );
const HOSTILE = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'fragment',
  'query',
  'mutation',
  'null_',
  'true_',
  '_',
  '_0',
  'a'.repeat(60),
];

/** The usual types of fields with these names. They are used in two of three cases, if the schema has them. */
const USUAL: Readonly<Record<string, string>> = {
  id: 'ID! ID Int',
  nodeId: 'ID!',
  _id: 'ID',
  key: 'String!',
  name: 'String',
  title: 'String!',
  totalCount: 'Int!',
  total: 'Int',
  count: 'Int',
  nodes: '[Ship!]! [Berth]',
  node: 'Ship! Berth',
  edges: '[ShipEdge!]! [ShipEdge]',
  items: '[Ship!]!',
  data: '[Ship] [Berth!]',
  results: '[Ship!]',
  docs: '[User]',
  pageInfo: 'PageInfo!',
  cursor: 'String',
  hasNextPage: 'Boolean!',
  endCursor: 'String',
  hasMore: 'Boolean',
  nextToken: 'String',
  meta: 'PageInfo',
  ships: '[Ship!]! ShipConnection ShipPage!',
  allShips: 'ShipConnection [Ship]',
  shipsConnection: 'ShipConnection!',
  ships_aggregate: 'ShipPage',
  _allShipsMeta: 'ShipPage',
  shipsCount: 'Int!',
  berths: '[Berth!]',
  visits: '[Ship]! ShipConnection',
  ship: 'Ship',
  berth: 'Berth!',
  me: 'User',
  viewer: 'User',
  owner: 'Owner User Node',
  search: '[SearchResult!] SearchResult',
  aggregate: 'PageInfo',
  attributes: 'Ship',
  errors: '[String!] [ShipPayload]',
  userErrors: '[ShipPayload!]!',
};
const USUAL_ARGUMENT: Readonly<Record<string, string>> = {
  first: 'Int',
  last: 'Int',
  limit: 'Int',
  offset: 'Int',
  skip: 'Int',
  take: 'Int',
  page: 'Int',
  perPage: 'Int',
  pageSize: 'Int!',
  after: 'String',
  before: 'String',
  cursor: 'String',
  nextToken: 'String',
  where: 'Where ShipFilter',
  filter: 'ShipFilter',
  condition: 'ShipFilter!',
  search: 'String',
  q: 'String',
  orderBy: '[ShipOrder!] ShipOrder [ShipInput!]',
  order_by: '[ShipInput] ShipInput',
  sort: 'ShipOrder ShipInput String',
  direction: 'Direction',
  sortOrder: 'Direction String',
  reverse: 'Boolean',
  id: 'ID!',
  ids: '[ID!]!',
  shipId: 'ID!',
  name: 'String',
  name_contains: 'String',
  status: 'Status',
  input: 'ShipInput!',
  pagination: 'PageInput',
  options: 'PageInput',
  eq: 'String ID Int',
  in: '[String!] [ID]',
  contains: 'String',
  and: '[ShipFilter!]',
  field: 'ShipOrder',
};

/** Draws an item of a list. */
export function pick<T>(draw: Draw, list: readonly T[]): T {
  return list[draw(fc.nat, { max: list.length - 1 })] as T;
}

const chance = (draw: Draw, of: number): boolean => draw(fc.nat, { max: of - 1 }) === 0;

function names(draw: Draw, pool: readonly string[], least: number, most: number): string[] {
  const count = least + draw(fc.nat, { max: most - least });
  const found = new Set<string>();
  // GraphQL reserves names with two underscores. A hostile server may use them nevertheless; the tests of introspection cover that.
  const allowed = [...pool, ...HOSTILE.filter(name => !name.startsWith('__'))];
  for (let tries = 0; found.size < count && tries < 40; tries++) found.add(pick(draw, allowed));
  return [...found];
}

/** A random schema in schema language (SDL), valid according to graphql-js. */
export function drawSchema(draw: Draw): string {
  const scalars = ['DateTime', 'JSON', 'Upload', 'Mystery'].slice(0, draw(fc.nat, { max: 4 }));
  const enums = ['Status', 'Direction', 'ShipOrder'].slice(0, 1 + draw(fc.nat, { max: 2 }));
  const inputs = ['ShipFilter', 'StringFilter', 'ShipInput', 'PageInput', 'Where'].slice(0, draw(fc.nat, { max: 5 }));
  const objects = [
    'Ship',
    'Berth',
    'ShipConnection',
    'ShipEdge',
    'PageInfo',
    'ShipPage',
    'User',
    'ShipPayload',
    'HarbourQueries',
  ].slice(0, 2 + draw(fc.nat, { max: 7 }));
  const interfaces = ['Node', 'Named'].slice(0, draw(fc.nat, { max: 2 }));
  const unions = ['SearchResult', 'Owner'].slice(0, draw(fc.nat, { max: 2 }));
  const leaves = ['ID', 'String', 'Int', 'Float', 'Boolean', ...scalars, ...enums];
  const outputs = [...leaves, ...objects, ...objects, ...interfaces, ...unions];

  const wrap = (name: string): string =>
    pick(draw, [name, name, `${name}!`, `[${name}]`, `[${name}!]!`, chance(draw, 4) ? `[[${name}]!]` : name]);
  const usual = (table: Readonly<Record<string, string>>, name: string): string | null => {
    const typeNames = [...leaves, ...inputs, ...objects, ...interfaces, ...unions];
    const list = (Object.hasOwn(table, name) ? (table[name] as string) : '')
      .split(' ')
      .filter(type => typeNames.includes(type.replace(/[[\]!]/g, '')));
    return list.length === 0 || chance(draw, 3) ? null : pick(draw, list);
  };
  const deprecated = (): string => (chance(draw, 12) ? ' @deprecated(reason: "old")' : '');
  const defaultOf = (type: string): string => {
    if (type === 'Int' && chance(draw, 3)) return ' = 3';
    if (type === 'String!' && chance(draw, 3)) return ' = "a\\"b"';
    if (type === 'Boolean' && chance(draw, 3)) return ' = false';
    return '';
  };
  const argument = (name: string): string => {
    const type = usual(USUAL_ARGUMENT, name) ?? wrap(pick(draw, [...leaves, ...leaves, ...inputs]));
    return `${name}: ${type}${defaultOf(type)}${type.endsWith('!') ? '' : deprecated()}`;
  };
  const args = (): string => {
    if (!chance(draw, 3)) return '';
    const drawn = names(draw, ARGUMENT_NAMES, 1, 5).map(argument);
    return drawn.length === 0 ? '' : `(${drawn.join(', ')})`;
  };
  const field = (name: string): string => `${name}${args()}: ${usual(USUAL, name) ?? wrap(pick(draw, outputs))}${deprecated()}`;
  const fields = (least = 1): string[] => names(draw, SERVER_NAMES, least, 8).map(field);

  // A type repeats the fields of its interfaces, and the interfaces that these implement.
  const shared = new Map<string, string[]>();
  const parents = new Map<string, string[]>();
  for (const [index, name] of interfaces.entries()) {
    const parent = index > 0 && chance(draw, 2) ? [interfaces[0] as string] : [];
    parents.set(name, parent);
    shared.set(
      name,
      merge(
        parent.flatMap(entry => shared.get(entry) ?? []),
        [`id: ID!`, ...fields()],
      ),
    );
  }
  const typeBody = (kind: 'type' | 'interface', name: string, own: string[], implemented: string[]): string => {
    const all = [...new Set(implemented.flatMap(entry => [...(parents.get(entry) ?? []), entry]))];
    const body = merge(
      all.flatMap(entry => shared.get(entry) ?? []),
      own,
    );
    return `"""About ${name} <script>\u202e"""\n${kind} ${name}${all.length > 0 ? ` implements ${all.join(' & ')}` : ''} {\n  ${body.join('\n  ')}\n}`;
  };
  const inputBody = (name: string): string => {
    const oneOf = chance(draw, 5);
    const inner = names(draw, INPUT_NAMES, 1, 7).map(entry => {
      const type = usual(USUAL_ARGUMENT, entry) ?? wrap(pick(draw, [...leaves, ...leaves, ...inputs]));
      // A required input inside an input could require itself without end.
      const safe = oneOf || inputs.some(other => type.includes(other) && !type.startsWith('[')) ? type.replace(/!$/, '') : type;
      return `${entry}: ${safe}${oneOf ? '' : defaultOf(safe)}`;
    });
    return `input ${name}${oneOf ? ' @oneOf' : ''} {\n  ${inner.join('\n  ')}\n}`;
  };
  /** In half of the cases, the fields that real servers give to a type of this name. */
  const ordinary = (name: string): string[] => {
    const usually: Readonly<Record<string, string[]>> = {
      Ship: ['id: ID!', 'name: String!'],
      Berth: ['id: ID!'],
      User: ['id: Int!', 'login: String'],
      ShipConnection: ['nodes: [Ship]', 'totalCount: Int!', ...(objects.includes('PageInfo') ? ['pageInfo: PageInfo!'] : [])],
      ShipEdge: ['cursor: String!', 'node: Ship'],
      PageInfo: ['hasNextPage: Boolean!', 'endCursor: String'],
      ShipPage: ['items: [Ship!]!', 'total: Int'],
    };
    return chance(draw, 2) ? (usually[name] ?? []) : [];
  };
  /** Arguments of lists on real servers. */
  const listArguments = (): string => {
    const drawn = [
      'first',
      'after',
      'last',
      'before',
      'limit',
      'offset',
      'where',
      'filter',
      'orderBy',
      'sort',
      'direction',
      'status',
      'name_contains',
      'search',
      'pagination',
    ].filter(() => chance(draw, 2));
    return drawn.length === 0 ? '' : `(${drawn.map(argument).join(', ')})`;
  };
  const roots = (): string[] => [
    ...(chance(draw, 2) ? [`ship(${pick(draw, ['id: ID!', 'id: ID, name: String', 'shipId: ID!'])}): Ship`] : []),
    ...(chance(draw, 2) && interfaces.includes('Node') ? ['node(id: ID!): Node'] : []),
    ...(chance(draw, 2)
      ? [
          `ships${listArguments()}: ${pick(draw, ['[Ship!]!', '[Berth]', ...(objects.includes('ShipConnection') ? ['ShipConnection!'] : [])])}`,
        ]
      : []),
  ];
  const mayMerge = compatible(shared, interfaces);
  const implementing = (): string[] =>
    interfaces.filter(() => chance(draw, 2)).filter((_, index, list) => mayMerge || list.length < 2 || index === 0);
  return [
    ...scalars.map(name => `scalar ${name}`),
    ...enums.map(
      name =>
        `enum ${name} { ${pick(draw, ['ASC DESC', 'NAME_ASC NAME_DESC PRICE_ASC', 'asc desc asc_nulls_first', 'NAME PRICE createdAt', 'RED'])} }`,
    ),
    ...inputs.map(inputBody),
    ...interfaces.map(
      name =>
        `interface ${name}${(parents.get(name) ?? []).length > 0 ? ` implements ${(parents.get(name) ?? []).join(' & ')}` : ''} {\n  ${(shared.get(name) ?? []).join('\n  ')}\n}`,
    ),
    ...objects.map(name => typeBody('type', name, merge(ordinary(name), fields()), implementing())),
    ...unions.map(name => `union ${name} = ${objects.filter((_, index) => index === 0 || chance(draw, 2)).join(' | ')}`),
    `type Query {\n  ${merge(roots(), fields(2)).join('\n  ')}\n}`,
    ...(chance(draw, 4) ? [] : [`type Mutation {\n  ${fields(2).join('\n  ')}\n}`]),
    ...(chance(draw, 2) ? [] : [`type Subscription {\n  ${fields(1).join('\n  ')}\n}`]),
  ].join('\n');
}

const nameOf = (field: string): string => /^\w+/.exec(field)?.[0] ?? '';

/** The fields of both lists. Of two fields with one name, the first is used. */
function merge(first: readonly string[], second: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const field of [...first, ...second]) if (!found.has(nameOf(field))) found.set(nameOf(field), field);
  return [...found.values()];
}

/** True if a type can implement all the interfaces at once: fields with the same name are equal. */
function compatible(shared: ReadonlyMap<string, readonly string[]>, interfaces: readonly string[]): boolean {
  const seen = new Map<string, string>();
  for (const name of interfaces) {
    for (const field of shared.get(name) ?? []) {
      if (seen.has(nameOf(field)) && seen.get(nameOf(field)) !== field) return false;
      seen.set(nameOf(field), field);
    }
  }
  return true;
}
