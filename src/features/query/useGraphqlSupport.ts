/** What the screen has to load before it understands GraphQL: the language support and graphql-js' schema, each when there is time for it. */
import { useEffect, useMemo, useState } from 'react';
import type { Session } from '../../session/session';
import { useReadable } from '../../ui/useReadable';

/** The module with the language support. */
export type GraphqlSupport = typeof import('./graphqlSupport');

/** Loads it; the browser keeps what was loaded. */
export function loadGraphqlSupport(): Promise<GraphqlSupport> {
  return import(/* webpackChunkName: "query-language" */ './graphqlSupport');
}

/** The support, null until it is loaded; and graphql-js' schema, null until it is known. */
export function useGraphqlSupport(session: Session): {
  support: GraphqlSupport | null;
  schema: ReturnType<GraphqlSupport['makeSchema']>;
} {
  const [support, setSupport] = useState<GraphqlSupport | null>(null);
  const state = useReadable(session.schema);
  const model = state.status === 'ready' ? state.schema : null;
  useEffect(() => {
    let here = true;
    loadGraphqlSupport().then(
      loaded => here && setSupport(loaded),
      // Plain text can be written meanwhile; running tries again, and tells.
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, []);
  const schema = useMemo(
    () => (support && model ? model.remember('graphql-js', () => support.makeSchema(session.schema.introspection())) : null),
    [support, model, session],
  );
  return { support, schema };
}
