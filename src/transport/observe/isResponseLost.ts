/** Whether a mutation may have run although no response of the server arrived. */
import type { Failure } from './failure';

/** Error codes of gateways that got no response from their server. */
const LOST_CODES =
  /^(GATEWAY|UPSTREAM)_(UNREACHABLE|TIMEOUT|ERROR)$|^(BAD_GATEWAY|GATEWAY_TIMEOUT|REQUEST_TIMEOUT)$|^SUBREQUEST_HTTP_ERROR$/i;

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
      return failure.redirectedTo !== undefined || failure.status >= 500 || failure.status < 400;
    case 'http':
      // A gateway without a response of its server may send GraphQL errors of its own.
      if (failure.status === 502 || failure.status === 504) return true;
      // The JSON is not GraphQL, or the response is a redirect (whose status may be hidden as 0). Redirects can also mean success.
      return failure.errors.length === 0 && (failure.status >= 500 || failure.status < 400);
    case 'graphql':
      return failure.errors.some(({ code }) => code !== undefined && LOST_CODES.test(code));
    default:
      return false;
  }
}
