/** The addresses by which errors of the first screen lead into Wire; those of all else: wireLogLinks.ts. */
import { href } from '../navigation/navigation';
import type { LatestWireEntry } from './wireLogLinks';

/** Links into Wire, to what was asked. */
export const wireQuestionLinks = {
  /** The latest execution of an operation, by the `operation.key` of its result: where an error came from. */
  operation: (key: number): string => href(['wire'], { key: String(key) }),
  /** The latest question for the schema. */
  schema: (): string => href(['wire'], { entry: 'last-schema' satisfies LatestWireEntry }),
} as const;
