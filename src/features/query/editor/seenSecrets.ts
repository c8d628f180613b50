/** Which names the documents of a tab made secret since the page began. A variable stays secret when the document that said so is gone. */
import { documentSecrets } from '../../../transport/secrets/documentSecrets';
import type { Secrecy } from '../../../transport/secrets/isSecretName';

/** Longer documents are not looked at, in letters. */
const LONGEST = 100_000;

/** Collects names. */
export interface SeenSecrets {
  /** A document was not looked at: what is secret in its variables is not known. */
  readonly isPartial: boolean;
  /** Changes with what is known. */
  readonly version: string;
  see(document: string): void;
  /** A document could not be looked at. */
  giveUp(): void;
  secrecy(name: string): Secrecy;
}

/** None yet. */
export function createSeenSecrets(): SeenSecrets {
  const names = new Map<string, Secrecy>();
  let rule = documentSecrets('', names);
  let isPartial = false;
  const giveUp = (): void => {
    isPartial = true;
  };
  return {
    giveUp,
    get isPartial() {
      return isPartial;
    },
    get version() {
      return `${names.size} ${rule('code')} ${isPartial}`;
    },
    see(document) {
      if (document.length > LONGEST) {
        giveUp();
        return;
      }
      const own = documentSecrets(document, names);
      // The rules share the names; that of a sign-in knows codes as well.
      if (own('code') !== null) rule = own;
    },
    secrecy: name => rule(name),
  };
}
