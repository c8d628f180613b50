/**
 * Masks secrets in plain text, recognised by their context or their own form: `Bearer …`, `?access_token=…`, `//user:pass@host`, JSON Web
 * Tokens, keys with the prefix of a service, private keys.
 */
import { isSecretParameter } from './isSecretName';
import { MASK } from './maskSign';

/** Returns the text with these secrets masked. */
export function maskLoose(text: string): string {
  if (text.length < SHORTEST) return text;
  let masked = text;
  if (masked.includes('//')) masked = masked.replace(USER_INFO, `//${MASK}@`);
  if (masked.includes('=')) masked = masked.replace(PARAMETER, maskParameter);
  masked = masked.replace(SCHEME, maskScheme);
  if (!hasMark(masked)) return masked;
  for (const mark of MARKS) if (masked.includes(mark)) masked = maskMarked(masked, mark);
  return masked;
}

/** The shortest text that can contain one of these forms. */
const SHORTEST = 6;
const USER_INFO = /\/\/[^\s/?#"'<>]{0,2000}@/g;
const PARAMETER = /([\w.-]{1,64})=([^\s&"'<>;,\\]{1,50000})/g;
const SCHEME = /\b(bearer|basic|digest|token|apikey|dpop|negotiate)(?:[ :]|%20|\+){1,3}([\w.~+/=-]{6,50000})/gi;

/** The second sign of equality belongs to the padding of Base64. */
function maskParameter(whole: string, name: string, value: string): string {
  return value !== '=' && isSecretParameter(name) ? `${name}=${MASK}` : whole;
}

/** Words that follow a scheme in sentences, such as "Bearer authentication is required". */
const PLAIN_WORD =
  /^(?:auth[a-z]*|token[a-z]*|scheme[a-z]*|header[a-z]*|require[a-z]*|missing|invalid|format[a-z]*|credential[a-z]*|prefix|string[a-z]*|expired|cannot|should|instead)[.:]?$/i;

function maskScheme(whole: string, scheme: string, value: string): string {
  const isBearer = /^(?:bearer|dpop)$/i.test(scheme);
  const isCredential = !PLAIN_WORD.test(value) && (isBearer || /\d|=$|[a-z][A-Z]/.test(value));
  return isCredential ? whole.slice(0, whole.length - value.length) + MASK : whole;
}

/** Prefixes of JSON Web Tokens and of the keys of well-known services. */
const MARKS = [
  ...['eyJ', 'ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_', 'glpat-', 'xoxa-', 'xoxb-', 'xoxp-', 'xoxr-', 'xoxs-', 'sk-'],
  ...['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'AKIA', 'ASIA', 'shpat_', 'shpss_', 'AIza', 'npm_', 'SG.', 'ya29.'],
  '-----BEGIN',
];
const hasMark = (text: string): boolean => MARKS.some(mark => text.includes(mark));

/** Masks each key that starts with `mark`: up to the end of the word, for a private key up to the end of the surrounding string. */
function maskMarked(text: string, mark: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at)) {
    const { end, isKey } = keyAt(text, at, mark);
    if (isKey) {
      pieces.push(text.slice(from, at), MASK);
      from = end;
    }
    at = end;
  }
  return pieces.join('') + text.slice(from);
}

/** Where the word at `at` ends, and whether it is a key. */
function keyAt(text: string, at: number, mark: string): { end: number; isKey: boolean } {
  if (mark === '-----BEGIN') {
    if (!text.slice(at, at + 60).includes('PRIVATE KEY')) return { end: at + mark.length, isKey: false };
    const quote = text.indexOf('"', at);
    return { end: quote < 0 ? text.length : quote, isKey: true };
  }
  if (at > 0 && isWordCharacter(text.charCodeAt(at - 1))) return { end: at + mark.length, isKey: false };
  let end = at;
  let dots = 0;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === 46) dots++;
    else if (!isWordCharacter(code) && code !== 45) break;
  }
  return { end, isKey: end - at >= SHORTEST_KEY && (mark !== 'eyJ' || dots > 0) };
}

const SHORTEST_KEY = 20;

/** A letter, a digit or an underscore. */
function isWordCharacter(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
}
