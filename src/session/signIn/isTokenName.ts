/** Recognizes fields that hold an access token, by their names. */
import { wordsOf } from '../../schema/model/readableName';

const TOKEN_WORDS: ReadonlySet<string> = new Set(['token', 'jwt', 'bearer']);
/** Words that may follow the token word: `tokenValue`, `jwtString`. */
const TAIL_WORDS: ReadonlySet<string> = new Set(['value', 'string', 'plain', 'text']);
/** Words that mark a token for another purpose. */
const OTHER_WORDS: ReadonlySet<string> = new Set(
  'refresh csrf xsrf reset verification verify confirm confirmation activation invite invitation push device fcm apns page next continuation cursor expires expiry expiration type kind count id name remember unsubscribe captcha payment card upload preview public mfa totp otp challenge'.split(
    ' ',
  ),
);

/** True for `token`, `jwtToken`, `accessToken`, `access_token`, `idToken`, `bearer`, `sessionToken`, `jwt`, `authTokenValue`. */
export function isTokenName(name: string): boolean {
  const words = wordsOf(name).map(word => word.toLowerCase());
  while (words.length > 1 && TAIL_WORDS.has(words.at(-1) ?? '')) words.pop();
  // In `idToken` the leading "id" names the kind of token, so it does not count.
  const isOther = words.some((word, at) => OTHER_WORDS.has(word) && !(word === 'id' && at === 0));
  return TOKEN_WORDS.has(words.at(-1) ?? '') && !isOther;
}
