/** For GraphQL Yoga: `createYoga({ schema, ...orielYoga() })` shows Oriel instead of GraphiQL. */
import { createOriel, splitFile } from './createOriel';
import type { OrielOptions } from './orielOptions';

/** The part of Yoga's hook that is used. */
interface RequestHook {
  request: Request;
  endResponse(response: Response): void;
}

/** The part of Yoga that is used. */
interface YogaLike {
  graphqlEndpoint: string;
  fetchAPI: { URLPattern: new (init: { pathname: string }) => { test(input: { pathname: string }): boolean } };
}

/** Options for Yoga. A server with other plugins adds `plugins[0]` to them. */
export interface OrielYoga {
  /** Disables Yoga's own page, which is sent without a policy. */
  graphiql: false;
  plugins: { onYogaInit(hook: { yoga: YogaLike }): void; onRequest(hook: RequestHook): Promise<void> }[];
}

/**
 * Creates the options. Without the option `path`, the page is at Yoga's own endpoint, so that requests for other routes reach them. Unless
 * an endpoint is given, the page sends its requests to its own URL.
 * @throws TypeError that names the invalid option
 */
export function orielYoga({ endpoint = '.', ...options }: OrielOptions = {}, dist?: string): OrielYoga {
  const oriel = createOriel({ ...options, endpoint }, dist);
  let isOwn = (_pathname: string): boolean => true;
  return {
    graphiql: false,
    plugins: [
      {
        onYogaInit({ yoga }) {
          if (options.path === undefined) isOwn = endpointMatcher(yoga);
        },
        async onRequest({ request, endResponse }) {
          const { pathname, searchParams } = new URL(request.url);
          // A URL with a `query` parameter is an operation, which Yoga executes.
          if (searchParams.has('query') || !isOwn(splitFile(pathname).mount)) return;
          const response = await oriel.fetch(request);
          if (response) endResponse(response);
        },
      },
    ],
  };
}

/** Recognises Yoga's endpoint, which may be a pattern, also below the path where a framework has mounted Yoga. */
function endpointMatcher({ graphqlEndpoint, fetchAPI }: YogaLike): (pathname: string) => boolean {
  const pattern = new fetchAPI.URLPattern({ pathname: graphqlEndpoint });
  return pathname => {
    const bare = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
    const isBelow = graphqlEndpoint !== '/' && bare.endsWith(graphqlEndpoint);
    return isBelow || pattern.test({ pathname: bare }) || pattern.test({ pathname });
  };
}
