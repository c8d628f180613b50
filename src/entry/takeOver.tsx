/** Hydrates a page that the server has rendered. In a chunk of its own, which only such pages load. */
import { hydrateRoot } from 'react-dom/client';
import { AppRoot } from '../app/AppRoot';
import type { App, AppOptions } from '../app/createApp';
import { LATE_DIGEST, type PageState } from '../lib/pageState';
import { DEFAULT_CONNECTION } from '../session/connections/connections';
import type { InitialSchema } from '../session/schema/schemaCache';
import { setStyles } from './liftStyles';

/** Options that make the App's first render equal to the server's; `introspection` as it stands in the page. */
export function fromPage(page: PageState, introspection: unknown): Partial<AppOptions> {
  const { timeZone, isChosen, theme, density, results, schemaAt, schemaFailure } = page;
  const schema =
    schemaAt !== null && introspection !== undefined
      ? { introspection, at: schemaAt }
      : schemaFailure !== undefined
        ? ({ failure: schemaFailure } as InitialSchema)
        : undefined;
  return { schema, ssrState: results, rendered: { timeZone, isChosen, appearance: { theme, density } } };
}

/** Whether the page shows what this App begins with: the reader may use another connection, which the server does not know. */
export function isOf(app: App, page: PageState): boolean {
  const isDefault = app.session.get()?.connection.id === DEFAULT_CONNECTION && app.linked.get() === null;
  return isDefault && app.language.current.get().tag === page.language;
}

/** How long a page that is not painted (one in a window that is covered) is waited for, in ms. */
const UNPAINTED_MS = 300;

/** Resolves when the page has been painted: hydration must not delay that. */
export function painted(): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, UNPAINTED_MS);
    // A frame is painted after its callbacks.
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Hydrates the page. The App is made last: its first queries are answered from the state in the page. */
export function takeOver(root: HTMLElement, app: App): void {
  setStyles(document);
  hydrateRoot(root, <AppRoot app={app} />, {
    onRecoverableError(error) {
      // A part that the server had no time for is rendered here, as intended.
      if ((error as { digest?: string } | null)?.digest !== LATE_DIGEST) reportError(error);
    },
  });
}
