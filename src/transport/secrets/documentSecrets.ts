/**
 * Finds what is secret in the variables and the response of one document. Besides names that match the rule, these are variables passed to
 * secret arguments (`login(password: $p)`), aliases of secret fields (`a: token`), and `code` if the document is about signing in.
 */
import { isAboutCredentials } from './isAboutCredentials';
import { type Secrecy, secrecyOf } from './isSecretName';
import { maskLoose } from './maskLoose';
import { maskStructure, PAIR_NAME } from './maskStructure';
import { type SecretValues, secretValues } from './secretValues';

/** Reads a document, which may be incomplete. `known`: names that are secret already; the document's own are added to it. */
export function documentSecrets(document: string, known = new Map<string, Secrecy>()): (name: string) => Secrecy {
  const isSignIn = isAboutCredentials(document);
  // In other documents, `code` may be harmless, such as a country code.
  const ofName = (name: string): Secrecy => (name.toLowerCase() === 'code' && !isSignIn ? null : secrecyOf(name));
  const pairs = [...document.slice(0, LONGEST).matchAll(PAIR)];
  const isPassedOn = SPREAD.test(document);
  for (let size = -1, pass = 0; known.size > size && pass < MOST_PASSES; pass++) {
    size = isPassedOn ? known.size : Infinity;
    for (const [, before = '', dollar = '', after = ''] of pairs) {
      // In `a: $b`, the argument decides about the variable; in `a: b`, the field decides about the alias.
      const [named, by] = dollar === '' ? [before, after] : [after, before];
      const secrecy = (isPassedOn && dollar && known.get(by)) || ofName(by);
      if (secrecy !== null) known.set(named, secrecy);
    }
  }
  return name => known.get(name) ?? ofName(name);
}

/** Masks the secrets of one operation. */
export interface OperationMask {
  /** Masks what is sent: document, variables, body. */
  sent(text: string): string;
  /** Masks what is received: values that were submitted as secret, under whatever name. */
  got(text: string): string;
  /** A quick check for large JSON texts: false if `got` would change nothing. */
  mayHoldSecrets(text: string): boolean;
}

/** Limit for each kind of secret: submitted values, and credentials of the request. */
const MOST_OF_A_KIND = 2000;

/** Creates the mask of an operation. Both texts are read when it is first used. `more`: further credentials that were sent. */
export function operationMask(
  document: () => string,
  variables: () => string,
  more: () => Iterable<string> = () => [],
): OperationMask {
  let cached: { secrecy(name: string): Secrecy; values: SecretValues } | undefined;
  const read = (): typeof cached & object => {
    if (cached) return cached;
    const secrecy = documentSecrets(document());
    const found = new Set<string>();
    for (const text of [document(), variables()]) maskStructure(text, { secrecy, onSecret: value => found.add(value) });
    // A limit for each kind, so that one does not displace the other.
    const values = [found, more()].flatMap(each => [...each].slice(0, MOST_OF_A_KIND));
    cached = { secrecy, values: secretValues(values) };
    return cached;
  };
  // In a response, `code` is usually an error code, even when signing in.
  const inResponse = (name: string): Secrecy => (name.toLowerCase() === 'code' ? null : read().secrecy(name));
  return {
    sent: text => maskStructure(text, read()),
    got: text => maskStructure(text, { secrecy: inResponse, values: read().values }),
    mayHoldSecrets(text) {
      if (maskLoose(text) !== text || read().values.remove(text) !== text) return true;
      const names = new Set<string>();
      for (const [, name = ''] of text.matchAll(NAME)) {
        // A name with escapes needs the full parser.
        if (names.size >= MOST_NAMES || name.includes('\\')) return true;
        names.add(name);
      }
      return [...names].some(name => inResponse(name) !== null || PAIR_NAME.test(name));
    },
  };
}

/** A name in JSON, or in JSON within a JSON string. */
const NAME = /"([^"]{1,80})"\s{0,20}:/g;
const MOST_NAMES = 1000;
/** `name: $variable` and `alias: name`. */
const PAIR = /(?<![\w$])([A-Za-z_]\w{0,300})\s{0,300}:\s{0,300}(\$?)([A-Za-z_]\w{0,300})/g;
/** A fragment spread with arguments. */
const SPREAD = /\.\.\.\s{0,300}\w{1,300}\s{0,300}\(/;
/** How many levels of fragments a secret is followed through. */
const MOST_PASSES = 20;
/** Characters that are read; no real document is longer. */
const LONGEST = 500_000;
