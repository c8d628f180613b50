/** The 400 ships of the harbour, with plausible names, valid IMO numbers, and sizes that fit their type. */
import type { Random } from './createRandom';

/** Types of ships, as in the database and the API's enum. */
export const SHIP_TYPES = [
  'CONTAINER_SHIP',
  'BULK_CARRIER',
  'TANKER',
  'GAS_CARRIER',
  'VEHICLE_CARRIER',
  'GENERAL_CARGO',
  'CRUISE_SHIP',
  'FERRY',
] as const;
export type ShipType = (typeof SHIP_TYPES)[number];

/** One row of harbour.ships. */
export interface ShipRow {
  id: number;
  imo: string;
  name: string;
  type: ShipType;
  flag: string;
  length_metres: number;
  gross_tonnage: number;
  built_on: string;
  version: number;
}

/**
 * For each type: how many of the 400 ships, the range of lengths in metres, and gross tons for each cubic metre of length, which keeps
 * tonnage and length consistent.
 */
const MEASURES: Record<ShipType, { count: number; shortest: number; longest: number; density: number }> = {
  CONTAINER_SHIP: { count: 96, shortest: 140, longest: 399.9, density: 0.0036 },
  BULK_CARRIER: { count: 80, shortest: 110, longest: 299.9, density: 0.0039 },
  TANKER: { count: 72, shortest: 95, longest: 333, density: 0.0042 },
  GAS_CARRIER: { count: 24, shortest: 120, longest: 299.9, density: 0.0043 },
  VEHICLE_CARRIER: { count: 28, shortest: 140, longest: 229.9, density: 0.0062 },
  GENERAL_CARGO: { count: 64, shortest: 75, longest: 189.9, density: 0.0031 },
  CRUISE_SHIP: { count: 20, shortest: 120, longest: 347, density: 0.0048 },
  FERRY: { count: 16, shortest: 85, longest: 214, density: 0.0051 },
};

const FLAGS = [
  ['Panama', 9],
  ['Liberia', 9],
  ['Marshall Islands', 8],
  ['Malta', 5],
  ['Singapore', 5],
  ['Bahamas', 4],
  ['Hong Kong', 4],
  ['Cyprus', 3],
  ['Norway', 3],
  ['Denmark', 3],
  ['Greece', 3],
  ['Netherlands', 3],
  ['United Kingdom', 2],
  ['Germany', 2],
  ['Antigua and Barbuda', 2],
  ['Portugal', 2],
  ['Italy', 2],
  ['Japan', 2],
  ['Finland', 1],
  ['Ireland', 1],
  ['France', 1],
  ['Sweden', 1],
  ["Côte d'Ivoire", 1],
] as const;

const FIRST_WORDS =
  'Amber Arctic Atlantic Baltic Boreal Bright Caspian Celtic Cobalt Coral Crystal Eastern Emerald Fair Golden Grand Hanse Iberian Indigo Ionian Iron Jade Kestrel Levant Lunar Maple Merry Nordic Northern Ocean Opal Pacific Polar Royal Ruby Sable Silver Solar Southern Stella Swift Tidal Viking Western'.split(
    ' ',
  );
const SECOND_WORDS =
  'Albatross Anchor Arrow Aurora Bay Breeze Cape Challenger Comet Crest Curlew Dawn Explorer Falcon Fjord Fortune Gannet Glory Guardian Harmony Heron Horizon Hunter Leader Legacy Lynx Mariner Meridian Navigator Osprey Pearl Petrel Pioneer Promise Ranger River Sailor Sentinel Spirit Star Tern Trader Venture Voyager Wave'.split(
    ' ',
  );
const SINGLE_NAMES = [
  'Nordlys',
  'Ægir',
  'Señora del Mar',
  'Île de Bréhat',
  'Björn Järnsida',
  'Ağrı Dağı',
  'Łódź Express',
  'Ωκεανός',
  'Þór',
  'Zeeuwse Stroom',
  'Ørnen',
  'São Vicente',
];

/** Returns an IMO number from its first six digits. The check digit is the last digit of their sum, weighted 7 to 2. */
function imoNumber(six: number): string {
  const digits = [...String(six)].map(Number);
  const sum = digits.reduce((total, digit, index) => total + digit * (7 - index), 0);
  return `${six}${sum % 10}`;
}

/** Creates the ships with ids 1 to 400; the types are shuffled. */
export function makeShips(random: Random): ShipRow[] {
  const flags = FLAGS.flatMap(([flag, weight]) => Array<string>(weight).fill(flag));
  const types = shuffled(
    SHIP_TYPES.flatMap(type => Array<ShipType>(MEASURES[type].count).fill(type)),
    random,
  );
  const names = new Set<string>(SINGLE_NAMES);
  while (names.size < types.length) names.add(`${random.pick(FIRST_WORDS)} ${random.pick(SECOND_WORDS)}`);
  const shuffledNames = shuffled([...names], random);
  const numbers = new Set<string>();
  while (numbers.size < types.length) numbers.add(imoNumber(random.whole(910_000, 994_999)));
  const imos = [...numbers];

  return types.map((type, index) => {
    const { shortest, longest, density } = MEASURES[type];
    const length = random.decimal(shortest, longest, 1);
    const tonnage = Math.round(length ** 3 * density * random.decimal(0.85, 1.15, 3));
    const built = new Date(Date.UTC(random.whole(1994, 2024), random.whole(0, 11), random.whole(1, 28)));
    return {
      id: index + 1,
      imo: imos[index] as string,
      name: shuffledNames[index] as string,
      type,
      flag: random.pick(flags),
      length_metres: length,
      gross_tonnage: tonnage,
      built_on: built.toISOString().slice(0, 10),
      version: 1,
    };
  });
}

function shuffled<T>(items: T[], random: Random): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random.whole(0, i);
    [items[i], items[j]] = [items[j] as T, items[i] as T];
  }
  return items;
}
