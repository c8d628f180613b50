/** The visible part of a map, the pixel positions of places, and the clusters of points that are too close to show separately. */
import type { Place } from './placeOf';

/** The center of a map and its scale, in px per degree of latitude. */
export interface MapView {
  readonly latitude: number;
  readonly longitude: number;
  readonly scale: number;
  /**
   * Width of a degree of longitude, relative to latitude. It is that of the middle of the places, so that nothing shifts sideways during
   * zooming.
   */
  readonly narrow: number;
}

/** The size of a map, in px. */
export interface MapSize {
  readonly width: number;
  readonly height: number;
}

/** Points that are shown as one, and their position in px from the top left of the map. */
export interface Cluster {
  readonly x: number;
  readonly y: number;
  /** Indexes of the rows on the page. */
  readonly rows: readonly number[];
}

/** Minimum and maximum scale, in px per degree. */
const SCALES = [0.5, 40_000] as const;
/** Sizes in px: points in the same cell are merged, and so are clusters closer than a target. A pointer target is 24 px wide. */
const CELL = 36;
const TARGET = 30;
/** Degrees shown around a single place. */
const AROUND = 0.4;

/** Degrees of longitude become narrower away from the equator. */
const narrowing = (latitude: number): number => Math.cos((Math.min(75, Math.abs(latitude)) * Math.PI) / 180);

/** The view in which all places are visible; without places, the whole earth. */
export function fitView(places: readonly Place[], { width, height }: MapSize): MapView {
  if (places.length === 0) return { latitude: 0, longitude: 0, scale: Math.min(width / 360, height / 180), narrow: 1 };
  let [south, north, west, east] = [90, -90, 180, -180];
  for (const { latitude, longitude } of places) {
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
  }
  const latitude = (south + north) / 2;
  const narrow = narrowing(latitude);
  const [high, wide] = [Math.max(AROUND, north - south) * 1.2, Math.max(AROUND, east - west) * 1.2 * narrow];
  return { latitude, longitude: (west + east) / 2, scale: bounded(Math.min(width / wide, height / high)), narrow };
}

const bounded = (scale: number): number => Math.min(SCALES[1], Math.max(SCALES[0], scale));

/** The view zoomed by a factor, with the place at the given point of the map fixed. */
export function zoomView(view: MapView, by: number, size: MapSize, at = { x: size.width / 2, y: size.height / 2 }): MapView {
  const scale = bounded(view.scale * by);
  const there = placeAt(view, size, at.x, at.y);
  const after = placeAt({ ...view, scale }, size, at.x, at.y);
  return within({
    ...view,
    scale,
    latitude: view.latitude + there.latitude - after.latitude,
    longitude: view.longitude + there.longitude - after.longitude,
  });
}

/** The view after a drag by a number of pixels. */
export function panView(view: MapView, x: number, y: number): MapView {
  return within({
    ...view,
    latitude: view.latitude + y / view.scale,
    longitude: view.longitude - x / (view.scale * view.narrow),
  });
}

const within = (view: MapView): MapView => ({
  ...view,
  latitude: Math.min(85, Math.max(-85, view.latitude)),
  longitude: Math.min(180, Math.max(-180, view.longitude)),
});

/** Position of a place on the map, in px. */
export function pointOf(view: MapView, { width, height }: MapSize, { latitude, longitude }: Place): { x: number; y: number } {
  return {
    x: width / 2 + (longitude - view.longitude) * view.scale * view.narrow,
    y: height / 2 - (latitude - view.latitude) * view.scale,
  };
}

function placeAt(view: MapView, { width, height }: MapSize, x: number, y: number): Place {
  return {
    latitude: view.latitude - (y - height / 2) / view.scale,
    longitude: view.longitude + (x - width / 2) / (view.scale * view.narrow),
  };
}

/** The points in view. Points in the same grid cell are merged, and so are cells whose points would overlap. */
export function clustersOf(places: ReadonlyArray<Place | null>, view: MapView, size: MapSize): Cluster[] {
  const cells = new Map<string, { x: number; y: number; rows: number[] }>();
  for (const [row, place] of places.entries()) {
    if (place === null) continue;
    const { x, y } = pointOf(view, size, place);
    if (x < 0 || y < 0 || x > size.width || y > size.height) continue;
    const key = `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`;
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, { x, y, rows: [row] });
    else {
      cell.rows.push(row);
      cell.x += (x - cell.x) / cell.rows.length;
      cell.y += (y - cell.y) / cell.rows.length;
    }
  }
  const apart: Array<{ x: number; y: number; rows: number[] }> = [];
  for (const cell of cells.values()) {
    const near = apart.find(other => Math.hypot(other.x - cell.x, other.y - cell.y) < TARGET);
    if (near === undefined) apart.push(cell);
    else near.rows.push(...cell.rows);
  }
  return apart;
}

/** The nearest point in the direction of an arrow key, among those that are farther in that direction than sideways; undefined: none. */
export function nextCluster(clusters: readonly Cluster[], from: number, key: string): number | undefined {
  const start = clusters[from];
  if (start === undefined) return undefined;
  let best: { at: number; far: number } | undefined;
  for (const [at, { x, y }] of clusters.entries()) {
    const [right, down] = [x - start.x, y - start.y];
    const along = key === 'ArrowRight' ? right : key === 'ArrowLeft' ? -right : key === 'ArrowDown' ? down : -down;
    const aside = Math.abs(key === 'ArrowRight' || key === 'ArrowLeft' ? down : right);
    if (at === from || along <= 0 || aside > along * 2) continue;
    const far = along + aside * 2;
    if (best === undefined || far < best.far) best = { at, far };
  }
  return best?.at;
}
