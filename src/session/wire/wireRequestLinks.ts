/** Links from errors on the first screen to Wire. All other links are in wireLogLinks.ts. */
import { href } from '../navigation/navigation';
import type { LatestWireEntry } from './wireLogLinks';

/** Links to requests in Wire. */
export const wireRequestLinks = {
  /** The latest execution of the operation that caused an error, by the `operation.key` of its result. */
  operation: (key: number): string => href(['wire'], { key: String(key) }),
  /** The latest introspection query. */
  schema: (): string => href(['wire'], { entry: 'last-schema' satisfies LatestWireEntry }),
} as const;
