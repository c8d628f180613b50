/** The view that a screen shows now, to be saved or to be compared with the saved one. */
import { VIEW_STATE } from '../../../session/navigation/lastView';
import type { SavedView } from '../../../session/navigation/savedViews';
import { isSecretName } from '../../../transport/secrets/isSecretName';
import { formatColumns } from '../dataAddress';
import { columnRefs, type ShownColumn } from '../table/columns/useColumns';

/** The view, under a name. The columns are always said: which ones a collection begins with may change. */
export function presentView(collection: string, name: string, query: URLSearchParams, shown: readonly ShownColumn[]): SavedView {
  const entries = VIEW_STATE.flatMap(parameter => {
    const value = parameter === 'columns' ? formatColumns(columnRefs(shown)) : query.get(parameter);
    return value === null || (parameter === 'args' && hasSecret(value)) ? [] : [[parameter, value] as const];
  });
  return {
    collection,
    name,
    state: Object.fromEntries(entries),
    widths: shown.map(({ column, width }) => [column.id, width] as const),
  };
}

/** True when two views show the same. */
export function isSameView(one: SavedView, other: SavedView): boolean {
  const widths = new Map(other.widths);
  return (
    VIEW_STATE.every(parameter => one.state[parameter] === other.state[parameter]) &&
    one.widths.every(([column, width]) => !widths.has(column) || widths.get(column) === width)
  );
}

/** True when the arguments of a collection hold a secret by its name: these are not kept. */
export function hasSecret(args: string): boolean {
  try {
    let found = false;
    JSON.parse(args, (name, value: unknown) => {
      found ||= isSecretName(name);
      return value;
    });
    return found;
  } catch {
    return true;
  }
}
