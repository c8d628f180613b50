/**
 * The server's entry: renders the page of one request. It is a separate bundle; the server runs without it if it cannot be loaded.
 *
 * The page is sent at once when it is complete or a time limit is reached. React's streaming renderer could send the frame first and rows
 * later, but it moves late parts into place by inline scripts, which the page's policy forbids. Neither a nonce nor an exception is worth
 * the milliseconds by which the frame would arrive earlier.
 *
 * It sends requests without credentials, opens no websocket and keeps no data of a request (contract C47): each request gets its own App,
 * client, cache and language, and no module has state.
 */
import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { AppRoot } from '../app/AppRoot';
import { type App, createApp } from '../app/createApp';
import { isTimeZone } from '../i18n/formats';
import { type AnyLanguageTag, directionOf, knownLanguage, matchLanguage } from '../i18n/languages';
import { loadCatalogue } from '../i18n/loadCatalogue';
import { systemClock } from '../lib/clock';
import { queryStringOf } from '../lib/network/queryStringOf';
import { LATE_DIGEST, type PageState } from '../lib/page/pageState';
import { readReader } from '../lib/page/reader';
import { isScreenPath } from '../lib/page/screenPaths';
import type { Reader, RenderedPage, Renderer, RendererOptions } from '../server/pages/renderer';
import { pathParts } from '../session/navigation/navigation';
import * as presenting from '../session/presentation/presentationOf';
import { LARGE_SCHEMA } from '../session/schema/fetchSchema';
import type { InitialSchema } from '../session/schema/shownSchema';
import { readAcceptLanguage } from './acceptLanguage';
import { liftStyles } from './liftStyles';
import { hasOtherCookie, isPerhapsRefusal, isRefusal } from './refusals';
import { createResponseBound, type ResponseLimits } from './responseBound';
import { schemaOfPages } from './schemaOfPages';
import { screenChunks } from './screenChunks';
import { signInTexts } from './signInTexts';

const LIMIT_MS = 2000;
/** What the API may send for the rows of a page. */
const PAGE_LIMITS: ResponseLimits = { bytes: 2_000_000, values: 100_000 };
/** The error that ends the render of unfinished parts when the time limit is reached, or the API has sent too much. */
const LATE = new Error('The API was not asked to the end: the page had waited long enough, or received enough');

/** Creates the renderer of one server. */
export function createServerRenderer({ config, fetch, onError, limitMs = LIMIT_MS }: RendererOptions): Renderer {
  const schemaFor = fetch ? schemaOfPages(config.httpEndpoint ?? '/graphql', fetch) : null;

  return {
    async signInTexts(reader, problem, detail) {
      return signInTexts((await readView(reader)).language, problem, detail);
    },
    async render(request) {
      // A link with an endpoint needs the user's consent, which only the browser can ask for.
      if (new URLSearchParams(queryStringOf(request.address)).has('endpoint')) return null;
      const limit = new AbortController();
      const timer = systemClock.after(limitMs, () => limit.abort(LATE));
      const view = await readView(request);
      const loaded = schemaFor ? await before(limit.signal, schemaFor()) : undefined;
      const mayBeSignedIn = hasOtherCookie(request.cookies);
      // The server sends requests without credentials, so a refusal says nothing about a user who may be signed in.
      const isRefused = loaded !== undefined && 'failure' in loaded && isPerhapsRefusal(loaded, mayBeSignedIn);
      const schema = loaded && (isRefused || isBetterLeftOut(loaded, request.address)) ? undefined : loaded;
      if (isRefused || (schemaFor && loaded === undefined)) limit.abort(LATE);
      const failures = { seen: loaded !== undefined && 'failure' in loaded && isBroken(loaded) };
      const app = createApp({
        config,
        presenting: config.presentation ? presenting : undefined,
        schema,
        pageUrl: request.pageUrl,
        history: { read: () => request.address, push() {}, replace() {}, listen: () => () => {} },
        language: view.language,
        wishes: view.wishes,
        rendered: view,
        world: {
          isServer: true,
          fetch: watched(
            request.fetch,
            limit.signal,
            () => (failures.seen = true),
            () => limit.abort(LATE),
            mayBeSignedIn,
          ),
        },
      });
      /** The results when the page was cut short. */
      let known: Results | undefined;
      limit.signal.addEventListener('abort', () => {
        known = resultsOf(app);
      });
      try {
        const whole = await renderApp(app, limit.signal, onError);
        // A lone surrogate cannot be encoded. The browser gets the text as JSON, without loss, and its render would differ from the HTML.
        if (whole.includes('\uFFFD')) return null;
        // In development, React also compares the attributes when it hydrates.
        const { html, styles } = process.env.NODE_ENV === 'development' ? { html: whole, styles: null } : liftStyles(whole);
        return {
          status: isScreenPath(request.address.split('?', 1)[0] ?? '') ? (failures.seen ? 502 : 200) : 404,
          html,
          styles,
          attributes: attributesOf(view),
          state: stateOf(view, schema, app, known),
          schema: schema && 'introspection' in schema ? (schema.introspection as object) : null,
          chunks: screenChunks(request.address, view.language.tag, html),
        } satisfies RenderedPage;
      } finally {
        systemClock.cancel(timer);
        app.dispose();
      }
    },
  };
}

/** The language and preferences of a render. */
interface View {
  language: { tag: AnyLanguageTag; catalogue: Awaited<ReturnType<typeof loadCatalogue>> };
  isTranslated: boolean;
  isChosen: boolean;
  wishes: readonly string[];
  timeZone: string;
  appearance: { theme: PageState['theme']; density: PageState['density'] };
}

/** The view for a cookie and an Accept-Language header. If the texts of the language cannot be loaded, English texts are used. */
async function readView({ cookies, acceptLanguage }: Reader): Promise<View> {
  const reader = readReader(cookies);
  const wishes = readAcceptLanguage(acceptLanguage);
  const chosen = knownLanguage(reader.language ?? '');
  const tag = chosen ?? matchLanguage(wishes);
  const { theme, density, timeZone } = reader;
  const view = {
    isChosen: chosen !== undefined,
    wishes,
    timeZone: timeZone !== undefined && isTimeZone(timeZone) ? timeZone : 'UTC',
    appearance: {
      theme: theme === 'light' || theme === 'dark' ? theme : 'system',
      density: density === 'roomy' ? density : 'compact',
    },
  } as const;
  try {
    return { ...view, language: { tag, catalogue: await loadCatalogue(tag) }, isTranslated: true };
  } catch {
    return { ...view, language: { tag, catalogue: undefined }, isTranslated: false };
  }
}

function attributesOf({ language, appearance }: View): Record<string, string> {
  const { tag } = language;
  const attributes = { lang: tag, dir: directionOf(tag), 'data-density': appearance.density };
  return appearance.theme === 'system' ? attributes : { ...attributes, 'data-theme': appearance.theme };
}

function stateOf(view: View, schema: InitialSchema | undefined, app: App, known: Results | undefined): PageState {
  const { text } = app.language.current.get();
  return {
    language: view.language.tag,
    isTranslated: view.isTranslated,
    ...(view.language.catalogue ? { held: { notice: text('shell.pageHeld'), again: text('errors.retry') } } : {}),
    isChosen: view.isChosen,
    wishes: view.wishes,
    timeZone: view.timeZone,
    ...view.appearance,
    schemaAt: schema && 'at' in schema ? schema.at : null,
    ...(schema && 'failure' in schema ? { schemaFailure: schema.failure } : {}),
    results: known === undefined ? resultsOf(app) : withoutLateFailures(resultsOf(app), known),
  };
}

/** Results of queries by their keys. */
type Results = Readonly<Record<string, { readonly error?: unknown }>>;

const resultsOf = (app: App): Results => (app.session.get()?.transport.ssrData() ?? {}) as Results;

/**
 * The results without the failures of queries that were not answered before the page was cut short: the browser sends those queries again.
 * Earlier failures can be in the page, and the browser must render the same.
 */
const withoutLateFailures = (results: Results, known: Results): Results =>
  Object.fromEntries(Object.entries(results).filter(([key, { error }]) => !error || Object.hasOwn(known, key)));

/** Areas whose screens can start without the schema. */
const AREAS_WITHOUT: ReadonlySet<string | undefined> = new Set(['query', 'settings', 'wire']);

/** True for a large schema on a screen that starts without it: loading and parsing the schema would delay the screen. */
function isBetterLeftOut(schema: InitialSchema, address: string): boolean {
  const [area] = pathParts(address.split('?', 1)[0] ?? '');
  return AREAS_WITHOUT.has(area) && 'model' in schema && schema.model !== undefined && schema.model.types.size >= LARGE_SCHEMA;
}

/** True if the endpoint failed. A response that refuses the request is not a failure. */
function isBroken({ failure }: Extract<InitialSchema, { failure: unknown }>): boolean {
  if (failure.tag === 'http') return failure.status >= 500 || failure.errors.length === 0;
  return failure.tag === 'network' || failure.tag === 'parse';
}

/** Resolves with the promise's value, or with undefined if the signal is aborted first. */
async function before<T>(signal: AbortSignal, promise: Promise<T>): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  let stop = (): void => {};
  const late = new Promise<undefined>(resolve => {
    stop = () => resolve(undefined);
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Wraps the fetch of one page: aborts at the time limit, bounds the responses, and reports failures and refusals of the API. */
function watched(
  fetch: typeof globalThis.fetch,
  limit: AbortSignal,
  onFailure: () => void,
  giveUp: () => void,
  mayBeSignedIn: boolean,
): typeof globalThis.fetch {
  const bounded = createResponseBound(PAGE_LIMITS, () => {
    giveUp();
    return LATE;
  });
  return async (url, init) => {
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
    try {
      const response = bounded(await fetch(url, { ...init, signal }));
      if (response.status >= 500) onFailure();
      if (await isRefusal(response, mayBeSignedIn)) giveUp();
      return response;
    } catch (error) {
      if (!signal.aborted) onFailure();
      throw error;
    }
  };
}

/** Renders the App to HTML; resolves when it is complete or the time limit is reached. */
async function renderApp(app: App, limit: AbortSignal, onError: (error: unknown) => void): Promise<string> {
  const html = await new Promise<string>((resolve, reject) => {
    const giveUp = (): void => stream.abort(LATE);
    const stream = renderToPipeableStream(<AppRoot app={app} />, {
      // React must not move large parts, which would need a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        if (error === LATE) return LATE_DIGEST;
        onError(error);
        return undefined;
      },
      onShellError: reject,
      onAllReady() {
        limit.removeEventListener('abort', giveUp);
        const pieces: Buffer[] = [];
        const sink = new Writable({
          write(piece: Buffer, _encoding, done) {
            pieces.push(piece);
            done();
          },
        });
        sink.on('finish', () => resolve(Buffer.concat(pieces).toString()));
        sink.on('error', reject);
        // In a microtask: this callback may run while React is aborting parts.
        queueMicrotask(() => stream.pipe(sink));
      },
    });
    // If the limit has passed, there is no schema and therefore no query, so the render cannot wait for anything.
    if (!limit.aborted) limit.addEventListener('abort', giveUp);
  });
  // The page's policy would block the script, so the content that it moves into place would never be visible.
  if (html.includes('<script')) throw new Error('React wrote a script into the page');
  return html;
}
