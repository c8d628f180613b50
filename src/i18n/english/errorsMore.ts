/** English texts of what can go wrong, by the tag of the failure: what happened, then what can be done. They are of the area `errors`. */
export const errorsMore = {
  network: 'The endpoint cannot be reached',
  networkHelp: 'No response from {endpoint}. It may be down, or not reachable from this network.',
  gatewayHelp:
    'A server in front of {endpoint} responded in its place (status {status}). The API behind it may be down or starting.',
  pageHelp:
    '{endpoint} returned a web page (status {status}) instead of an API response. The address may be wrong, or a server in front of it responded.',
  otherOrigin:
    'The browser lets this page read responses of {host} only if that server allows {page} (CORS). If the server is running, this is the likely reason.',
  addressInsecure: 'This page uses https, so the browser blocks requests to an http address.',
  broke: 'The response was cut off',
  http: 'The endpoint refused the request (status {status})',
  httpHelp: 'The server answered without data. Its message is below.',
  tooLargeHelp: 'The server, or one in front of it, does not accept a request of this size.',
  redirectHelp: 'The endpoint redirects to another address, which Oriel does not follow.',
  parse: 'The response is not GraphQL',
  /** The end is the label of a field in the form of a connection. */
  methodHelp:
    'The server does not accept the HTTP method of this request. The address may be wrong. For queries, another method can be selected in the connection: HTTP method of queries.',
  parseHelp: '{endpoint} answered with status {status} and something that is not JSON. The address may be wrong.',
  graphql: 'The server reports {count, plural, one {an error} other {# errors}}',
  graphqlHelp: 'The server understood the request but could not complete it.',
  signedOut: 'Sign in to see this',
  signedOutHelp: 'The server requires you to sign in, or your token has expired.',
  forbidden: 'You are not allowed to see this',
  forbiddenHelp: 'You are signed in, but the server does not allow this.',
  socket: 'The live connection failed',
  socketHelp: 'The server closed it ({code}): {reason}',
  refused: 'This was not sent',
  refusedHelp: 'The request is not valid.',
  cancelled: 'Stopped',
  cancelledHelp: 'You stopped it before the response arrived.',
  timeout: 'No response in time',
  timeoutHelp: 'The endpoint did not respond in time. A change may have been made anyway. Check before you send it again.',
  traceId: 'Trace id: {id}',
  waitAsked: 'The server asks you to wait {time}.',
  asksAgain: 'Retrying automatically.',
  brokeHelp: 'The server answered with status {status}, but the connection closed before the response was complete.',
  signIn: 'Sign in',
  seeWire: 'See it in Wire',
} as const;
