/**
 * The 12,000 visits. Each berth has one slot after another, from two years before now to three months after, so that no two ships are at
 * one berth and no ship is in two places.
 */
import type { Random } from './createRandom';
import { type BerthRow, SHIPS_OF_BERTH } from './makeBerths';
import type { ShipRow, ShipType } from './makeShips';
import { writeNotes } from './writeNotes';

/** States of a visit, as in the database and the API's enum. */
export const VISIT_STATUSES = ['EXPECTED', 'AT_ANCHOR', 'ALONGSIDE', 'DEPARTED', 'CANCELLED'] as const;
export type VisitStatus = (typeof VISIT_STATUSES)[number];

/** One row of harbour.visits. `value` is decimal text, because it can exceed 2^53. */
export interface VisitRow {
  id: number;
  ship_id: number;
  berth_id: number;
  status: VisitStatus;
  eta: string;
  arrived_at: string | null;
  departed_at: string | null;
  cargo_tonnes: number | null;
  value: string | null;
  notes: string | null;
  metadata: unknown;
  cancel_reason: string | null;
  changed_at: string;
  version: number;
}

const VISITS_PER_BERTH = 500;
const HOUR = 3_600_000;
/** The first slot starts this long before now, in ms. */
const PAST = 730 * 24 * HOUR;
const SLOT = (820 * 24 * HOUR) / VISITS_PER_BERTH;

/** Maximum cargo in tonnes for each cubic metre of the ship's length, and the range of its value in euros for each tonne. */
const CARGO: Record<ShipType, { density: number; euros: readonly [number, number] } | null> = {
  CONTAINER_SHIP: { density: 0.0032, euros: [1800, 9000] },
  BULK_CARRIER: { density: 0.0068, euros: [60, 420] },
  TANKER: { density: 0.0081, euros: [380, 760] },
  GAS_CARRIER: { density: 0.0031, euros: [420, 980] },
  VEHICLE_CARRIER: { density: 0.0016, euros: [9000, 21_000] },
  GENERAL_CARGO: { density: 0.0034, euros: [300, 2600] },
  CRUISE_SHIP: null,
  FERRY: { density: 0.0004, euros: [900, 3000] },
};

const AGENTS = [
  'Halvorsen & Sons',
  'Blue Pier Agency',
  'Mercator Shipping',
  'Quayside Partners',
  'Lindqvist Agenturer',
  'O’Meara Maritime',
];
const PILOTS = ['A. Byrne', 'C. Lund', 'E. Okafor', 'F. Moreau', 'H. Tanaka', 'J. Kowalska', 'M. van Dijk', 'R. Silva'];
const HAZARDS = [
  { un: 'UN1203', name: 'Petrol', class: '3' },
  { un: 'UN1972', name: 'Methane, refrigerated liquid', class: '2.1' },
  { un: 'UN3480', name: 'Lithium ion batteries', class: '9' },
  { un: 'UN1942', name: 'Ammonium nitrate', class: '5.1' },
  { un: 'UN1830', name: 'Sulphuric acid', class: '8' },
];
const CANCEL_REASONS = [
  'Vessel diverted to another port by the charterer.',
  'Engine trouble; the owner cancelled the call.',
  'Cargo sold at sea.',
  'Weather window missed.',
];

/**
 * Creates the visits in order of arrival, with ids from 1.
 * @param now current time of the harbour: earlier visits are over, later ones expected. Calls within the same hour return the same rows;
 * the rows of another hour differ only in their times.
 */
export function makeVisits(random: Random, ships: readonly ShipRow[], berths: readonly BerthRow[], now: number): VisitRow[] {
  const epoch = Math.floor(now / HOUR) * HOUR;
  const slots = berths
    .flatMap(berth =>
      Array.from({ length: VISITS_PER_BERTH }, (_, index) => {
        const eta = roundToMinutes(epoch - PAST + index * SLOT + random.next() * 6 * HOUR, 15);
        return { berth, eta, leaves: eta + random.whole(8 * 60, 30 * 60) * 60_000 };
      }),
    )
    .sort((a, b) => a.eta - b.eta || a.berth.id - b.berth.id);
  const fitting = new Map(
    berths.map(berth => [
      berth.id,
      ships.filter(ship => SHIPS_OF_BERTH[berth.kind].includes(ship.type) && ship.length_metres <= berth.max_length_metres),
    ]),
  );
  const freeFrom = new Map<number, number>();

  return slots.map(({ berth, eta, leaves }, index) => {
    const candidates = fitting.get(berth.id) as ShipRow[];
    // Some ships call at every berth of their kind, so draw again until the ship has left its last berth.
    let ship = random.pick(candidates);
    for (let tries = 0; tries < 200 && (freeFrom.get(ship.id) ?? 0) > eta; tries++) ship = random.pick(candidates);
    freeFrom.set(ship.id, leaves + 2 * 24 * HOUR);
    return { id: index + 1, ...visitOf(random, ship, berth, { epoch, eta, leaves }) };
  });
}

interface Times {
  epoch: number;
  eta: number;
  leaves: number;
}

function visitOf(random: Random, ship: ShipRow, berth: BerthRow, { epoch, eta, leaves }: Times): Omit<VisitRow, 'id'> {
  const cancelled = random.chance(0.03);
  const arrived = roundToMinutes(eta + (random.next() * 4 - 1) * HOUR, 1);
  const departed = Math.max(leaves, arrived + 4 * HOUR);
  const status: VisitStatus = cancelled
    ? 'CANCELLED'
    : departed <= epoch
      ? 'DEPARTED'
      : arrived <= epoch
        ? 'ALONGSIDE'
        : eta - epoch < 5 * HOUR
          ? 'AT_ANCHOR'
          : 'EXPECTED';
  const cargo = CARGO[ship.type];
  const tonnes = cargo ? random.decimal(0.25, 0.97, 3) * cargo.density * ship.length_metres ** 3 : 0;
  const euros = cargo ? tonnes * (cargo.euros[0] + random.next() * (cargo.euros[1] - cargo.euros[0])) : 0;
  // Converted from another currency, so it has more digits than cents.
  const value =
    cargo && !random.chance(0.05) ? BigInt(Math.round(euros * 100)) * 10_000_000n + BigInt(random.whole(0, 9_999_999)) : null;
  return {
    ship_id: ship.id,
    berth_id: berth.id,
    status,
    eta: iso(eta),
    arrived_at: status === 'ALONGSIDE' || status === 'DEPARTED' ? iso(arrived) : null,
    departed_at: status === 'DEPARTED' ? iso(departed) : null,
    cargo_tonnes: cargo ? Math.round(tonnes * 10) / 10 : null,
    value: value === null ? null : String(value),
    notes: writeNotes(random, ship.name, berth.name),
    metadata: random.chance(0.9) ? metadataOf(random, ship) : null,
    cancel_reason: cancelled ? random.pick(CANCEL_REASONS) : null,
    changed_at: iso(Math.min(epoch, status === 'DEPARTED' ? departed : eta - 72 * HOUR)),
    version: 1,
  };
}

function metadataOf(random: Random, ship: ShipRow): unknown {
  const draught = random.decimal(4, 4 + ship.length_metres / 32, 1);
  const hazardous = ['TANKER', 'GAS_CARRIER', 'CONTAINER_SHIP'].includes(ship.type) && random.chance(0.4);
  return {
    agent: random.pick(AGENTS),
    pilot: { name: random.pick(PILOTS), vhfChannel: random.whole(6, 77) },
    tugs: ship.length_metres > 180 ? random.whole(1, 4) : 0,
    draughtMetres: { fore: draught, aft: Math.round((draught + random.decimal(0, 0.8, 1)) * 10) / 10 },
    wasteDelivered: random.chance(0.6),
    ...(hazardous ? { hazardous: Array.from({ length: random.whole(1, 3) }, () => random.pick(HAZARDS)) } : {}),
    ...(ship.type === 'CRUISE_SHIP' || ship.type === 'FERRY' ? { passengers: random.whole(80, 4200) } : {}),
  };
}

const iso = (time: number): string => new Date(time).toISOString();

function roundToMinutes(time: number, minutes: number): number {
  const step = minutes * 60_000;
  return Math.round(time / step) * step;
}
