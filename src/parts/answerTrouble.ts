/** What a screen shows and offers when the answer to its question failed: props of `FailureState`. See `schemaTrouble` for the schema itself. */
import type { Session } from '../session/connections/session';
import type { Failure } from '../transport/observe/failure';

/** What is needed of an answer, as `usePrepared` returns it. */
interface FailedAnswer {
  refresh(): void;
  /** Address of the request's row in Wire. Left out: no link. */
  readonly wireHref?: string;
}

/** The failure, the address that was asked, and the ways on: ask again, sign in, see the request in Wire. */
export function answerTrouble({ clock, connection, token }: Session, failure: Failure, { refresh, wireHref }: FailedAnswer) {
  return {
    failure,
    endpoint: connection.httpEndpoint,
    clock,
    onRetry: refresh,
    onSignIn: token.ask,
    ...(wireHref === undefined ? {} : { wireHref }),
  };
}
