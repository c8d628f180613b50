/** What must not be written down from a document, its variables and its headers: values whose name says that they are secret. */
import { isSecretName } from './isSecretName';

/** `name: "text"` of a document and `"name": "text"` of JSON, finished or not; numbers too. */
const NAMED_VALUE = /("?)([A-Za-z_]\w*)\1(\s*:\s*)("""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|-?\d[\d.eE+-]*)/g;

/** The text with the values of secret names made empty; the rest of it, its form included, stays. Never throws, whatever the text is. */
export function withoutSecretLiterals(text: string): string {
  return text.replace(NAMED_VALUE, (whole, quote: string, name: string, colon: string) =>
    isSecretName(name) ? `${quote}${name}${quote}${colon}""` : whole,
  );
}

/** True for a header whose value is nobody else's business: `Authorization`, `Cookie`, `X-Api-Key`. */
export function isSecretHeader(name: string): boolean {
  return /^(proxy-)?authorization$|cookie|hasura-admin-secret/i.test(name) || isSecretName(name);
}
