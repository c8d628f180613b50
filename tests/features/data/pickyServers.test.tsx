/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Servers that refuse certain paging arguments, fail at single fields, or respond with other data than requested. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { buildSchema, GraphQLError, introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../support/schemaServer';
import { endAll, rowsBegin, showData } from './showData';

afterEach(endAll);

const start = (sdl: string, root: Record<string, unknown>) =>
  Object.assign(schemaServer(sdl, root), { introspection: introspectionFromSchema(buildSchema(sdl)) });

const SHIPS = [
  { id: '1', name: 'Amber Comet', wage: 'x' },
  { id: '2', name: 'Nordlys', wage: 'y' },
];

it('a refused way of paging is replaced by the next one, which is remembered', async () => {
  const server = start(
    'type Query { ships(start: Int, limit: Int, page: Int, pageSize: Int): [Ship!]! } type Ship { id: ID! name: String! }',
    {
      ships(args: Record<string, unknown>) {
        if ('start' in args || 'limit' in args)
          throw new GraphQLError('start and limit are not supported here, use page and pageSize');
        return SHIPS;
      },
    },
  );
  showData(server, '/data/ships');
  await rowsBegin('Amber Comet', 'Nordlys');
  const sentArguments = server.requests.map(
    ({ query, variables }) => `${/ships\(([^)]*)/.exec(query)?.[1]} ${Object.keys(variables)}`,
  );
  expect(sentArguments).toHaveLength(2);
  expect(sentArguments[1]).toMatch(/page/);
  expect(sentArguments[1]).not.toMatch(/start|limit/);
});

describe('a search with an operator that the schema has and the server refuses', () => {
  const isRefused = (where: object, wanted: string): boolean => JSON.stringify(where ?? {}).includes(wanted);
  const library = (wanted: string, message: string) => {
    const server = start(
      `type Query { ships(where: ShipFilter, limit: Int, offset: Int): [Ship!]! } type Ship { id: ID! name: String! }
       input ShipFilter { or: [ShipFilter!] name: TextFilter } input TextFilter { eq: String like: String iLike: String }`,
      {
        ships({ where }: { where: object }) {
          if (isRefused(where, wanted)) throw new GraphQLError(message);
          return SHIPS;
        },
      },
    );
    const searches = (): unknown[] =>
      server.requests.flatMap(({ variables }) => Object.values(variables).filter(value => typeof value === 'object'));
    return { server, searches };
  };

  it('is repeated once with the next operator, which is remembered', async () => {
    const { server, searches } = library('iLike', 'SQLITE_ERROR: near "ILIKE": syntax error');
    showData(server, '/data/ships?filter=or:search:nord');
    await rowsBegin('Amber Comet', 'Nordlys');
    const searched = (operator: string, text: string) => [{ name: { [operator]: `%${text}%` } }];
    const sent = () => searches().map(value => (Array.isArray(value) ? value : (value as { or: unknown }).or));
    expect(sent()).toEqual([searched('iLike', 'nord'), searched('like', 'nord')]);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'amber' } });
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent()[2]).toEqual(searched('like', 'amber'));
  });

  it('is repeated once only, and shows its failure, if the next operator fails, too', async () => {
    const { server, searches } = library('nord', 'The disk is broken');
    showData(server, '/data/ships?filter=or:search:nord');
    expect((await screen.findAllByText(/The disk is broken/)).length).toBeGreaterThan(0);
    await waitFor(() => expect(searches()).toHaveLength(2));
    await new Promise(resolve => setTimeout(resolve, 50));
    expect(searches()).toHaveLength(2);
  });

  it('is not repeated if the account may not read the rows', async () => {
    const { server, searches } = library('nord', 'Forbidden');
    showData(server, '/data/ships?filter=or:search:nord');
    expect((await screen.findAllByText(/Forbidden/)).length).toBeGreaterThan(0);
    expect(searches()).toHaveLength(1);
  });
});

it('ids that are numbers have no thousands separators', async () => {
  const server = start('type Query { ships: [Ship!]! } type Ship { name: String! id: Int! captainId: Int tonnage: Int }', {
    ships: () => [{ name: 'Amber Comet', id: 1234567, captainId: 7654321, tonnage: 50272 }],
  });
  showData(server, '/data/ships?columns=name,id,captainId,tonnage');
  await rowsBegin('Amber Comet');
  expect(await screen.findByText('1234567')).toBeTruthy();
  expect(screen.getByText('7654321')).toBeTruthy();
  expect(screen.getByText('50,272')).toBeTruthy();
});

it('a full page is the last one if the next page turns out to be empty', async () => {
  const server = start('type Query { ships(page: Int, perPage: Int): [Ship!]! } type Ship { id: ID! name: String! }', {
    ships: ({ page, perPage }: { page: number; perPage: number }) =>
      Array.from({ length: page > 2 ? 0 : perPage }, (_, at) => ({ id: `${page} ${at}`, name: `Ship ${page} ${at}` })),
  });
  showData(server, '/data/ships?size=10&page=page:2');
  await rowsBegin('Ship 2 0');
  const next = screen.getByRole<HTMLButtonElement>('button', { name: /Next/ });
  expect(screen.getByText(/11–20.* of many/)).toBeTruthy();
  fireEvent.pointerEnter(next);
  await waitFor(() => expect(next.disabled).toBe(true));
  await rowsBegin('Ship 2 0');
  expect(screen.queryByText(/of many/)).toBeNull();
  expect(server.requests).toHaveLength(2);
});

it('a page has as many rows as the server allows, and so has the next one', async () => {
  const server = start('type Query { ships(limit: Int, offset: Int): [Ship!]! } type Ship { id: ID! name: String! }', {
    ships({ limit, offset = 0 }: { limit: number; offset?: number }) {
      if (limit > 30) throw new GraphQLError(`limit must not be more than 30, but was ${limit}`);
      return Array.from({ length: Math.max(0, Math.min(limit, 45 - (offset ?? 0))) }, (_, at) => ({
        id: at,
        name: `Ship ${(offset ?? 0) + at}`,
      }));
    },
  });
  showData(server, '/data/ships');
  await rowsBegin('Ship 0', 'Ship 1');
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await rowsBegin('Ship 30', 'Ship 31');
  const sentNumbers = server.requests.map(({ variables }) => Object.values(variables).filter(value => typeof value === 'number'));
  expect(sentNumbers[0]).toEqual(expect.arrayContaining([51]));
  for (const numbers of sentNumbers.slice(1)) expect(Math.max(...(numbers as number[]))).toBeLessThanOrEqual(30);
});

it('the pages around one that has failed can be reached', async () => {
  const server = start(
    'type Query { ships(limit: Int, offset: Int): Ships! } type Ships { items: [Ship!]! total: Int! } type Ship { id: ID! name: String! }',
    {
      ships({ limit, offset }: { limit: number; offset: number }) {
        if (offset === 20) throw new GraphQLError('The disk of this shard is broken');
        const items = Array.from({ length: Math.min(limit, 45 - offset) }, (_, at) => ({ id: at, name: `Ship ${offset + at}` }));
        return { items, total: 45 };
      },
    },
  );
  showData(server, '/data/ships?size=10');
  await rowsBegin('Ship 0', 'Ship 1');
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
  fireEvent.click(button('Next'));
  await rowsBegin('Ship 10', 'Ship 11');
  fireEvent.click(button('Next'));
  await screen.findByText(/The disk of this shard is broken/);
  await waitFor(() => expect(button('Next').disabled).toBe(false));
  expect(button('Last page').disabled).toBe(false);
  fireEvent.click(button('Next'));
  await rowsBegin('Ship 30', 'Ship 31');
  fireEvent.click(button('Back'));
  await screen.findByText(/The disk of this shard is broken/);
  await waitFor(() => expect(button('Back').disabled).toBe(false));
  fireEvent.click(button('Back'));
  await rowsBegin('Ship 10', 'Ship 11');
});

it.each([
  [
    'says so in the details of its error',
    { validationErrors: [{ property: 'take', constraints: { max: 'take must not be greater than 20' } }] },
  ],
  ['does not say how many', { code: 'BAD_USER_INPUT' }],
])('fewer rows are requested if the server refuses the page size and %s', async (_, extensions) => {
  const server = start('type Query { ships(skip: Int, take: Int): [Ship!]! } type Ship { id: ID! name: String! }', {
    ships({ take }: { take: number }) {
      if (take > 20) throw new GraphQLError('Argument Validation Error', { extensions });
      return SHIPS;
    },
  });
  showData(server, '/data/ships');
  await rowsBegin('Amber Comet', 'Nordlys');
  expect(server.requests.length).toBeLessThanOrEqual(2);
});

const WITH_WAGE = 'type Query { ships: [Ship!] ship(id: ID!): Ship } type Ship { id: ID! name: String! wage: String! }';
const refuse = () => {
  throw new GraphQLError('Not for you');
};
const withWage = () =>
  start(WITH_WAGE, {
    ships: () => SHIPS.map(ship => ({ ...ship, wage: refuse })),
    ship: () => ({ ...SHIPS[0], wage: refuse }),
  });

it('a failing field is left out of a list, which shows the rest, and the error of the field', async () => {
  const server = withWage();
  showData(server, '/data/ships');
  await rowsBegin('Amber Comet', 'Nordlys');
  await waitFor(() => expect(screen.getAllByText(/Could not be loaded: Not for you/)).toHaveLength(2));
  expect(server.requests).toHaveLength(2);
  expect(server.requests[1]?.query).not.toContain('wage');
});

it('a failing field is left out of a record', async () => {
  const server = withWage();
  showData(server, '/data/ships/1');
  await screen.findByText('Could not be loaded: Not for you');
  expect(screen.getAllByText('Amber Comet').length).toBeGreaterThan(0);
  expect(screen.queryByText(/could not|errors? occurred/i, { selector: 'h2' })).toBeNull();
});

it('failing fields are left out of a single record without arguments', async () => {
  const server = start('type Query { stats: Stats! } type Stats { jobs: Int! revenue: Int! rate: Int! }', {
    stats: { jobs: 42, revenue: refuse, rate: () => null },
  });
  showData(server, '/data/stats');
  await screen.findByText('42');
  screen.getByText('Could not be loaded: Not for you');
  screen.getByText(/Could not be loaded: Cannot return null/);
  expect(server.requests.at(-1)?.query).not.toMatch(/revenue|rate/);
});

it('a value that is refused in one row is not shown as empty', async () => {
  const server = start(WITH_WAGE.replace('wage: String!', 'wage: String'), {
    ships: () => [
      { id: '1', name: 'Amber Comet', wage: null },
      { id: '2', name: 'Nordlys', wage: refuse },
    ],
  });
  showData(server, '/data/ships');
  await rowsBegin('Amber Comet', 'Nordlys');
  const cell = await screen.findByText('Could not be loaded: Not for you');
  expect(cell.closest('[role=row]')?.textContent).toContain('Nordlys');
});

it.each([
  ['a record', '/data/ships/1'],
  ['a list', '/data/ships'],
])('%s with a forbidden field stays, and the notice above it names the field', async (_, url) => {
  const forbid = () => {
    throw new GraphQLError('Managers only', { extensions: { code: 'FORBIDDEN' } });
  };
  const ship = { id: '1', name: 'Amber Comet', wage: forbid };
  const server = start(WITH_WAGE.replace('wage: String!', 'wage: String'), { ships: [ship], ship });
  showData(server, url);
  expect((await screen.findByText(/You are not allowed to see this|Sign in to see this/)).textContent).toMatch(/^Wage: /);
  expect(screen.getAllByText('Amber Comet').length).toBeGreaterThan(0);
  screen.getByText('Could not be loaded: Managers only');
});

it.each([
  ['a text', '"boom"'],
  ['a number', '7'],
  ['an object', '{"a":1}'],
  ['nothing at all', undefined],
])('%s in place of a list is reported as a failure, not as an empty list', async (_, value) => {
  const server = withWage();
  server.intercept = () =>
    new Response(`{"data":{${value === undefined ? '' : `"ships":${value}`}}}`, {
      headers: { 'content-type': 'application/json' },
    });
  showData(server, '/data/ships');
  await screen.findByText(value === undefined ? /data has no field ships/ : /ships is .* where a list was asked for/);
  expect(screen.queryByText(/^No Ships/)).toBeNull();
});

it('a list in a union with errors is a collection, and an error in its place is shown as the error of the server', async () => {
  const server = start(
    `union ShipsResult = ShipPage | Problem | NotSignedIn
     type ShipPage { items: [Ship!]! total: Int! } type Problem { code: Int! message: String! } type NotSignedIn { message: String }
     type Ship { id: ID! name: String! } type Query { ships(limit: Int, offset: Int): ShipsResult! }`,
    {
      ships: ({ limit = 50 }: { limit?: number }) =>
        down
          ? { __typename: 'NotSignedIn', message: 'Who are you?' }
          : limit > 30
            ? { __typename: 'Problem', code: 4, message: 'limit must not be more than 30' }
            : { __typename: 'ShipPage', items: SHIPS, total: 2 },
    },
  );
  let down = false;
  showData(server, '/data/ships');
  await rowsBegin('Amber Comet', 'Nordlys');
  expect(server.requests.map(({ variables }) => variables.limit)).toEqual([50, 30]);
  down = true;
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('Who are you?')).toBeTruthy();
  expect(screen.getByText('The server reports an error')).toBeTruthy();
});

it('a list whose parent is null is not reported as empty, and offers no form for the first row', async () => {
  const server = start(
    `type Query { viewer: Viewer } type Viewer { id: ID! ships(first: Int): [Ship!]! } type Ship { id: ID! name: String! }
    type Mutation { createShip(name: String!): Ship }`,
    { viewer: () => null },
  );
  showData(server, '/data/viewer.ships');
  await screen.findByText('The server sent no list');
  expect(screen.queryByText('No Ships')).toBeNull();
  expect(screen.queryByText('0 rows')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
});
