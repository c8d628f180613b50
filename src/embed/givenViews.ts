/** The option `views`: saved views that every visitor sees in the rail. They are validated when the server starts. */
import { ownValues } from '../lib/ownValues';
import { MOST_VIEWS, readView, type ViewProblem } from '../session/navigation/savedViews';

/** A view in the format of a views file: a collection's screen with a name. */
export interface GivenView {
  /** The collection's name in its address: 'ships' in `#/data/ships`. */
  collection: string;
  /** Name of the view, at most 80 characters. */
  name: string;
  /** The parameters of its address: kind, by, group, columns, filter, sort, size, args. */
  state: Readonly<Record<string, string>>;
  /** Column widths in px, by column id. Default: the user's own. */
  widths?: Readonly<Record<string, number>>;
}

/** The parsed JSON of an exported views file, or the list in it. */
export type GivenViews =
  | readonly GivenView[]
  | { kind: 'oriel-views'; version: 1; views: readonly GivenView[]; dashboard?: unknown };

/** Limit on the size of the JSON, because the views are part of every page. */
const LONGEST = 100_000;

/** Reads the list. `refuse` is called with the place of an invalid value and what is expected there. */
export function readGivenViews(value: unknown, refuse: (where: string, wanted: string) => never): readonly unknown[] {
  const views = listOf(value, refuse);
  if (!Array.isArray(views) || views.length > MOST_VIEWS)
    return refuse('views', `a list of at most ${MOST_VIEWS} views, or an exported file of views`);
  const named = new Set<string>();
  for (const [at, view] of views.entries()) {
    const where = `views[${at}]`;
    const read = readView(view);
    if ('problem' in read) return refuseView(where, read, refuse);
    const key = JSON.stringify([read.collection, read.name]);
    if (named.has(key)) return refuse(`${where}.name`, 'another name: the collection has a view of that name');
    named.add(key);
  }
  if (JSON.stringify(views).length > LONGEST) return refuse('views', `at most ${LONGEST} characters of JSON`);
  return views;
}

/** The list in an exported file; any other value is returned unchanged. */
function listOf(value: unknown, refuse: (where: string, wanted: string) => never): unknown {
  const file = ownValues(value);
  if (file === null) return value;
  if (file.get('kind') !== 'oriel-views') return null;
  if (file.get('version') !== 1) return refuse('views.version', '1');
  // A file may contain `dashboard`, but it is ignored: each user has a dashboard of their own.
  const stray = [...file.keys()].find(key => !['kind', 'version', 'views', 'dashboard'].includes(key));
  return stray === undefined
    ? file.get('views')
    : refuse(`views.${stray.slice(0, 50)}`, 'left out: a file of views has no such key');
}

const WANTED: Readonly<Record<string, string>> = {
  '': 'an object with collection, name, state and perhaps widths',
  collection: "the name of a collection, as in '#/data/ships'",
  name: 'a text of at most 80 characters that is not empty',
  state: 'an object with string values',
  widths: 'an object of numbers from 48 to 2000',
};

function refuseView(where: string, { place, problem }: ViewProblem, refuse: (where: string, wanted: string) => never): never {
  const wanted = WANTED[place] ?? (place.startsWith('state.') ? 'a text of at most 4000 characters' : 'a number from 48 to 2000');
  return refuse(place === '' ? where : `${where}.${place}`, problem === 'unknown' ? 'left out: a view has no such key' : wanted);
}
