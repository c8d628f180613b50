/**
 * The lists inside a large answer, those within the rows of other lists too, as resultLists.ts finds them in a small one: all that stand in one
 * place are one list. Looking through 50 MB takes a while, so it is done some at a time; of what is found only the numbers are kept, and where the
 * rows of a list begin is looked up when it is chosen.
 */
import type { JsonBytes } from '../../../../transport/http/body/jsonBytes';
import type { AskedShape } from '../../explorer/askedShape';
import { DEEPEST_LIST, MOST_LISTS } from '../resultLists';

/** A list with its rows. */
export interface PlacedList {
  /** Where each row begins. */
  items: Uint32Array;
  /** What is asked for of a row. */
  shape: AskedShape | undefined;
}

/** See the head of the file. */
export interface LargeLists {
  /** Looks on for about so many ms. @returns whether all of it has been looked through */
  lookOn(ms: number): boolean;
  /** What was found so far, in the order of `findLists`. */
  found(): { path: string; count: number }[];
  /** The rows of a list that was found; undefined where it was not. */
  at(path: string): PlacedList | undefined;
}

/** All values that stand in one place, as far as names lead to it. */
interface Place {
  /** Names and lists on the way to it. */
  depth: number;
  fields: Map<string, Place>;
  /** The rows of the lists that stand here. */
  rows: Place | null;
  /** How many rows there are. */
  count: number;
  /** Lists stand here, be it empty ones. */
  hasLists: boolean;
  shape: AskedShape | undefined;
}

/** A list or object that is being looked through. */
interface Open {
  children: Uint32Array;
  next: number;
  isList: boolean;
  /** Where the rows of a list stand; the place of an object. */
  place: Place;
}

/** Values between two looks at the clock. */
const AT_ONCE = 1000;

/** Begins; `data` is where the data of the answer begins. */
export function createLargeLists(json: JsonBytes, data: number, shape: AskedShape): LargeLists {
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
      // Once more from the beginning, but only where the way leads.
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

function placeOf(depth: number, shape: AskedShape | undefined): Place {
  return { depth, fields: new Map(), rows: null, count: 0, hasLists: false, shape };
}

/**
 * Goes through all lists and objects in a value, as far as places are to be entered. The first time it makes the places and counts; with `onList` it
 * tells the children of each list instead.
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
  const known = fields.get(name);
  if (known) return known;
  const made = placeOf(depth + 1, shape?.fields.get(name));
  fields.set(name, made);
  return made;
}

/** The lists in the order of `findLists`; `way`: the places that lead to it, its own included. */
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
