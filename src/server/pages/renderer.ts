/** What the server asks of src/entry/server.tsx, which is a bundle of its own: this is all either knows of the other. */
import type { PageState } from '../../lib/pageState';
import type { PublicConfig } from '../../lib/publicConfig';
import type { SignInProblem, SignInTexts } from '../../lib/signInTexts';

/** Made once per server; keeps the endpoint's schema between requests and nothing else. */
export interface Renderer {
  /**
   * Renders the page of one request. Never waits longer than the limit; what is late is left to the browser.
   * @returns null for an address whose page depends on what only the browser knows: the page shell is to be sent
   * @throws when the frame itself cannot be rendered: the page shell is to be sent
   */
  render(request: PageRequest): Promise<RenderedPage | null>;
  /** The texts of a page about a failed sign-in, in the reader's language. @param detail what stands in the text */
  signInTexts(reader: Reader, problem: SignInProblem, detail: string | number): Promise<SignInTexts>;
}

/** What a renderer is made from. */
export interface RendererOptions {
  config: PublicConfig;
  /** Asks the API of this server for the schema, without credentials; null: the browser talks to another API, and only the frame is rendered. */
  fetch: typeof fetch | null;
  /** Called with errors inside a page that was sent nevertheless. */
  onError: (error: unknown) => void;
  /** How long a page may wait for the API, in ms. Default 2000. */
  limitMs?: number;
}

/** Makes one; what `.build/render/render.mjs` exports as `createServerRenderer`. */
export type CreateRenderer = (options: RendererOptions) => Renderer;

/** What a request says of its reader. */
export interface Reader {
  /** Header `cookie`; only the cookie of lib/reader.ts is read. */
  cookies: string | undefined;
  /** Header `accept-language`. */
  acceptLanguage: string | undefined;
}

/** One request for a page. */
export interface PageRequest extends Reader {
  /** Path and query. */
  address: string;
  /** The whole address, for absolute links. */
  pageUrl: string;
  /** Asks the API of this server, without credentials. */
  fetch: typeof fetch;
}

/** A page that was rendered. */
export interface RenderedPage {
  /** 502: the API failed, and the page says so. 404: no screen has this address, and the page says so. */
  status: 200 | 404 | 502;
  /** What goes into the root element. */
  html: string;
  /** The rules of a style element in place of `style` attributes; null: the HTML has such attributes (development). */
  styles: string | null;
  /** Attributes of the <html> element. */
  attributes: Readonly<Record<string, string>>;
  state: PageState;
  /** The introspection answer; the same object as long as it is the same answer. */
  schema: object | null;
  /** Names of the chunks whose parts are on the page. */
  chunks: readonly string[];
}
