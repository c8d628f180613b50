import type { BerthKind } from '../../seed/makeBerths';

/** A row of harbour.berths, as passed to the resolvers. */
export interface Berth {
  id: number;
  code: string;
  name: string;
  kind: BerthKind;
  max_length_metres: number;
  depth_metres: number;
  cranes: number;
}
