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

/** Addresses whose pages are kept; beyond them the oldest is let go. */
const MOST_ADDRESSES = 16;
const FILE = /\/(?:assets\/[^/]*|favicon\.\w+)$/;

/** Makes the options. The page asks the address it is at, so that the endpoint need not be named. */
export function orielYoga({ endpoint, ...options }: OrielOptions = {}): OrielYoga {
  const oriels = new Map<string, ReturnType<typeof createOriel>>();
  const at = (path: string): ReturnType<typeof createOriel> => {
    const address = endpoint ?? path;
    const known = oriels.get(address);
    if (known) return known;
    const made = createOriel({ ...options, endpoint: address });
    if (oriels.size >= MOST_ADDRESSES) oriels.delete(oriels.keys().next().value as string);
    oriels.set(address, made);
    return made;
  };
  /** Pages differ by their address, files do not. @returns null for what is neither, which costs nothing then */
  const answer = async (request: Request, path: string): Promise<Response | null> => {
    const [file] = FILE.exec(path) ?? [];
    if (file !== undefined) return (oriels.values().next().value ?? at(path.slice(0, -file.length) || '/')).fetch(request);
    return (request.headers.get('accept') ?? '').includes('text/html') ? at(path).fetch(request) : null;
  };
  return {
    renderGraphiQL: ({ endpoint: path = '/graphql' } = {}) => at(path).html(`./${path.slice(path.lastIndexOf('/') + 1)}/`),
    plugins: [
      {
        async onRequest({ request, endResponse }) {
          const path = new URL(request.url).pathname;
          // A query in the address is an operation, and Yoga's to answer.
          if (new URL(request.url).searchParams.has('query')) return;
          const response = await answer(request, path);
          if (response) endResponse(response);
        },
      },
    ],
  };
}
