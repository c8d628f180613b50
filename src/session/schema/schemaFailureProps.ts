/** Props of parts/FailureState for a schema that could not be loaded. Every screen uses them. */
import type { Failure } from '../../transport/observe/failure';
import type { Session } from '../connections/session';
import { wireRequestLinks } from '../wire/wireRequestLinks';

/** The failure, the endpoint, and the available actions: retry, sign in, show the request in Wire. */
export function schemaFailureProps({ clock, connection, schema, token }: Session, failure: Failure) {
  return {
    failure,
    endpoint: connection.httpEndpoint,
    clock,
    onRetry: () => void schema.refresh(),
    onSignIn: token.ask,
    wireHref: wireRequestLinks.schema(),
  };
}
