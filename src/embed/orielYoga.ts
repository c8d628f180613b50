/** For GraphQL Yoga: `createYoga({ schema, ...orielYoga() })` shows Oriel instead of GraphiQL. */
import { createOriel } from './createOriel';
import type { OrielOptions } from './orielOptions';

/** The part of Yoga's hook that is used. */
interface RequestHook {
  request: Request;
  endResponse(response: Response): void;
}

/** Options for Yoga. A server with other plugins adds `plugins[0]` to them. */
export interface OrielYoga {
  /** Disables Yoga's own page, which is sent without a policy. */
  graphiql: false;
  plugins: { onRequest(hook: RequestHook): Promise<void> }[];
}

/**
 * Creates the options. Unless an endpoint is given, the page sends its requests to its own URL, so one page works at all URLs.
 * @throws TypeError that names the invalid option
 */
export function orielYoga({ endpoint = '.', ...options }: OrielOptions = {}, dist?: string): OrielYoga {
  const oriel = createOriel({ ...options, endpoint }, dist);
  return {
    graphiql: false,
    plugins: [
      {
        async onRequest({ request, endResponse }) {
          // A URL with a `query` parameter is an operation, which Yoga executes.
          if (new URL(request.url).searchParams.has('query')) return;
          const response = await oriel.fetch(request);
          if (response) endResponse(response);
        },
      },
    ],
  };
}
