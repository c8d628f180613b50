/** Undo for changes to connections. */
import type { KeyValueStorage } from '../../lib/storage';
import { type Connections, DEFAULT_CONNECTION } from '../../session/connections/connections';
import { dropEnvironments, forgetTokens } from '../../session/environments/chooseEnvironment';
import { readEnvironments, writeEnvironments } from '../../session/environments/environments';

/**
 * Captures a connection with its environments, token, position and whether it is in use. Returns a function that restores this state, or
 * removes the connection if it did not exist.
 */
export function keepConnection(connections: Connections, id: string, storage?: KeyValueStorage): () => void {
  const list = connections.list.get();
  const place = list.findIndex(connection => connection.id === id);
  const before = list[place];
  if (!before || id === DEFAULT_CONNECTION)
    return () => {
      if (storage && id !== DEFAULT_CONNECTION) dropEnvironments({ connections, storage }, id);
      connections.remove(id);
    };
  const token = connections.tokens(before).read();
  const wasUsed = connections.current.get().id === id;
  const environments = storage && readEnvironments(storage, id);
  return () => {
    if (storage && environments) {
      forgetTokens({ connections, storage }, id, environments);
      writeEnvironments(storage, id, environments);
    }
    connections.save(before, token, place);
    // Unless the user has selected another connection since.
    if (wasUsed && connections.current.get().id === DEFAULT_CONNECTION) connections.select(id);
  };
}
