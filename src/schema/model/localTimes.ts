/**
 * The scalars whose dates and times this server sends without a zone: `2025-02-02T09:30:00` for a `DateTime`. A new record gets them like
 * that too, so that the server does not keep another hour than the user entered. The schema does not show this, but the values of loaded
 * rows do (noteLocalTimes.ts).
 */
import type { SchemaModel } from './schemaModel';

/** By name of the scalar: true if no value had a zone so far. */
export const localTimes = (model: SchemaModel): Map<string, boolean> =>
  model.remember('local times', () => new Map<string, boolean>());
