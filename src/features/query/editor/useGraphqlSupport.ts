/** What the screen has to load before it understands GraphQL: the language support and graphql-js' schema, each when there is time for it. */
import { useEffect, useMemo, useState } from 'react';
import type { Session } from '../../../session/connections/session';
import { useReadable } from '../../../ui/text/useReadable';
import { type QueryOptions, queryOptionsOf } from '../options/queryOptions';
import { afterPaint } from './afterPaint';
import type { FragmentSupport } from './document/documentTools';

/** The language support, and the reading of documents. */
export type GraphqlSupport = typeof import('./graphqlSupport') &
  typeof import('./document/documentCompletion') &
  typeof import('./lazySchema') &
  typeof import('./answerDocs') & { tools: typeof import('./document/documentTools') };

/** Loads both; the browser keeps what was loaded. The files are fetched beside those of the screen, and run when this is called. */
export async function loadGraphqlSupport(): Promise<GraphqlSupport> {
  const [support, completion, tools, schema, docs] = await Promise.all([
    import(/* webpackPreload: true, webpackChunkName: "query-language" */ './graphqlSupport'),
    import(/* webpackPreload: true, webpackChunkName: "query-language" */ './document/documentCompletion'),
    import(/* webpackPreload: true, webpackChunkName: "query-language" */ './document/documentTools'),
    import(/* webpackPreload: true, webpackChunkName: "query-language" */ './lazySchema'),
    import(/* webpackPreload: true, webpackChunkName: "query-language" */ './answerDocs'),
  ]);
  return { ...support, ...completion, ...schema, ...docs, tools };
}

/** What reads fragments with variables of their own, where that is switched on. */
export async function loadFragments({ fragmentArguments }: QueryOptions): Promise<FragmentSupport | null> {
  return fragmentArguments === true ? import(/* webpackChunkName: "query-options" */ './document/fragmentArguments') : null;
}

/** The support, null until it is loaded; and graphql-js' schema, null until it is known. */
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
    let here = true;
    const cancel = afterPaint(() =>
      loadGraphqlSupport().then(
        loaded => here && setSupport(loaded),
        // Plain text can be written meanwhile; running tries again, and tells.
        () => undefined,
      ),
    );
    return () => {
      here = false;
      cancel();
    };
  }, []);
  const options = useReadable(queryOptionsOf(session));
  const [fragments, setFragments] = useState<FragmentSupport | null>(null);
  useEffect(() => {
    let here = true;
    // What is chosen in the meantime counts, whichever file comes last.
    loadFragments(options).then(
      loaded => here && setFragments(loaded),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [options]);
  const schema = useMemo(
    () => (support && model ? model.remember('graphql-js', () => support.lazySchema(model)) : null),
    [support, model],
  );
  return { support, schema, fragments };
}
