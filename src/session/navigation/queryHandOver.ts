/**
 * An operation on its way to the Query screen that is not put into an address: it may be long, and has headers. Nothing of it is sent until a
 * person does.
 */
import type { Session } from '../connections/session';

/** What is handed over; `variables` as JSON. */
export interface HandedQuery {
  query: string;
  variables: string;
  headers: readonly { name: string; value: string }[];
}

/** The operation on its way. */
export interface QueryHandOver {
  put(handed: HandedQuery): void;
  /** Gives it once; null when there is none. */
  take(): HandedQuery | null;
  dispose(): void;
}

/** That of a session. */
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
