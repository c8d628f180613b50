/**
 * What is secret in the variables and the answer of one document: besides names of the rule, variables that are given to secret arguments
 * (`login(password: $p)`), other names for secret fields (`a: token`), and `code` where the document is about signing in.
 */
import { isAboutCredentials } from './isAboutCredentials';
import { type Secrecy, secrecyOf } from './isSecretName';
import { maskLoose } from './maskLoose';
import { maskStructure, PAIR_NAME } from './maskStructure';
import { type SecretValues, secretValues } from './secretValues';

/** Reads a document; half of one serves as well. `known`: the names it makes secret are added to these. */
export function documentSecrets(document: string, known = new Map<string, Secrecy>()): (name: string) => Secrecy {
  const isSignIn = isAboutCredentials(document);
  // A country has a code, too.
  const ofName = (name: string): Secrecy => (name.toLowerCase() === 'code' && !isSignIn ? null : secrecyOf(name));
  const pairs = [...document.slice(0, LONGEST).matchAll(PAIR)];
  const isPassedOn = SPREAD.test(document);
  for (let size = -1, pass = 0; known.size > size && pass < MOST_PASSES; pass++) {
    size = isPassedOn ? known.size : Infinity;
    for (const [, before = '', dollar = '', after = ''] of pairs) {
      // `a: $b`: the argument tells of the variable; `a: b`: the field tells of the other name.
      const [named, by] = dollar === '' ? [before, after] : [after, before];
      const secrecy = (isPassedOn && dollar && known.get(by)) || ofName(by);
      if (secrecy !== null) known.set(named, secrecy);
    }
  }
  return name => known.get(name) ?? ofName(name);
}

/** Takes secrets out of the texts of one operation. */
export interface OperationMask {
  /** Of what is sent: its document, its variables, its body. */
  sent(text: string): string;
  /** Of what comes back: what was submitted as secret, under whatever name. */
  got(text: string): string;
  /** A quick look at a large JSON text: false where `got` would change nothing. */
  mayHoldSecrets(text: string): boolean;
}

/** More of a kind are not looked for: what was submitted, and what was sent to be let in. */
const MOST_OF_A_KIND = 2000;

/** The mask of an operation; both texts are asked for when it is used first. `more`: what was sent besides to be let in. */
export function operationMask(
  document: () => string,
  variables: () => string,
  more: () => Iterable<string> = () => [],
): OperationMask {
  let known: { secrecy(name: string): Secrecy; values: SecretValues } | undefined;
  const read = (): typeof known & object => {
    if (known) return known;
    const secrecy = documentSecrets(document());
    const found = new Set<string>();
    for (const text of [document(), variables()]) maskStructure(text, { secrecy, onSecret: value => found.add(value) });
    // Neither kind pushes the other out.
    const values = [found, more()].flatMap(each => [...each].slice(0, MOST_OF_A_KIND));
    known = { secrecy, values: secretValues(values) };
    return known;
  };
  // Errors have codes, those of a sign-in as well.
  const ofAnswer = (name: string): Secrecy => (name.toLowerCase() === 'code' ? null : read().secrecy(name));
  return {
    sent: text => maskStructure(text, read()),
    got: text => maskStructure(text, { secrecy: ofAnswer, values: read().values }),
    mayHoldSecrets(text) {
      if (maskLoose(text) !== text || read().values.remove(text) !== text) return true;
      const names = new Set<string>();
      for (const [, name = ''] of text.matchAll(NAME)) {
        // Escaped ones are read by who masks.
        if (names.size >= MOST_NAMES || name.includes('\\')) return true;
        names.add(name);
      }
      return [...names].some(name => ofAnswer(name) !== null || PAIR_NAME.test(name));
    },
  };
}

/** A name in JSON, in that of a text within it, too. */
const NAME = /"([^"]{1,80})"\s{0,20}:/g;
const MOST_NAMES = 1000;
/** `name: $variable` and `alias: name`. */
const PAIR = /(?<![\w$])([A-Za-z_]\w{0,300})\s{0,300}:\s{0,300}(\$?)([A-Za-z_]\w{0,300})/g;
/** Arguments of a fragment. */
const SPREAD = /\.\.\.\s{0,300}\w{1,300}\s{0,300}\(/;
/** How many fragments deep a secret is followed. */
const MOST_PASSES = 20;
/** Longer documents exist in no program. */
const LONGEST = 500_000;
