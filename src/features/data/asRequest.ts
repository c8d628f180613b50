/** The query text and variables of a prepared document, for "{ } as query". */
import type { Prepared } from '../../schema/documents/documents';
import { publicVariables, queryHref } from '../../session/navigation/queryLink';

/** Query text, variables, and the URL of the Query screen with both filled in. */
export function asRequest({ query, variables }: Pick<Prepared<unknown>, 'query' | 'variables'>): {
  query: string;
  variables: string;
  href: string;
} {
  return { query, variables: publicVariables(query, variables, 2), href: queryHref(query, variables) };
}
