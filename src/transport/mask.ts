/**
 * Takes secrets out of what the tap shows. A token is known by its value (the one in storage) or by the name it travels under
 * (a sign-in answers with one that nobody has stored yet); both are replaced before anybody sees the text.
 */

/** What stands in place of a secret. */
export const MASK = '•••';

const NAME =
  '(?:token|passw(?:or)?d|passphrase|pass_?code|secret|(?:api|access|private|signing|encryption)_?key|access_?code|authorization|credential|(?<![a-z])(?:pwd|pin|otp|totp|cvv|cvc|jwt)(?![a-z]))';

/** Space, in JSON as well: urql puts a line's end before each text of a document. */
const GAP = '(?:\\s|\\\\[nrt])*';

/** What stands before a value: the colon, in a document also the type of a variable with a default. */
const COLON = `${GAP}:${GAP}(?:[\\w![\\]]+${GAP}=${GAP})?`;

/** `"accessToken": "…"` in JSON, `password: "…"` and `$password: String = "…"` in a document. */
const PLAIN = new RegExp(`(${NAME}\\w*"?${COLON}"(?!""))((?:[^"\\\\]|\\\\.)*)`, 'gi');

/** `password: """…"""` in a document, plain or escaped. */
const BLOCK = new RegExp(`(${NAME}\\w*${COLON}((?:\\\\?"){3}))[^]*?(?=\\2)`, 'gi');

/** The same inside a JSON string, where each quote is escaped. */
const ESCAPED = new RegExp(`(${NAME}\\w*(?:\\\\")?${COLON}\\\\"(?!\\\\"\\\\"))((?:[^"\\\\]|\\\\(?!"))*)`, 'gi');

/** `"tokens": ["…", "…"]`, plain or escaped. */
const LIST = new RegExp(`(${NAME}\\w*(?:\\\\?")?${COLON}\\[)([^[\\]{}]*"[^[\\]{}]*)(?=\\])`, 'gi');

/** What people know by heart may travel as a number; other numbers are counts and times. */
const NUMBER = new RegExp(
  `((?:passw(?:or)?d|pass_?code|access_?code|(?<![a-z])(?:pin|otp|cvv|cvc))(?:_?(?:code|number))?(\\\\?")?${GAP}:${GAP})\\d[\\d.]*(?=[\\s,})\\\\])`,
  'gi',
);

/** A JSON Web Token, under whatever name it travels. */
const JWT = /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g;

/** Returns `text` without `token` and without the value of anything that is named like a secret. */
export function mask(text: string, token: string): string {
  const put = (_: string, lead: string): string => lead + MASK;
  const named = text
    .replace(BLOCK, put)
    .replace(PLAIN, put)
    .replace(ESCAPED, put)
    .replace(LIST, (_, lead: string, items: string) => lead + maskItems(items))
    // In quotes like those of its name; in a document without, as that may itself stand in JSON.
    .replace(NUMBER, (_, lead: string, quote = '') => lead + quote + MASK + quote)
    .replace(JWT, MASK);
  return withoutSecret(named, token);
}

/** Takes a secret out in each form it may have: as it is, and as it stands in JSON, in JSON in JSON, and in an address. '' takes nothing out. */
export function withoutSecret(text: string, secret: string): string {
  if (secret === '') return text;
  const inJson = JSON.stringify(secret).slice(1, -1);
  const forms = [secret, inJson, inJson.replaceAll('/', '\\/'), JSON.stringify(inJson).slice(1, -1), encodeURIComponent(secret)];
  // Each form once: a large text is looked through for each.
  return [...new Set(forms)].reduce((rest, form) => rest.replaceAll(form, MASK), text);
}

/** The texts of a list, plain or escaped, each replaced. */
function maskItems(items: string): string {
  return items.includes('\\"')
    ? items.replace(/\\"(?:[^"\\]|\\(?!"))*\\"/g, `\\"${MASK}\\"`)
    : items.replace(/"(?:[^"\\]|\\.)*"/g, `"${MASK}"`);
}

/** Headers whose values are no secrets; of all others only the name is shown. */
const OPEN_HEADERS =
  /^(accept|accept-.*|age|allow|cache-control|connection|content-.*|date|etag|expires|last-modified|retry-after|server|server-timing|vary|via|apollo-require-preflight|access-control-.*|.*-request-preflight|ratelimit.*|x-ratelimit.*|x-request-id|x-powered-by|transfer-encoding|keep-alive)$/i;

/** Headers by which somebody is let in. */
const SECRET_HEADER = /auth|token|key|secret|cookie|passw|credential|session/i;

/** What a request sends to be let in, so that it can be taken out where a server repeats it: the token and the values of such headers. */
export function secretsOf(headers: Record<string, string>, token: string): string[] {
  const values = Object.entries(headers)
    .filter(([name, value]) => SECRET_HEADER.test(name) && !OPEN_HEADERS.test(name) && value.length >= SHORTEST_SECRET)
    .map(([, value]) => value.replace(/^(?:bearer|basic|token)\s+/i, ''));
  return [...new Set([token, ...values])];
}

/** `text` without the values of anything named like a secret, and without each of `secrets` (`secretsOf`). */
export function masked(text: string, secrets: readonly string[]): string {
  return secrets.reduce(withoutSecret, mask(text, ''));
}

/** A shorter value is a word that may stand anywhere. */
const SHORTEST_SECRET = 6;

/** Headers for the tap. */
export function maskHeaders(headers: Record<string, string>, token: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, OPEN_HEADERS.test(name) ? mask(value, token) : MASK]),
  );
}

/** An address without user, password and the values of its query string, among which keys and tokens travel. */
export function maskUrl(url: string, token: string): string {
  const open = url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i, `$1${MASK}@`).replace(/([?&][^=&#]*=)[^&#]*/g, `$1${MASK}`);
  return mask(open, token);
}
