/** Cargo documents of some visits, with file contents: manifests, bills of lading, survey data. */
import { createHash } from 'node:crypto';
import type { Random } from './createRandom';
import type { ShipRow } from './makeShips';
import type { VisitRow } from './makeVisits';

/** A document with its content. */
export interface SeedDocument {
  visit_id: number;
  blob_id: string;
  filename: string;
  content_type: string;
  uploaded_at: string;
  size_bytes: number;
  sha256: string;
  base64: string;
}

/** Share of the visits with cargo that have documents. */
const SHARE = 0.06;
const GOODS = [
  'machine parts',
  'sawn timber',
  'coffee, green',
  'wheat',
  'steel coils',
  'naphtha',
  'paper reels',
  'fertiliser',
  'furniture',
];

/** Creates one to three documents for a share of the visits. */
export function makeDocuments(random: Random, visits: readonly VisitRow[], ships: readonly ShipRow[]): SeedDocument[] {
  const shipOf = new Map(ships.map(ship => [ship.id, ship]));
  return visits
    .filter(visit => visit.cargo_tonnes !== null && random.chance(SHARE))
    .flatMap(visit => {
      const ship = shipOf.get(visit.ship_id) as ShipRow;
      return [manifest, billOfLading, survey].slice(0, random.whole(1, 3)).map(write => {
        const { filename, contentType, text } = write(random, visit, ship);
        const bytes = Buffer.from(text, 'utf8');
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        return {
          visit_id: visit.id,
          blob_id: uuidOf(`${visit.id} ${filename}`),
          filename,
          content_type: contentType,
          uploaded_at: visit.changed_at,
          size_bytes: bytes.length,
          sha256,
          base64: bytes.toString('base64'),
        };
      });
    });
}

type Written = { filename: string; contentType: string; text: string };

function manifest(random: Random, visit: VisitRow, ship: ShipRow): Written {
  const rows = Array.from({ length: random.whole(8, 40) }, (_, index) =>
    [index + 1, random.pick(GOODS), random.whole(1, 400), random.decimal(0.5, 900, 2)].join(','),
  );
  return {
    filename: `manifest-${ship.imo}-${visit.eta.slice(0, 10)}.csv`,
    contentType: 'text/csv',
    text: `line,goods,pieces,tonnes\r\n${rows.join('\r\n')}\r\n`,
  };
}

function billOfLading(random: Random, visit: VisitRow, ship: ShipRow): Written {
  const text = [
    'BILL OF LADING',
    '',
    `Number      OR-${visit.id}-${random.whole(1000, 9999)}`,
    `Vessel      ${ship.name} (IMO ${ship.imo}), ${ship.flag}`,
    `Goods       ${random.pick(GOODS)}`,
    `Quantity    ${visit.cargo_tonnes} t`,
    `Date        ${visit.eta.slice(0, 10)}`,
    '',
    'Received in apparent good order and condition unless noted otherwise.',
    '',
  ].join('\n');
  return { filename: `bill-of-lading-${visit.id}.txt`, contentType: 'text/plain', text };
}

function survey(random: Random, visit: VisitRow, ship: ShipRow): Written {
  const marks = Array.from({ length: 6 }, () => random.decimal(5, 14, 2));
  const text = JSON.stringify({ vessel: ship.name, imo: ship.imo, visit: visit.id, draughtMarksMetres: marks }, null, 2);
  return { filename: `draught-survey-${visit.id}.json`, contentType: 'application/json', text };
}

/** Returns a UUID that depends only on `name`. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(`harbour document ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
