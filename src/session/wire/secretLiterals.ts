/** What must not be written down from a document and its variables: values whose names say that they are secret (transport/secrets). */
import { documentSecrets } from '../../transport/secrets/documentSecrets';
import { maskStructure } from '../../transport/secrets/maskStructure';

/** A document and its variables as JSON. */
interface Texts {
  readonly query: string;
  readonly variables: string;
}

/**
 * Both texts with the values of secret names made empty; the rest of them, their form included, stays. A variable is secret, too, where the
 * document gives it to an argument or a field of such a name. Never throws, whatever the texts are.
 */
export function withoutSecrets<Content extends Texts>(content: Content): Content {
  const { query, variables } = content;
  return { ...content, query: withoutSecretLiterals(query), variables: withoutSecretLiterals(variables, query) };
}

/** One text of the two. `document` is the one that it belongs to; the text itself by default. */
export function withoutSecretLiterals(text: string, document = text): string {
  return maskStructure(text, { secrecy: documentSecrets(document), stand: 'empty' });
}
