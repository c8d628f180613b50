/** Whether a mutation may have run although no response of the server arrived. */
import type { Failure, GraphQLFailure } from './failure';

/** Error codes of gateways that got no response from their server. */
const LOST_CODES =
  /^(GATEWAY|UPSTREAM)_(UNREACHABLE|TIMEOUT|ERROR)$|^(BAD_GATEWAY|GATEWAY_TIMEOUT|REQUEST_TIMEOUT)$|^SUBREQUEST_HTTP_ERROR$|^DEADLINE_EXCEEDED$/i;
/** Words of a gateway's libraries about a connection that broke, or an answer that did not come. */
const LOST_WORDS =
  /\b(ECONNRESET|ETIMEDOUT|EPIPE|UND_ERR_\w+|socket hang up|other side closed|premature close|fetch failed|(request|operation|upstream|gateway) (timed out|timeout)|deadline exceeded)\b/i;

const tellsLoss = ({ code, message }: GraphQLFailure): boolean =>
  (code !== undefined && LOST_CODES.test(code)) || LOST_WORDS.test(message.slice(0, 1000));

/**
 * True if it is unknown whether the server executed the request: no response arrived, the request was aborted, or an intermediary responded
 * instead of the server (a gateway's page instead of GraphQL).
 */
export function isResponseLost(failure: Failure): boolean {
  switch (failure.tag) {
    case 'network':
    case 'timeout':
    case 'cancelled':
      return true;
    case 'parse':
      // The server that redirected the request may have executed it first.
      return failure.redirectedTo !== undefined || failure.status >= 500 || failure.status < 400 || failure.status === 408;
    case 'http':
      // A gateway without a response of its server may send GraphQL errors of its own.
      if ([408, 502, 504].includes(failure.status) || failure.errors.some(tellsLoss)) return true;
      // The JSON is not GraphQL, or the response is a redirect (whose status may be hidden as 0). Redirects can also mean success.
      return failure.errors.length === 0 && (failure.status >= 500 || failure.status < 400);
    case 'graphql':
      return failure.errors.some(tellsLoss);
    default:
      return false;
  }
}
