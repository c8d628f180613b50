/** Whether a mutation may have run although no answer of the server came. */
import type { Failure } from './failure';

/** Codes by which gateways say that they have no answer of the server. */
const LOST_CODES =
  /^(GATEWAY|UPSTREAM)_(UNREACHABLE|TIMEOUT|ERROR)$|^(BAD_GATEWAY|GATEWAY_TIMEOUT|REQUEST_TIMEOUT)$|^SUBREQUEST_HTTP_ERROR$/i;

/**
 * True when it is unknown whether the server executed the request: no answer came, the sending was stopped, or something between here and
 * the server answered in its place (a gateway's page instead of GraphQL).
 */
export function isAnswerLost(failure: Failure): boolean {
  switch (failure.tag) {
    case 'network':
    case 'timeout':
    case 'cancelled':
      return true;
    case 'parse':
      // What redirected the request may have done it first.
      return failure.redirectedTo !== undefined || failure.status >= 500 || failure.status < 400;
    case 'http':
      // A gateway writes GraphQL errors of its own where it has no answer of the server.
      if (failure.status === 502 || failure.status === 504) return true;
      // JSON of something else, or a redirect (its status may be hidden, 0), which is also how it is said that something was done.
      return failure.errors.length === 0 && (failure.status >= 500 || failure.status < 400);
    case 'graphql':
      return failure.errors.some(({ code }) => code !== undefined && LOST_CODES.test(code));
    default:
      return false;
  }
}
