/**
 * The browser's entry: reads the page's configuration, creates the App with the browser's APIs, and renders it, or hydrates the page that a
 * server has rendered. One of the few files that use `window`.
 */
import { createRoot } from 'react-dom/client';
import { AppRoot } from '../app/AppRoot';
import { type AppOptions, createApp } from '../app/createApp';
import { initialLanguage } from '../app/createReaderSettings';
import { prepareRows, prepareScreen } from '../app/shell/screenParts';
import { type AnyLanguageTag, knownLanguage } from '../i18n/languages';
import { loadCatalogue } from '../i18n/loadCatalogue';
import { indexedDbDocumentStore, memoryDocumentStore } from '../lib/documentStore';
import { type HeldTexts, PAGE_SCHEMA_ID, PAGE_STATE_ID, readPageState } from '../lib/page/pageState';
import { painted } from '../lib/page/painted';
import { PUBLIC_CONFIG_ID, type PublicConfig, readConfigFile, readPublicConfig } from '../lib/page/publicConfig';
import { type Reader, readerCookie } from '../lib/page/reader';
import { createSite, type Site } from '../lib/page/site';
import { type KeyValueStorage, safeStorage } from '../lib/storage';
import { PRESENTED_KEY } from '../session/connections/preferences';
import { pathParts } from '../session/navigation/navigation';
import type { OpenIdWorld } from '../session/signIn/openIdWorld';
import { browserHistory } from './browserHistory';
import { keepLinksOuter, resolveLinks } from './outerLinks';
import { stayForFiles } from './stayForFiles';

/** The JSON that a server put into the element with this id; undefined if there is none. */
function readElement(id: string): unknown {
  const element = document.getElementById(id);
  return element ? JSON.parse(element.textContent ?? 'null') : undefined;
}

/** Reads the configuration from the page itself, or from config.json beside it. A host without that file gets the defaults. */
async function readConfig(): Promise<{ config: PublicConfig; presentation?: string | null }> {
  const served = readElement(PUBLIC_CONFIG_ID);
  if (served !== undefined) return { config: readPublicConfig(served) };
  // On a static host the page's first script has already sent these requests (.scripts/webpack/PagePlugin.cjs).
  const { orielConfig, orielPresentation } = globalThis as { [name in 'orielConfig' | 'orielPresentation']?: Promise<Response> };
  const presentation = readFile(orielPresentation ?? fetch('presentation.json', { cache: 'no-cache' })).catch(() => null);
  const text = await readFile(orielConfig ?? fetch('config.json', { cache: 'no-cache' }));
  const config = text === null ? {} : readConfigFile(text);
  return { config, presentation: await presentation };
}

/**
 * The text of a file; null if it does not exist. A host that serves the page for unknown URLs responds with HTML. Other content types are
 * accepted.
 */
async function readFile(request: Promise<Response>): Promise<string | null> {
  const response = await request;
  const isPage = /html/.test(response.headers.get('content-type') ?? '');
  return response.ok && !isPage ? response.text() : null;
}

/** The folder of the build, which webpack's chunk loader derives from the URL of the first script. */
declare const __webpack_public_path__: string;

/**
 * The location of this page on its host. A server serves every address below its folder. A page without a server's configuration is on a
 * static host, which may serve only this one URL.
 */
function siteOfPage(): Site {
  const served = readElement(PUBLIC_CONFIG_ID) as PublicConfig | undefined;
  if (served !== undefined && served.addresses !== 'hash') return createSite({ url: __webpack_public_path__, mode: 'path' });
  const page = new URL(window.location.href);
  page.search = '';
  page.hash = '';
  return createSite({ url: page.href, mode: 'hash' });
}

/**
 * Leaves a rendered page unchanged until `load` succeeds. The code is in the chunk for rendered pages; if that is missing, the page stays.
 */
async function hold<T>(load: () => Promise<T>, texts: HeldTexts): Promise<T | null> {
  const code = import(/* webpackChunkName: "rendered" */ './heldPage');
  const { holdPage } = await code.catch(() => new Promise<Awaited<typeof code>>(() => {}));
  return holdPage(load, texts);
}

/** The initial texts. If they cannot be loaded, an empty page starts in English, and a page that was rendered with them waits for them. */
async function readLanguage(tag: AnyLanguageTag, held: HeldTexts | undefined): Promise<NonNullable<AppOptions['language']>> {
  const load = async (): Promise<NonNullable<AppOptions['language']>> => ({ tag, catalogue: await loadCatalogue(tag) });
  try {
    return await load();
  } catch {
    return (held ? await hold(load, held) : null) ?? { tag: 'en', failed: tag };
  }
}

/**
 * Removes the page's script elements. All of them have run or failed by now. webpack's chunk loader would treat an existing element as
 * still loading, and wait two minutes for it instead of loading the chunk again.
 */
function forgetScripts(): void {
  for (const script of document.querySelectorAll('script[src]')) script.remove();
}

/** The sign-in whose redirect led to this address, if it looks like one (oidcReturn.ts). */
async function takeSignIn(tabStorage: KeyValueStorage) {
  const address = new URL(window.location.href);
  if (!address.searchParams.has('state')) return null;
  const code = await import(/* webpackChunkName: "open-id" */ '../session/signIn/pendingSignIn').catch(() => null);
  // If the code cannot be loaded, the address stays as it is, so that a reload can complete the sign-in.
  return code?.takePendingSignIn(tabStorage, address, Date.now());
}

async function start(root: HTMLElement): Promise<void> {
  forgetScripts();
  // Browsers request an icon with a relative URL again after each navigation.
  for (const icon of document.querySelectorAll<HTMLLinkElement>('link[rel=icon]')) icon.setAttribute('href', icon.href);
  const storage = safeStorage(() => window.localStorage);
  const tabStorage = safeStorage(() => window.sessionStorage);
  // Remove the identity provider's code from the address before any other code reads it.
  const signIn = await takeSignIn(tabStorage);
  if (signIn) window.history.replaceState(null, '', signIn.pending.returnTo);
  const page = root.hasChildNodes() ? readPageState(readElement(PAGE_STATE_ID)) : undefined;
  const tag = page ? knownLanguage(page.language) : initialLanguage(storage, navigator.languages);
  // The screen's code is loaded in parallel with the configuration. A server-rendered page waits for it, and so does Data, whose code is
  // preloaded: otherwise React would show a placeholder, and then delay the content by 300 ms. Panels beside the rows are loaded after
  // them. A chunk that cannot be loaded now is loaded again when it is rendered.
  const site = siteOfPage();
  const history = browserHistory(window, site);
  const address = history.read();
  const [area = 'data'] = pathParts(address.split('?', 1)[0] ?? '');
  const isData = area === 'data';
  const prepared = (page || !isData ? prepareScreen(address) : prepareRows()).catch(() => undefined);
  const [{ config: loaded, presentation }, language, rendered] = await Promise.all([
    readConfig(),
    page && !page.isTranslated && tag ? { tag } : readLanguage(tag ?? 'en', page?.held),
    // If hydration code cannot be loaded, the page is rendered again from scratch.
    page ? import(/* webpackChunkName: "rendered" */ './takeOver').catch(() => undefined) : undefined,
    page ? prepared : undefined,
  ]);
  const presenting =
    loaded.presentation || (presentation && presentation !== '{}\n') || storage.getItem(PRESENTED_KEY)
      ? await import(/* webpackChunkName: "presentation" */ '../session/presentation/presentationOf')
      : undefined;
  if (presenting && presentation) loaded.presentation ??= presenting.presentationFile(presentation);
  // '//other.example/…' would be an address on another host.
  const config =
    loaded.httpEndpoint === '.' ? { ...loaded, httpEndpoint: new URL(site.url).pathname.replace(/^\/{2,}/, '/') } : loaded;
  // Hydration must not delay painting.
  if (rendered) await painted();
  const isServed = document.getElementById(PUBLIC_CONFIG_ID) !== null;
  const app = createApp({
    config,
    presenting,
    storage,
    world: { fetch: (...request) => window.fetch(...request), XMLHttpRequest: window.XMLHttpRequest },
    tabStorage,
    openIdWorld: openIdWorld(tabStorage, site),
    language,
    wishes: page?.wishes ?? navigator.languages,
    history,
    pageUrl: site.url,
    documents: window.indexedDB ? indexedDbDocumentStore(window.indexedDB, 'oriel') : memoryDocumentStore(),
    ...(page && rendered?.fromPage(page, readElement(PAGE_SCHEMA_ID))),
    ...(isServed ? { keepReader: reader => keepReader(reader, new URL(site.url).pathname) } : {}),
  });
  window.addEventListener('storage', event => app.storageChanged(event.key));
  // A page from the back/forward cache, or one that was frozen, has missed changes by other tabs.
  window.addEventListener('pageshow', event => {
    if (event.persisted) app.storageChanged(null);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') app.storageChanged(null);
  });
  resolveLinks(root);
  if (site.outer('/data') !== '/data') keepLinksOuter(document, site);
  if (signIn) await app.completeSignIn(signIn.pending, signIn.parameters);
  else if (page && rendered?.isOf(app, page)) return rendered.takeOver(root, app);
  // Only now: the session requests the schema as soon as it is opened.
  if (isData) await prepared;
  root.replaceChildren();
  createRoot(root).render(<AppRoot app={app} />);
}

/** The browser APIs for signing in by OpenID Connect. */
function openIdWorld(tabStorage: KeyValueStorage, site: Site): OpenIdWorld {
  return {
    tabStorage,
    fetch: (...request) => window.fetch(...request),
    go: url => window.location.assign(url),
    redirectUri: site.url,
    here: () => window.location.pathname + window.location.search + window.location.hash,
    locks: navigator.locks,
    channel: typeof BroadcastChannel === 'undefined' ? undefined : name => new BroadcastChannel(name),
  };
}

/** Stores the user's preferences in a cookie for the next server render. */
function keepReader(reader: Reader, path: string): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere, nor on plain http
    document.cookie = readerCookie(reader, window.location.protocol === 'https:', path);
  } catch {
    // A sandboxed page has no cookies; the next render uses its defaults.
  }
}

/** Shows why the page cannot start, in plain text. Only a wrong configuration can be the reason. */
function refuse(root: HTMLElement, error: unknown): void {
  const message = document.createElement('p');
  message.setAttribute('role', 'alert');
  message.className = 'start-failure';
  message.textContent = `Oriel cannot start: ${error instanceof Error ? error.message : String(error)}`;
  root.replaceChildren(message);
}

stayForFiles(window);
const root = document.getElementById('root');
// In a microtask: tools that record where a request was started (developer tools, tests) parse a script a second time if it sends requests
// while it runs.
if (root)
  Promise.resolve(root)
    .then(start)
    .catch((error: unknown) => refuse(root, error));
