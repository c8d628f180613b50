/** The view that a screen currently shows, for saving it and for comparing it with the saved one. */
import { VIEW_STATE } from '../../../session/navigation/lastView';
import type { SavedView } from '../../../session/navigation/savedViews';
import { isSecretName } from '../../../transport/secrets/isSecretName';
import { formatColumns } from '../dataAddress';
import { columnRefs, type ShownColumn } from '../table/columns/useColumns';

/** Creates the view with a name. It always contains the columns, because the default columns of a collection may change. */
export function currentView(collection: string, name: string, query: URLSearchParams, shown: readonly ShownColumn[]): SavedView {
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

/** True if two views have the same state and widths. */
export function isSameView(one: SavedView, other: SavedView): boolean {
  const widths = new Map(other.widths);
  return (
    VIEW_STATE.every(parameter => one.state[parameter] === other.state[parameter]) &&
    one.widths.every(([column, width]) => !widths.has(column) || widths.get(column) === width)
  );
}

/** True if the arguments of a collection contain a secret, judged by their names. Such arguments are not stored. */
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
