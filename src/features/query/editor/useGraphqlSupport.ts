/** Loads the language support and the graphql-js schema of the Query screen, each when the page is idle. */
import { useEffect, useMemo, useState } from 'react';
import type { Session } from '../../../session/connections/session';
import { useReadable } from '../../../ui/useReadable';
import { type QueryOptions, queryOptionsOf } from '../options/queryOptions';
import { afterPaint } from './afterPaint';
import type { FragmentSupport } from './document/documentTools';

/** The language support and the document parser. */
export type GraphqlSupport = typeof import('./graphqlSupport') &
  typeof import('./document/documentCompletion') &
  typeof import('./lazySchema') &
  typeof import('./resultDocs') & { tools: typeof import('./document/documentTools') };

/**
 * Loads both; later calls use the cache of the browser. The files are preloaded with those of the screen, and executed when this is called.
 */
export async function loadGraphqlSupport(): Promise<GraphqlSupport> {
  const [support, completion, tools, schema, docs] = await Promise.all([
    import(/* webpackPreload: true, webpackChunkName: "query-language" */ './graphqlSupport'),
    import(/* webpackPreload: true, webpackChunkName: "query-language" */ './document/documentCompletion'),
    import(/* webpackPreload: true, webpackChunkName: "query-language" */ './document/documentTools'),
    import(/* webpackPreload: true, webpackChunkName: "query-language" */ './lazySchema'),
    import(/* webpackPreload: true, webpackChunkName: "query-language" */ './resultDocs'),
  ]);
  return { ...support, ...completion, ...schema, ...docs, tools };
}

/** Loads the parser for fragments with variables, if that option is on. */
export async function loadFragments({ fragmentArguments }: QueryOptions): Promise<FragmentSupport | null> {
  return fragmentArguments === true ? import(/* webpackChunkName: "query-options" */ './document/fragmentArguments') : null;
}

/** Returns the support, null until it is loaded; and the graphql-js schema, null until the schema is known. */
export function useGraphqlSupport(session: Session): {
  support: GraphqlSupport | null;
  schema: ReturnType<GraphqlSupport['lazySchema']> | null;
  /** See `loadFragments`. */
  fragments: FragmentSupport | null;
} {
  const [support, setSupport] = useState<GraphqlSupport | null>(null);
  const state = useReadable(session.schema);
  const model = state.status === 'ready' ? state.schema : null;
  useEffect(() => {
    let isCurrent = true;
    const cancel = afterPaint(() =>
      loadGraphqlSupport().then(
        loaded => isCurrent && setSupport(loaded),
        // Plain text can still be edited. Running an operation tries again and reports the failure.
        () => undefined,
      ),
    );
    return () => {
      isCurrent = false;
      cancel();
    };
  }, []);
  const options = useReadable(queryOptionsOf(session));
  const [fragments, setFragments] = useState<FragmentSupport | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // Only the latest option counts, in whatever order the files arrive.
    loadFragments(options).then(
      loaded => isCurrent && setFragments(loaded),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [options]);
  const schema = useMemo(
    () => (support && model ? model.remember('graphql-js', () => support.lazySchema(model)) : null),
    [support, model],
  );
  return { support, schema, fragments };
}
