/** Resolvers of object fields that are not just a column. */
import { shipPosition } from '../../feeds/shipPosition';
import type { BerthRow } from '../../seed/makeBerths';
import type { ShipRow } from '../../seed/makeShips';
import type { HarbourContext } from '../harbourContext';
import type { Document } from '../rows/document';
import { globalId } from '../rows/globalId';
import { type PageArguments, rowCount } from '../rows/keysetPage';
import type { Visit } from '../rows/visit';

type Args = Record<string, unknown>;

/** Resolvers of Ship, Berth, Visit, Document and of the abstract types. */
export const typeResolvers = {
  Node: { __resolveType: (value: { __typename: string }) => value.__typename },
  SearchResult: { __resolveType: (value: { __typename: string }) => value.__typename },
  Refusal: { __resolveType: (value: { __typename: string }) => value.__typename },
  DredgeBerthResult: { __resolveType: (value: { __typename: string }) => value.__typename },
  Ship: {
    id: (ship: ShipRow) => globalId('Ship', ship.id),
    lengthMetres: (ship: ShipRow) => ship.length_metres,
    grossTonnage: (ship: ShipRow) => ship.gross_tonnage,
    builtOn: (ship: ShipRow) => ship.built_on,
    builtYear: (ship: ShipRow) => Number(ship.built_on.slice(0, 4)),
    photo: (ship: ShipRow) => `photos/${ship.imo}.svg`,
    position: (ship: ShipRow) => shipPosition(ship.id, Date.now()),
    async visits(ship: ShipRow, args: PageArguments & { status?: string[] | null }, { loaders }: HarbourContext) {
      const status = args.status ?? null;
      const page = await loaders.visitsOfShip({ first: args.first ?? 20, after: args.after ?? null }, status).load(ship.id);
      return { ...page, totalCount: () => loaders.visitCountOfShip(status).load(ship.id) };
    },
  },
  Berth: {
    id: (berth: BerthRow) => globalId('Berth', berth.id),
    maxLengthMetres: (berth: BerthRow) => berth.max_length_metres,
    depthMetres: (berth: BerthRow) => berth.depth_metres,
    visits(berth: BerthRow, args: { limit?: number | null; offset?: number | null }, { loaders }: HarbourContext) {
      const limit = rowCount(args.limit, 20, ['limit'], 0);
      const offset = rowCount(args.offset, 0, ['offset'], 0, 1_000_000);
      return loaders.visitsOfBerth(limit, offset).load(berth.id);
    },
  },
  Visit: {
    id: (visit: Visit) => globalId('Visit', visit.id),
    ship: (visit: Visit, _: Args, { loaders }: HarbourContext) => loaders.ship.load(visit.ship_id),
    berth: (visit: Visit, _: Args, { loaders }: HarbourContext) => loaders.berth.load(visit.berth_id),
    arrivedAt: (visit: Visit) => visit.arrived_at,
    departedAt: (visit: Visit) => visit.departed_at,
    cargoTonnes: (visit: Visit) => visit.cargo_tonnes,
    cancelReason: (visit: Visit) => visit.cancel_reason,
    changedAt: (visit: Visit) => visit.changed_at,
    documents: (visit: Visit, _: Args, { loaders }: HarbourContext) => loaders.documentsOfVisit.load(visit.id),
  },
  Document: {
    id: (document: Document) => globalId('Document', document.id),
    visit: (document: Document, _: Args, { loaders }: HarbourContext) => loaders.visit.load(document.visit_id),
    contentType: (document: Document) => document.content_type,
    sizeBytes: (document: Document) => document.size_bytes,
    uploadedAt: (document: Document) => document.uploaded_at,
    url: (document: Document) => `files/${globalId('Document', document.id)}`,
  },
};
