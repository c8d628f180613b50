/**
 * The address of the Query screen with a document in it: `/query?query=…&variables=…`. What must not stand in an address is taken out of the
 * variables: secrets, by the names of their fields, and files.
 */

import { withoutSecretLiterals } from '../wire/secretLiterals';
import { href } from './navigation';

/** Longer addresses are cut off by some servers and messengers; then only the document goes along. */
const LONGEST = 6000;

/** The address. `variables` may be left out. */
export function queryHref(query: string, variables: Readonly<Record<string, unknown>> = {}): string {
  const json = publicVariables(query, variables);
  const whole = href(['query'], { query, variables: json === '{}' ? null : json });
  return whole.length > LONGEST ? href(['query'], { query }) : whole;
}

/** Variables of a document as JSON to be shown or handed on: files by their names, secrets empty. */
export function publicVariables(query: string, variables: Readonly<Record<string, unknown>>, indent = 0): string {
  const json = JSON.stringify(
    variables,
    (_name, value: unknown) => {
      if (typeof Blob !== 'undefined' && value instanceof Blob) return 'name' in value ? String(value.name) : 'blob';
      return value;
    },
    indent,
  );
  return withoutSecretLiterals(json, query);
}
