/** Recognizes the schema of a server that shows more of it to signed-in users. */
import type { SchemaModel } from '../model/schemaModel';
import { findCollections } from './collections';

/** A schema without collections and with at most this many mutations is assumed to show more after signing in. */
const FEW_ACTIONS = 3;

/** True for a schema without collections, except system ones, and with hardly a mutation. */
export function showsLittle(schema: SchemaModel): boolean {
  const hasData = findCollections(schema).some(collection => collection.alternateOf === null && !collection.isSystem);
  return !hasData && (schema.mutationType?.fields.size ?? 0) <= FEW_ACTIONS;
}
