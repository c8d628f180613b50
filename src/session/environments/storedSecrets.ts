/** Reads the stored secret values of environments. Every request needs them, but not the code that edits environments. */
import { type KeyValueStorage, readJson } from '../../lib/storage';

/** Storage key of the secret values of a connection's environments: values by environment and variable. */
export const secretKey = (connectionId: string): string => `oriel:environment-secrets:${connectionId}`;

/** The secret values of all environments of a connection. */
export function storedSecrets(storage: KeyValueStorage, connectionId: string): string[] {
  const valuesOf = (stored: unknown): unknown[] => Object.values(Object(stored));
  return valuesOf(readJson(storage, secretKey(connectionId)))
    .flatMap(valuesOf)
    .filter(value => typeof value === 'string');
}
