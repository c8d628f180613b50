/** Adds imported environments to those of a connection. Values that exist stay. */
import type { Session } from '../../../session/connections/session';
import { type Environment, MOST_ENVIRONMENTS, MOST_VARIABLES } from '../../../session/environments/environments';
import { environmentsOf } from '../../../session/environments/environmentsOf';

/** @returns how many environments have new variables, and the names of those for which there is no room */
export function addEnvironments(session: Session, found: readonly Environment[]): { added: number; left: string[] } {
  if (found.length === 0) return { added: 0, left: [] };
  const state = environmentsOf(session);
  state.refresh();
  const { chosen, list: before } = state.get();
  const list = [...before];
  const left: string[] = [];
  let added = 0;
  for (const { name, variables } of found) {
    const at = list.findIndex(each => each.name === name);
    const own = list[at]?.variables ?? [];
    const known = new Set(own.map(variable => variable.name));
    const fresh = variables.filter(variable => !known.has(variable.name));
    const isFull = own.length + fresh.length > MOST_VARIABLES || (at < 0 && list.length >= MOST_ENVIRONMENTS);
    if (isFull) left.push(name);
    if (isFull || fresh.length === 0) continue;
    list.splice(at < 0 ? list.length : at, 1, { name, variables: [...own, ...fresh] });
    added += 1;
  }
  // The first environments of a connection are used at once: the imported operations need their variables.
  const first = before.length === 0 ? (list[0]?.name ?? null) : chosen;
  const isSaved = state.save({ chosen: first, list }) === null || state.save({ chosen, list }) === null;
  return isSaved ? { added, left } : { added: 0, left: found.map(({ name }) => name) };
}
