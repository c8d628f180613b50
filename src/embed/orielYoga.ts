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
  renderGraphiQL: (options?: { endpoint?: string }) => string;
  plugins: { onRequest(hook: RequestHook): Promise<void> }[];
}

/** Makes the options. The page asks the address it is at, so that the endpoint need not be named. */
export function orielYoga({ endpoint, ...options }: OrielOptions = {}): OrielYoga {
  const oriels = new Map<string, ReturnType<typeof createOriel>>();
  const at = (path: string): ReturnType<typeof createOriel> => {
    const known = oriels.get(endpoint ?? path) ?? createOriel({ ...options, endpoint: endpoint ?? path });
    if (oriels.size < 16) oriels.set(endpoint ?? path, known);
    return known;
  };
  return {
    renderGraphiQL: ({ endpoint: path = '/graphql' } = {}) => at(path).html(`./${path.slice(path.lastIndexOf('/') + 1)}/`),
    plugins: [
      {
        async onRequest({ request, endResponse }) {
          const path = new URL(request.url).pathname;
          // A query in the address is an operation, and Yoga's to answer.
          if (new URL(request.url).searchParams.has('query')) return;
          const response = await at(path.replace(/\/(?:assets\/[^/]*|favicon\.\w+)$/, '') || '/').fetch(request);
          if (response) endResponse(response);
        },
      },
    ],
  };
}
