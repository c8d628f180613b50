/**
 * The browser's entry: reads the page's configuration, makes the App from what the browser has, and puts it on the page. One of the few
 * files that know `window`.
 */
import { createRoot, hydrateRoot } from 'react-dom/client';
import { AppRoot } from '../app/AppRoot';
import { createApp, initialLanguage } from '../app/createApp';
import type { AnyLanguageTag } from '../i18n/languages';
import { loadCatalogue } from '../i18n/loadCatalogue';
import { indexedDbDocumentStore, memoryDocumentStore } from '../lib/documentStore';
import { PUBLIC_CONFIG_ID, type PublicConfig, readPublicConfig } from '../lib/publicConfig';
import { safeStorage } from '../lib/storage';
import { browserHistory } from './browserHistory';

/** From the page itself where a server put it there, else from config.json beside it; a host without one gets the defaults. */
async function readConfig(): Promise<PublicConfig> {
  const element = document.getElementById(PUBLIC_CONFIG_ID);
  if (element) return readPublicConfig(JSON.parse(element.textContent ?? '{}'));
  const response = await fetch('/config.json', { cache: 'no-cache' });
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  // Hosts that answer every unknown address with the page have no config.json either.
  return response.ok && isJson ? readPublicConfig(await response.json()) : {};
}

/** The texts to begin with. A catalogue that cannot be had leaves the page in English. */
async function readLanguage(
  tag: AnyLanguageTag,
): Promise<{ tag: AnyLanguageTag; catalogue?: Awaited<ReturnType<typeof loadCatalogue>> }> {
  try {
    return { tag, catalogue: await loadCatalogue(tag) };
  } catch {
    return { tag: 'en' };
  }
}

async function start(root: HTMLElement): Promise<void> {
  const storage = safeStorage(() => window.localStorage);
  const [config, language] = await Promise.all([readConfig(), readLanguage(initialLanguage(storage, navigator.languages))]);
  const app = createApp({
    config,
    storage,
    language,
    wishes: navigator.languages,
    history: browserHistory(window),
    pageUrl: window.location.href,
    documents: window.indexedDB ? indexedDbDocumentStore(window.indexedDB, 'oriel') : memoryDocumentStore(),
  });
  window.addEventListener('storage', event => app.storageChanged(event.key));
  if (root.hasChildNodes()) hydrateRoot(root, <AppRoot app={app} />);
  else createRoot(root).render(<AppRoot app={app} />);
}

/** A page that cannot start says why, in plain text: the configuration is the only thing that can be wrong here. */
function refuse(root: HTMLElement, error: unknown): void {
  const message = document.createElement('p');
  message.setAttribute('role', 'alert');
  message.className = 'start-failure';
  message.textContent = `Oriel cannot start: ${error instanceof Error ? error.message : String(error)}`;
  root.replaceChildren(message);
}

const root = document.getElementById('root');
if (root) start(root).catch((error: unknown) => refuse(root, error));
