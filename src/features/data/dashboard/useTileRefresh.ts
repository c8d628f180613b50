/** Asks for the rows of a tile again: after a while, or after a feed of their type sent something. Not while the page is hidden. */
import { useEffect, useMemo, useRef } from 'react';
import { type Feed, findFeeds } from '../../../schema/collections/feeds';
import { feedDocument } from '../../../schema/documents/callDocuments';
import { fieldsOf, isList, mustBeGiven, type SchemaModel, typeOf } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import type { TileRefresh } from '../../../session/navigation/dashboardTiles';

/** Changes that come together are asked for once, this long after the first, in ms. */
const GATHER_MS = 1000;

/** The feed whose events are records of a type, or hold one; undefined: there is none that can be followed without arguments. */
export function feedOfType(model: SchemaModel, rowType: string): Feed | undefined {
  const holds = ({ eventType }: Feed): boolean =>
    [...fieldsOf(model.types.get(eventType)).values()].some(
      field => !isList(field.type) && typeOf(model, field.type)?.name === rowType,
    );
  const open = findFeeds(model).filter(feed => ![...feed.field.args.values()].some(mustBeGiven));
  return open.find(feed => feed.eventType === rowType) ?? open.find(holds);
}

/** Watches; `rowType` null: there is no type to follow. */
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
