import type { VisitStatus } from '../../seed/makeVisits';

/** A row of harbour.visits, as passed to the resolvers. */
export interface Visit {
  id: number;
  ship_id: number;
  berth_id: number;
  status: VisitStatus;
  eta: Date;
  arrived_at: Date | null;
  departed_at: Date | null;
  cargo_tonnes: number | null;
  value: bigint | null;
  notes: string | null;
  metadata: unknown;
  cancel_reason: string | null;
  changed_at: Date;
  version: number;
}
