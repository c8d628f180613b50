/** Removes secret values, recognized by names, from a document and its variables before they are stored or shared (transport/secrets). */
import { documentSecrets } from '../../transport/secrets/documentSecrets';
import { maskStructure } from '../../transport/secrets/maskStructure';

/** A document and its variables as JSON. */
interface Texts {
  readonly query: string;
  readonly variables: string;
}

/**
 * Returns both texts with the values of secret names emptied; everything else, including the formatting, is unchanged. A variable is also
 * secret if the document passes it to an argument or field with a secret name. Never throws.
 */
export function withoutSecrets<Content extends Texts>(content: Content): Content {
  const { query, variables } = content;
  return { ...content, query: withoutSecretLiterals(query), variables: withoutSecretLiterals(variables, query) };
}

/** The same for one of the texts. `document` is the document that it belongs to. Default: the text itself. */
export function withoutSecretLiterals(text: string, document = text): string {
  return maskStructure(text, { secrecy: documentSecrets(document), stand: 'empty' });
}
