/** English texts of what can be done when something goes wrong. What went wrong is said by errorsMore.ts. */
export const errors = {
  socketNoReason: 'no reason given',
  screen: 'This screen stopped working',
  screenHelp: 'This is an error in Oriel. Other screens still work, and what you entered elsewhere is kept.',
  retry: 'Try again',
  stillWaiting: 'Still waiting',
  stop: 'Stop',
} as const;
