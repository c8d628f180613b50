/** The 24 berths. Their kind determines which ships the seed assigns to them. */
import type { ShipType } from './makeShips';

/** Kinds of berths, as in the database and the API's enum. */
export const BERTH_KINDS = ['CONTAINER', 'BULK', 'LIQUID', 'VEHICLE', 'MULTIPURPOSE', 'PASSENGER'] as const;
export type BerthKind = (typeof BERTH_KINDS)[number];

/** One row of harbour.berths. */
export interface BerthRow {
  id: number;
  code: string;
  name: string;
  kind: BerthKind;
  max_length_metres: number;
  depth_metres: number;
  cranes: number;
  version: number;
}

/** The types of ships that use each kind of berth. */
export const SHIPS_OF_BERTH: Record<BerthKind, readonly ShipType[]> = {
  CONTAINER: ['CONTAINER_SHIP'],
  BULK: ['BULK_CARRIER'],
  LIQUID: ['TANKER', 'GAS_CARRIER'],
  VEHICLE: ['VEHICLE_CARRIER'],
  MULTIPURPOSE: ['GENERAL_CARGO', 'BULK_CARRIER'],
  PASSENGER: ['CRUISE_SHIP', 'FERRY'],
};

const BERTHS: readonly [code: string, name: string, kind: BerthKind, maxLength: number, depth: number, cranes: number][] = [
  ['C1', 'Northquay 1', 'CONTAINER', 400, 17.5, 4],
  ['C2', 'Northquay 2', 'CONTAINER', 400, 17.5, 4],
  ['C3', 'Northquay 3', 'CONTAINER', 366, 16, 3],
  ['C4', 'Eastquay 1', 'CONTAINER', 300, 14.5, 3],
  ['C5', 'Eastquay 2', 'CONTAINER', 260, 13, 2],
  ['C6', 'Feeder Quay', 'CONTAINER', 200, 11.5, 2],
  ['B1', 'Ore Pier North', 'BULK', 300, 18, 3],
  ['B2', 'Ore Pier South', 'BULK', 290, 17, 2],
  ['B3', 'Grain Terminal', 'BULK', 240, 14, 2],
  ['B4', 'Coal Jetty', 'BULK', 250, 15, 2],
  ['B5', 'Aggregates Wharf', 'BULK', 180, 10.5, 1],
  ['L1', 'Oil Jetty 1', 'LIQUID', 335, 19, 0],
  ['L2', 'Oil Jetty 2', 'LIQUID', 280, 16, 0],
  ['L3', 'Chemicals Jetty', 'LIQUID', 200, 12, 0],
  ['L4', 'Gas Terminal', 'LIQUID', 300, 14, 0],
  ['V1', 'Ro-ro Ramp West', 'VEHICLE', 230, 11, 0],
  ['V2', 'Ro-ro Ramp East', 'VEHICLE', 230, 11, 0],
  ['M1', 'Old Harbour 1', 'MULTIPURPOSE', 190, 10, 2],
  ['M2', 'Old Harbour 2', 'MULTIPURPOSE', 190, 10, 2],
  ['M3', 'Timber Quay', 'MULTIPURPOSE', 170, 9.5, 1],
  ['M4', 'Fisher Quay', 'MULTIPURPOSE', 140, 8, 1],
  ['P1', 'Cruise Terminal', 'PASSENGER', 350, 12, 0],
  ['P2', 'Ferry Terminal North', 'PASSENGER', 220, 9, 0],
  ['P3', 'Ferry Terminal South', 'PASSENGER', 220, 9, 0],
];

/** Returns the berths with ids 1 to 24. */
export function makeBerths(): BerthRow[] {
  return BERTHS.map(([code, name, kind, max_length_metres, depth_metres, cranes], index) => ({
    id: index + 1,
    code,
    name,
    kind,
    max_length_metres,
    depth_metres,
    cranes,
    version: 1,
  }));
}
