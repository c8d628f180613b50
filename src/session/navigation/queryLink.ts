/**
 * Links to the Query screen with a document: `/query?query=…&variables=…`. Secrets (recognized by field names) and the content of files are
 * removed from the variables.
 */

import { withoutSecretLiterals } from '../wire/secretLiterals';
import { href } from './navigation';

/** Maximum length: some servers and messengers truncate longer URLs. A longer link contains the document only. */
const LONGEST = 6000;

/** The href of the Query screen. `variables` defaults to none. */
export function queryHref(query: string, variables: Readonly<Record<string, unknown>> = {}): string {
  const json = publicVariables(query, variables);
  const whole = href(['query'], { query, variables: json === '{}' ? null : json });
  return whole.length > LONGEST ? href(['query'], { query }) : whole;
}

/** The variables of a document as JSON that is safe to show or share: files as their names, secrets emptied. */
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
