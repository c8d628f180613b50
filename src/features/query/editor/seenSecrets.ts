/**
 * Collects the names that the documents of a tab have marked as secret since the page was loaded. A variable remains secret after the
 * document has changed.
 */
import { documentSecrets } from '../../../transport/secrets/documentSecrets';
import type { Secrecy } from '../../../transport/secrets/isSecretName';

/** Maximum length of a document that is searched, in characters. */
const LONGEST = 100_000;

/** The collected names. */
export interface SeenSecrets {
  /** True if a document was not searched: it is unknown which of its variables are secret. */
  readonly isPartial: boolean;
  /** Changes whenever new names are found. */
  readonly version: string;
  see(document: string): void;
  /** Records that a document could not be searched. */
  giveUp(): void;
  secrecy(name: string): Secrecy;
}

/** Initially empty. */
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
      // All rules share the names. The rule of a sign-in document also treats codes as secrets.
      if (own('code') !== null) rule = own;
    },
    secrecy: name => rule(name),
  };
}
