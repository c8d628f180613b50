/** A connection that answers with example data of a schema, made in this browser; and the schemas that are kept for such connections. */
import type { ConnectionSettings } from '../../session/connections/connections';
import type { Session } from '../../session/connections/session';
import { EXAMPLE_SCHEMAS, exampleAddress, exampleSchemaKey } from '../../session/exampleData/exampleAddress';
import { isExampleAddress } from '../../session/exampleData/isExampleAddress';
import { sha256 } from '../../transport/http/sha256';

/** Makes it of the schema in use and keeps the schema for it; undefined where there is no schema. A schema that is known has its connection. */
export async function exampleConnection(session: Session, name: string): Promise<ConnectionSettings | undefined> {
  const { schema, documents, connections } = session;
  const introspection = schema.introspection();
  if (introspection === undefined) return undefined;
  await forgetUnusedSchemas(session);
  const address = exampleAddress(await sha256(JSON.stringify(introspection)), '1');
  await documents.set(exampleSchemaKey(address), introspection);
  const known = connections.findByEndpoint(address);
  if (known) return known;
  return connections.draft({ name, httpEndpoint: address });
}

/** Removes the schemas that no connection uses any longer. @returns puts them back */
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
