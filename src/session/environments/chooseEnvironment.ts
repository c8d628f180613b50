/**
 * Puts environments into use. A connection that names variables is saved with the values of the chosen environment, so that everything that reads
 * connections (transport, schema, token) goes by what is in force. Where that is another address, the token stays with the environment that it was
 * saved in and comes back with it; it never goes to another address.
 */
import type { KeyValueStorage } from '../../lib/storage';
import { type ConnectionSettings, type Connections, DEFAULT_CONNECTION } from '../connections/connections';
import { createTokenStorage, type TokenStorage } from '../connections/tokenStorage';
import {
  chosenEnvironment,
  type Environments,
  forgetEnvironments,
  readEnvironments,
  secretsOfEnvironments,
  writeEnvironments,
} from './environments';
import { resolveTemplate, type VariableTrouble } from './resolveConnection';

/** What putting environments into use needs. */
export interface EnvironmentPlace {
  connections: Connections;
  storage: KeyValueStorage;
  pageUrl: string;
}

/** Why an environment cannot be used: a variable, or what the connection says of an address. */
export type EnvironmentTrouble = VariableTrouble | { code: 'endpoint'; name: string };

/**
 * Takes environments as they are now, the choice included.
 * @returns why not; null when it is done. Nothing is changed where there is trouble
 */
export function applyEnvironments(
  place: EnvironmentPlace,
  connection: ConnectionSettings,
  next: Environments,
): EnvironmentTrouble | null {
  const { connections, storage } = place;
  const before = readEnvironments(storage, connection.id);
  const keep = (): void => {
    writeEnvironments(storage, connection.id, next);
    // The token of an environment that is gone.
    for (const { name } of before.list) if (!next.list.some(each => each.name === name)) aside(place, connection, name).write('');
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
    return null;
  }
  const isElsewhere = connection.httpEndpoint !== resolved.httpEndpoint || connection.wsEndpoint !== resolved.wsEndpoint;
  if (isElsewhere) {
    const now = connections.tokens(connection);
    aside(place, connection, before.chosen).write(now.read(), now.source());
  }
  const token = isElsewhere ? aside(place, resolved, next.chosen).read() : undefined;
  keep();
  try {
    connections.save(resolved, token);
  } catch {
    writeEnvironments(storage, connection.id, before);
    return { code: 'endpoint', name: resolved.httpEndpoint };
  }
  return null;
}

/** Uses another environment of a connection; null: none. */
export function chooseEnvironment(
  place: EnvironmentPlace,
  connection: ConnectionSettings,
  name: string | null,
): EnvironmentTrouble | null {
  return applyEnvironments(place, connection, { ...readEnvironments(place.storage, connection.id), chosen: name });
}

/** Forgets what was kept of a connection: environments, their secrets and tokens. */
export function dropEnvironments({ connections, storage, pageUrl }: EnvironmentPlace, connection: ConnectionSettings): void {
  const { list } = readEnvironments(storage, connection.id);
  for (const name of [null, ...list.map(each => each.name)]) aside({ connections, storage, pageUrl }, connection, name).write('');
  forgetEnvironments(storage, connection.id);
}

/** Has the secrets of a session's connection masked wherever they come up from now on. */
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

/** The token of an environment that is not in use. */
function aside({ storage, pageUrl }: EnvironmentPlace, connection: ConnectionSettings, name: string | null): TokenStorage {
  return createTokenStorage({ storage, key: `oriel:token:${connection.id}:${name ?? ''}`, connection, pageUrl });
}

function isSameSettings(one: ConnectionSettings, other: ConnectionSettings): boolean {
  const parts = ({ httpEndpoint, wsEndpoint, headers, uploadHeaders, customParams }: ConnectionSettings): string =>
    JSON.stringify([httpEndpoint, wsEndpoint ?? String(wsEndpoint), headers, uploadHeaders, customParams]);
  return parts(one) === parts(other);
}
