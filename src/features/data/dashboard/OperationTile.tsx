/** A pinned query or subscription. Its document may come from an imported file, so a document with a mutation is never sent. */
import { createRequest, type OperationContext } from '@urql/core';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { useText } from '../../../i18n/LanguageProvider';
import { FailureState } from '../../../parts/FailureState';
import { failureProps } from '../../../parts/failureProps';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { type OperationSource, readVariables } from '../../../session/navigation/dashboardTiles';
import { type Failure, failureOf } from '../../../transport/observe/failure';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { TileBody } from './TileBody';
import { TileFoot, type TilePart } from './TileFoot';
import { columnsOf, rowsOfData, type TileRows } from './tileRows';
import { useTileRefresh } from './useTileRefresh';

/** Props of `OperationTile`. */
export interface OperationTileProps extends TilePart {
  session: Session;
  model: SchemaModel;
  source: OperationSource;
}

type Request = ReturnType<typeof createRequest<unknown, Record<string, unknown>>>;

const NOT_SENT: Failure = { tag: 'refused', message: 'A tile sends only a query or a subscription' };

/** Renders the tile. */
export function OperationTile(props: OperationTileProps): ReactNode {
  const { kind, document, variables } = props.source;
  const request = useMemo(() => requestOf({ kind, document, variables }), [kind, document, variables]);
  if (request === null) return <FailureState failure={NOT_SENT} endpoint={props.session.connection.httpEndpoint} inline />;
  return kind === 'query' ? <QueryTile {...props} request={request} /> : <FeedTile {...props} request={request} />;
}

/** The request of a tile; null for a document that cannot be parsed or contains anything but one operation of the tile's kind. */
export function requestOf({ kind, document, variables }: OperationSource): Request | null {
  try {
    const request = createRequest<unknown, Record<string, unknown>>(document, readVariables(variables) ?? {});
    const operations = request.query.definitions.flatMap(definition =>
      definition.kind === 'OperationDefinition' ? [String(definition.operation)] : [],
    );
    return operations.length === 1 && operations[0] === (kind === 'query' ? 'query' : 'subscription') ? request : null;
  } catch {
    return null;
  }
}

function QueryTile({ session, model, tile, again, request }: OperationTileProps & { request: Request }): ReactNode {
  const context = useMemo<Partial<OperationContext>>(() => ({ screen: 'data' }), []);
  const [result, execute] = useQuery({ ...request, requestPolicy: 'cache-and-network', context });
  const refresh = (): void => execute({ requestPolicy: 'network-only' });
  useTileRefresh(session, model, null, tile.refresh, refresh);
  const rows = useMemo(() => (result.data == null ? null : rowsOfData(result.data)), [result.data]);
  const failure = useMemo(() => (result.error ? failureOf(result.error) : null), [result.error]);
  return (
    <>
      {failure === null ? null : <FailureState {...failureProps(session, failure, { refresh })} inline={rows !== null} />}
      {rows === null ? (
        failure === null ? (
          <SkeletonLines lines={4} />
        ) : null
      ) : (
        <Suspense fallback={<SkeletonLines lines={4} />}>
          <TileBody title={tile.title} show={tile.show} rows={rows} />
        </Suspense>
      )}
      <TileFoot
        session={session}
        of={result.data ?? null}
        busy={result.fetching || result.stale}
        again={again}
        onRefresh={refresh}
      />
    </>
  );
}

/** Maximum number of events kept, and the interval at which new events are rendered, in ms. */
const MOST_EVENTS = 200;
const SHOW_MS = 500;

/** Events of a subscription since the dashboard was opened; the newest first. */
interface Events {
  readonly count: number;
  readonly rows: readonly unknown[];
}

function FeedTile({ session, tile, request }: OperationTileProps & { request: Request }): ReactNode {
  const text = useText();
  const [events, setEvents] = useState<Events>({ count: 0, rows: [] });
  const [failure, setFailure] = useState<Failure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { clock, transport } = session;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt subscribes again
  useEffect(() => {
    setFailure(null);
    let received: unknown[] = [];
    let count = 0;
    let timer: ReturnType<typeof clock.after> | undefined;
    const show = (): void => {
      timer = undefined;
      const [rows, number] = [received.reverse(), count];
      received = [];
      count = 0;
      setEvents(now => ({ count: now.count + number, rows: [...rows, ...now.rows].slice(0, MOST_EVENTS) }));
    };
    const { unsubscribe } = transport.client
      .subscription(request.query, request.variables, { screen: 'live' })
      .subscribe(({ data, error }) => {
        if (error) setFailure(failureOf(error));
        if (data == null) return;
        count++;
        received.push(Object.values(data as object)[0] ?? null);
        if (received.length > MOST_EVENTS) received.shift();
        timer ??= clock.after(SHOW_MS, show);
      });
    return () => {
      unsubscribe();
      clock.cancel(timer);
    };
  }, [clock, transport, request, attempt]);
  const rows = useMemo((): TileRows => {
    // A plot runs from the oldest event to the newest.
    const shown = tile.show === 'plot' ? [...events.rows].reverse() : events.rows;
    return { rows: shown, columns: columnsOf(shown), total: events.count };
  }, [events, tile.show]);
  const refresh = (): void => setAttempt(now => now + 1);
  return (
    <>
      {failure === null ? null : <FailureState {...failureProps(session, failure, { refresh })} inline />}
      {events.count === 0 && tile.show !== 'number' ? (
        <p className="quiet">{text('dashboard.waiting')}</p>
      ) : (
        <TileBody title={tile.title} show={tile.show} rows={rows} unit={text('dashboard.events', { count: events.count })} />
      )}
    </>
  );
}
