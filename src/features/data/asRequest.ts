/** What a prepared document sends, as "{ } as query" shows it. */
import type { Prepared } from '../../schema/documents/documents';
import { publicVariables, queryHref } from '../../session/navigation/queryLink';

/** Text, variables and the address of the Query screen with both in it. */
export function asRequest({ query, variables }: Pick<Prepared<unknown>, 'query' | 'variables'>): {
  query: string;
  variables: string;
  href: string;
} {
  return { query, variables: publicVariables(query, variables, 2), href: queryHref(query, variables) };
}
