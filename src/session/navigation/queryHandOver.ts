/**
 * Passes an operation to the Query screen without a URL, because it can be long and has headers. The operation is not sent until the user
 * runs it.
 */
import type { Session } from '../connections/session';

/** The operation; `variables` is JSON text. */
export interface HandedQuery {
  query: string;
  variables: string;
  headers: readonly { name: string; value: string }[];
}

/** Holds one operation until the Query screen takes it. */
export interface QueryHandOver {
  put(handed: HandedQuery): void;
  /** Removes and returns the operation; null if there is none. */
  take(): HandedQuery | null;
  dispose(): void;
}

/** The hand-over of a session. */
export function queryHandOverOf(session: Session): QueryHandOver {
  return session.part('queryHandOver', () => {
    let present: HandedQuery | null = null;
    return {
      put(handed) {
        present = handed;
      },
      take() {
        const taken = present;
        present = null;
        return taken;
      },
      dispose() {
        present = null;
      },
    };
  });
}
