/**
 * Rows by their coordinates, on an outline of the continents that ships with the page: nothing is requested from other hosts. Points
 * that are too close together are merged into one with a count. The records in view are listed beside the map.
 */
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { IconButton } from '../../../ui/inputs/Button';
import { titleOf } from './Card';
import type { KindProps } from './kindProps';
import { landOutline } from './landOutline';
import { type Cluster, clustersOf, fitView, type MapSize, type MapView, nextCluster, panView, zoomView } from './mapView';
import { longitudeOf, type Place, placeOf } from './placeOf';
import './RowsMap.css';

/** Maximum number of records in the list. */
const MOST_LISTED = 200;
const STEP = 2;

/** Renders the map. */
export default function RowsMap(props: KindProps): ReactNode {
  const { model, rowType, column, columns, page, openRow, onOpen } = props;
  const text = useText();
  const longitude = useMemo(() => longitudeOf(model, rowType, column), [model, rowType, column]);
  const places = useMemo(() => page.rows.map(row => placeOf(row, column, longitude)), [page.rows, column, longitude]);
  const knownPlaces = useMemo(() => places.filter((place): place is Place => place !== null), [places]);
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  // Until the user moves the map, it fits its rows.
  const [moved, setMoved] = useState<MapView | null>(null);
  const view = useMemo(() => moved ?? fitView(knownPlaces, size), [moved, knownPlaces, size]);
  const clusters = useMemo(() => clustersOf(places, view, size), [places, view, size]);
  const rowsInView = useMemo(() => clusters.flatMap(({ rows }) => rows).sort((one, other) => one - other), [clusters]);
  const nameOf = (at: number): string => titleOf(model, rowType, columns, page.rows[at] ?? {});
  const without = page.rows.length - knownPlaces.length;
  const open = ({ rows }: Cluster): void => {
    const [first] = rows;
    if (rows.length === 1 && first !== undefined) {
      onOpen(first);
      return;
    }
    const inside = fitView(
      rows.flatMap(at => places[at] ?? []),
      size,
    );
    setMoved(inside.scale > view.scale * 1.05 ? inside : zoomView(inside, (view.scale / inside.scale) * STEP, size));
  };
  const zoom = (by: number): void => setMoved(zoomView(view, by, size));
  return (
    <div className="map">
      <div className="map-frame">
        <MapSurface view={view} size={size} frame={frame} onView={setMoved}>
          <Points clusters={clusters} openRow={openRow} nameOf={nameOf} onOpen={open} />
        </MapSurface>
        <div className="map-buttons">
          <IconButton kind="secondary" icon="plus" label={text('data.mapIn')} onClick={() => zoom(STEP)} />
          <IconButton kind="secondary" icon="minus" label={text('data.mapOut')} onClick={() => zoom(1 / STEP)} />
          <IconButton kind="secondary" icon="map" label={text('data.mapAll')} onClick={() => setMoved(null)} />
        </div>
      </div>
      <section className="map-side" aria-label={text('data.mapInView', { count: rowsInView.length })}>
        <h2 className="map-head" aria-live="polite">
          {text('data.mapInView', { count: rowsInView.length })}
        </h2>
        <ul className="map-list">
          {rowsInView.slice(0, MOST_LISTED).map(at => (
            <li key={at}>
              <button
                type="button"
                className="map-row truncate"
                dir="auto"
                aria-current={at === openRow || undefined}
                onClick={() => onOpen(at)}
              >
                {nameOf(at)}
              </button>
            </li>
          ))}
        </ul>
        <p className="map-notes">
          {page.next !== null || page.start ? <span>{text('data.ofLoaded', { count: page.rows.length })}</span> : null}
          {without > 0 ? <span>{text('data.mapWithout', { count: without })}</span> : null}
        </p>
      </section>
    </div>
  );
}

/** Renders the land and the points over it. Dragging pans the map; the wheel zooms it. */
function MapSurface({
  view,
  size,
  frame,
  onView,
  children,
}: {
  view: MapView;
  size: MapSize;
  frame: React.RefObject<HTMLDivElement | null>;
  onView: (view: MapView) => void;
  children: ReactNode;
}): ReactNode {
  const outline = useMemo(() => landOutline(), []);
  const latest = useRef({ view, size, onView });
  latest.current = { view, size, onView };
  const from = useRef<{ x: number; y: number; view: MapView } | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent): void => {
      const now = latest.current;
      const box = element.getBoundingClientRect();
      event.preventDefault();
      now.onView(
        zoomView(now.view, 1.2 ** -Math.sign(event.deltaY), now.size, {
          x: event.clientX - box.left,
          y: event.clientY - box.top,
        }),
      );
    };
    // React registers passive wheel listeners, so `preventDefault` would not work and the page would scroll as well.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame]);
  const move = (event: PointerEvent): void => {
    const start = from.current;
    if (start !== null) onView(panView(start.view, event.clientX - start.x, event.clientY - start.y));
  };
  const { width, height } = size;
  return (
    // East is on the right in every language.
    <div
      ref={frame}
      className="map-surface"
      dir="ltr"
      onPointerDown={event => {
        if ((event.target as HTMLElement).closest('button')) return;
        from.current = { x: event.clientX, y: event.clientY, view };
        event.currentTarget.setPointerCapture?.(event.pointerId);
      }}
      onPointerMove={move}
      onPointerUp={() => {
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
    >
      <svg className="map-land" width={width} height={height} aria-hidden="true">
        <path
          d={outline}
          transform={`translate(${width / 2} ${height / 2}) scale(${view.scale * view.narrow} ${view.scale}) translate(${-view.longitude} ${view.latitude})`}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {children}
    </div>
  );
}

function Points({
  clusters,
  openRow,
  nameOf,
  onOpen,
}: {
  clusters: readonly Cluster[];
  openRow: number | null;
  nameOf: (at: number) => string;
  onOpen: (cluster: Cluster) => void;
}): ReactNode {
  const text = useText();
  const formats = useFormats();
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(0);
  const stop = Math.min(active, clusters.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    const next = nextCluster(clusters, stop, event.key);
    if (next === undefined) return;
    setActive(next);
    list.current?.querySelectorAll<HTMLElement>('button')[next]?.focus();
  };
  return (
    <>
      <p id={id} hidden>
        {text('data.mapKeys')}
      </p>
      <ul ref={list} className="map-points" onKeyDown={onKeyDown}>
        {clusters.map((cluster, at) => {
          const { x, y, rows } = cluster;
          const [first = 0] = rows;
          const isMany = rows.length > 1;
          const name = isMany ? text('data.mapHere', { count: rows.length }) : nameOf(first);
          const isOpen = openRow !== null && rows.includes(openRow);
          return (
            <li key={first} style={{ left: `${x}px`, top: `${y}px` }}>
              <button
                type="button"
                className={`map-point${isMany ? ' map-many' : ''}${isOpen ? ' map-open' : ''}`}
                tabIndex={at === stop ? 0 : -1}
                aria-label={name}
                title={name}
                aria-describedby={id}
                aria-current={isOpen || undefined}
                onFocus={() => setActive(at)}
                onClick={() => onOpen(cluster)}
              >
                {isMany ? formats.number(rows.length) : null}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The size of an element; a default until it is measured. */
function useSize(frame: React.RefObject<HTMLDivElement | null>): MapSize {
  const [size, setSize] = useState<MapSize>({ width: 640, height: 400 });
  // Measured before the first paint, or else the land and the points would be seen to jump.
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0) setSize(now => (now.width === width && now.height === height ? now : { width, height }));
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [frame]);
  return size;
}
