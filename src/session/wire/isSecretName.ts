/** Which fields hold what nobody else may see, told by their names: for whatever is kept, shared or shown again. */

/** True for the name of a field whose value is nobody else's business: `password`, `apiKey`, `accessCode`, `pin`, `cardCvc`. */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(word => word !== '');
  const last = words.at(-1) ?? '';
  if (words.some(word => SECRET_WORDS.has(word))) return true;
  if (words.length === 1 && (last === 'pass' || last === 'pw')) return true;
  if (last === 'code') return words.length === 1 || words.some(word => CODE_WORDS.has(word));
  return (last === 'key' || last === 'keys') && words.some(word => KEY_WORDS.has(word));
}

const SECRET_WORDS = new Set(
  'password passwd passphrase passcode pwd secret secrets token tokens jwt pin otp totp mfa cvv cvc credential credentials authorization apikey bearer iban ssn'.split(
    ' ',
  ),
);
/** What kind of code is secret: `accessCode` is, `countryCode` is not. */
const CODE_WORDS = new Set(
  'access auth authentication authorization login signin sign verification verify confirmation confirm security reset recovery backup invite invitation activation sms email factor secret pass unlock device'.split(
    ' ',
  ),
);
const KEY_WORDS = new Set('api private secret access auth encryption signing license licence master service'.split(' '));
