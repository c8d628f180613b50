/** English texts of what can go wrong, by the tag of the failure: what happened, then what can be done. They are of the area `errors`. */
export const errorsMore = {
  network: 'The endpoint cannot be reached',
  networkHelp: 'No answer came from {endpoint}. It may be down, or this network may not reach it.',
  gatewayHelp:
    'Something on the way to {endpoint} answered in its place (status {status}). The server behind it may be down or starting.',
  pageHelp:
    'A web page came from {endpoint} (status {status}), not an answer of an API. The address may be wrong, or something on the way answered.',
  otherOrigin:
    'A browser only lets this page read answers of {host} if that server allows {page} (CORS). If the server is running, this is the likely reason.',
  addressInsecure: 'This page uses https, so the browser blocks requests to an http address.',
  broke: 'The answer was cut off',
  http: 'The endpoint refused the request (status {status})',
  httpHelp: 'The server answered without data. Its message is below.',
  redirectHelp: 'The endpoint points to another address (a redirect), and Oriel does not follow it.',
  parse: 'The answer is not GraphQL',
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
  refusedHelp: 'The request is not valid as it is.',
  cancelled: 'Stopped',
  cancelledHelp: 'You stopped it before the answer came.',
  timeout: 'No answer in time',
  timeoutHelp: 'The endpoint did not answer in time. A change may have been made all the same: look before you send it again.',
  waitAsked: 'The server asks to wait {time}.',
  asksAgain: 'Asking again by itself.',
} as const;
