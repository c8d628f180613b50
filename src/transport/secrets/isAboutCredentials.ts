/**
 * Detects documents that handle credentials, by the names in them: everything that they send and receive is secret, whatever its name. Only
 * names are read, so the document may be incomplete.
 */
import { wordsOf } from './isSecretName';

/** True if a document signs a user in, or creates, changes or checks credentials. */
export function isAboutCredentials(document: string): boolean {
  for (const [token] of document.slice(0, LONGEST).matchAll(TOKEN)) {
    if (token[0] !== '"' && token[0] !== '#' && isCredentialName(token)) return true;
  }
  return false;
}

function isCredentialName(name: string): boolean {
  const words = wordsOf(name);
  return words.some((word, at) => WORDS.has(word) || WORD_BEGINNINGS.test(word) || PAIRS.has(`${word} ${words[at + 1] ?? ''}`));
}

/** Characters that are read; the decisive names come early. */
const LONGEST = 200_000;
/** Strings and comments, even unterminated ones, and names. */
const TOKEN = /"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|#[^\n\r]*|[A-Za-z_]\w*/g;
const WORDS: ReadonlySet<string> = new Set(
  'signin signon signup login logon auth oauth token tokens jwt passcode passcodes passphrase credential credentials otp totp mfa tfa fa apikey apikeys secret secrets verify verification'.split(
    ' ',
  ),
);
const WORD_BEGINNINGS = /^(?:authenticat|authori[sz]|passw)/;
const PAIRS: ReadonlySet<string> = new Set([
  ...['sign in', 'sign on', 'sign up', 'log in', 'log on', 'one time', 'two factor', 'access code', 'access codes', 'web authn'],
  ...['magic link', 'magic links', 'recovery code', 'recovery codes'],
  ...['api', 'access', 'private', 'signing', 'encryption'].flatMap(kind => [`${kind} key`, `${kind} keys`]),
]);
