/** English texts of actions after a failure. The descriptions of failures are in errorsMore.ts. */
export const errors = {
  socketNoReason: 'no reason given',
  screen: 'This screen stopped working',
  screenHelp: 'This is an error in Oriel. Other screens still work, and what you entered elsewhere is kept.',
  retry: 'Try again',
  stillWaiting: 'Still waiting',
  stop: 'Stop',
} as const;
