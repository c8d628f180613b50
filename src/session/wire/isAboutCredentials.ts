/**
 * Which documents are about proving who somebody is, told by the names in them: what is sent and answered there is secret whatever it is
 * called. It reads names alone, so a document that is half written serves as well.
 */

/** True when a document signs somebody in, or makes, changes or checks what lets somebody in. */
export function isAboutCredentials(document: string): boolean {
  const names = document.replace(TEXT_OR_COMMENT, '').match(/[A-Za-z_]\w*/g) ?? [];
  return names.some(isCredentialName);
}

function isCredentialName(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .filter(Boolean);
  return words.some((word, at) => WORD.test(word) || PAIR.test(`${word} ${words[at + 1] ?? ''}`));
}

const TEXT_OR_COMMENT = /"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|#[^\n]*/g;
const WORD =
  /^(?:(?:sign|log)(?:in|on)|signup|auth|oauth\d*|authenticat\w*|authoriz\w*|authoris\w*|tokens?|jwt|passw\w*|passcodes?|passphrase|credentials?|t?otp|mfa|2fa|apikeys?|secrets?|verify|verification)$/;
const PAIR =
  /^(?:(?:sign|log) (?:in|on)|sign up|one time|two factor|(?:api|access|private|signing|encryption) keys?|access codes?|magic links?|recovery codes?|web authn)$/;
