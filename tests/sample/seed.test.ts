/** The sample data of the harbour: reproducible and plausible. */
import { createRandom } from '../../src/sample/seed/createRandom';
import { makeBerths, SHIPS_OF_BERTH } from '../../src/sample/seed/makeBerths';
import { makeDocuments } from '../../src/sample/seed/makeDocuments';
import { makeShips, type ShipRow } from '../../src/sample/seed/makeShips';
import { makeVisits, type VisitRow } from '../../src/sample/seed/makeVisits';

const NOW = Date.parse('2026-07-01T10:40:00Z');
const HOUR = 3_600_000;

const make = (now = NOW) => {
  const random = createRandom(1);
  const ships = makeShips(random);
  const berths = makeBerths();
  const visits = makeVisits(random, ships, berths, now);
  return { ships, berths, visits, documents: makeDocuments(random, visits, ships) };
};
const { ships, berths, visits, documents } = make();

test('the same seed creates the same data, and another seed creates other data', () => {
  expect(make()).toEqual({ ships, berths, visits, documents });
  expect(makeShips(createRandom(2))).not.toEqual(ships);
});

test('the visits are relative to the time of seeding: the same rows, shifted by whole hours', () => {
  const later = 1000 * 24 * HOUR + 17 * HOUR;
  const moved = make(NOW + later).visits;
  const by = (time: string | null) => (time === null ? null : new Date(Date.parse(time) + later).toISOString());
  const expected = visits.map(visit => ({
    ...visit,
    eta: by(visit.eta),
    arrived_at: by(visit.arrived_at),
    departed_at: by(visit.departed_at),
    changed_at: by(visit.changed_at),
  }));
  // Compared as text, which is ten times as fast.
  expect(JSON.stringify(moved) === JSON.stringify(expected)).toBe(true);
  expect(JSON.stringify(make(NOW + 19 * 60_000).visits) === JSON.stringify(visits)).toBe(true);
  const etas = visits.map(visit => Date.parse(visit.eta));
  for (const [from, to] of [
    [-60, -30],
    [0, 30],
    [30, 60],
  ] as const) {
    const during = etas.filter(eta => eta >= NOW + from * 24 * HOUR && eta < NOW + to * 24 * HOUR);
    expect(during.length).toBeGreaterThan(200);
  }
});

test('random numbers are distributed evenly within their limits', () => {
  const random = createRandom(7);
  const counts = Array<number>(10).fill(0);
  for (let i = 0; i < 10_000; i++) {
    const drawn = random.whole(0, 9);
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
  expect(counts).toHaveLength(10);
  for (let i = 0; i < 1000; i++) {
    const value = random.decimal(1, 2, 1);
    expect(value >= 1 && value <= 2).toBe(true);
    expect(Math.round(value * 10) / 10).toBe(value);
  }
});

test('there are 400 ships of every type, 24 berths and 12,000 visits, by arrival', () => {
  expect([ships.length, berths.length, visits.length]).toEqual([400, 24, 12_000]);
  expect(new Set(ships.map(ship => ship.type)).size).toBe(8);
  expect(visits.map(visit => visit.eta)).toEqual(visits.map(visit => visit.eta).sort());
  expect(visits.map(visit => visit.id)).toEqual(Array.from({ length: 12_000 }, (_, index) => index + 1));
});

test('no two ships are at one berth at the same time, and no ship is at two berths', () => {
  const conflicts = (keyOf: (visit: VisitRow) => number): VisitRow[] => {
    const leaves = new Map<number, string>();
    return visits
      .filter(visit => visit.status === 'DEPARTED')
      .sort((a, b) => ((a.arrived_at as string) < (b.arrived_at as string) ? -1 : 1))
      .filter(visit => {
        const busy = (leaves.get(keyOf(visit)) ?? '') > (visit.arrived_at as string);
        leaves.set(keyOf(visit), visit.departed_at as string);
        return busy;
      });
  };
  expect(conflicts(visit => visit.berth_id)).toEqual([]);
  expect(conflicts(visit => visit.ship_id)).toEqual([]);
});

test('every ship fits its berth in length and type', () => {
  const shipOf = new Map(ships.map(ship => [ship.id, ship]));
  const berthOf = new Map(berths.map(berth => [berth.id, berth]));
  for (const visit of visits) {
    const ship = shipOf.get(visit.ship_id) as ShipRow;
    const berth = berthOf.get(visit.berth_id);
    expect(berth && ship.length_metres <= berth.max_length_metres && SHIPS_OF_BERTH[berth.kind].includes(ship.type)).toBe(true);
  }
});

test('the status of a visit agrees with its times at the hour of seeding', () => {
  const epoch = new Date('2026-07-01T10:00:00Z').toISOString();
  for (const { status, eta, arrived_at, departed_at, cancel_reason } of visits) {
    expect(cancel_reason !== null).toBe(status === 'CANCELLED');
    if (status === 'DEPARTED')
      expect((departed_at as string) <= epoch && (arrived_at as string) < (departed_at as string)).toBe(true);
    else expect(departed_at).toBeNull();
    if (status === 'ALONGSIDE') expect((arrived_at as string) <= epoch).toBe(true);
    if (status === 'EXPECTED' || status === 'AT_ANCHOR') expect(arrived_at === null && eta > '2026-06-30').toBe(true);
  }
  expect(new Set(visits.map(visit => visit.status)).size).toBe(5);
});

test('some values need more digits than a double has', () => {
  const big = visits.filter(visit => visit.value !== null && BigInt(visit.value) > 2n ** 53n);
  expect(big.length).toBeGreaterThan(1000);
  expect(big.filter(visit => String(Number(visit.value)) !== visit.value).length).toBeGreaterThan(big.length / 2);
  for (const { value } of visits) expect(value === null || BigInt(value) < 2n ** 63n).toBe(true);
});
