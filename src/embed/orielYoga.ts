/** For GraphQL Yoga: `createYoga({ schema, ...orielYoga() })` shows Oriel where GraphiQL would be. */
import { createOriel } from './createOriel';
import type { OrielOptions } from './orielOptions';

/** What is needed of Yoga's hook. */
interface RequestHook {
  request: Request;
  endResponse(response: Response): void;
}

/** Options for Yoga. A server with plugins of its own puts `plugins[0]` among them. */
export interface OrielYoga {
  /** Yoga's own page is sent without a policy. */
  graphiql: false;
  plugins: { onRequest(hook: RequestHook): Promise<void> }[];
}

/**
 * Makes the options. The page asks the address it is at, unless an endpoint is given: one page serves all addresses.
 * @throws TypeError that names the option which is wrong
 */
export function orielYoga({ endpoint = '.', ...options }: OrielOptions = {}, dist?: string): OrielYoga {
  const oriel = createOriel({ ...options, endpoint }, dist);
  return {
    graphiql: false,
    plugins: [
      {
        async onRequest({ request, endResponse }) {
          // A query in the address is an operation, and Yoga's to answer.
          if (new URL(request.url).searchParams.has('query')) return;
          const response = await oriel.fetch(request);
          if (response) endResponse(response);
        },
      },
    ],
  };
}
