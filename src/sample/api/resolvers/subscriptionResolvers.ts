/** Subscriptions. */
import { createPacedFeed } from '../../feeds/createPacedFeed';
import type { VisitNotice } from '../../feeds/createVisitFeed';
import { type ShipPlace, shipPosition } from '../../feeds/shipPosition';
import type { ShipRow } from '../../seed/makeShips';
import type { HarbourContext } from '../harbourContext';
import { inputError } from '../inputError';
import { rowOf } from '../rows/globalId';

const FASTEST_PER_SECOND = 10_000;

interface PositionEvent extends ShipPlace {
  sequence: number;
  /** Read together with all other ships at intervals, because 5,000 statements a second would be too slow. */
  ship: ShipRow;
}

async function shipPositions(_: unknown, args: { perSecond?: number | null }, { shipsOfFeeds, stopping, turns }: HarbourContext) {
  const perSecond = args.perSecond ?? 1;
  if (perSecond < 1 || perSecond > FASTEST_PER_SECOND) {
    throw inputError(`perSecond must be between 1 and ${FASTEST_PER_SECOND}.`, ['perSecond'], {
      least: 1,
      most: FASTEST_PER_SECOND,
    });
  }
  const readShips = await shipsOfFeeds();
  return createPacedFeed<PositionEvent>(
    perSecond,
    (sequence, time) => {
      const ships = readShips();
      const ship = ships[sequence % ships.length] as ShipRow;
      return { sequence, ship, ...shipPosition(ship.id, time) };
    },
    stopping,
    turns,
  );
}

function visitChanged(_: unknown, { berthId }: { berthId?: string | null }, { visitFeed }: HarbourContext) {
  if (berthId == null) return visitFeed.subscribe(null);
  const row = rowOf('Berth', berthId);
  if (row === null) throw inputError(`"${berthId.slice(0, 100)}" is not the ID of a berth.`, ['berthId']);
  return visitFeed.subscribe(row);
}

/** Wraps a subscription resolver so that it respects the client's limit of feeds. */
const admitted =
  <Args, T>(
    open: (root: unknown, args: Args, context: HarbourContext) => AsyncIterableIterator<T> | Promise<AsyncIterableIterator<T>>,
  ) =>
  (root: unknown, args: Args, context: HarbourContext): Promise<AsyncIterableIterator<T>> =>
    context.feedLimit.admit({ address: context.remoteAddress, gone: context.gone }, () => open(root, args, context));

/** Resolvers of Subscription and of the types used only by it. */
export const subscriptionResolvers = {
  Subscription: {
    visitChanged: { subscribe: admitted(visitChanged), resolve: (notice: VisitNotice) => notice },
    shipPositions: { subscribe: admitted(shipPositions), resolve: (event: PositionEvent) => event },
    clock: {
      subscribe: admitted((_: unknown, __: unknown, { stopping, turns }: HarbourContext) =>
        createPacedFeed(1, (_n, time) => new Date(time), stopping, turns),
      ),
      resolve: (time: Date) => time,
    },
  },
  VisitChange: {
    at: (notice: VisitNotice) => new Date(notice.at),
    visit: (notice: VisitNotice, _: unknown, { loaders }: HarbourContext) => loaders.visit.load(notice.visitId),
  },
  ShipPosition: {
    name: (event: PositionEvent) => event.ship.name,
  },
};
