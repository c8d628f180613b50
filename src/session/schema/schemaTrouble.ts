/** What every screen says and offers where the schema could not be had: props of ui/FailureState, which knows no session. */
import type { Failure } from '../../transport/observe/failure';
import type { Session } from '../connections/session';
import { wireQuestionLinks } from '../wire/wireQuestionLinks';

/** The failure, what was asked, and the ways on: ask again, sign in, see the request in Wire. */
export function schemaTrouble({ clock, connection, schema, token }: Session, failure: Failure) {
  return {
    failure,
    endpoint: connection.httpEndpoint,
    clock,
    onRetry: () => void schema.refresh(),
    onSignIn: token.ask,
    wireHref: wireQuestionLinks.schema(),
  };
}
