/** The interface between the server and src/entry/server.tsx, which is a separate bundle. */
import type { PageState } from '../../lib/page/pageState';
import type { PublicConfig } from '../../lib/page/publicConfig';
import type { SignInProblem, SignInTexts } from '../../lib/page/signInTexts';

/** Created once per server. Between requests it only keeps the endpoint's schema. */
export interface Renderer {
  /**
   * Renders the page of one request, within the time limit. Unfinished parts are left to the browser.
   * @returns null for an address whose page depends on what only the browser knows: send the page shell
   * @throws if the frame itself cannot be rendered: send the page shell
   */
  render(request: PageRequest): Promise<RenderedPage | null>;
  /** The texts of the page about a failed sign-in, in the user's language. @param detail inserted into the text */
  signInTexts(reader: Reader, problem: SignInProblem, detail: string | number): Promise<SignInTexts>;
}

/** Options of a renderer. */
export interface RendererOptions {
  config: PublicConfig;
  /**
   * Requests the schema from this server's API, without credentials. Null: the browser uses another API, and only the frame is rendered.
   */
  fetch: typeof fetch | null;
  /** Called with errors in a page that was sent nevertheless. */
  onError: (error: unknown) => void;
  /** How long a page may wait for the API, in ms. Default 2000. */
  limitMs?: number;
}

/** Creates a renderer; exported by `.build/render/render.mjs` as `createServerRenderer`. */
export type CreateRenderer = (options: RendererOptions) => Renderer;

/** The headers of a request that describe its reader. */
export interface Reader {
  /** The `cookie` header. Only the value of the cookie of lib/page/reader.ts is read; others may mean a signed-in user. */
  cookies: string | undefined;
  /** The `accept-language` header. */
  acceptLanguage: string | undefined;
}

/** A request for a page. */
export interface PageRequest extends Reader {
  /** Path and query. */
  address: string;
  /** The root URL of Oriel, for absolute links. */
  pageUrl: string;
  /** Sends a request to this server's API, without credentials. */
  fetch: typeof fetch;
}

/** A rendered page. */
export interface RenderedPage {
  /** 502: the API failed. 404: no screen has this address. The page says so. */
  status: 200 | 404 | 502;
  /** The content of the root element. */
  html: string;
  /** The rules that replace `style` attributes; null if the HTML has such attributes (development). */
  styles: string | null;
  /** Attributes of the <html> element. */
  attributes: Readonly<Record<string, string>>;
  state: PageState;
  /** The introspection result; the same object as long as the result is the same. */
  schema: object | null;
  /** Names of the chunks that the page uses. */
  chunks: readonly string[];
}
