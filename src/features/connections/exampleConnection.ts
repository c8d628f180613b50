/** Connections to example data, which this browser generates from a schema, and the schemas stored for them. */

import { sha256 } from '../../lib/text/sha256';
import type { ConnectionSettings } from '../../session/connections/connections';
import type { Session } from '../../session/connections/session';
import { EXAMPLE_SCHEMAS, exampleAddress, exampleSchemaKey } from '../../session/exampleData/exampleAddress';
import { isExampleAddress } from '../../session/exampleData/isExampleAddress';

/**
 * Creates a connection for the current schema and stores the schema for it; undefined if no schema is loaded. Returns the existing
 * connection if the schema already has one.
 */
export async function exampleConnection(session: Session, name: string): Promise<ConnectionSettings | undefined> {
  const { schema, documents, connections } = session;
  const introspection = schema.introspection();
  if (introspection === undefined) return undefined;
  await forgetUnusedSchemas(session);
  const address = exampleAddress(await sha256(JSON.stringify(introspection)), '1');
  await documents.set(exampleSchemaKey(address), introspection);
  const existing = connections.findByEndpoint(address);
  if (existing) return existing;
  return connections.draft({ name, httpEndpoint: address });
}

/**
 * Deletes schemas that no connection uses any more.
 * @returns a function that restores them
 */
export async function forgetUnusedSchemas({
  documents,
  connections,
}: Pick<Session, 'documents' | 'connections'>): Promise<() => Promise<void>> {
  const used = new Set(
    connections.list
      .get()
      .flatMap(({ httpEndpoint }) => (isExampleAddress(httpEndpoint) ? [exampleSchemaKey(httpEndpoint)] : [])),
  );
  const unused = (await documents.keys(EXAMPLE_SCHEMAS)).filter(key => !used.has(key));
  const removed = await Promise.all(unused.map(async key => [key, await documents.get(key)] as const));
  await Promise.all(unused.map(key => documents.delete(key)));
  return async () => {
    await Promise.all(removed.map(([key, schema]) => documents.set(key, schema)));
  };
}
