/** Refreshes a tile: at an interval while the page is visible, or after an event of a subscription to its row type. */
import { useEffect, useMemo, useRef } from 'react';
import { type Feed, findFeeds } from '../../../schema/collections/feeds';
import { isLiveQuery } from '../../../schema/collections/isLiveQuery';
import { feedDocument } from '../../../schema/documents/callDocuments';
import { fieldsOf, isList, isRequiredArgument, type SchemaModel, typeOf } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import type { TileRefresh } from '../../../session/navigation/dashboardTiles';

/** Delay from the first event to the refresh, in ms; further events within it cause no other refresh. */
const GATHER_MS = 1000;

/**
 * The subscription whose events are records of a type or contain one; undefined: there is none that needs no arguments. A live query
 * would send all its rows on each change.
 */
export function feedOfType(model: SchemaModel, rowType: string): Feed | undefined {
  const holds = ({ eventType }: Feed): boolean =>
    [...fieldsOf(model.types.get(eventType)).values()].some(
      field => !isList(field.type) && typeOf(model, field.type)?.name === rowType,
    );
  const open = findFeeds(model).filter(
    feed => ![...feed.field.args.values()].some(isRequiredArgument) && !isLiveQuery(model, feed),
  );
  return open.find(feed => feed.eventType === rowType) ?? open.find(holds);
}

/** Refreshes the tile. `rowType` null: there is no type to subscribe to. */
export function useTileRefresh(
  session: Session,
  model: SchemaModel,
  rowType: string | null,
  refresh: TileRefresh,
  askAgain: () => void,
): void {
  const latest = useRef(askAgain);
  latest.current = askAgain;
  const feed = useMemo(() => {
    const found = refresh === 'changes' && rowType !== null ? feedOfType(model, rowType) : undefined;
    return found === undefined ? null : feedDocument(model, found);
  }, [model, rowType, refresh]);
  const { clock, transport } = session;
  useEffect(() => {
    const seconds = Number(refresh);
    if (!(seconds > 0)) return;
    let timer: ReturnType<typeof clock.after>;
    const wait = (): void => {
      timer = clock.after(seconds * 1000, () => {
        if (document.visibilityState !== 'hidden') latest.current();
        wait();
      });
    };
    wait();
    return () => clock.cancel(timer);
  }, [clock, refresh]);
  useEffect(() => {
    if (feed === null) return;
    let timer: ReturnType<typeof clock.after> | undefined;
    // Not `useSubscription`: an event starts a timer, and must not render the tile.
    const { unsubscribe } = transport.client.subscription(feed.query, feed.variables, { screen: 'data' }).subscribe(result => {
      if (result.error || timer !== undefined) return;
      timer = clock.after(GATHER_MS, () => {
        timer = undefined;
        latest.current();
      });
    });
    return () => {
      unsubscribe();
      clock.cancel(timer);
    };
  }, [clock, transport, feed]);
}
