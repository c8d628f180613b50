/**
 * Part of columns.ts: builds the label of a column from the fields of its path.
 */
import { fieldLabel, readableName } from '../../model/readableName';

/** The field name of a step, without its type condition. */
const bare = (step: string): string => step.slice(step.indexOf(':') + 1);

const WRAPPERS = new Set(['edges', 'node', 'nodes', 'attributes']);
/** Suffixes that servers add to the name of a list for the field that counts it. */
const COUNTING_SUFFIX = /(_aggregate|Aggregate|_aggregated|Connection|_connection)$/;

/**
 * The label of a path. Leaves out wrappers (`edges`, `node`) and the naming field at the end (`berth.name` is "Berth").
 * @param naming the number of steps at the end that only name the related record
 * @param own labels of the steps from a presentation
 */
export function labelOf(path: readonly string[], naming = 0, own: readonly (string | undefined)[] = []): string {
  const words = path
    .map((step, index) => ({ name: bare(step), label: own[index] }))
    .filter(({ name }, index) => path.length === 1 || !WRAPPERS.has(name) || index === path.length - 1);
  const shown = words.length > naming ? words.slice(0, words.length - naming) : words;
  return shown.length === 1 || shown.some(({ label }) => label)
    ? shown.map(({ name, label }) => label ?? fieldLabel(name)).join(' ')
    : readableName(shown.map(({ name }) => name.replace(/([a-z0-9])By[A-Z]\w{0,200}Id$/, '$1')).join('_'));
}

/** The label of a count: the label of the counted list. */
export function countLabel(path: readonly string[], own?: readonly (string | undefined)[]): string {
  return labelOf([...path.slice(0, -1), (path.at(-1) ?? '').replace(COUNTING_SUFFIX, '')], 0, own);
}
