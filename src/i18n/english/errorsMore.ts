/** English texts of what can go wrong, by the tag of the failure: what happened, then what can be done. They are of the area `errors`. */
export const errorsMore = {
  network: 'The endpoint cannot be reached',
  networkHelp: 'No answer came from {endpoint}. It may be down, or this network may not reach it.',
  otherOrigin:
    'A browser lets this page read answers of {host} only where that server allows {page} (CORS). If it is running, that is the likely reason.',
  broke: 'The answer broke off',
  http: 'The endpoint refused the request (status {status})',
  httpHelp: 'The server answered, but not with data. What it said is below.',
  parse: 'The answer is not GraphQL',
  parseHelp: '{endpoint} answered with status {status} and something that is not JSON. The address may be wrong.',
  graphql: 'The server reports {count, plural, one {an error} other {# errors}}',
  graphqlHelp: 'The request was understood, but could not be carried out.',
  signedOut: 'Sign in to see this',
  signedOutHelp: 'The server wants to know who you are, or your token has expired.',
  forbidden: 'You are not allowed to see this',
  forbiddenHelp: 'You are signed in, but the server does not let you do this.',
  socket: 'The live connection failed',
  socketHelp: 'The server closed it ({code}): {reason}',
  refused: 'This was not sent',
  refusedHelp: 'The request could not be sent as it stands.',
  cancelled: 'Stopped',
  cancelledHelp: 'You stopped it before the answer came.',
} as const;
