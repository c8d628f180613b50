import type { ShipType } from '../../seed/makeShips';

/** A row of harbour.ships, as passed to the resolvers. */
export interface Ship {
  id: number;
  imo: string;
  name: string;
  type: ShipType;
  flag: string;
  length_metres: number;
  gross_tonnage: number;
  built_on: string;
}
