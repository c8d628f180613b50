/** Rows as the resolvers get them, and the columns they are read with. */
import type { BerthKind } from '../seed/makeBerths';
import type { ShipType } from '../seed/makeShips';
import type { VisitStatus } from '../seed/makeVisits';

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

export interface Berth {
  id: number;
  code: string;
  name: string;
  kind: BerthKind;
  max_length_metres: number;
  depth_metres: number;
  cranes: number;
}

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
}

export interface Document {
  id: number;
  visit_id: number;
  filename: string;
  content_type: string;
  uploaded_at: Date;
  blob_id: string;
  size_bytes: bigint;
  sha256: string;
}

/** Reads documents together with what is known of their bytes; to be followed by a condition on `d`. */
export const SELECT_DOCUMENTS = `select d.*, b.size_bytes, b.sha256 from harbour.documents d join harbour.blobs b on b.id = d.blob_id`;
