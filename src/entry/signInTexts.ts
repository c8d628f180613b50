/** The texts of the page about a failed sign-in, in the user's language. The server writes the page and has no catalogues itself. */
import { errors } from '../i18n/english/errors';
import { shell } from '../i18n/english/shell';
import { signInPages } from '../i18n/english/signInPages';
import { type CatalogueSource, createLanguage, type Text } from '../i18n/language';
import type { AnyLanguageTag } from '../i18n/languages';
import { SIGN_IN_TEXTS, type SignInProblem, type SignInTexts } from '../lib/page/signInTexts';

/** Returns the texts. A problem that only the server's operator can fix is described in English. */
export function signInTexts(
  { tag, catalogue }: { tag: AnyLanguageTag; catalogue: CatalogueSource | undefined },
  problem: SignInProblem,
  detail: string | number,
): SignInTexts {
  const english = { shell: { ...shell, ...signInPages }, errors };
  const { text, direction } = createLanguage({ tag, english, catalogue, timeZone: null });
  return {
    language: tag,
    direction,
    title: text('shell.signIn'),
    heading: text('shell.notSignedIn'),
    message: messageOf(text, problem, String(detail)),
    tryAgain: text('errors.retry'),
  };
}

function messageOf(text: Text, problem: SignInProblem, detail: string): string {
  switch (problem) {
    case 'tooMany':
      return text('shell.signInTooMany', { detail });
    case 'unknown':
      return text('shell.signInUnknown');
    case 'refused':
      return text('shell.signInDenied', { detail });
    case 'notCompleted':
      return text('shell.signInNotCompleted', { detail });
    case 'mismatch':
      return text('shell.signInMismatch');
    case 'unreachable':
      return text('shell.signInUnreachable');
    default:
      return SIGN_IN_TEXTS[problem];
  }
}
