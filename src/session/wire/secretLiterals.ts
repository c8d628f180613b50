/** What must not be written down from a document, its variables and its headers: values whose name says that they are secret. */
import { isAboutCredentials } from './isAboutCredentials';
import { isSecretName } from './isSecretName';

/** A document and its variables as JSON. */
interface Texts {
  readonly query: string;
  readonly variables: string;
}

/**
 * `name: value` of a document, `$name: Type = value` of its head and `"name": value` of JSON, finished or not. A value: a text, a number, a
 * list of them.
 */
const NAMED_VALUE =
  /(?<!\w)("?)([A-Za-z_]\w*)\1(\s*:\s*(?:[\w![\]]+\s*=\s*)?)("""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|-?\d[\d.eE+-]*|\[(?:[^[\]{}"]|"(?:[^"\\\n]|\\.)*")*\])/g;

/** `name: $variable` of a document. */
const NAMED_VARIABLE = /(?<!\w)([A-Za-z_]\w*)\s*:\s*\$([A-Za-z_]\w*)/g;

/**
 * Both texts with the values of secret names made empty; the rest of them, their form included, stays. A variable is secret, too, where the
 * document gives it to an argument or a field of such a name. Never throws, whatever the texts are.
 */
export function withoutSecrets<Content extends Texts>(content: Content): Content {
  const { query, variables } = content;
  return { ...content, query: withoutSecretLiterals(query), variables: withoutSecretLiterals(variables, query) };
}

/** One text of the two: `document` is what it belongs to, the text itself unless told otherwise. */
export function withoutSecretLiterals(text: string, document = text): string {
  const isSecret = secretsOf(document);
  return text.replace(NAMED_VALUE, (whole, quote: string, name: string, colon: string, value: string) =>
    isSecret(name) ? `${quote}${name}${quote}${colon}${value.startsWith('[') ? '[]' : '""'}` : whole,
  );
}

/** Names of the variables that a document gives to arguments and fields of secret names. */
export function secretVariables(document: string): ReadonlySet<string> {
  const isSecret = secretNames(document);
  const given = new Set<string>();
  for (const [, name = '', variable = ''] of document.matchAll(NAMED_VARIABLE)) if (isSecret(name)) given.add(variable);
  return given;
}

/** Tells the secret names of a document and its variables. */
function secretsOf(document: string): (name: string) => boolean {
  const isSecret = secretNames(document);
  const given = secretVariables(document);
  return name => isSecret(name) || given.has(name);
}

function secretNames(document: string): (name: string) => boolean {
  const isSignIn = isAboutCredentials(document);
  // A country has a code, too.
  return name => (name.toLowerCase() === 'code' ? isSignIn : isSecretName(name));
}

/** True for a header whose value is nobody else's business: `Authorization`, `Cookie`, `X-Api-Key`. */
export function isSecretHeader(name: string): boolean {
  return /^(proxy-)?authorization$|cookie|hasura-admin-secret/i.test(name) || isSecretName(name);
}
