/** Queries over HTTP: lists, pages, filters, orders, search, single records. */
import { type RunningHarbour, startHarbour } from '../support/harbour/startHarbour';

// Real servers on a machine that may be busy; a hang still fails.

let harbour: RunningHarbour;
beforeAll(async () => {
  harbour = await startHarbour();
}, 60_000);
afterAll(() => harbour.close());

interface ShipPage {
  ships: {
    nodes: {
      id: string;
      name: string;
      lengthMetres: number;
      type: string;
      flag: string;
      grossTonnage: number;
      builtOn: string;
    }[];
    edges: { cursor: string; node: { id: string } }[];
    pageInfo: { startCursor: string | null; endCursor: string | null; hasNextPage: boolean; hasPreviousPage: boolean };
    totalCount: number;
  };
}
const SHIPS = `query ($first: Int, $after: String, $last: Int, $before: String, $filter: ShipFilter, $order: ShipOrder) {
  ships(first: $first, after: $after, last: $last, before: $before, filter: $filter, order: $order) {
    nodes { id name lengthMetres type flag grossTonnage builtOn } edges { cursor node { id } }
    pageInfo { startCursor endCursor hasNextPage hasPreviousPage } totalCount
  }
}`;
const ships = async (variables: Record<string, unknown>) => {
  const response = await harbour.ask<ShipPage>(SHIPS, variables);
  if (response.errors) throw new Error(JSON.stringify(response.errors));
  return response.data.ships;
};

interface VisitRow {
  id: string;
  status: string;
  eta: string;
  arrivedAt: string | null;
  value: number | string | null;
  cargoTonnes: number | null;
  notes: string | null;
}
const visits = async (variables: Record<string, unknown>): Promise<VisitRow[]> => {
  const response = await harbour.ask<{ visits: VisitRow[] }>(
    `query ($limit: Int, $offset: Int, $where: VisitWhere, $orderBy: [VisitOrder!]) {
      visits(limit: $limit, offset: $offset, where: $where, orderBy: $orderBy) { id status eta arrivedAt value cargoTonnes notes }
    }`,
    variables,
  );
  if (response.errors) throw new Error(JSON.stringify(response.errors));
  return response.data.visits;
};

describe('the seeded harbour', () => {
  test('contains 400 ships, 24 berths, 12,000 visits and cargo documents, the same on every machine', async () => {
    const { totalCount, nodes } = await ships({ first: 3, order: { field: 'IMO' } });
    expect(totalCount).toBe(400);
    expect(nodes.map(ship => `${ship.id} ${ship.name}`)).toMatchInlineSnapshot(`
[
  "ship-17 Royal Osprey",
  "ship-149 Opal Promise",
  "ship-198 Iberian Curlew",
]
`);
    const { data } = await harbour.ask<{ berths: { id: string }[]; visits: VisitRow[] }>(
      '{ berths { id } visits(limit: 500, offset: 11990) { id } }',
    );
    expect(data.berths).toHaveLength(24);
    expect(data.visits).toHaveLength(10);
    const documents = await harbour.ask<{ visits: { documents: { filename: string; sha256: string }[] }[] }>(
      '{ visits(limit: 500) { documents { filename sha256 } } }',
    );
    const some = documents.data.visits.flatMap(visit => visit.documents);
    expect(some.length).toBeGreaterThan(20);
    expect(some[0]).toMatchInlineSnapshot(`
{
  "filename": "manifest-9111498-2026-09-27.csv",
  "sha256": "3c064d6a0ea2d8f7e91861791420a7df316b6464b9e379a869ec7056098902d2",
}
`);
  });

  test('has a valid IMO number and a unique name for every ship', async () => {
    const { data } = await harbour.ask<{ ships: { nodes: { imo: string; name: string }[] } }>(
      '{ ships(first: 400) { nodes { imo name } } }',
    );
    const { nodes } = data.ships;
    for (const { imo } of nodes) {
      expect(imo).toMatch(/^9\d{6}$/);
      const sum = [...imo.slice(0, 6)].reduce((total, digit, index) => total + Number(digit) * (7 - index), 0);
      expect(Number(imo[6])).toBe(sum % 10);
    }
    expect(new Set(nodes.map(ship => ship.imo)).size).toBe(400);
    expect(new Set(nodes.map(ship => ship.name)).size).toBe(400);
  });

  test('has values beyond 2^53, long notes, nested metadata, and rows without any', async () => {
    const rows = await visits({ limit: 500, orderBy: [{ field: 'VALUE', direction: 'DESC' }] });
    expect(rows.filter(row => Number(row.value) > Number.MAX_SAFE_INTEGER).length).toBe(500);
    const without = await visits({ limit: 5, where: { value: { isNull: true } } });
    expect(without.map(row => row.value)).toEqual([null, null, null, null, null]);
    const all = await visits({ limit: 500, where: { notes: { startsWith: 'Log of the stay' } } });
    expect(Math.max(...all.map(row => row.notes?.length ?? 0))).toBeGreaterThan(2000);
  });
});

describe('ships, a connection', () => {
  test('paging forward returns every ship once, in order', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    for (let page = 0; page < 20; page++) {
      const { nodes, pageInfo }: ShipPage['ships'] = await ships({
        first: 37,
        after,
        order: { field: 'GROSS_TONNAGE', direction: 'DESC' },
      });
      expect(pageInfo.hasPreviousPage).toBe(page > 0);
      seen.push(...nodes.map(ship => ship.id));
      after = pageInfo.endCursor;
      if (!pageInfo.hasNextPage) break;
    }
    expect(new Set(seen).size).toBe(400);
    const all = await ships({ first: 400, order: { field: 'GROSS_TONNAGE', direction: 'DESC' } });
    expect(all.nodes.map(ship => ship.id)).toEqual(seen);
    const tonnages = all.nodes.map(ship => ship.grossTonnage);
    expect(tonnages).toEqual([...tonnages].sort((a, b) => b - a));
  });

  test.each(['NAME', 'IMO', 'FLAG', 'LENGTH_METRES', 'BUILT_ON'])(
    'paging backward by %s returns the same rows as paging forward',
    async field => {
      const order = { field, direction: 'ASC' };
      const all = (await ships({ first: 400, order })).edges;
      const last = await ships({ last: 10, order });
      expect(last.edges).toEqual(all.slice(-10));
      expect(last.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
      const before = await ships({ last: 10, before: last.pageInfo.startCursor, order });
      expect(before.edges).toEqual(all.slice(-20, -10));
      expect(before.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
      const first = await ships({ last: 500, before: all[5]?.cursor, order });
      expect(first.edges).toEqual(all.slice(0, 5));
      expect(first.pageInfo.hasPreviousPage).toBe(false);
    },
  );

  test.each([
    [{ type: { eq: 'TANKER' } }, (s: ShipPage['ships']['nodes'][0]) => s.type === 'TANKER'],
    [{ type: { in: ['FERRY', 'CRUISE_SHIP'] } }, (s: ShipPage['ships']['nodes'][0]) => ['FERRY', 'CRUISE_SHIP'].includes(s.type)],
    [
      { type: { ne: 'TANKER' }, lengthMetres: { gte: 300 } },
      (s: ShipPage['ships']['nodes'][0]) => s.type !== 'TANKER' && s.lengthMetres >= 300,
    ],
    [{ name: { contains: 'STAR' } }, (s: ShipPage['ships']['nodes'][0]) => /star/i.test(s.name)],
    [{ name: { startsWith: 'ocean' } }, (s: ShipPage['ships']['nodes'][0]) => /^ocean/i.test(s.name)],
    [{ name: { endsWith: 'wave' } }, (s: ShipPage['ships']['nodes'][0]) => /wave$/i.test(s.name)],
    [{ name: { in: ['Nordlys', 'Ωκεανός'] } }, (s: ShipPage['ships']['nodes'][0]) => ['Nordlys', 'Ωκεανός'].includes(s.name)],
    [
      { builtOn: { gt: '2019-12-31', lte: '2021-12-31' } },
      (s: ShipPage['ships']['nodes'][0]) => s.builtOn > '2019-12-31' && s.builtOn <= '2021-12-31',
    ],
    [{ grossTonnage: { lt: 5000 } }, (s: ShipPage['ships']['nodes'][0]) => s.grossTonnage < 5000],
    [
      { or: [{ flag: { eq: 'Norway' } }, { flag: { eq: 'Malta' } }] },
      (s: ShipPage['ships']['nodes'][0]) => ['Norway', 'Malta'].includes(s.flag),
    ],
    [
      { not: { flag: { in: ['Panama', 'Liberia'] } } },
      (s: ShipPage['ships']['nodes'][0]) => !['Panama', 'Liberia'].includes(s.flag),
    ],
    [
      { and: [{ lengthMetres: { gt: 100 } }, { lengthMetres: { lt: 120 } }] },
      (s: ShipPage['ships']['nodes'][0]) => s.lengthMetres > 100 && s.lengthMetres < 120,
    ],
    [{ id: { in: ['ship-1', 'ship-2', 'ship-999'] } }, (s: ShipPage['ships']['nodes'][0]) => ['ship-1', 'ship-2'].includes(s.id)],
  ])('the filter %j finds what it says, and counts it', async (filter, matches) => {
    const all = await ships({ first: 400 });
    const expected = all.nodes.filter(matches);
    expect(expected.length).toBeGreaterThan(0);
    const found = await ships({ first: 400, filter });
    expect(found.nodes).toEqual(expected);
    expect(found.totalCount).toBe(expected.length);
  });

  test('SQL wildcards are ordinary characters', async () => {
    expect((await ships({ filter: { name: { contains: '%' } } })).totalCount).toBe(0);
    expect((await ships({ filter: { name: { contains: '_' } } })).totalCount).toBe(0);
    expect((await ships({ filter: { name: { contains: "'; drop table harbour.ships; --" } } })).totalCount).toBe(0);
    expect((await ships({})).totalCount).toBe(400);
  });

  test('an empty list of values matches nothing, and null means no condition', async () => {
    expect((await ships({ filter: { or: [] } })).totalCount).toBe(0);
    expect((await ships({ filter: { name: { in: [] } } })).totalCount).toBe(0);
    expect((await ships({ filter: { and: [], name: null, type: { eq: null } } })).totalCount).toBe(400);
  });

  test.each([
    [{ first: 0 }, ['first']],
    [{ first: 501 }, ['first']],
    [{ last: -1 }, ['last']],
    [{ first: 1, last: 1 }, ['last']],
    [{ after: 'nonsense' }, ['after']],
    [{ before: Buffer.from('["NAME","DESC","x",1]').toString('base64url') }, ['before']],
    [{ filter: { id: { eq: 'visit-1' } } }, ['filter', 'id', 'eq']],
    [{ filter: { or: [{}, { id: { in: ['ship-1', 'nobody'] } }] } }, ['filter', 'or', 1, 'id', 'in', 1]],
    [
      { filter: { not: { not: { not: { not: { not: { not: { not: { not: { not: {} } } } } } } } } } },
      ['filter', ...Array(9).fill('not')],
    ],
  ])('%j is refused at its argument', async (variables, argumentPath) => {
    const { errors } = await harbour.ask(SHIPS, variables);
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argumentPath });
  });

  test('a filter with too many conditions is refused', async () => {
    const filter = { or: Array.from({ length: 101 }, () => ({ name: { eq: 'x' } })) };
    const { errors } = await harbour.ask(SHIPS, { filter });
    expect(errors?.[0]?.message).toBe('A filter can have at most 100 conditions.');
  });

  test('a forged cursor is reported as bad input', async () => {
    const after = Buffer.from('["LENGTH_METRES","ASC","many",1]').toString('base64url');
    const { errors } = await harbour.ask(SHIPS, { after, order: { field: 'LENGTH_METRES' } });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(harbour.logged).toEqual([]);
  });
});

describe('visits, a list with limit and offset', () => {
  test('pages do not overlap, even if many rows are equal', async () => {
    const orderBy = [{ field: 'STATUS', direction: 'ASC' }];
    const all = await visits({ limit: 300, orderBy });
    const pages = [
      ...(await visits({ limit: 100, orderBy })),
      ...(await visits({ limit: 100, offset: 100, orderBy })),
      ...(await visits({ limit: 100, offset: 200, orderBy })),
    ];
    expect(pages.map(row => row.id)).toEqual(all.map(row => row.id));
    expect(await visits({ limit: 0 })).toEqual([]);
    expect(await visits({ limit: 10, offset: 12_000 })).toEqual([]);
  });

  test('the default order is by expected arrival, latest first', async () => {
    const etas = (await visits({ limit: 100 })).map(row => row.eta);
    expect(etas).toEqual([...etas].sort().reverse());
    expect(etas[0]).toMatch(/^2026-09-\d\dT\d\d:\d\d:00\.000Z$/);
  });

  test('they are sorted by several fields, with rows without a value last in both directions', async () => {
    const byTwo = await visits({
      limit: 500,
      orderBy: [{ field: 'STATUS', direction: 'DESC' }, { field: 'CARGO_TONNES' }],
      where: { eta: { gt: '2026-06-20T00:00:00Z' } },
    });
    const course = ['EXPECTED', 'AT_ANCHOR', 'ALONGSIDE', 'DEPARTED', 'CANCELLED'];
    const keys = byTwo.map(row => [-course.indexOf(row.status), row.cargoTonnes ?? Number.POSITIVE_INFINITY] as const);
    expect(keys).toEqual([...keys].sort((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0)));
    for (const direction of ['ASC', 'DESC']) {
      const last = await visits({ limit: 500, offset: 11_600, orderBy: [{ field: 'ARRIVED_AT', direction }] });
      expect(last.every(row => row.arrivedAt === null)).toBe(true);
    }
  });

  test('they are filtered by times, ids, large numbers and texts', async () => {
    const window = await visits({
      limit: 500,
      where: { eta: { gte: '2026-03-01T00:00:00+02:00', lt: '2026-03-08T00:00:00Z' }, status: { eq: 'DEPARTED' } },
    });
    expect(window.length).toBeGreaterThan(50);
    expect(window.every(row => row.eta >= '2026-02-28T22:00:00.000Z' && row.eta < '2026-03-08')).toBe(true);
    const dear = await visits({ limit: 500, where: { value: { gt: '1000000000000000001' } } });
    expect(dear.length).toBeGreaterThan(0);
    expect(dear.every(row => BigInt(Math.trunc(Number(row.value))) >= 10n ** 18n)).toBe(true);
    const noted = await visits({ limit: 500, where: { notes: { contains: 'swell' }, berthId: { eq: 'berth-1' } } });
    expect(noted.length).toBeGreaterThan(0);
    expect(noted.every(row => row.notes?.includes('swell'))).toBe(true);
    const notNoted = await visits({ limit: 1, where: { not: { notes: { contains: 'e' } } } });
    expect(notNoted[0]?.notes).toBeNull();
  });

  test.each([
    [{ limit: 501 }, ['limit']],
    [{ offset: -1 }, ['offset']],
    [{ where: { shipId: { eq: 'berth-1' } } }, ['where', 'shipId', 'eq']],
    [{ orderBy: Array(6).fill({ field: 'ETA' }) }, ['orderBy']],
  ])('%j is refused at its argument', async (variables, argumentPath) => {
    await expect(visits(variables)).rejects.toThrow(`"argumentPath":${JSON.stringify(argumentPath)}`);
  });
});

describe('single records and relations', () => {
  test('node returns the record of each type by its id, and null for an unknown id', async () => {
    const { data } = await harbour.ask(
      `{ ship: node(id: "ship-7") { __typename id ... on Ship { name } } berth: node(id: "berth-1") { id ... on Berth { name } }
         visit: node(id: "visit-1") { id ... on Visit { ship { id } } } document: node(id: "document-1") { id ... on Document { visit { id } } }
         none: node(id: "ship-401") { id } wrong: node(id: "harbour") { id } huge: node(id: "ship-99999999999") { id } }`,
    );
    expect(data).toMatchObject({
      ship: { __typename: 'Ship', id: 'ship-7' },
      berth: { id: 'berth-1', name: 'Northquay 1' },
      visit: { id: 'visit-1' },
      document: { id: 'document-1' },
      none: null,
      wrong: null,
      huge: null,
    });
  });

  test("a ship's visits are a connection, loaded in one batch for all ships of a page", async () => {
    const { data } = await harbour.ask<{
      ships: {
        nodes: {
          id: string;
          visits: {
            totalCount: number;
            nodes: { id: string; eta: string }[];
            pageInfo: { endCursor: string; hasNextPage: boolean };
          };
        }[];
      };
    }>(
      '{ ships(first: 50) { nodes { id visits(first: 3) { totalCount nodes { id eta } pageInfo { endCursor hasNextPage } } } } }',
    );
    const ship = data.ships.nodes.find(node => node.visits.totalCount > 3);
    expect(ship?.visits.nodes).toHaveLength(3);
    const next = await harbour.ask<{ ship: { visits: { nodes: { id: string; eta: string }[] } } }>(
      'query ($id: ID!, $after: String) { ship(id: $id) { visits(first: 500, after: $after) { nodes { id eta } } } }',
      { id: ship?.id, after: ship?.visits.pageInfo.endCursor },
    );
    const all = [...(ship?.visits.nodes ?? []), ...next.data.ship.visits.nodes];
    expect(all).toHaveLength(ship?.visits.totalCount ?? 0);
    expect(all.map(visit => visit.eta)).toEqual(
      all
        .map(visit => visit.eta)
        .sort()
        .reverse(),
    );
    const departed = await harbour.ask<{
      ship: { all: { totalCount: number }; departed: { totalCount: number; nodes: { status: string }[] } };
    }>(
      'query ($id: ID!) { ship(id: $id) { all: visits(first: 1) { totalCount } departed: visits(status: [DEPARTED, CANCELLED], first: 100) { totalCount nodes { status } } } }',
      { id: ship?.id },
    );
    expect(departed.data.ship.all.totalCount).toBe(ship?.visits.totalCount);
    expect(departed.data.ship.departed.nodes).toHaveLength(departed.data.ship.departed.totalCount);
    expect(departed.data.ship.departed.nodes.every(({ status }) => ['DEPARTED', 'CANCELLED'].includes(status))).toBe(true);
  });

  test("a berth's visits are limited and offset for each berth", async () => {
    const { data } = await harbour.ask<{ berths: { a: { id: string }[]; b: { id: string }[] }[] }>(
      '{ berths { a: visits(limit: 4) { id } b: visits(limit: 2, offset: 2) { id } } }',
    );
    expect(data.berths).toHaveLength(24);
    for (const { a, b } of data.berths) expect(a.slice(2)).toEqual(b);
  });

  test('search finds ships, berths and visits, best matches first', async () => {
    const { data } = await harbour.ask<{ search: { __typename: string; name?: string; notes?: string }[] }>(
      '{ search(text: "l1 oil", limit: 100) { __typename ... on Berth { name } } }',
    );
    expect(data.search).toEqual([{ __typename: 'Berth', name: 'Oil Jetty 1' }]);
    const mixed = await harbour.ask<{ search: { __typename: string; name?: string }[] }>(
      '{ search(text: "Nord", limit: 100) { __typename ... on Ship { name } } }',
    );
    expect(mixed.data.search[0]?.name).toMatch(/^Nord/);
    const notes = await harbour.ask<{ search: { __typename: string }[] }>(
      '{ search(text: "gangway NET", limit: 5) { __typename } }',
    );
    expect(notes.data.search).toEqual(Array(5).fill({ __typename: 'Visit' }));
    const short = await harbour.ask('{ search(text: " x ") { __typename } }');
    expect(short.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argumentPath: ['text'] });
  });
});
