/**
 * Layout of the lane diagram. Time runs in reading direction. Many steps happen within one millisecond and would overlap, so each has a
 * minimum distance to the one before. The remaining width is distributed in proportion to time. The order is therefore always right, and a
 * long step looks long.
 */
import type { LaneItem } from './laneItems';

/** An item with its position, in px from the start of the lanes. */
export interface PlacedItem {
  item: LaneItem;
  start: number;
  end: number;
  /** Distance in px to the next item of the same lane, or to the end of the lane: the space for a label. */
  room: number;
}

/** A label of the time axis, `ms` after the start. `at` is its position in px. */
export interface TimeMark {
  at: number;
  ms: number;
}

/** The layout. `width` is at least the requested width; if it is larger, the diagram scrolls. */
export interface LaneLayout {
  placed: PlacedItem[];
  marks: TimeMark[];
  width: number;
}

/** Minimum space for each step in px: the size of a pointer target. It grows up to `MOST_STEP_ROOM` if the diagram is wide. */
export const STEP_ROOM = 24;
const MOST_STEP_ROOM = 64;
/** Share of the width that may be used for this minimum space. */
const ROOM_SHARE = 0.45;
/** Width of a character in a pill, and of the padding around them, in px. */
const PILL_LETTER = 7;
const PILL_EDGE = 14;
/** Approximate width of a character of a label, in px. */
const LETTER = 6.4;
/** Half the width of a dot, and a gap. */
const DOT_ROOM = 10;
/** Minimum distance between two labels of the axis, in px. */
const MARK_ROOM = 72;

/** A moment with a position of its own: the start of an item, or the end of a bar. */
interface Stop {
  time: number;
  item: number;
  x: number;
}

/** Lays out items, given in order of time. `width` is in px. */
export function laneLayout(items: readonly LaneItem[], width: number): LaneLayout {
  const order = items.map((item, index) => ({ item, index })).sort((a, b) => a.item.from - b.item.from || a.index - b.index);
  const begins: Stop[] = order.map(({ item, index }) => ({ time: item.from, item: index, x: 0 }));
  const ends: Stop[] = [];
  const stopAtEnd = new Map<number, Stop>();
  for (const { item, index } of order) {
    if (item.to <= item.from) continue;
    // If another item starts when the bar ends, the bar reaches to it.
    const met = begins.find(stop => stop.time === item.to && stop.item !== index);
    const stop = met ?? { time: item.to, item: index, x: 0 };
    if (!met) ends.push(stop);
    stopAtEnd.set(index, stop);
  }
  const stops = [...begins, ...ends].sort(
    (a, b) => a.time - b.time || Number(ends.includes(a)) - Number(ends.includes(b)) || a.item - b.item,
  );
  const total = (stops.at(-1)?.time ?? 0) - (stops[0]?.time ?? 0);
  const room = Math.max(STEP_ROOM, Math.min(MOST_STEP_ROOM, (width * ROOM_SHARE) / Math.max(1, stops.length)));
  const roomOf = (stop: Stop): number => {
    const pill = begins.includes(stop) ? pillWidth(items[stop.item]) : undefined;
    return pill === undefined ? room : Math.max(room, pill + DOT_ROOM);
  };
  const needed = stops.reduce((sum, stop) => sum + roomOf(stop), STEP_ROOM);
  const shared = Math.max(0, width - needed);
  let x = STEP_ROOM / 2;
  stops.forEach((stop, at) => {
    const before = stops[at - 1];
    if (before) x += roomOf(before) + (total > 0 ? (shared * (stop.time - before.time)) / total : 0);
    stop.x = x;
  });
  const full = Math.max(width, needed);
  const startOf = new Map(begins.map(stop => [stop.item, stop.x]));
  const placed = order.map(({ item, index }): PlacedItem => {
    const start = startOf.get(index) ?? 0;
    return { item, start, end: stopAtEnd.get(index)?.x ?? start, room: 0 };
  });
  for (const [at, place] of placed.entries()) {
    const next = placed.slice(at + 1).find(other => other.item.lane === place.item.lane && other.start > place.start);
    place.room = (next?.start ?? full) - place.start;
  }
  return { placed, marks: marksOf(stops), width: full };
}

/** Returns the width in px of a moment that is shown as a pill with its short label; undefined if it is a dot, or a bar. */
export function pillWidth(item: LaneItem | undefined): number | undefined {
  if (!item || item.short === null || item.to > item.from || item.open) return undefined;
  return item.short.length * PILL_LETTER + PILL_EDGE;
}

/**
 * Returns where the title fits: inside the bar, behind the item, or nowhere. Inside a bar, the short label may fit instead. Other items of
 * the lane can start within a bar; a label must end before them.
 */
export function labelPlace({ item, start, end, room }: PlacedItem, width: number): 'inside' | 'behind' | 'short' | 'none' {
  const isBar = item.to > item.from || item.open;
  const drawn = isBar ? end - start : 0;
  const inside = room < drawn ? room - DOT_ROOM : drawn;
  const needed = Math.min(item.title.length * LETTER, 260);
  if (inside >= needed + 12) return 'inside';
  if (item.short !== null && inside >= item.short.length * LETTER + 10) return 'short';
  return Math.min(room - drawn, width - end) >= needed + 20 ? 'behind' : 'none';
}

/** Returns as many labels of the axis as fit, always including the last moment. */
function marksOf(stops: readonly Stop[]): TimeMark[] {
  const begin = stops[0]?.time ?? 0;
  const marks: TimeMark[] = [];
  for (const { time, x } of stops) {
    const last = marks.at(-1);
    if (last && (x - last.at < MARK_ROOM || time - begin === last.ms)) continue;
    marks.push({ at: x, ms: time - begin });
  }
  const end = stops.at(-1);
  if (!end || marks.length === 0) return marks;
  // The last label is aligned to the end and the one before it to the start, so both need space in between.
  const needed = MARK_ROOM * 2;
  const isMarked = marks.at(-1)?.ms === end.time - begin;
  if (isMarked && marks.at(-1)?.at !== end.x) return marks;
  if (isMarked) marks.pop();
  if (marks.length > 1 && end.x - (marks.at(-1)?.at ?? 0) < needed) marks.pop();
  if (marks.length === 0 || end.x - (marks.at(-1)?.at ?? 0) >= needed) marks.push({ at: end.x, ms: end.time - begin });
  return marks;
}
