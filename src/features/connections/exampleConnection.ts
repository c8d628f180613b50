/** A connection that answers with example data of a schema, made in this browser. */
import type { ConnectionSettings } from '../../session/connections/connections';
import type { Session } from '../../session/connections/session';
import { exampleAddress, exampleSchemaKey } from '../../session/exampleData/exampleAddress';
import { numberAt } from '../../session/exampleData/numberAt';

/** Makes it of the schema in use and keeps the schema for it; undefined where there is no schema. A schema that is known has its connection. */
export async function exampleConnection(
  { schema, documents, connections }: Session,
  name: string,
): Promise<ConnectionSettings | undefined> {
  const introspection = schema.introspection();
  if (introspection === undefined) return undefined;
  const address = exampleAddress(numberAt(JSON.stringify(introspection)).toString(36), '1');
  await documents.set(exampleSchemaKey(address), introspection);
  const known = connections.findByEndpoint(address);
  if (known) return known;
  return connections.draft({ name, httpEndpoint: address });
}
