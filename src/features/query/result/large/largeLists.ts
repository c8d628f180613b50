/**
 * Finds the lists in a large result, including those inside the rows of other lists, as resultLists.ts does for a small one: all lists at
 * the same path are merged. Searching 50 MB takes a while, so it runs in time slices. It keeps only the counts; the offsets of the rows are
 * collected when a list is selected.
 */
import type { JsonBytes } from '../../../../transport/http/body/jsonBytes';
import type { RequestedShape } from '../../explorer/requestedShape';
import { DEEPEST_LIST, MOST_LISTS } from '../resultLists';

/** A list with the offsets of its rows. */
export interface PlacedList {
  /** Offset of each row. */
  items: Uint32Array;
  /** The requested fields of a row. */
  shape: RequestedShape | undefined;
}

/** A search that runs in time slices. */
export interface LargeLists {
  /**
   * Continues the search for about this many ms.
   * @returns true if the search is complete
   */
  lookOn(ms: number): boolean;
  /** Returns the lists found so far, in the order of `findLists`. */
  found(): { path: string; count: number }[];
  /** Returns the rows of a list that was found; otherwise undefined. */
  at(path: string): PlacedList | undefined;
}

/** All values at one path of property names. */
interface Place {
  /** Number of names and lists on the path. */
  depth: number;
  fields: Map<string, Place>;
  /** The rows of the lists at this path. */
  rows: Place | null;
  /** Number of rows. */
  count: number;
  /** True if there are lists at this path, even empty ones. */
  hasLists: boolean;
  shape: RequestedShape | undefined;
}

/** A list or object that is being traversed. */
interface Open {
  children: Uint32Array;
  next: number;
  isList: boolean;
  /** The place of the rows of a list, or of an object. */
  place: Place;
}

/** Number of values between two checks of the clock. */
const AT_ONCE = 1000;

/** Creates a search. `data` is the offset of the data in the response. */
export function createLargeLists(json: JsonBytes, data: number, shape: RequestedShape): LargeLists {
  const root = placeOf(0, shape);
  const walk = createWalk(json, data, root, () => true);
  return {
    lookOn: walk,
    found: () => listsOf(root).map(({ path, place }) => ({ path, count: place.count })),
    at(path) {
      const target = listsOf(root).find(list => list.path === path);
      if (!target) return undefined;
      const items = new Uint32Array(target.place.count);
      let length = 0;
      const way = new Set(target.way);
      // Traverses the data again, but only along the path of this list.
      createWalk(
        json,
        data,
        root,
        place => way.has(place),
        (place, children) => {
          if (place !== target.place) return;
          items.set(children.subarray(0, items.length - length), length);
          length += children.length;
        },
      )(Number.POSITIVE_INFINITY);
      return { items, shape: target.place.shape };
    },
  };
}

function placeOf(depth: number, shape: RequestedShape | undefined): Place {
  return { depth, fields: new Map(), rows: null, count: 0, hasLists: false, shape };
}

/**
 * Traverses all lists and objects in a value whose places are to be entered. The first traversal creates the places and counts rows; with
 * `onList`, the traversal reports the children of each list instead.
 */
function createWalk(
  json: JsonBytes,
  from: number,
  root: Place,
  enters: (place: Place) => boolean,
  onList?: (place: Place, children: Uint32Array) => void,
): (ms: number) => boolean {
  const opened: Open[] = [];
  const open = (at: number, place: Place): void => {
    if (place.depth > DEEPEST_LIST || !enters(place)) return;
    const isList = json.kindOf(at) === 'list';
    const children = json.childrenOf(at);
    if (!isList) return void opened.push({ children, next: 0, isList, place });
    if (onList) onList(place, children);
    else {
      place.hasLists = true;
      place.count += children.length;
    }
    if (children.length === 0) return;
    place.rows ??= placeOf(place.depth + 1, place.shape);
    opened.push({ children, next: 0, isList, place: place.rows });
  };
  const isOpenable = (at: number): boolean => {
    const kind = json.kindOf(at);
    return kind === 'object' || kind === 'list';
  };
  if (isOpenable(from)) open(from, root);
  return ms => {
    const until = performance.now() + ms;
    for (let looked = 1; ; looked++) {
      const top = opened.at(-1);
      if (!top) return true;
      if (looked % AT_ONCE === 0 && performance.now() > until) return false;
      const at = top.children[top.next++];
      if (at === undefined) opened.pop();
      else if (top.isList) {
        if (isOpenable(at)) open(at, top.place);
      } else {
        const value = json.valueOfName(at);
        if (isOpenable(value)) open(value, fieldOf(top.place, json.nameAt(at)));
      }
    }
  };
}

function fieldOf({ fields, depth, shape }: Place, name: string): Place {
  const existing = fields.get(name);
  if (existing) return existing;
  const made = placeOf(depth + 1, shape?.fields.get(name));
  fields.set(name, made);
  return made;
}

/** Returns the lists in the order of `findLists`. `way` has the places on the path to the list, including its own. */
function listsOf(root: Place): { path: string; place: Place; way: Place[] }[] {
  const found: { path: string; place: Place; way: Place[]; within: number }[] = [];
  const look = (place: Place, path: readonly string[], within: number, before: readonly Place[]): void => {
    const way = [...before, place];
    if (place.count > 0 && found.length < MOST_LISTS) found.push({ path: path.join('.'), place, way, within });
    const inner = place.rows?.hasLists ? [...path.slice(0, -1), `${path.at(-1) ?? ''}[]`] : path;
    if (place.rows) look(place.rows, inner, within + 1, way);
    for (const [name, field] of place.fields) look(field, [...path, name], within, way);
  };
  look(root, [], 0, []);
  return found.sort((a, b) => a.within - b.within || b.place.count - a.place.count);
}
