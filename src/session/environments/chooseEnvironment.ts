/**
 * Applies environments to a connection. A connection with variables is saved with the values of the chosen environment filled in, so that
 * everything that reads connections (transport, schema, token) uses these values. If the address changes, the token stays with the
 * environment that it was saved in and is restored with it; it is never sent to another address.
 */
import type { KeyValueStorage } from '../../lib/storage';
import { type ConnectionSettings, type Connections, DEFAULT_CONNECTION } from '../connections/connections';
import {
  chosenEnvironment,
  type Environments,
  forgetEnvironments,
  NO_ENVIRONMENTS,
  readEnvironments,
  secretsOfEnvironments,
  writeEnvironments,
} from './environments';
import { resolveTemplate, type TemplateProblem } from './resolveConnection';

/** Where connections and environments are stored. */
export interface EnvironmentPlace {
  connections: Connections;
  storage: KeyValueStorage;
}

/** Why an environment cannot be used: a variable, or an address that the connection does not accept. */
export type EnvironmentProblem = TemplateProblem | { code: 'endpoint'; name: string };

/**
 * Saves edited environments and applies the chosen one.
 * @returns the reason if that is impossible, and nothing is changed; null on success
 */
export function applyEnvironments(
  place: EnvironmentPlace,
  connection: ConnectionSettings,
  next: Environments,
): EnvironmentProblem | null {
  const { connections, storage } = place;
  const before = readEnvironments(storage, connection.id);
  const keep = (): void => {
    writeEnvironments(storage, connection.id, next);
    for (const { name } of before.list) if (!next.list.some(each => each.name === name)) forgetAside(place, connection.id, name);
  };
  const { template } = next;
  if (template === null || connection.id === DEFAULT_CONNECTION) {
    keep();
    return null;
  }
  const { settings, trouble } = resolveTemplate(template, chosenEnvironment(next));
  if (trouble) return trouble;
  const resolved: ConnectionSettings = { ...connection, ...settings };
  if (isSameSettings(connection, resolved)) {
    keep();
    forgetAside(place, connection.id, next.chosen);
    return null;
  }
  const isElsewhere = connection.httpEndpoint !== resolved.httpEndpoint || connection.wsEndpoint !== resolved.wsEndpoint;
  if (isElsewhere) {
    const now = connections.tokens(connection);
    connections.tokens(connection, asideKey(connection.id, before.chosen)).write(now.read(), now.source());
  }
  const token = isElsewhere ? connections.tokens(resolved, asideKey(connection.id, next.chosen)).read() : undefined;
  keep();
  try {
    connections.save(resolved, token);
  } catch {
    writeEnvironments(storage, connection.id, before);
    forgetAside(place, connection.id, before.chosen);
    return { code: 'endpoint', name: resolved.httpEndpoint };
  }
  // The token is in use now. Its stored copy is removed, so that signing out leaves no copy behind.
  forgetAside(place, connection.id, next.chosen);
  return null;
}

/** Switches a connection to another environment; null for none. */
export function chooseEnvironment(
  place: EnvironmentPlace,
  connection: ConnectionSettings,
  name: string | null,
): EnvironmentProblem | null {
  return applyEnvironments(place, connection, { ...readEnvironments(place.storage, connection.id), chosen: name });
}

/**
 * Removes stored tokens of environments before a connection is saved with `next`: those of deleted environments, of the previous choice and
 * of the next choice; all of them if the connection no longer has variables.
 */
export function forgetTokens(place: EnvironmentPlace, connectionId: string, next: Environments): void {
  const before = readEnvironments(place.storage, connectionId);
  const stays = (name: string | null): boolean =>
    next.template !== null &&
    name !== before.chosen &&
    name !== next.chosen &&
    (name === null || next.list.some(each => each.name === name));
  const names = [null, ...before.list.map(each => each.name), ...next.list.map(each => each.name)];
  for (const name of names) if (!stays(name)) forgetAside(place, connectionId, name);
}

/** Removes everything stored for a connection's environments: variables, secrets and tokens. */
export function dropEnvironments(place: EnvironmentPlace, connectionId: string): void {
  forgetTokens(place, connectionId, NO_ENVIRONMENTS);
  forgetEnvironments(place.storage, connectionId);
}

/** Adds the secrets of the environments to the session's known secrets, which are masked everywhere. */
export function rememberSecrets(session: {
  storage: KeyValueStorage;
  connection: ConnectionSettings;
  token: { known: { get(): readonly string[]; update(change: (known: readonly string[]) => readonly string[]): void } };
}): void {
  const { known } = session.token;
  const all = secretsOfEnvironments(readEnvironments(session.storage, session.connection.id));
  const added = all.filter(secret => !known.get().includes(secret));
  if (added.length > 0) known.update(before => [...before, ...added]);
}

/** Storage key of the token of an environment that is not in use. */
const asideKey = (connectionId: string, name: string | null): string => `oriel:token:${connectionId}:${name ?? ''}`;

function forgetAside({ connections }: EnvironmentPlace, connectionId: string, name: string | null): void {
  connections.tokens(connections.draft(), asideKey(connectionId, name)).write('');
}

function isSameSettings(one: ConnectionSettings, other: ConnectionSettings): boolean {
  const parts = ({ httpEndpoint, wsEndpoint, headers, uploadHeaders, customParams }: ConnectionSettings): string =>
    JSON.stringify([httpEndpoint, wsEndpoint ?? String(wsEndpoint), headers, uploadHeaders, customParams]);
  return parts(one) === parts(other);
}
