/** The tested servers: how each is started, what is done with it through Oriel, and how the result is read from the server itself. */

/** Requests to a running server without Oriel. */
export interface Api {
  /** http://127.0.0.1:port */
  origin: string;
  /** The parsed JSON at a path of the server. */
  json(path: string, init?: { method?: string; body?: unknown; headers?: Record<string, string> }): Promise<unknown>;
}

/** How the run signs in. */
export type Login =
  /** By a mutation in the sign-in dialog of Oriel: the values by the labels of the fields. */
  | { way: 'action'; fields: Readonly<Record<string, string>> }
  /** With a token that is requested outside Oriel. */
  | { way: 'token'; token(api: Api): Promise<string> };

/** A tested server. */
export interface Subject {
  name: string;
  /** The name of its folder here and of its package. */
  folder: string;
  program: string;
  needsDatabase: boolean;
  /** Path of its GraphQL endpoint. */
  path: string;
  /** Headers that the gateway adds. */
  headers?: Readonly<Record<string, string>>;
  login?: Login;
  /** The collection that is sorted, filtered, paged and written to. */
  collection: string;
  /** Collections that the server itself cannot return, and its error message. */
  broken?: Readonly<Record<string, string>>;
  /** A column to sort by: the first cell after one click and after two clicks. */
  sort: { column: string; first: string; last: string };
  /** A column, the value of a condition with `operator` on it, and the number of matching rows. */
  filter: { column: string; operator?: string; value: string; rows: number };
  /** The number of rows at the start. */
  total: number;
  /** The mutations and their input: paths in the form and values. */
  create: { action: string; fields: readonly (readonly [path: string, value: string])[]; name: string };
  change: { action: string; path: string; value: string };
  remove: { action: string };
  /** The record with this name on the server, null if there is none. */
  read(api: Api, name: string, token: string): Promise<Readonly<Record<string, unknown>> | null>;
  /** The record on the server after the change. */
  changed: Readonly<Record<string, unknown>>;
  /** A feed, and a trigger of its events if they do not occur by themselves. */
  feed?: { id: string; provoke?(api: Api, token: string): Promise<unknown> };
}

type Found = Readonly<Record<string, unknown>>;
const first = (value: unknown): Found | null => (Array.isArray(value) ? ((value[0] as Found | undefined) ?? null) : null);
const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], value);
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
const graphql = (api: Api, path: string, query: string, token = ''): Promise<unknown> =>
  api.json(path, { method: 'POST', body: { query }, headers: token ? bearer(token) : {} });

/** All tested servers. */
export const SUBJECTS: readonly Subject[] = [
  {
    name: 'Parse Server 9.10',
    folder: 'parse',
    program: 'server.mjs',
    needsDatabase: true,
    path: '/graphql',
    headers: { 'x-parse-application-id': 'oriel', 'x-parse-session-token': '{token}' },
    login: { way: 'action', fields: { Username: 'captain', Password: 'sails-2026' } },
    collection: 'ships',
    sort: { column: 'Name', first: 'Ship 001', last: 'Ship 080' },
    filter: { column: 'Tonnage', operator: 'is more than', value: '1700', rows: 9 },
    total: 80,
    create: {
      action: 'createShip',
      fields: [
        ['input.fields.name', 'Zephyr'],
        ['input.fields.tonnage', '4321'],
      ],
      name: 'Zephyr',
    },
    change: { action: 'updateShip', path: 'input.fields.tonnage', value: '5432' },
    remove: { action: 'deleteShip' },
    read: async (api, name) =>
      first(
        at(
          await api.json(`/parse/classes/Ship?where=${encodeURIComponent(JSON.stringify({ name }))}`, {
            headers: { 'x-parse-application-id': 'oriel', 'x-parse-master-key': 'oriel-master' },
          }),
          'results',
        ),
      ),
    changed: { tonnage: 5432 },
  },
  {
    name: 'Directus 11.3',
    folder: 'directus',
    program: 'server.mjs',
    needsDatabase: true,
    path: '/graphql',
    login: {
      way: 'token',
      token: async api =>
        String(
          at(
            await api.json('/auth/login', {
              method: 'POST',
              body: { email: 'captain@example.com', password: 'sails-2026' },
            }),
            'data',
            'access_token',
          ),
        ),
    },
    collection: 'ships',
    sort: { column: 'Name', first: 'Ship 001', last: 'Ship 080' },
    filter: { column: 'Name', operator: 'contains', value: 'Ship 07', rows: 10 },
    total: 80,
    create: {
      action: 'create_ships_item',
      fields: [
        ['data.name', 'Zephyr'],
        ['data.tonnage', '4321'],
      ],
      name: 'Zephyr',
    },
    change: { action: 'update_ships_item', path: 'data.tonnage', value: '5432' },
    remove: { action: 'delete_ships_item' },
    read: async (api, name, token) =>
      first(at(await api.json(`/items/ships?filter[name][_eq]=${name}`, { headers: bearer(token) }), 'data')),
    changed: { tonnage: 5432 },
    feed: {
      id: 'ships_mutated',
      provoke: (api, token) =>
        api.json('/items/ships/1', { method: 'PATCH', body: { tonnage: Date.now() % 1000 }, headers: bearer(token) }),
    },
  },
  {
    name: 'Strapi 5.54',
    folder: 'strapi',
    program: 'server.cjs',
    needsDatabase: true,
    path: '/graphql',
    login: { way: 'action', fields: { Identifier: 'captain', Password: 'sails-2026' } },
    collection: 'ships',
    sort: { column: 'Name', first: 'Ship 001', last: 'Ship 080' },
    filter: { column: 'Name', operator: 'contains', value: 'Ship 07', rows: 10 },
    total: 80,
    create: {
      action: 'createShip',
      fields: [
        ['data.name', 'Zephyr'],
        ['data.tonnage', '4321'],
      ],
      name: 'Zephyr',
    },
    change: { action: 'updateShip', path: 'data.tonnage', value: '5432' },
    remove: { action: 'deleteShip' },
    read: async (api, name) => first(at(await api.json(`/api/ships?filters[name][$eq]=${name}`), 'data')),
    changed: { tonnage: 5432 },
  },
  {
    name: 'Vendure 3.7 (Admin API)',
    folder: 'vendure',
    program: 'server.cjs',
    needsDatabase: true,
    path: '/admin-api',
    login: { way: 'action', fields: { Username: 'captain', Password: 'sails-2026' } },
    collection: 'customers',
    // Its resolver in the Admin API returns null.
    broken: { provinces: 'Cannot return null for non-nullable field Query.provinces' },
    sort: { column: 'Email address', first: 'anna10@example.com', last: 'anna9@example.com' },
    filter: { column: 'First name', operator: 'contains', value: 'Anna 07', rows: 10 },
    total: 80,
    create: {
      action: 'createCustomer',
      fields: [
        ['input.firstName', 'Zephyr'],
        ['input.lastName', 'Kalns'],
        ['input.emailAddress', 'zephyr@example.com'],
      ],
      name: 'Zephyr',
    },
    change: { action: 'updateCustomer', path: 'input.lastName', value: 'Ozols' },
    remove: { action: 'deleteCustomer' },
    read: async (api, name, token) =>
      first(
        at(
          await graphql(
            api,
            '/admin-api',
            `{ customers(options: { filter: { firstName: { eq: "${name}" } } }) { items { id lastName } } }`,
            token,
          ),
          'data',
          'customers',
          'items',
        ),
      ),
    changed: { lastName: 'Ozols' },
  },
  {
    name: 'Apollo Gateway 2.14, three subgraphs',
    folder: 'federation',
    program: 'server.mjs',
    needsDatabase: false,
    path: '/',
    login: { way: 'action', fields: { Name: 'captain', Password: 'sails-2026' } },
    collection: 'ships',
    sort: { column: 'Name', first: 'Ship 001', last: 'Ship 080' },
    filter: { column: 'Name', operator: 'contains', value: 'Ship 07', rows: 10 },
    total: 80,
    create: {
      action: 'createShip',
      fields: [
        ['input.name', 'Zephyr'],
        ['input.kind', 'Ferry'],
        ['input.tonnage', '4321'],
        ['input.portId', 'port-1'],
      ],
      name: 'Zephyr',
    },
    change: { action: 'updateShip', path: 'input.tonnage', value: '5432' },
    remove: { action: 'deleteShip' },
    read: async (api, name) =>
      first(
        (
          at(
            await graphql(api, '/', `{ ships(filter: { nameContains: "${name}" }) { edges { node { id tonnage } } } }`),
            'data',
            'ships',
            'edges',
          ) as { node: Found }[] | undefined
        )?.map(({ node }) => node),
      ),
    changed: { tonnage: 5432 },
  },
  {
    name: 'Yoga 5.24, event streams only',
    folder: 'yoga',
    program: 'server.mjs',
    needsDatabase: false,
    path: '/graphql',
    collection: 'tasks',
    sort: { column: 'Title', first: 'Task 001', last: 'Task 080' },
    filter: { column: 'Title', operator: 'contains', value: 'Task 07', rows: 10 },
    total: 80,
    create: {
      action: 'createTask',
      fields: [
        ['title', 'Zephyr'],
        ['points', '4321'],
      ],
      name: 'Zephyr',
    },
    change: { action: 'updateTask', path: 'points', value: '5432' },
    remove: { action: 'deleteTask' },
    read: async (api, name) =>
      first(
        at(
          await graphql(api, '/graphql', `{ tasks(where: { title_contains: "${name}" }) { items { id points } } }`),
          'data',
          'tasks',
          'items',
        ),
      ),
    changed: { points: 5432 },
    feed: { id: 'ticks' },
  },
];
