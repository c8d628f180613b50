/** Texts of a failed sign-in at the gateway (lib/page/signInTexts.ts has the English ones for a server that cannot translate). */
export const signInPages = {
  notSignedIn: 'You are not signed in',
  signInTooMany: 'Too many attempts. Wait {detail} seconds.',
  signInUnknown: 'This sign-in is unknown, or it took too long.',
  signInDenied: 'The identity provider refused the sign-in ({detail}).',
  signInNotCompleted: 'The identity provider did not complete the sign-in ({detail}).',
  signInMismatch: 'The response of the identity provider does not match this sign-in.',
  signInUnreachable: 'The identity provider cannot be reached.',
} as const;
