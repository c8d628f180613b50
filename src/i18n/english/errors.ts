/** English texts of what can be done when something goes wrong. What went wrong is said by errorsMore.ts. */
export const errors = {
  socketNoReason: 'no reason given',
  screen: 'This screen stopped working',
  screenHelp: 'Something in Oriel itself went wrong here. The rest goes on; what you had entered elsewhere is kept.',
  retry: 'Try again',
  signIn: 'Sign in',
  seeWire: 'See it in Wire',
  brokeHelp: 'The server answered with status {status}, but the connection ended before everything was there.',
} as const;
