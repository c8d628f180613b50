/** Recognizes the schema of a server that shows more of it to signed-in users. */
import type { SchemaModel } from '../model/schemaModel';

/** A schema without collections and with at most this many mutations is assumed to show more after signing in. */
const FEW_ACTIONS = 3;

/** True for a schema with hardly a mutation and, as the caller knows, without collections. */
export const showsLittle = ({ mutationType }: SchemaModel): boolean => (mutationType?.fields.size ?? 0) <= FEW_ACTIONS;
