/** Texts of a failed sign-in at the gateway (lib/page/signInTexts.ts has the English ones for a server that cannot translate). */
export const signInPages = {
  notSignedIn: 'You are not signed in',
  signInTooMany: 'Too many attempts. Wait {detail} seconds.',
  signInUnknown: 'This sign-in is not known here, or it took too long.',
  signInDenied: 'The identity provider refused the sign-in ({detail}).',
  signInNotCompleted: 'The identity provider did not complete the sign-in ({detail}).',
  signInMismatch: 'What came back from the identity provider does not fit this sign-in.',
  signInUnreachable: 'The identity provider cannot be reached.',
} as const;
