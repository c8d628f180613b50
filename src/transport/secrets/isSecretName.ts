/**
 * Decides which names contain secrets: names of fields, arguments, variables, URL parameters and headers. Names are split into words first,
 * so `passenger`, `secretary`, `tokenize` and `keyboard` are not secret.
 */

/**
 * How secret a value is. `any`: no value may be shown (passwords, codes, things that people memorise). `text`: strings must not be shown,
 * but numbers may, because they are counts and times (tokens, keys).
 */
export type Secrecy = 'any' | 'text' | null;

/** True for the name of a field with a secret value: `password`, `apiKey`, `accessCode`, `pin`, `cardCvc`, `DBPassword`. */
export function isSecretName(name: string): boolean {
  return secrecyOf(name) !== null;
}

/**
 * True for the name of a field with a secret value, in an owner with this name (a type, or a field that contains an object). A lone `code` is
 * secret only for an owner such as `AccessCode` or `Invitation`: that of a product, a country or a currency is part of its name.
 */
export function isSecretOf(owner: string, name: string): boolean {
  const isCode = /^codes?$/i.test(name) && !isSecretName(owner);
  return isSecretName(isCode ? `${owner.slice(0, LONGEST_NAME - name.length - 1)}_${name}` : name);
}

/** How secret the value of a name is. */
export function secrecyOf(name: string): Secrecy {
  if (name.length > LONGEST_NAME) return null;
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (PUBLIC_LAST.has(last) && words.length > 1) return null;
  for (const [at, word] of words.entries()) {
    if (isPasswordWord(word)) return 'any';
    const pair = `${words[at - 1] ?? ''} ${word}`;
    if (ANY_PAIRS.has(pair)) return 'any';
  }
  if ((last === 'pass' || last === 'pw' || last === 'pswd') && (words.length === 1 || PASS_OWNERS.has(words.at(-2) ?? '')))
    return 'any';
  if (last === 'code' || last === 'codes') {
    return words.length === 1 || words.some(word => CODE_WORDS.has(word)) ? 'any' : null;
  }
  return isTokenLike(words) ? 'text' : null;
}

/** True for a header with a secret value: `Authorization`, `Cookie`, `X-Api-Key`, `X-Session-Id`. */
export function isSecretHeader(name: string): boolean {
  if (OPEN_KEYS.test(name)) return false;
  const words = wordsOf(name);
  return words.some(word => HEADER_WORDS.has(word)) || isSecretName(name);
}

/** True for a URL or form parameter with a secret value. Also matches `key`, `sid`, `pass`, and words such as `appkey` and `sitetoken`. */
export function isSecretParameter(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  return PARAMETER_WORDS.has(last) || PARAMETER_ENDING.test(last) || isSecretName(name);
}

/** The words of a name in lower case: `DBPassword2` becomes `db`, `password`. */
export function wordsOf(name: string): string[] {
  return (name.slice(0, LONGEST_NAME).match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}]+/gu) ?? []).map(word => word.toLowerCase());
}

const isPasswordWord = (word: string): boolean => ANY_WORDS.has(word) || /passwor[dt]|passwd|passphrase|passcode/.test(word);

function isTokenLike(words: readonly string[]): boolean {
  return words.some((word, at) => {
    const before = words[at - 1] ?? '';
    if (TEXT_WORDS.has(word) || COMPOUND.test(word)) return true;
    if (word === 'token' || word === 'tokens') return !PAGING.has(before);
    if (word === 'key' || word === 'keys') return KEY_WORDS.has(before) || (at > 1 && KEY_WORDS.has(words[at - 2] ?? ''));
    if (word === 'auth') return words.length === 1 || AUTH_PARTS.has(words[at + 1] ?? '') || (at === 1 && before === 'x');
    return false;
  });
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Characters of a name that are read; no name in a schema is longer. */
const LONGEST_NAME = 300;

const ANY_WORDS = setOf(
  'passwd pwd pin otp totp hotp mfa tfa cvv cvc csc secret secrets credential credentials creds iban ssn mnemonic passwort kennwort senha contrasena contraseña wachtwoord motdepasse passord lösenord haslo пароль',
);
/** Pairs of words that are secret together. */
const ANY_PAIRS: ReadonlySet<string> = new Set([
  'pass word',
  'pass phrase',
  'pass code',
  'card number',
  'security answer',
  'secret answer',
  'connection string',
  'seed phrase',
]);
const TEXT_WORDS = setOf('jwt authorization apikey apikeys bearer cookie cookies sessid phpsessid jsessionid');
/** Compounds written as one word. */
const COMPOUND =
  /^(?:x|my|db|user|access|api|auth|bearer|client|csrf|xsrf|device|id|invite|login|private|refresh|reset|secret|service|session|shared|signing|verification|encryption|master|app|admin)(?:tokens?|secrets?|passwords?|apikeys?)$|^(?:access|api|auth|private|secret|signing|encryption|master)keys?$/;
/** Words that make a code secret: `accessCode` is, `countryCode` is not. */
const CODE_WORDS = setOf(
  'access auth authentication authorization login signin sign verification verify confirmation confirm security reset recovery backup invite invitation activation sms email factor secret pass unlock device totp otp mfa pin',
);
const KEY_WORDS = setOf(
  'api private secret access auth encryption signing license licence master service subscription account admin shared',
);
/** Words before `pass` that make it a password. */
const PASS_OWNERS = setOf(
  'user my db database admin root login smtp imap ftp ssh mail email account auth proxy new old current repeat confirm client',
);
const AUTH_PARTS = setOf('header value data string token code key secret');
/** Words before `token` that make it a position in a list or a count, which is not secret. */
const PAGING = setOf(
  'page next previous prev continuation cursor sync resume start end max min total prompt completion input output used reserved',
);
/** Last words that make the whole name public: `tokenType`, `passwordChangedAt`, `apiKeyId`. */
const PUBLIC_LAST = setOf(
  'id ids name names type types kind count counts at date time on expiry expires expiration ttl length size limit limits policy policies strength required enabled disabled allowed label labels prefix url uri endpoint status state scope scopes role roles algorithm alg version usage used remaining description title symbol decimals index',
);
const PARAMETER_WORDS = setOf('signature sid pass pw session sessionid assertion');
/** Endings of parameters that are written as one word in lower case. A position in a list, such as `pagetoken`, is not secret. */
const PARAMETER_ENDING = /(?:key|auth|sig|secret|jwt|pwd|passwd|(?<!^|page|next|cursor)token)$/;
const HEADER_WORDS = setOf(
  'auth authorization authentication cookie cookies session sessionid sid token tokens key apikey secret password credential credentials signature jwt assertion',
);
/** Headers with a key that grants no access. */
const OPEN_KEYS =
  /^(?:x-)?(?:idempotency|cache|surrogate|partition|routing|correlation|sort)-key$|^www-authenticate$|^sec-websocket-/i;
