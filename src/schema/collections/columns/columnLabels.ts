/**
 * Part of columns.ts: what stands above a column, made of the fields on its path.
 */
import { fieldLabel, readableName } from '../../model/readableName';

/** The field of a step, without the type it holds for. */
const bare = (step: string): string => step.slice(step.indexOf(':') + 1);

const WRAPPERS = new Set(['edges', 'node', 'nodes', 'attributes']);
/** What servers hang on the name of a list for the field that counts it. */
const COUNTING_SUFFIX = /(_aggregate|Aggregate|_aggregated|Connection|_connection)$/;

/**
 * The label of a path: wrappers (`edges`, `node`) are left out, and so is the naming field at its end (`berth.name` is "Berth").
 * @param naming how many of its last steps only name what the steps before lead to
 * @param own labels that a presentation gives the steps
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

/** The label of a count: that of the list it counts. */
export function countLabel(path: readonly string[], own?: readonly (string | undefined)[]): string {
  return labelOf([...path.slice(0, -1), (path.at(-1) ?? '').replace(COUNTING_SUFFIX, '')], 0, own);
}
