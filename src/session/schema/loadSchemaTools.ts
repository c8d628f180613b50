/** Fetches what models are equipped with (../schema/schemaTools.ts): one chunk, asked for when it is wanted. */
import type { SchemaTools } from '../../schema/model/schemaTools';

/** Gives the tools. Rejects when the chunk cannot be had. */
export async function loadSchemaTools(): Promise<SchemaTools> {
  return (await import(/* webpackChunkName: "schema-tools" */ '../../schema/model/allSchemaTools')).allSchemaTools;
}
