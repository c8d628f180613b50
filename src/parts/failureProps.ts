/** Props of `FailureState` for a query that failed. See `schemaTrouble` for the schema itself. */
import type { Session } from '../session/connections/session';
import type { Failure } from '../transport/observe/failure';

/** The parts of `PreparedState` that are used here. */
interface FailedState {
  refresh(): void;
  /** Link to the request's row in Wire. Default: no link. */
  readonly wireHref?: string;
}

/** The failure, the endpoint, and the available actions: retry, sign in, show the request in Wire. */
export function failureProps({ clock, connection, token }: Session, failure: Failure, { refresh, wireHref }: FailedState) {
  return {
    failure,
    endpoint: connection.httpEndpoint,
    clock,
    onRetry: refresh,
    onSignIn: token.ask,
    ...(wireHref === undefined ? {} : { wireHref }),
  };
}
