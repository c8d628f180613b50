/**
 * The texts of a failed sign-in at the gateway. Shared by the server, which only knows English, and the renderer, which translates them.
 */

/** The English texts by problem. */
export const SIGN_IN_TEXTS = {
  tooMany: 'Too many attempts. Wait {detail} seconds.',
  needsHttps:
    'Signing in needs HTTPS. Where a proxy in front of this server speaks it, set ORIEL_TRUST_PROXY=true and have it send X-Forwarded-Proto.',
  unknown: 'This sign-in is unknown, or it took too long.',
  tooLong: 'The tokens of the identity provider are too long for cookies.',
  refused: 'The identity provider refused the sign-in ({detail}).',
  notCompleted: 'The identity provider did not complete the sign-in ({detail}).',
  mismatch: 'The response of the identity provider does not match this sign-in.',
  unreachable: 'The identity provider cannot be reached.',
} as const;

/** The kinds of problems. */
export type SignInProblem = keyof typeof SIGN_IN_TEXTS;

/** The texts of the page. */
export interface SignInTexts {
  language: string;
  direction: 'ltr' | 'rtl';
  title: string;
  heading: string;
  message: string;
  tryAgain: string;
}
