/** The option `views`: saved views that everyone who opens the page finds in the rail. Each is checked when the server starts. */
import { ownValues } from '../lib/ownValues';
import { MOST_VIEWS, readView, type ViewProblem } from '../session/navigation/savedViews';

/** A view as a file of views has it: a collection's screen under a name. */
export interface GivenView {
  /** The collection's name in its address: 'ships' in `#/data/ships`. */
  collection: string;
  /** What the view is called: at most 80 characters. */
  name: string;
  /** What its address holds: kind, by, group, columns, filter, sort, size, args. */
  state: Readonly<Record<string, string>>;
  /** Width of each column, by its id, in px. Default: those of the reader. */
  widths?: Readonly<Record<string, number>>;
}

/** An exported file of views, parsed, or the list in it. */
export type GivenViews =
  | readonly GivenView[]
  | { kind: 'oriel-views'; version: 1; views: readonly GivenView[]; dashboard?: unknown };

/** They are part of every page. */
const LONGEST = 100_000;

/** Reads the list; `refuse` hears where it is wrong and what is wanted there. */
export function readGivenViews(given: unknown, refuse: (where: string, wanted: string) => never): readonly unknown[] {
  const views = listOf(given, refuse);
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

/** The list of an exported file, or what was given in its place. */
function listOf(given: unknown, refuse: (where: string, wanted: string) => never): unknown {
  const file = ownValues(given);
  if (file === null) return given;
  if (file.get('kind') !== 'oriel-views') return null;
  if (file.get('version') !== 1) return refuse('views.version', '1');
  // The tiles of a dashboard are the reader's own.
  const stray = [...file.keys()].find(key => !['kind', 'version', 'views', 'dashboard'].includes(key));
  return stray === undefined
    ? file.get('views')
    : refuse(`views.${stray.slice(0, 50)}`, 'left out: it is no key of a file of views');
}

const WANTED: Readonly<Record<string, string>> = {
  '': 'an object with collection, name, state and perhaps widths',
  collection: "the name of a collection, as in '#/data/ships'",
  name: 'a text of at most 80 characters that is not empty',
  state: 'an object of texts',
  widths: 'an object of numbers from 48 to 2000',
};

function refuseView(where: string, { place, problem }: ViewProblem, refuse: (where: string, wanted: string) => never): never {
  const wanted = WANTED[place] ?? (place.startsWith('state.') ? 'a text of at most 4000 characters' : 'a number from 48 to 2000');
  return refuse(place === '' ? where : `${where}.${place}`, problem === 'unknown' ? 'left out: it is no key of a view' : wanted);
}
